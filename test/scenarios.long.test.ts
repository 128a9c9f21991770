import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { scenarioFiles } from '../adapters/cli/files.ts';
import { sha256 } from '../adapters/store/sha256.ts';
import type { DomainEvent } from '../engine/cloud/input.ts';
import { entryText } from '../engine/kernel/entryText.ts';
import type { LogEntry } from '../engine/kernel/logEntry.ts';
import { play } from '../engine/scenario/play/play.ts';
import type { Run } from '../engine/scenario/play/run.ts';
import { rerun } from '../engine/world/history/rerun.ts';
import { divergence } from '../engine/world/reports/divergence.ts';
import { podsimProcess } from './support/bundle.ts';
import { entriesOf, scenariosIn } from './support/worlds/playing.ts';

const files = scenarioFiles(['scenarios']);

/** The fingerprints of this process, by run, in order. Each test plays what it needs, so any test can run alone. */
const fingerprints = new Map<string, string>();

const played = (file: string): readonly Run[] => {
  const runs = scenariosIn(file).map((scenario) => play(scenario, { sha256 }));
  for (const { scenario, world } of runs) fingerprints.set(nameOf(file, scenario.member), world.fingerprint());
  return runs;
};

/** The engine's own SHA-256 gives the same fingerprint as that of Node, and takes ten times as long. */
const ownDigestMax = 2_000;

describe.each(files)('%s', (file) => {
  let runs: readonly Run[] = [];
  beforeAll(() => {
    runs = played(file);
  });
  afterAll(() => {
    // The logs of all files together would take too much memory.
    runs = [];
  });

  test('passes in every run', () => {
    expect(runs.flatMap(({ failures, unfired }) => [...failures, ...unfired])).toStrictEqual([]);
    expect(runs.map(({ verdict }) => verdict)).toStrictEqual(runs.map(() => 'pass'));
  });

  test('has the same fingerprint when it is played again', () => {
    for (const { scenario, world } of runs) {
      const by = world.log.length > ownDigestMax ? { sha256 } : {};
      expect(play(scenario, by).world.fingerprint()).toBe(fingerprints.get(nameOf(file, scenario.member)));
    }
  });

  test('is rerun from its inputs to the same log', () => {
    for (const run of runs) {
      const again = rerun(run.world.header, entriesOf(run));
      expect(firstDifference(entriesOf(run), [...again.log.entries()])).toBeUndefined();
    }
  });
});

test('all scenarios have the same fingerprints in another process, time zone and language', () => {
  // On one thread: others share nothing but the work, and each would compile the engine again.
  for (const file of files) if (![...fingerprints.keys()].some((name) => name.startsWith(`${file} `))) played(file);
  const { code, out } = podsimProcess(['run', ...files, '--reporter', 'json', '--jobs', '1'], {
    env: { TZ: 'Pacific/Apia', LANG: 'tr_TR.UTF-8', LC_ALL: 'tr_TR.UTF-8' },
  });
  const { runs } = JSON.parse(out) as { readonly runs: readonly { file: string; member?: string; fingerprint: string }[] };
  const elsewhere = new Map(runs.map(({ file, member, fingerprint }) => [nameOf(file, member), fingerprint]));
  expect(firstDiverging(fingerprints, elsewhere)).toBeUndefined();
  expect(elsewhere.size).toBe(fingerprints.size);
  expect(code).toBe(0);
});

test('the first scenario that diverges is named', () => {
  const here = new Map([...'abc'].map((name) => [name, `of ${name}`]));
  expect(firstDiverging(here, new Map([...here, ['c', 'another'], ['b', 'another']]))).toBe('b');
  expect(firstDiverging(here, new Map([...here].slice(0, 2)))).toBe('c');
  expect(firstDiverging(here, here)).toBeUndefined();
});

/** The first entry in which two logs differ, as each of them has it. */
const firstDifference = (a: readonly LogEntry<DomainEvent>[], b: readonly LogEntry<DomainEvent>[]): readonly string[] | undefined => {
  const found = divergence(a, b);
  return found && [found.a, found.b].map((entry) => (entry === undefined ? 'ends before' : entryText(entry)));
};

const nameOf = (file: string, member: string | undefined): string => `${file} ${member ?? ''}`;

const firstDiverging = (a: ReadonlyMap<string, string>, b: ReadonlyMap<string, string>): string | undefined =>
  [...a].find(([name, fingerprint]) => b.get(name) !== fingerprint)?.[0];
