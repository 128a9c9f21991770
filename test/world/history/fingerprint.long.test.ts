import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { LogFileWriter } from '../../../adapters/store/file/logFile.ts';
import { computeFingerprint } from '../../../engine/kernel/log.ts';
import { type LogHeader, writeHeader } from '../../../engine/simulator/definition.ts';
import { World } from '../../../engine/world/world.ts';
import { Folder } from '../../support/folder.ts';
import { busyWorld, playBusily } from '../../support/worlds/busyWorld.ts';

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
    computeFingerprint({ ...world.header, podsim: { ...world.header.podsim, ...podsim } }, world.log.entries());

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
    ['the start',    { startMs: 0 }],
    ['the settings', { settings: { job: { retentionRun: 5_000 } } }],
    ['the hosts',    { hosts: [] }],
    ['the faults',   { faults: [] }],
    ['the webhooks', { webhooks: ['http://127.0.0.1:9999'] }],
    ['the accounts', { accounts: [] }],
    ['the endpoints', { endpoints: [] }],
  ] as const)('with %s, of a log without an entry', (_, change) => {
    const { definition } = writeHeader({ ...busyWorld(), ...(change as object) } as never);
    expect(computeFingerprint(writeHeader(definition), [])).not.toBe(computeFingerprint(writeHeader(busyWorld()), []));
  });
});
