import { expect, test } from 'vitest';
import { playOnce } from '../../../adapters/study/playOnce.ts';
import { hasLongTail } from '../../../engine/lab/study/measure/longTail.ts';
import { played, scenarioText, studyOf } from './reading.ts';

const withDuration = (duration: string): string =>
  scenarioText()
    .replace('{ exponential: { mean: 4s } }', duration)
    .replace('max: 2 }', 'max: 2 }, timeout: 20h')
    .replace(/poisson: .*? }, for: 2m/, 'poisson: { rate: 1/m }, exactly: 250');
const lines = 'vary: { workers.max: [40, 41] }\nseeds: 4\nmeasures: [executionTime.mean, executionTime.p95]\n';

test('of a mean that a few very long jobs decide the upper end is not known, and a percentile is', () => {
  const { report } = played(studyOf(lines, withDuration('{ pareto: { shape: 1.3, scale: 2s } }')));
  for (const { measures } of report.configurations) {
    expect([measures['executionTime.mean']?.high, measures['executionTime.p95']?.high]).toStrictEqual([null, expect.any(Number)]);
  }
  expect(report.warnings.map(({ words }) => words)).toContainEqual(expect.stringMatching(/^executionTime\.mean hangs on the few longest/));
});

test('means of exponential times are known', () => {
  const study = studyOf(lines, withDuration('{ exponential: { mean: 4s } }'));
  const results = ['1', '2', '3', '4'].flatMap((seed) => {
    const [configuration] = study.configurations;
    return configuration === undefined ? [] : [playOnce(configuration.scenario, seed)];
  });
  expect(hasLongTail('executionTime.mean', results, 4)).toBe(false);
  expect(hasLongTail('cost', results, 4)).toBe(false);
});

test('the waits for jobs are not known where the scenario itself says that their times have no end', () => {
  const measures =
    'vary: { workers.max: [1, 2] }\nseeds: 4\nmeasures: [delayTime.mean, delayTime.p95]\ngoal: { delayTime.p95: { lte: 10h }, minimize: cost }\n';
  const highsWith = (duration: string) => {
    const { report } = played(studyOf(measures, withDuration(duration)));
    return [report.configurations.map((one) => one.measures['delayTime.p95']?.high), report.best, report.warnings.length] as const;
  };
  expect(highsWith('{ pareto: { shape: 2.5, scale: 2s } }')).toStrictEqual([[null, null], null, 4]);
  expect(highsWith('{ pareto: { shape: 2.5, scale: 2s }, max: 1m }')).toStrictEqual([[expect.any(Number), expect.any(Number)], 1, 0]);
});
