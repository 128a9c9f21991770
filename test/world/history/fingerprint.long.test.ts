import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { isLeft } from 'fp-ts/lib/Either.js';
import { describe, expect, test } from 'vitest';
import { LogFileWriter, readLog } from '../../../adapters/store/file/logFile.ts';
import type { DomainEvent } from '../../../engine/cloud/input.ts';
import { fingerprintOf } from '../../../engine/kernel/log.ts';
import type { LogEntry } from '../../../engine/kernel/logEntry.ts';
import { record } from '../../../engine/scenario/play/record.ts';
import { headerOf, type LogHeader, type WorldDefinition } from '../../../engine/simulator/definition.ts';
import { upcasterOf } from '../../../engine/world/history/upcast.ts';
import { World } from '../../../engine/world/world.ts';
import { podsim } from '../../support/commandLine.ts';
import { Folder } from '../../support/folder.ts';
import { busyWorld, playBusily } from '../../support/worlds/busyWorld.ts';
import { keyOf, runOf, worldOf } from '../../support/worlds/worlds.ts';

const logOf = (format: number): string => fileURLToPath(new URL(`format-${format}.ndjson`, import.meta.url));

const world = new World(busyWorld());
playBusily(world);
const folder = new Folder();

/** The file of the world's log under a header. */
const writtenLog = (name: string, header: LogHeader): string => {
  const path = folder.at(name);
  const writer = new LogFileWriter(path, header);
  writer.sink(world.log.entries());
  writer.close();
  return path;
};

describe('a fingerprint stays the same', () => {
  const under = (podsim: Partial<LogHeader['podsim']>): string =>
    fingerprintOf({ ...world.header, podsim: { ...world.header.podsim, ...podsim } }, world.log.entries());

  // biome-ignore format: a table
  test.each([
    ['another version of the engine', under({ engine: '9.9.9' })],
    ['a later format of the log',     under({ format: world.header.podsim.format + 1 })],
    ['another digest of the rules',   under({ ruleset: 'of-old' })],
  ])('under %s', (_, fingerprint) => {
    expect(fingerprint).toBe(world.fingerprint());
  });

  test('when a setting with its default and a row of a lifecycle are added that change no log', () => {
    const log = writtenLog('now.log', world.header);
    const script = fileURLToPath(new URL('changedRules.mjs', import.meta.url));
    const after = JSON.parse(execFileSync(process.execPath, [script, log], { encoding: 'utf8' }));
    expect(after).toStrictEqual({ ruleset: expect.not.stringMatching(world.header.podsim.ruleset), fingerprint: world.fingerprint() });
  });
});

describe('a fingerprint changes', () => {
  // biome-ignore format: a table
  test.each([
    ['the seed',     { seed: 'other' }],
    ['the draws',    { draws: 'podsim-draw-1' }],
    ['the start',    { startMs: 0 }],
    ['the settings', { settings: { job: { retentionRun: 5_000 } } }],
    ['the hosts',    { hosts: [] }],
    ['the faults',   { faults: [] }],
    ['the webhooks', { webhooks: ['http://127.0.0.1:9999'] }],
    ['the accounts', { accounts: [] }],
    ['the endpoints', { endpoints: [] }],
  ] as const)('with %s, of a log without an entry', (_, change) => {
    const { definition } = headerOf({ ...busyWorld(), ...(change as object) } as never);
    expect(fingerprintOf(headerOf(definition), [])).not.toBe(fingerprintOf(headerOf(busyWorld()), []));
  });
});

describe('a log of a format before 4', () => {
  test.each([1, 2, 3])('%i is checked against its own chain, and read with the fingerprint of today', (format) => {
    const { header, entries, fingerprint, written } = readLog(logOf(format));
    expect(written).toStrictEqual({ format, fingerprint: expect.stringMatching(/^[0-9a-f]{64}$/) });
    expect(fingerprint).not.toBe(written?.fingerprint);
    expect(fingerprint).toBe(fingerprintOf(header, entries));
  });

  /** A log of format 3, as today's rules would have written it: played under the definition that podsim reads in it. */
  const { podsim: now, definition } = headerOf(worldOf());
  const header = { podsim: { ...now, format: 3 }, definition: { ...definition, accounts: worldOf().accounts } };
  const reading = upcasterOf(header);
  if (isLeft(reading)) throw new Error(reading.left);
  const played = new World(reading.right.header.definition as unknown as WorldDefinition);
  for (let k = 0; k < 3; k++) played.call(runOf('ep-a', { k }, 1_000 * k));
  const entries = [...played.log.entries()].map(inFormat3);
  const old = folder.at('old.log');
  const writer = new LogFileWriter(old, header as LogHeader);
  writer.sink(entries);
  const itsOwn = writer.close();

  test('says both fingerprints in a rerun', () => {
    expect(itsOwn).not.toBe(played.fingerprint());
    expect(podsim('log', 'rerun', old)).toMatchObject({
      code: 0,
      out: `the same log again: ${played.log.length} entries, fingerprint ${played.fingerprint()} (the file is of format 3, where it was ${itsOwn})\n`,
    });
  });

  test('is recorded with the fingerprint of today', () => {
    const { header, entries } = readLog(old);
    const text = record(header, entries);
    expect(isLeft(text) ? text.left : text.right).toContain(`fingerprint: ${played.fingerprint()}\n`);
  });

  test('that was recorded then is compared by the chain of then', () => {
    const text = record({ ...played.header, podsim: header.podsim }, [...played.log.entries()]);
    if (isLeft(text)) throw new Error(text.left);
    expect(text.right).toContain('recorded:\n  format: 3\n');
    expect(text.right).not.toContain(played.fingerprint());
    expect(podsim('run', folder.write('then.scenario.yaml', text.right))).toMatchObject({ code: 0 });
  });
});

/** An entry with what the client of `worldOf` sends, as formats before 5 had it. */
const inFormat3 = (entry: LogEntry<DomainEvent>): LogEntry<DomainEvent> => {
  const [alice] = worldOf().accounts[0]?.keys ?? [];
  const { event } = entry;
  const before = { AccountKeyCreated: { key: alice }, InputReceived: { client: { key: keyOf('alice').secret } } };
  return { ...entry, event: { ...event, ...(before as Readonly<Record<string, object>>)[event.type] } as DomainEvent };
};
