import { describe, expect, test } from 'vitest';
import { listConclusions, studyText } from '../../../adapters/cli/study/text.ts';
import { playOnce } from '../../../adapters/study/playOnce.ts';
import type { PlayResult, Study } from '../../../engine/lab/study/index.ts';
import { played, read, studyOf } from './reading.ts';

const written = (more: string): string => `vary: { workers.max: [6, 8] }
seeds: 3
measures: [delayTime.p95, cost]
goal: { delayTime.p95: { lte: 1m }, minimize: cost }
${more}
`;

/** What the records say changes no play, so each is made once. */
const made = new Map<string, PlayResult>();
const reportOf = (study: Study) =>
  played(study, (scenario, seed) => {
    const key = `${JSON.stringify(scenario.definition.endpoints)} ${seed}`;
    const result = made.get(key) ?? playOnce(scenario, seed);
    made.set(key, result);
    return result;
  }).report;

test('an answer quotes how far off the scenario was', () => {
  const study = studyOf(written('backtest: { delayTime.p95: 9 % too low on the last 2 days }'));
  const report = reportOf(study);
  const [answer, quote] = listConclusions(study, report);
  expect(answer).toMatch(/^★ workers\.max=6 meets the goal/);
  expect(quote).toMatch(/^Its delayTime\.p95 is \d\S* s( ±\S+| -\S+ \+\S+)? \(backtest: 9 % too low on the last 2 days\)\.$/);
  expect(report.doubts).toStrictEqual([]);
});

test('a backtest in numbers is quoted in the same words', () => {
  const study = studyOf(written('backtest: { delayTime.p95: { error: -0.09, inBand: true, on: the last 2 days } }'));
  expect(listConclusions(study, reportOf(study))[1]).toMatch(/\(backtest: 9 % too low on the last 2 days\)\.$/);
});

// biome-ignore format: a table
describe('nothing is recommended, however sure the plays are', () => {
  test.each([
    ['a backtest that is over 20 % off in what the goal limits', 'backtest: { delayTime.p95: { error: -0.34, inBand: true, on: the last 4 days } }', /34 % too low on the last 4 days: over 20 %/],
    ['the same in words',                                        'backtest: { delayTime.p95: 75 % too low on the last 4 days }',                    /75 % too low on the last 4 days: over 20 %/],
    ['one that is too high',                                     'backtest: { delayTime.p95: { error: 0.21 } }',                                    /21 % too high: over 20 %/],
    ['one of another percentile, where there is none of it',     'backtest: { delayTime.p50: { error: -0.34 } }',                                   /delayTime\.p50 34 % too low/],
    ['one whose band does not hold what happened',               'backtest: { delayTime.p95: { error: -0.11, inBand: false } }',                    /11 % too low, and what happened lies outside/],
    ['what the records contradict',                              'doubts: [jobs came in batches]',                                                  /^jobs came in batches$/],
  ])('with %s', (_, more, doubt) => {
    const study = studyOf(written(more));
    const report = reportOf(study);
    expect(report.doubts).toStrictEqual([expect.stringMatching(doubt)]);
    expect([report.best, report.decision, report.sensitivity]).toStrictEqual([null, null, []]);
    expect(report.configurations.map(({ meets }) => meets)).toStrictEqual(['unclear', 'unclear']);
    expect(listConclusions(study, report)).toStrictEqual([
      'No configuration is recommended, however sure the plays are: the records contradict the scenario.',
      `- ${report.doubts[0]}`,
    ]);
    const text = studyText(study, report, 200);
    expect(text).not.toContain('★');
    expect(text).not.toContain('sure with');
  });
});

test('a backtest of what the goal does not limit stands in the way of nothing', () => {
  const study = studyOf(
    written('backtest: { executionTime.p95: { error: -0.9 }, delayTime.p50: { error: -0.9 }, delayTime.p95: { error: 0.1 } }'),
  );
  expect(reportOf(study).best).toBe(1);
});

test('a backtest without a meaning is refused where it stands', () => {
  expect(read(written('backtest: { delayTime.p95: { error: -1.5 } }'))).toStrictEqual([
    expect.stringMatching(/^s\/a\.study\.yaml:\d+:\d+: backtest\.delayTime\.p95/),
  ]);
});
