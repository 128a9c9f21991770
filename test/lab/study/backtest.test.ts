import { expect, test } from 'vitest';
import { listConclusions } from '../../../adapters/cli/study/text.ts';
import { played, studyOf } from './reading.ts';

test('an answer quotes how far off the scenario was', () => {
  const study = studyOf(`vary: { workers.max: [6, 8] }
seeds: 3
measures: [delayTime.p95, cost]
goal: { delayTime.p95: { lte: 1m }, minimize: cost }
backtest: { delayTime.p95: 9 % too low on the last 2 days }
`);
  const [answer, quote] = listConclusions(study, played(study).report);
  expect(answer).toMatch(/^★ workers\.max=6 meets the goal/);
  expect(quote).toMatch(/^Its delayTime\.p95 is \S+( ±\S+| -\S+ \+\S+)? \(backtest: 9 % too low on the last 2 days\)\.$/);
});
