import { readdirSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { scenarioFiles } from '../adapters/cli/files.ts';
import { sha256 } from '../adapters/store/sha256.ts';
import { refusalRules } from '../engine/api/admission/refusals.ts';
import { listRefusalStatuses } from '../engine/api/openapi/responses.ts';
import { findOperation } from '../engine/api/operations.ts';
import { findRule, type RuleId } from '../engine/cloud/rulebook/rules.ts';
import { play } from '../engine/scenario/play/play.ts';
import type { Run } from '../engine/scenario/play/run.ts';
import { timeline } from '../engine/scenario/timeline/timeline.ts';
import { entriesOf, scenariosIn } from './support/worlds/playing.ts';

const files = scenarioFiles(['scenarios']);
const timelineOf = (file: string): string => file.replace(/\.scenario\.yaml$/, '.timeline.txt');

/** Of many long runs that differ in a value or a seed alone, such as those of a file with a matrix, the first stands for all. */
const longRun = 10_000;

const played = (file: string): readonly Run[] => {
  const runs: Run[] = [];
  for (const scenario of scenariosIn(file)) if ((runs[0]?.world.log.length ?? 0) < longRun) runs.push(play(scenario, { sha256 }));
  return runs;
};

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

  test('is refused by rules that the rows of its operations name', () => {
    const refused = runs.flatMap((run) => entriesOf(run).flatMap(({ event }) => (event.type === 'InputRefused' ? [event] : [])));
    expect(refused.filter(({ operation, rule }) => !rulesOf(operation).has(rule))).toStrictEqual([]);
  });

  test('is refused with statuses that the rows of its operations document, by each of their own rules', () => {
    const refused = runs.flatMap((run) => entriesOf(run).flatMap(({ event }) => (event.type === 'InputRefused' ? [event] : [])));
    expect(refused.filter(({ operation, rule, status }) => isUndocumented(operation, rule, status))).toStrictEqual([]);
  });

  test('teaches rules of the rulebook', () => {
    const taught = scenariosIn(file).flatMap(({ spec }) => spec.teaches ?? []);
    expect(taught.filter((id) => findRule(id) === undefined)).toStrictEqual([]);
    expect(taught).not.toStrictEqual([]);
  });
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

/** A rule by which any call may be refused is documented for none. */
const isUndocumented = (operation: string, rule: RuleId, status: number): boolean => {
  const row = findOperation(operation);
  if (row?.rules.includes(rule) !== true) return false;
  const since = row.refusesSince?.map((one) => one.status) ?? [];
  return ![...listRefusalStatuses(row), ...since].includes(status);
};

const strays = (paths: readonly string[], scenarios: readonly string[]): string[] =>
  paths.filter((path) => path.endsWith('.timeline.txt') && !scenarios.some((file) => timelineOf(file) === path));
