import { describe, expect, test } from 'vitest';
import { scenarioFiles } from '../adapters/cli/files.ts';
import { decodeInSteps, encodeInSteps } from '../adapters/host/storage/snapshotCode.ts';
import { sha256 } from '../adapters/store/sha256.ts';
import { hash128 } from '../engine/kernel/rng.ts';
import { finish } from '../engine/kernel/steps.ts';
import { continueFromSnapshot, snapshotPlaces } from '../engine/scenario/laws/continued.ts';
import { play } from '../engine/scenario/play/play.ts';
import type { Scenario } from '../engine/scenario/scenario.ts';
import { snapshotForm, type WorldSnapshot } from '../engine/world/snapshot.ts';
import type { World } from '../engine/world/world.ts';
import { everyNth, fewOrAll, isLong } from './support/long.ts';
import { scenariosIn } from './support/worlds/playing.ts';

/** Writes a snapshot to bytes and reads it back, as an adapter does; shared objects stay shared. The pieces are short, as for large worlds. */
const stored = (snapshot: WorldSnapshot): WorldSnapshot =>
  finish(decodeInSteps<WorldSnapshot>(finish(encodeInSteps(snapshot, { pieceLength: 8 })))) as WorldSnapshot;

const scenarios = everyNth(scenarioFiles(['scenarios']), 6).map((file) => [file, scenariosIn(file)[0] as Scenario] as const);

/** Of the longest runs, only the beginning. */
const entriesMax = fewOrAll(200, 1_000_000);

/** Fields that only some entities of a kind have: a snapshot holds entities in columns, and a column is there for all of them or for none. */
const strayFields = ({ state }: World): string[] => [
  ...new Set(
    [...state.slots()].flatMap(({ table: { kind, decider }, entity }) => {
      const known = Object.keys(decider.initial(''));
      return Object.keys(entity).flatMap((field) => (known.includes(field) ? [] : [`${kind}.${field}`]));
    }),
  ),
];

describe('a world that continues from a snapshot', () => {
  test('has all fields of all entities: those of a kind have the same ones from their beginning', () => {
    for (const file of ['queue/batch-at-a-full-queue', 'queue/batch'])
      for (const scenario of scenariosIn(`scenarios/${file}.scenario.yaml`))
        expect(strayFields(play(scenario, { sha256 }).world)).toStrictEqual([]);
  });

  test.each(scenarios)('gets the same log: %s', (file, scenario) => {
    const { world } = play(scenario, { sha256, entriesMax });
    expect(strayFields(world)).toStrictEqual([]);
    const places = snapshotPlaces(world);
    const shares = [0.3, 0.7].filter((_, k) => isLong || k === hash128(file).a % 2);
    for (const share of shares) {
      const place = places[Math.floor(places.length * share)] ?? 1;
      const after = continueFromSnapshot(world, place, (before) => stored(before.snapshot()));
      expect(after.fingerprint()).toBe(world.fingerprint());
    }
  });
});

/** The names of the parts of a snapshot, three levels deep, without their values. */
const partsOf = (value: unknown, path: string, depth = 3): string[] => {
  if (typeof value !== 'object' || value === null || depth === 0) return [path];
  const inside: readonly (readonly [string, unknown])[] =
    value instanceof Map
      ? [...value.values()].map((each) => ['<map>', each])
      : Array.isArray(value)
        ? value.map((each) => ['[]', each])
        : Object.entries(value);
  return [path, ...inside.flatMap(([name, each]) => partsOf(each, `${path}.${name}`, depth - 1))];
};

const partsAfter = (file: string): string[] => {
  const { form, loop, callers } = stored(play(scenariosIn(`scenarios/${file}.scenario.yaml`)[0] as Scenario).world.snapshot());
  const { state, ...rest } = loop;
  return [
    `form ${form}`,
    ...partsOf(Object.keys(rest).sort(), 'loop'),
    ...state.tables.map(({ kind, keys }) => `${kind}: ${[...keys].sort().join(' ')}`),
    ...state.readModels.flatMap((dump, k) => partsOf(dump, `model ${k}`)),
    ...partsOf(callers, 'callers'),
  ];
};

// A snapshot with another layout must not be read as if it had this one.
test('the form of snapshots has a number: where their parts change, count it up, and write the new sum here', () => {
  const files = ['workers/throttled', 'clusters/degrades-and-heals', 'faults/no-capacity-of-some', 'pods/host-failure', 'balancer/access'];
  const parts = [...new Set(files.flatMap(partsAfter))].sort();
  expect({ form: snapshotForm, sum: hash128(parts.join('\n')).a }).toStrictEqual({ form: 33, sum: 2_198_962_752 });
});
