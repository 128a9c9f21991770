/**
 * Small changes of statistics. Each names the tests that must fail.
 * @type {readonly { tests: string, file: string, was: string, is: string }[]}
 */
// biome-ignore format: a table
export const statistics = [
  { tests: 'test/statistics/constrained.test.ts', file: 'statistics/constrained.ts', was: "!kept[i]?.includes('no') && ", is: '' },
  { tests: 'test/statistics/constrained.test.ts', file: 'statistics/constrained.ts', was: 'levels.worse) > enough', is: 'levels.worse) > 0' },
  { tests: 'test/statistics/constrained.test.ts', file: 'statistics/valuesToTell.ts', was: 'Math.ceil(needed) - n', is: 'Math.ceil(needed)' },
  { tests: 'test/statistics/paired.test.ts', file: 'statistics/holm.ts', was: 'Math.min(1', is: 'Math.max(1' },
  { tests: 'test/statistics/interval.test.ts', file: 'statistics/moments.ts', was: '/ (values.length - 1)', is: '/ values.length' },
  { tests: 'test/statistics/paired.test.ts', file: 'statistics/paired.ts', was: 'first === null || second === null', is: 'first === null' },
  { tests: 'test/statistics/paired.test.ts', file: 'statistics/paired.ts', was: 'chance / 2, 1', is: 'chance / 2, 2' },
  { tests: 'test/statistics/interval.test.ts', file: 'statistics/studentT.ts', was: 'while (x > 0.1)', is: 'while (x > 0.9)' },
  { tests: 'test/statistics/lowerMedian.test.ts', file: 'statistics/lowerMedian.ts', was: '(sorted.length - 1) / 2', is: 'sorted.length / 2' },
];
