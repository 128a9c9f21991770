import { readdirSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isLeft } from 'fp-ts/lib/Either.js';
import { describe, expect, test } from 'vitest';
import { LogFileWriter, readLog } from '../../../adapters/store/file/logFile.ts';
import { computeFingerprint } from '../../../engine/kernel/log.ts';
import { eventFields } from '../../../engine/scenario/format/eventFields.ts';
import type { LogHeader } from '../../../engine/simulator/definition.ts';
import { engineVersion, logFormat } from '../../../engine/simulator/version.ts';
import { type Formats, planReading } from '../../../engine/world/history/upcast.ts';
import { auditLog } from '../../oracle/auditLog.ts';
import { podsim } from '../../support/commandLine.ts';
import { Folder } from '../../support/folder.ts';
import { toldBy } from './told.ts';
import { writeKept } from './write.ts';

const kept = fileURLToPath(new URL('kept', import.meta.url));

if (process.env['PODSIM_WRITE_KEPT_LOGS'] === '1') writeKept(kept);

const names = readdirSync(kept).filter((name) => name.endsWith('.ndjson'));
const busy = `${kept}/busy.ndjson`;

describe('a kept log', () => {
  test.each(names)('folds to the state that it had when it was written, and holds all invariants: %s', (name) => {
    const { header, entries } = readLog(`${kept}/${name}`);
    expect(toldBy(header, entries)).toStrictEqual(JSON.parse(readFileSync(`${kept}/${basename(name, '.ndjson')}.json`, 'utf8')));
    expect(() => auditLog(header, entries)).not.toThrow();
  });

  test('has every type of event, with every field that it always has, somewhere', () => {
    const events = names.flatMap((name) => readLog(`${kept}/${name}`).entries.map(({ event }) => event));
    const logged = new Set(events.flatMap((event) => [event.type, ...Object.keys(event).map((field) => `${event.type}.${field}`)]));
    const known = Object.entries(eventFields).flatMap(([type, fields]) => [
      type,
      ...Object.entries(fields).flatMap(([field, isAlwaysThere]) => (isAlwaysThere === 1 ? [`${type}.${field}`] : [])),
    ]);
    expect(known.filter((one) => !logged.has(one))).toStrictEqual([]);
  });

  test('needs no step: what is read is what was written', () => {
    const { header, entries } = readLog(busy);
    const reading = planReading(header);
    expect(isLeft(reading) ? reading.left : reading.right.header).toBe(header);
    expect(isLeft(reading) ? reading.left : reading.right.entry(entries[0] as never)).toBe(entries[0]);
  });

  test('still replays under other rules: what happened has happened', () => {
    const { header, entries } = readLog(busy);
    const other = { ...header, podsim: { ...header.podsim, engine: '0.0.1', ruleset: 'another' } };
    expect(toldBy(other, entries)).toStrictEqual(toldBy(header, entries));
  });
});

/** Two made-up steps: an event is renamed in each, and a field of the definition in the first. */
const madeUp: Formats = {
  newest: 3,
  steps: new Map([
    [
      1,
      {
        definition: ({ random, ...others }) => ({ ...others, seed: random ?? null }),
        event: (event) => (event['type'] === 'Queued' ? { ...event, type: 'Submitted' } : event),
      },
    ],
    [
      2,
      {
        definition: (definition) => definition,
        event: (event) => (event['type'] === 'Submitted' ? { ...event, type: 'JobQueued' } : event),
      },
    ],
  ]),
};

describe('a log of an older format', () => {
  const { header, entries } = readLog(busy);
  const { seed, ...others } = header.definition;
  const folder = new Folder();

  /** The log as that format wrote it. */
  const writtenIn = (format: 1 | 2): string => {
    const path = folder.at(`format-${format}.log`);
    const definition = format === 1 ? { ...others, random: seed } : header.definition;
    const writer = new LogFileWriter(path, { podsim: { ...header.podsim, format }, definition } as LogHeader);
    const name = format === 1 ? 'Queued' : 'Submitted';
    writer.sink(
      entries.map((entry) => ({
        ...entry,
        event: entry.event.type === 'JobQueued' ? { ...entry.event, type: name } : entry.event,
      })) as never,
    );
    writer.close();
    return path;
  };

  test.each([1, 2] as const)('%i is checked by its own chain, and read step by step as one of the newest', (format) => {
    const read = readLog(writtenIn(format), madeUp);
    expect(read.header).toStrictEqual({ podsim: { ...header.podsim, format: 3 }, definition: header.definition });
    expect(read.entries).toStrictEqual(entries);
    expect(read.fingerprint).toBe(computeFingerprint(header, entries));
  });

  test('that was changed is refused before it is read', () => {
    const path = folder.write('changed.log', readFileSync(writtenIn(1), 'utf8').replace('"type":"Queued"', '"type":"Unqueued"'));
    expect(() => readLog(path, madeUp)).toThrow('was changed after it was written');
  });
});

describe('a log of another format', () => {
  const header = (format: unknown, engine: unknown = '9.9.9') => ({ podsim: { format, engine, ruleset: 'r' }, definition: { seed: 'a' } });

  // biome-ignore format: a table
  test.each([
    ['that is newer',                 header(4),             `was written by podsim 9.9.9 in format 4, and this podsim ${engineVersion} reads formats up to 3: take podsim 9.9.9 or a later one`],
    ['of a podsim without a number',  header(4, null),       `was written by a later podsim in format 4, and this podsim ${engineVersion} reads formats up to 3: take one that reads it`],
    ['that is none',                  header('1'),           'is no podsim log of format 3'],
    ['of half a number',              header(1.5),           'is no podsim log of format 3'],
    ['before the first',              header(0),             'is no podsim log of format 3'],
    ['of something else',             { a: 1 },              'is no podsim log of format 3'],
    ['of nothing',                    null,                  'is no podsim log of format 3'],
  ])('%s is refused, and says why', (_, given, words) => {
    const reading = planReading(given, madeUp);
    expect(isLeft(reading) ? reading.left : 'was read').toBe(words);
  });

  test('with a missing step is refused', () => {
    const reading = planReading(header(1), { newest: 3, steps: new Map([...madeUp.steps].slice(1)) });
    expect(isLeft(reading) ? reading.left : 'was read').toBe(
      `is of format 1, which this podsim ${engineVersion} no longer reads: it reads format 3`,
    );
  });

  test('that is newer is refused by the command line, in words', async () => {
    const folder = new Folder();
    const newer = readFileSync(busy, 'utf8')
      .replace(/"format":\d+/, `"format":${logFormat + 1}`)
      .replace(/"engine":"[^"]+"/, '"engine":"9.9.9"');
    const path = folder.write('newer.log', newer);
    for (const command of ['show', 'rerun', 'record']) {
      const { code, err } = await podsim('log', command, path);
      expect([code, err]).toStrictEqual([
        3,
        expect.stringContaining(`${path}:1: was written by podsim 9.9.9 in format ${logFormat + 1}, and`),
      ]);
    }
  });
});
