import { expect, test } from 'vitest';
import { closingLine } from './closingLine.ts';

/** A module as the reporter sees it: the states of its tests, and how many errors are outside of them. */
const moduleOf = (states: readonly string[], errors = 0, suiteErrors = 0) =>
  ({
    children: {
      allTests: () => states.map((state) => ({ result: () => ({ state }) })),
      allSuites: () => [{ errors: () => Array.from({ length: suiteErrors }) }],
    },
    errors: () => Array.from({ length: errors }),
  }) as never;

// biome-ignore format: a table
test.each([
  ['tests that pass',                  [moduleOf(['passed', 'passed']), moduleOf(['passed'])], 0, '3 passed, 0 failed'],
  ['a test that fails',                [moduleOf(['passed', 'failed'])],                       0, '1 passed, 1 failed'],
  ['a test that is skipped',           [moduleOf(['passed', 'skipped'])],                      0, '1 passed, 0 failed, 1 skipped'],
  ['a test that was never reached',    [moduleOf(['passed', 'pending'])],                      0, '1 passed, 0 failed, 1 skipped'],
  ['a file that could not be loaded',  [moduleOf(['passed']), moduleOf([], 1)],                0, '1 passed, 1 failed'],
  ['a suite whose preparation failed', [moduleOf(['skipped'], 0, 1)],                          0, '0 passed, 1 failed, 1 skipped'],
  ['an error outside of any test',     [moduleOf(['passed'])],                                 2, '1 passed, 2 failed'],
  ['no test at all',                   [],                                                     0, '0 passed, 1 failed'],
])('the closing line counts %s', (_, modules, strayErrors, line) => {
  expect(closingLine(modules, strayErrors, 'passed')).toBe(line);
});

test('a run that was broken off has not passed', () => {
  expect(closingLine([moduleOf(['passed', 'skipped'])], 0, 'interrupted')).toBe('1 passed, 1 failed, 1 skipped');
  expect(closingLine([], 0, 'failed')).toBe('0 passed, 1 failed');
  expect(closingLine([moduleOf(['passed', 'failed'])], 0, 'failed')).toBe('1 passed, 1 failed');
});
