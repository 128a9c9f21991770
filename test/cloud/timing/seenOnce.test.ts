import { expect, test } from 'vitest';
import { valuesWithGrounds } from '../../../engine/cloud/timing/grounds.ts';
import { measuredTimings } from '../../../engine/cloud/timing/timings.ts';
import { showGrounded } from '../../../engine/scenario/format/settingView.ts';

test('a value that was seen once is said without a p95, which was not seen', () => {
  const once = measuredTimings.flatMap(valuesWithGrounds).filter(({ values }) => values === 1);
  expect(once.map(({ setting }) => setting)).toEqual(expect.arrayContaining(['pod.reach', 'job.unnamedLostAfter', 'worker.remove']));
  for (const row of once) {
    expect(showGrounded(row), row.setting).not.toContain('p95');
    expect(row.estimator, row.setting).not.toContain('p95');
  }
});

test('a value that was seen several times is said as it is drawn', () => {
  const value = { kind: 'lognormal', medianMs: 2_000, p95Ms: 9_000 };
  expect(showGrounded({ setting: 'pod.reach', value, values: 2 })).toBe('{ lognormal: { median: 2s, p95: 9s } }');
  expect(showGrounded({ setting: 'pod.reach', value, values: 1 })).toBe('2s, seen once');
  expect(showGrounded({ setting: 'worker.handOver', value: 5_000, values: 1 })).toBe('5s');
});
