import type { Reporter, SerializedError, TestModule, TestRunEndReason, Vitest } from 'vitest/node';

/** Prints the result as the last line of a test run: `N passed, N failed`. */
export default class ClosingLine implements Reporter {
  #say: (line: string) => void = () => {};

  onInit({ logger }: Vitest): void {
    this.#say = (line) => logger.log(line);
  }

  onTestRunEnd(modules: readonly TestModule[], strayErrors: readonly SerializedError[], reason: TestRunEndReason): void {
    this.#say(closingLine(modules, strayErrors.length, reason));
  }
}

/** Files that could not be loaded, and errors outside of tests, count as failures: a run with them has not passed. */
export const closingLine = (
  modules: readonly Pick<TestModule, 'children' | 'errors'>[],
  strayErrors: number,
  reason: TestRunEndReason,
): string => {
  const tests = modules.flatMap(({ children }) => [...children.allTests()].map((test) => test.result().state));
  const broken = modules.flatMap((module) => [module, ...module.children.allSuites()]).flatMap((part) => part.errors());
  const count = (state: string): number => tests.filter((each) => each === state).length;
  const skipped = count('skipped') + count('pending');
  const known = count('failed') + broken.length + strayErrors;
  // Any other reason for not passing counts as one failure: a broken build, no tests, an interruption.
  const failed = known === 0 && (reason !== 'passed' || tests.length === 0) ? 1 : known;
  return `${count('passed')} passed, ${failed} failed${skipped === 0 ? '' : `, ${skipped} skipped`}`;
};
