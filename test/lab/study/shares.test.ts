import { describe, expect, test } from 'vitest';
import { goalWords } from '../../../adapters/cli/study/amounts.ts';
import { playOnce } from '../../../adapters/study/playOnce.ts';
import { missingPlays, openWords, type PlayResult, studyReport } from '../../../engine/lab/study/index.ts';
import { nameShare, readShare } from '../../../engine/lab/study/measure/shares.ts';
import type { Scenario } from '../../../engine/scenario/scenario.ts';
import { read, scenarioText, studyOf } from './reading.ts';

const vary = 'vary: { workers.max: [1, 4] }\n';
const days = scenarioText().replace(
  'poisson: { rate: 20/m }, for: 2m',
  'piecewise: [{ at: 0h, rate: 1/h }, { at: 6h, rate: 20/m }, { at: 6h5m, rate: 1/h }], every: 1d, for: 2d',
);

const conduct = (lines: string, scenario: string) => {
  const study = studyOf(`${vary}${lines}\n`, scenario);
  const results = new Map<string, PlayResult>();
  const known = ({ number }: { readonly number: number }, seed: string) => results.get(`${number} ${seed}`);
  for (let missing = missingPlays(study, known); missing.length > 0; missing = missingPlays(study, known))
    for (const { configuration, seed } of missing)
      results.set(`${configuration.number} ${seed}`, playOnce(configuration.scenario, seed, configuration.measuring));
  return { study, results, report: studyReport(study, known) };
};

test('a share has a name, by which it is known again', () => {
  for (const name of ['delayTime<=30s/jobs', 'delayTime.p95<=1m30s/days', 'utilization>=0.4/plays', 'cost<=2.5/plays']) {
    const share = readShare(name);
    expect(share === undefined ? undefined : nameShare(share)).toBe(name);
  }
  expect(readShare('delayTime.p95')).toBeUndefined();
});

describe('a limit for a share', () => {
  test('of jobs is counted job by job', () => {
    const { report, results, study } = conduct('seeds: 2\ngoal: { delayTime: { lte: 3s, in: 60% of jobs } }', scenarioText());
    const name = 'delayTime<=3s/jobs';
    expect(report.measures).toContainEqual({ name, unit: 'share' });
    const [first] = study.configurations;
    const { series, durations } = playOnce(first?.scenario as Scenario, '1', { series: true });
    const within = results.get('1 1')?.within;
    expect(within).toStrictEqual({ 'delayTime<=3000': series?.filter((ms) => ms <= 3_000).length });
    expect(within?.['delayTime<=3000']).toBeGreaterThan(0);
    expect(within?.['delayTime<=3000']).toBeLessThan(durations.delayTime.n);
    expect(goalWords(study.spec.goal ?? {})).toBe('delayTime at most 3s in at least 60% of jobs');
  });

  test('of jobs that all keep to it is no certainty: a play in which none does may be as rare as plays say', () => {
    const goal = (seeds: number, share: string) =>
      conduct(`seeds: ${seeds}\ngoal: { delayTime: { lte: 30m, in: ${share} of jobs }, minimize: cost }`, scenarioText()).report;
    const ten = goal(10, '95%');
    expect(ten.best).toBeNull();
    expect(ten.configurations.map(({ measures }) => measures['delayTime<=30m/jobs']?.low?.toFixed(4))).toStrictEqual(['0.6915', '0.6915']);
    expect(openWords(ten)[0]).toContain('about 62 more seeds would tell');
    expect(goal(12, '60%').configurations.map(({ meets }) => meets)).toStrictEqual(['yes', 'yes']);
  });

  test('of days is that of the days on which a percentile keeps to it', () => {
    const { report, results } = conduct('seeds: 3\ngoal: { delayTime.p95: { lte: 30s, in: 40% of days } }', days);
    const [few, many] = report.configurations.map(({ measures }) => measures['delayTime.p95<=30s/days']);
    expect(results.get('1 1')?.days).toHaveLength(2);
    expect(results.get('1 1')?.days?.reduce((sum, { delayTime }) => sum + delayTime.n, 0)).toBe(results.get('1 1')?.durations.delayTime.n);
    expect(many).toMatchObject({ n: 3, mean: 1, high: 1 });
    // Six good days of six.
    expect(many?.low).toBeCloseTo(0.5407, 4);
    expect(few?.mean).toBeLessThan(1);
    expect(report.configurations.map(({ meets }) => meets)).toStrictEqual([expect.anything(), 'yes']);
  });

  test('of plays asks for many, and says how many more', () => {
    const { report } = conduct('seeds: 10\ngoal: { delayTime.p95: { lte: 10m, in: 95% of plays }, minimize: cost }', scenarioText());
    expect(report.best).toBeNull();
    expect(report.configurations.map(({ measures }) => measures['delayTime.p95<=10m/plays']?.low?.toFixed(4))).toStrictEqual([
      '0.6915',
      '0.6915',
    ]);
    expect(openWords(report)[0]).toContain('about 62 more seeds would tell');
  });
});

const goal = (limits: string): string => `${vary}goal: { ${limits} }`;

// biome-ignore format: a table
test.each<[string, string, string]>([
  ['no share',                    'delayTime.p95: { lte: 5s, in: most days }',           "4:39: goal.delayTime.p95.in: 'most days' is no share such as 95% of days: write a percentage below 100, and of what"],
  ['a misspelled whole',          'delayTime.p95: { lte: 5s, in: 95% of dayz }',         "4:39: goal.delayTime.p95.in: 'dayz' is nothing that has a share here; did you mean 'days'? (there are jobs, days, plays)"],
  ['a number',                    'delayTime.p95: { lte: 5s, in: 0.95 }',                '4:39: goal.delayTime.p95.in: must be a share of jobs, days or plays, such as 95% of days'],
  ['each job, without a share',   'delayTime: { lte: 5s }',                              '4:20: goal.delayTime: each job has one: say for which share of them, `in: 99% of jobs`, or limit delayTime.p95'],
  ['a percentile of jobs',        'delayTime.p95: { lte: 5s, in: 99% of jobs }',         '4:39: goal.delayTime.p95.in: a share of jobs is one of delayTime itself: write `delayTime` in place of `delayTime.p95`'],
  ['all jobs of a day',           'delayTime: { lte: 5s, in: 99% of days }',             '4:35: goal.delayTime.in: days have many of them: limit delayTime.p95, or a share of jobs'],
  ['the cost of jobs',            'cost: { lte: 5, in: 99% of jobs }',                   '4:29: goal.cost.in: jobs have no cost: it is one of plays'],
  ['the cost of days',            'cost: { lte: 5, in: 99% of days }',                   '4:29: goal.cost.in: cost is not known day by day: durations are, and all measures of plays'],
  ['two limits',                  'cost: { lte: 5, gte: 1, in: 99% of plays }',          '4:37: goal.cost.in: is of one limit: leave `lte` or `gte` out'],
  ['a share of days of two minutes', 'delayTime.p95: { lte: 5s, in: 95% of days }',      '4:39: goal.delayTime.p95.in: a share of days needs plays of a day or more, and its plays last 2 min; or write `plays`'],
])('%s is refused, with its place', (_, limits, words) => {
  expect(read(`${goal(limits)}\n`)).toStrictEqual([`s/a.study.yaml:${words}`]);
});

test('batches have one play, and no share of several', () => {
  expect(read(`${goal('delayTime: { lte: 5s, in: 95% of jobs }')}\nseeds: { batches: 20 }\n`)).toStrictEqual([
    expect.stringContaining('goal: a share (`in`) is one over plays, and `batches` has one play: give several seeds'),
  ]);
});
