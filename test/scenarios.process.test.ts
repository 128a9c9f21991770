import { readdirSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { scenarioFiles } from '../adapters/cli/files.ts';
import { sha256 } from '../adapters/store/sha256.ts';
import { findOperation } from '../engine/api/operations.ts';
import { refusalRules } from '../engine/api/refusals.ts';
import type { DomainEvent } from '../engine/cloud/input.ts';
import { findRule } from '../engine/cloud/rules.ts';
import { entryText } from '../engine/kernel/entryText.ts';
import type { LogEntry } from '../engine/kernel/logEntry.ts';
import { play } from '../engine/scenario/play/play.ts';
import type { Run } from '../engine/scenario/play/run.ts';
import { timeline } from '../engine/scenario/timeline/timeline.ts';
import { rerun } from '../engine/world/history/rerun.ts';
import { divergence } from '../engine/world/reports/divergence.ts';
import { podsimProcess } from './support/bundle.ts';
import { fewOrAll, isLong } from './support/long.ts';
import { entriesOf, scenariosIn } from './support/playing.ts';

const files = scenarioFiles(['scenarios']);
const timelineOf = (file: string): string => file.replace(/\.scenario\.yaml$/, '.timeline.txt');

/** The fingerprints of this process, by run, in order. Each test plays what it needs, so any test can run alone. */
const fingerprints = new Map<string, string>();

/** Of many long runs that differ in a value or a seed alone, such as those of a file with a matrix, the first stands for all. */
const longRun = isLong ? Number.POSITIVE_INFINITY : 10_000;

const played = (file: string): readonly Run[] => {
  const runs: Run[] = [];
  for (const scenario of scenariosIn(file)) if ((runs[0]?.world.log.length ?? 0) < longRun) runs.push(play(scenario, { sha256 }));
  for (const { scenario, world } of runs) fingerprints.set(nameOf(file, scenario.member), world.fingerprint());
  return runs;
};

/** Another process plays the files whose runs are all played here. */
const isPlayedElsewhere = (file: string): boolean => scenariosIn(file).every(({ member }) => fingerprints.has(nameOf(file, member)));

/** What another process plays is played twice already, unless the suite is long; but not with the engine's own SHA-256. */
const isPlayedAgain = (file: string, { world }: Run): boolean => isLong || world.log.length <= ownDigestMax || !isPlayedElsewhere(file);

/** The engine's own SHA-256 gives the same fingerprint as that of Node, and takes ten times as long. */
const ownDigestMax = fewOrAll(500, 2_000);

test('the folder has scenarios', () => {
  expect(files.length).toBeGreaterThanOrEqual(20);
});

describe.each(files)('%s', (file) => {
  let runs: readonly Run[] = [];
  beforeAll(() => {
    runs = played(file);
    expect(runs).not.toStrictEqual([]);
  });
  afterAll(() => {
    // The logs of all files together would take too much memory.
    runs = [];
  });

  test('passes', () => {
    expect(runs.flatMap(({ failures, unfired }) => [...failures, ...unfired])).toStrictEqual([]);
    expect(runs.map(({ verdict }) => verdict)).toStrictEqual(runs.map(() => 'pass'));
  });

  test('has the timeline of its golden file', () => {
    const [first] = runs;
    expect(first).toBeDefined();
    if (first !== undefined) expect(timeline(entriesOf(first))).toBe(readFileSync(timelineOf(file), 'utf8'));
  });

  test('has the same fingerprint when it is played again', () => {
    for (const { scenario, world } of runs.filter((run) => isPlayedAgain(file, run))) {
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

  test('is refused by rules that the rows of its operations name', () => {
    const refused = runs.flatMap((run) => entriesOf(run).flatMap(({ event }) => (event.type === 'InputRefused' ? [event] : [])));
    expect(refused.filter(({ operation, rule }) => !rulesOf(operation).has(rule))).toStrictEqual([]);
  });

  test('teaches rules of the rulebook', () => {
    const taught = scenariosIn(file).flatMap(({ spec }) => spec.teaches ?? []);
    expect(taught.filter((id) => findRule(id) === undefined)).toStrictEqual([]);
    expect(taught).not.toStrictEqual([]);
  });
});

test('all scenarios have the same fingerprints in another process, time zone and language', () => {
  // On one thread: others share nothing but the work, and each would compile the engine again.
  for (const file of files) if (![...fingerprints.keys()].some((name) => name.startsWith(`${file} `))) played(file);
  const shared = files.filter(isPlayedElsewhere);
  const { code, out } = podsimProcess(['run', ...shared, '--reporter', 'json', '--jobs', '1'], {
    env: { TZ: 'Pacific/Apia', LANG: 'tr_TR.UTF-8', LC_ALL: 'tr_TR.UTF-8' },
  });
  const { runs } = JSON.parse(out) as { readonly runs: readonly { file: string; member?: string; fingerprint: string }[] };
  const elsewhere = new Map(runs.map(({ file, member, fingerprint }) => [nameOf(file, member), fingerprint]));
  const here = new Map([...fingerprints].filter(([name]) => shared.some((file) => name.startsWith(`${file} `))));
  expect(firstDiverging(here, elsewhere)).toBeUndefined();
  expect(elsewhere.size).toBe(here.size);
  expect(shared.length).toBeGreaterThan(0.99 * files.length);
  expect(code).toBe(0);
});

test('the first scenario that diverges is named', () => {
  const here = new Map([...'abc'].map((name) => [name, `of ${name}`]));
  expect(firstDiverging(here, new Map([...here, ['c', 'another'], ['b', 'another']]))).toBe('b');
  expect(firstDiverging(here, new Map([...here].slice(0, 2)))).toBe('c');
  expect(firstDiverging(here, here)).toBeUndefined();
});

test('every timeline has its scenario', () => {
  const there = readdirSync('scenarios', { recursive: true, encoding: 'utf8' }).map((name) => `scenarios/${name}`);
  expect(strays(there, files)).toStrictEqual([]);
  expect(strays([...there, 'scenarios/jobs/of-old.timeline.txt'], files)).toStrictEqual(['scenarios/jobs/of-old.timeline.txt']);
});

const rulesOf = (operation: string): ReadonlySet<string> => {
  const row = findOperation(operation);
  return row === undefined ? new Set() : refusalRules(row);
};

/** The first entry in which two logs differ, as each of them has it. */
const firstDifference = (a: readonly LogEntry<DomainEvent>[], b: readonly LogEntry<DomainEvent>[]): readonly string[] | undefined => {
  const found = divergence(a, b);
  return found && [found.a, found.b].map((entry) => (entry === undefined ? 'ends before' : entryText(entry)));
};

const strays = (paths: readonly string[], scenarios: readonly string[]): string[] =>
  paths.filter((path) => path.endsWith('.timeline.txt') && !scenarios.some((file) => timelineOf(file) === path));

const nameOf = (file: string, member: string | undefined): string => `${file} ${member ?? ''}`;

const firstDiverging = (a: ReadonlyMap<string, string>, b: ReadonlyMap<string, string>): string | undefined =>
  [...a].find(([name, fingerprint]) => b.get(name) !== fingerprint)?.[0];
