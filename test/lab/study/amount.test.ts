import { expect, test } from 'vitest';
import { amountText, amountWithUnit } from '../../../engine/lab/study/measure/amount.ts';

// biome-ignore format: a table
test.each([
  [0,            'ms',     '0 s',     '0 s'],
  [2.5,          'ms',     '2.5 ms',  '2.5 ms'],
  [999.6,        'ms',     '1 s',     '1 s'],
  [2_943,        'ms',     '2.94 s',  '2.94 s'],
  [-266,         'ms',     '-266 ms', '-266 ms'],
  [3_723_400,    'ms',     '1 h 2 min', '1 h 2 min'],
  [116_400,      'ms',     '1 min 56 s', '1 min 56 s'],
  [0.22631,      'USD',    '$0.226',  '$0.226'],
  [1_234.5,      'USD',    '$1235',   '$1235'],
  [0.9789,       'share',  '97.9%',   '97.9%'],
  [12.34567,     'jobs/s', '12.3',    '12.3 jobs/s'],
])('%f %s is written as %s', (value, unit, text, withUnit) => {
  expect(amountText(value, unit)).toBe(text);
  expect(amountWithUnit(value, unit)).toBe(withUnit);
});
