import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { isLeft } from 'fp-ts/lib/Either.js';
import { describe, expect, test } from 'vitest';
import { readLog } from '../../../adapters/store/file/logFile.ts';
import { fingerprintOf } from '../../../engine/kernel/log.ts';
import { newestDraws } from '../../../engine/kernel/rng.ts';
import { eventFields } from '../../../engine/scenario/lint/eventFields.ts';
import { record } from '../../../engine/scenario/play/record.ts';
import type { WorldDefinition } from '../../../engine/simulator/definition.ts';
import { invariants } from '../../../engine/simulator/invariants.ts';
import { engineVersion, logFormat } from '../../../engine/simulator/version.ts';
import { replay, rerun } from '../../../engine/world/history/rerun.ts';
import { type Upcaster, upcasterOf, upcasters } from '../../../engine/world/history/upcast.ts';
import { World } from '../../../engine/world/world.ts';
import { invariants as recounted } from '../../oracle/audit/invariants.ts';
import { auditLog } from '../../oracle/auditLog.ts';
import { podsim } from '../../support/commandLine.ts';
import { Folder } from '../../support/folder.ts';
import { busyWorld, playBusily } from '../../support/worlds/busyWorld.ts';
import { toldBy } from './told.ts';

/** One log for every released format, and the state that it folds to. Neither is ever written again. */
const here = fileURLToPath(new URL('.', import.meta.url));
const formats = Array.from({ length: logFormat }, (_, k) => k + 1);
const logOf = (format: number): string => `${here}format-${format}.ndjson`;
/** What only endpoints with external handlers have in a log. */
const external = `${here}external/format-${logFormat}.ndjson`;
/** What only a stand-in for them has in a log. */
const standIn = `${here}external/stand-in-${logFormat}.ndjson`;
/** What only worlds have that are as was measured. */
const measured = `${here}external/measured-${logFormat}.ndjson`;
/** What only worlds of a later contract have. */
const dated = `${here}external/dated-${logFormat}.ndjson`;
const saidBy = (format: number): unknown => JSON.parse(readFileSync(`${here}format-${format}.json`, 'utf8'));

/**
 * Invariants, and the last format whose log was written under other rules: which workers hold the minimum, in which order jobs go that lost
 * their workers, how long results are kept, webhooks of results that are gone, when a scaler looks for the first time, and what hosts remember.
 */
const otherUpTo: Readonly<Record<string, number>> = {
  'images-recounted': 5,
  'minimum-recounted': 5,
  'order-recounted': 1,
  'results-kept': 1,
  'scaling-recounted': 2,
  'webhooks-recounted': 1,
};

describe('every released format', () => {
  test('has a log here, and nothing else has: a new format needs a log beside the others', () => {
    const names = readdirSync(here).filter((name) => name.endsWith('.ndjson'));
    expect(names.sort()).toStrictEqual(formats.map((format) => `format-${format}.ndjson`).sort());
    for (const format of formats) expect(existsSync(`${here}format-${format}.json`)).toBe(true);
  });

  const heldIn = (format: number): readonly string[] =>
    [...invariants, ...recounted].filter(({ name }) => format > (otherUpTo[name] ?? 0)).map(({ name }) => name);

  test('has a step to the next one, except for the newest', () => {
    expect([...upcasters.keys()]).toStrictEqual(formats.slice(0, -1));
  });

  test.each(formats)('%i is read, and folds to the state of its own time', (format) => {
    const { header, entries } = readLog(logOf(format));
    expect(toldBy(header, entries)).toStrictEqual(saidBy(format));
    expect(() => auditLog(header, entries, heldIn(format))).not.toThrow();
  });

  const ofWorkers = readdirSync(`${here}external`).filter((name) => name.endsWith('.ndjson'));
  test.each(ofWorkers)(
    'folds the log of real workers, of their stand-in, or of what was measured, to the state of its own time, too: %s',
    (name) => {
      const path = `${here}external/${name}`;
      const { header, entries } = readLog(path);
      expect(toldBy(header, entries)).toStrictEqual(JSON.parse(readFileSync(path.replace(/ndjson$/, 'json'), 'utf8')));
      expect(() => auditLog(header, entries, heldIn(Number(/-(\d+)\./.exec(name)?.[1])))).not.toThrow();
    },
  );

  test('the logs of the newest contain every type of event with every field that it always has: a new one needs a new format', () => {
    const events = [logOf(logFormat), external, standIn, measured, dated].flatMap((path) =>
      readLog(path).entries.map(({ event }) => event),
    );
    const logged = new Set(events.flatMap((event) => [event.type, ...Object.keys(event).map((field) => `${event.type}.${field}`)]));
    const known = Object.entries(eventFields).flatMap(([type, fields]) => [
      type,
      ...Object.entries(fields).flatMap(([field, isAlwaysThere]) => (isAlwaysThere === 1 ? [`${type}.${field}`] : [])),
    ]);
    expect(known.filter((one) => !logged.has(one))).toStrictEqual([]);
  });

  test('has a sentence in the changelog, the newest', () => {
    expect(readFileSync('CHANGELOG.md', 'utf8')).toContain(`(log format ${logFormat})`);
  });

  test('the newest needs no step: what is read is what was written', () => {
    const { header, entries } = readLog(logOf(logFormat));
    const reading = upcasterOf(header);
    expect(isLeft(reading) ? reading.left : reading.right.header).toBe(header);
    expect(isLeft(reading) ? reading.left : reading.right.entry(entries[0] as never)).toBe(entries[0]);
  });
});

describe('a log of other rules', () => {
  test('still replays: what happened has happened', () => {
    const folder = new Folder();
    const log = folder.at('old.log');
    podsim('run', 'scenarios/jobs/retry-after-failure.scenario.yaml', '--log', log);
    const { header, entries } = readLog(log);
    const old = { ...header, podsim: { ...header.podsim, engine: '0.0.1', ruleset: 'of-old' } };
    expect(toldBy(old, entries)).toStrictEqual(toldBy(header, entries));
  });
});

describe('a log of format 1', () => {
  const { settings, ...busy } = busyWorld();
  const definition: WorldDefinition = {
    ...busy,
    draws: 'podsim-draw-1',
    prices: 'podsim-prices-1',
    settings: { ...settings, job: { unknownKeys: 'refuse', ...settings.job }, pod: { images: 'any', ...settings.pod } },
  };
  const world = new World(definition);
  playBusily(world);
  const { draws: _, prices: __, ...before } = definition;
  const reading = upcasterOf({ podsim: { ...world.header.podsim, format: 1 }, definition: before });
  if (isLeft(reading)) throw new Error(reading.left);
  const { header } = reading.right;

  test('uses the draws of its own version', () => {
    expect(header.definition.draws).toBe('podsim-draw-1');
    expect(fingerprintOf(header, rerun(header, world.log.entries()).log.entries())).toBe(world.fingerprint());
  });

  test('would give another log with the current draws', () => {
    const today = rerun({ ...header, definition: { ...header.definition, draws: newestDraws } }, world.log.entries());
    expect([...today.log.entries()]).not.toStrictEqual([...world.log.entries()]);
  });

  test('is recorded as a scenario with the same draws', () => {
    const text = record(header, [...world.log.entries()]);
    expect(isLeft(text) ? text.left : text.right).toContain('draws: podsim-draw-1\nprices: podsim-prices-1\n');
  });

  test('adds up to the costs of its own prices: workers of the minimum had none of their own', () => {
    const today = rerun({ ...header, definition: { ...header.definition, prices: undefined } }, world.log.entries());
    expect(today.state.billing.nanoUsd(world.now)).toBeLessThan(world.state.billing.nanoUsd(world.now));
    expect(replay(header, world.log.entries()).billing.nanoUsd(world.now)).toBe(world.state.billing.nanoUsd(world.now));
  });
});

describe('a log of another format', () => {
  const header = (format: unknown, engine: unknown = '9.9.9') => ({ podsim: { format, engine, ruleset: 'r' }, definition: { seed: 'a' } });
  /** Made-up steps between three formats: events are renamed twice, and a field of the definition once. */
  const steps = new Map<number, Upcaster>([
    [
      1,
      {
        definition: ({ seed, ...rest }) => ({ ...rest, seedText: seed ?? '' }),
        event: (event) => ({ ...event, type: `${event['type']}2` }),
      },
    ],
    [2, { definition: (definition) => definition, event: (event) => ({ ...event, type: `${event['type']}3` }) }],
  ]);
  const entry = { seq: 1, at: 0, cause: 0, event: { type: 'Happened', jobId: 'j' } } as never;
  const read = (format: number) => {
    const reading = upcasterOf(header(format), steps, 3);
    if (isLeft(reading)) throw new Error(reading.left);
    return { header: reading.right.header, entry: reading.right.entry(entry) };
  };

  test('that is older is read step by step', () => {
    expect(read(1)).toMatchObject({
      header: { podsim: { format: 3, engine: '9.9.9' }, definition: { seedText: 'a' } },
      entry: { seq: 1, at: 0, cause: 0, event: { type: 'Happened23', jobId: 'j' } },
    });
    expect(read(2)).toMatchObject({ header: { definition: { seed: 'a' } }, entry: { event: { type: 'Happened3' } } });
    expect(read(3).entry).toBe(entry);
  });

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
    const reading = upcasterOf(given, steps, 3);
    expect(isLeft(reading) ? reading.left : 'was read').toBe(words);
  });

  test('with a missing step is refused', () => {
    const reading = upcasterOf(header(1), new Map([[2, steps.get(2) as Upcaster]]), 3);
    expect(isLeft(reading) ? reading.left : 'was read').toBe(
      `is of format 1, which this podsim ${engineVersion} no longer reads: it reads format 3`,
    );
  });

  test('that is newer is refused by the command line, in words', () => {
    const folder = new Folder();
    const newer = readFileSync(logOf(logFormat), 'utf8')
      .replace(/"format":\d+/, `"format":${logFormat + 1}`)
      .replace(/"engine":"[^"]+"/, '"engine":"9.9.9"');
    const path = folder.write('newer.log', newer);
    for (const command of ['show', 'rerun', 'record']) {
      const { code, err } = podsim('log', command, path);
      expect([code, err]).toStrictEqual([
        3,
        expect.stringContaining(`${path}:1: was written by podsim 9.9.9 in format ${logFormat + 1}, and`),
      ]);
    }
  });
});
