import { describe, expect, test } from 'vitest';
import type { Backtest } from '../../adapters/twin/backtest.ts';
import { doubtWaits, explainMiss, findDoubts, judgeWaits } from '../../adapters/twin/doubts.ts';
import { fitTwin } from '../../adapters/twin/fitTwin.ts';
import { deployed, inBatches, inLongBursts } from './hidden/contradicting.ts';
import { drawEndpoint } from './hidden/draw.ts';
import { type HiddenEndpoint, type HiddenJob, playHidden } from './hidden/endpoint.ts';
import { tableOf } from './hidden/table.ts';

/** A backtest of 6 days by which 2 were predicted. */
const backtestOf = (rows: Backtest['rows'], days: Backtest['days'] = { count: 2, within: 2 }): Backtest => ({
  plays: 20,
  fittedMs: 6 * 86_400_000,
  predictedMs: 2 * 86_400_000,
  explained: undefined,
  guessed: [],
  rows,
  days,
});
const right = backtestOf([{ measure: 'delayTime.p95', predicted: 30_000, low: 28_000, high: 32_000, seen: 30_000 }]);

/** Without the fit of the service, which nothing here looks at. */
const doubtsOf = (records: readonly HiddenJob[], test: Backtest | string = right): readonly string[] => {
  const jobs = tableOf(records);
  return findDoubts(fitTwin(jobs, {}, 'test'), test);
};

const endpoint: HiddenEndpoint = { ...drawEndpoint(4), days: 10, workersMax: 3 };

/** After five days, it is another. */
const switched = (change: Partial<HiddenEndpoint>): { readonly jobs: readonly HiddenJob[] } => {
  const fiveDays = 432_000_000;
  const [before, after] = [endpoint, { ...endpoint, ...change }].map((one) => playHidden(one).jobs) as [HiddenJob[], HiddenJob[]];
  return { jobs: [...before.filter(({ submitted }) => submitted < fiveDays), ...after.filter(({ submitted }) => submitted >= fiveDays)] };
};

describe('records of', () => {
  // biome-ignore format: a table
  test.each([
    ['a deploy in the middle',      () => playHidden(endpoint, deployed(endpoint, 6, 1.6)),                       /how long jobs run changed at 2026-10-1(0T2[1-3]|1T0[0-2]).*; import what came after it: --from 2026-10-1/],
    ['a deploy on the last day',    () => playHidden(endpoint, deployed(endpoint, 9, 3)),                         /; the .* after it have \d+ jobs, and 2 d with 500 are the least: import again when there are more/],
    ['twice as many jobs, from then on', () => switched({ perHour: endpoint.perHour.map((rate) => 2 * rate) }),  /how many jobs come changed at 2026-10-(09T2[1-3]|10T0[0-2])/],
    ['slower starts, from then on', () => switched({ starts: endpoint.starts.map((mode) => ({ ...mode, medianMs: 2 * mode.medianMs })) }), /how long workers take to start changed at 2026-10-(09T2[1-3]|10T0[0-2])/],
    ['starts that grow',            () => playHidden({ ...endpoint, slowerPerDay: 0.2 }),                         /how long workers take to start changes all the time, .*; no part of them is as the next will be/],
  ])('%s contradict a twin', (_, make, why) => {
    expect(doubtsOf(make().jobs).join('\n')).toMatch(why);
  });

  // biome-ignore format: a table
  test.each([
    ['batches',                     () => inBatches(endpoint, 4),     /jobs come in batches, of [34]\.\d on average within 1 s/],
    ['bursts that bring long jobs', () => inLongBursts(endpoint, 3),  /how long a job runs, against the job before/],
  ])('%s are played as whole days, and of few days they contradict a twin', (_, draw, why) => {
    const { jobs } = playHidden(endpoint, draw());
    const { blocks, unplayed } = fitTwin(tableOf(jobs), {}, 'test');
    expect(unplayed).toStrictEqual([]);
    expect(blocks?.because.join('\n')).toMatch(why);
    const few = doubtsOf(jobs.filter(({ submitted }) => submitted < 4 * 86_400_000)).join('\n');
    expect(few).toMatch(why);
    expect(few).toContain('whole days would be played as they were, but the records have less than 5 of these');
  });

  test('stationary endpoints whose jobs depend on nothing contradict none, of five at most one by chance', () => {
    const all = Array.from({ length: 5 }, (_, k) => doubtsOf(playHidden(drawEndpoint(k + 1)).jobs));
    expect(all.filter((found) => found.length > 0).length, all.flat().join('\n')).toBeLessThanOrEqual(1);
  });

  test('any endpoint contradict one that has no backtest', () => {
    expect(doubtsOf(playHidden(endpoint).jobs, 'the last 30 % of the time have 90 jobs')).toStrictEqual([
      'nothing tells how far off the twin is, as no backtest is possible: the last 30 % of the time have 90 jobs',
    ]);
  });
});

describe('a backtest', () => {
  const p95 = (predicted: number, low: number, high: number, seen: number) =>
    ({ measure: 'delayTime.p95', predicted, low, high, seen }) as const;

  // biome-ignore format: a table
  test.each([
    ['right',                                                 p95(30_000, 28_000, 32_000, 30_100), { count: 4, within: 4 }, 0],
    ['outside of a narrow band by what does not matter',      p95(30_000, 29_900, 30_100, 32_000), { count: 4, within: 0 }, 0],
    ['outside of its band by what matters',                   p95(30_000, 29_000, 31_000, 35_000), { count: 4, within: 4 }, 1],
    ['inside as a whole, and on none of four days',           p95(30_000, 20_000, 42_000, 35_000), { count: 4, within: 0 }, 1],
    ['inside as a whole, and on one of two days',             p95(30_000, 20_000, 42_000, 35_000), { count: 2, within: 1 }, 0],
    ['over 20 % too low, however wide its band',              p95(30_000, 10_000, 90_000, 45_000), { count: 0, within: 0 }, 1],
    ['of waits that are nothing, off by less than takes are', p95(40, 30, 50, 110),                { count: 0, within: 0 }, 0],
  ])('that is %s', (_, row, days, doubts) => {
    expect(doubtWaits(backtestOf([row], days))).toHaveLength(doubts);
    expect(judgeWaits(backtestOf([row], days))).toHaveLength(1);
  });

  // biome-ignore format: a table
  test.each([
    ['changes that were found',         { changes: [{ at: 1, words: '', mend: 'import what came after it' }] },  'likely because the records change in their course: import what came after it'],
    ['dependences that are not played', { unplayed: ['batches'] },                                               'likely because the twin does not play what the records have'],
    ['more jobs at once than workers',  { own: { atOnce: 4, workersMax: 2, guessed: ['idleTimeout'] } },         'likely because 4 jobs ran at once, and workers.max is said to be 2: say how it was set'],
    ['a guessed configuration',         { own: { atOnce: 2, workersMax: 2, guessed: ['idleTimeout'] } },         'likely because its configuration was read off the records: give --workers-max, --idle-timeout and --queue-delay'],
    ['bursts',                          { arrivals: { bursts: {} } },                                            'likely because its days differ more than so few of them show: import more'],
    ['nothing else',                    {},                                                                      'nothing that was looked for explains it: import longer records'],
  ])('that misses says what would mend it: %s', (_, found, words) => {
    const nothing = { changes: [], unplayed: [], own: { atOnce: 1, workersMax: 1, guessed: [] } };
    const because = explainMiss({ ...nothing, ...found } as unknown as Parameters<typeof explainMiss>[0]);
    expect(because).toBe(words);
    const [doubt] = doubtWaits(backtestOf([p95(30_000, 10_000, 90_000, 45_000)]), because);
    expect(doubt?.endsWith(`; ${words}`)).toBe(true);
  });
});
