import { describe, expect, test } from 'vitest';
import { computeLeastByGoal } from '../../../engine/lab/study/bound/boundReport.ts';
import type { BoundReport } from '../../../engine/lab/study/format/boundFormat.ts';
import { computeBound, describeBound, type Goal, type StudyReport, studyReportSchema } from '../../../engine/lab/study/index.ts';
import { played, scenarioText, studyOf } from './reading.ts';

const lines = (goal = '{ delayTime.p95: { lte: 1m }, minimize: cost }') => `vary: { workers.max: [1, 2] }\nseeds: 2\ngoal: ${goal}\n`;

const findBound = (scenario: string, goal?: string): { readonly report: StudyReport; readonly bound: BoundReport | undefined } => {
  const study = studyOf(lines(goal), scenario);
  const { report } = played(study);
  return { report, bound: computeBound(study, report) };
};

/** A job every minute; each runs for 4 s, and nothing waits but for its worker's start of 1 s. */
const steady = scenarioText()
  .replace('exponential: { mean: 4s }', 'fixed: 4s')
  .replace('poisson: { rate: 20/m }', 'constant: { every: 30s }');

describe('the least that any scaler needs', () => {
  test('stands beside what is recommended, for the jobs of the play in the middle', () => {
    const { report, bound } = findBound(steady, '{ delayTime.max: { lte: 10s }, minimize: cost }');
    // Five jobs of 4 s, 26 s apart, and each may wait 10 s: so a start of 1 s for each.
    expect(bound).toMatchObject({ configuration: report.best, seed: '1', least: { workerHours: 25 / 3_600 } });
    const { recommended, least } = bound as Extract<BoundReport, { least: unknown }>;
    expect(recommended.workerHours).toBeGreaterThan(least.workerHours);
    expect(recommended.usd / recommended.workerHours).toBeCloseTo(least.usd / least.workerHours);
    expect(studyReportSchema.safeParse({ ...report, bound }).success).toBe(true);
  });

  // biome-ignore format: a table
  test.each([
    ['a limit to the end',           '{ totalTime.max: { lte: 14s }, minimize: cost }',                25],
    ['a limit that is wide',         '{ delayTime.p95: { lte: 1m }, minimize: cost }',                 21],
    ['a mean, which binds no job',   '{ delayTime.mean: { lte: 10s }, minimize: cost }',               21],
    ['a median, which half may miss', '{ delayTime.p50: { lte: 10s }, minimize: cost }',               23],
  ])('follows from %s', (_, goal, seconds) => {
    expect(findBound(steady, goal).bound).toMatchObject({ least: { workerHours: seconds / 3_600 } });
  });

  test('is not looked for where nothing is recommended', () => {
    expect(findBound(steady, '{ delayTime.p95: { lte: 1ms }, minimize: cost }').bound).toBeUndefined();
  });

  // biome-ignore format: a table
  test.each([
    ['clients wait for answers', steady.replace('constant: { every: 30s }', 'closed: { users: 2, thinkTime: { fixed: 1s } }'),   /clients wait for answers/],
    ['jobs share workers',       steady.replace('duration: {', 'concurrency: 3, duration: {'),                                 /jobs share workers/],
    ['no job ran',               steady.replace('with: { endpoint: ep-a, body: { input: {} } }', 'act: health, with: { endpoint: ep-a }'), /no job ran/],
  ])('is unknown where %s', (_, scenario, words) => {
    const { bound } = findBound(scenario, '{ minimize: cost }');
    expect(bound).toMatchObject({ unknown: expect.stringMatching(words) });
    expect(describeBound(bound as BoundReport)).toMatch(/^A scaler that knows the future: unknown, because /);
  });
});

test('a share of jobs leaves the others free', () => {
  const jobs = [0, 100, 200, 300].map((at) => ({ at, ms: 10 }));
  const trace = { jobs, startMs: 5, billedMs: 60, usd: 1, totals: [], waits: [0, 0, 0, 0] };
  const findLeast = (share: number) => computeLeastByGoal(trace, { delayTime: { lte: 20, in: { share, whole: 'jobs' } } } as Goal);
  expect([1, 0.75, 0.7, 0.5].map(findLeast)).toStrictEqual([60, 55, 55, 50]);
});

test('a limit that the play itself misses is as wide as the play needs: only the mean over the plays keeps to it', () => {
  const jobs = [
    { at: 0, ms: 10 },
    { at: 100, ms: 10 },
  ];
  const trace = { jobs, startMs: 5, billedMs: 60, usd: 1, totals: [] };
  const goal = { 'delayTime.max': { lte: 20 } } as Goal;
  expect(computeLeastByGoal({ ...trace, waits: [0, 20] }, goal)).toBe(30);
  expect(computeLeastByGoal({ ...trace, waits: [0, 88] }, goal)).toBe(27);
});

test('the words say both in worker-hours and dollars, and the gap', () => {
  const bound: BoundReport = {
    configuration: 4,
    seed: '7',
    recommended: { workerHours: 412.4, usd: 95.12 },
    least: { workerHours: 361, usd: 83.3 },
  };
  expect(describeBound(bound)).toBe(
    'Recommended: 412 worker-hours, $95.1; a scaler that knows the future: at least 361, $83.3; gap $11.8 (configuration 4, seed 7).',
  );
});
