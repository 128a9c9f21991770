import type { Reporter, SerializedError, TestModule, Vitest } from 'vitest/node';

/** Says as the very last line of a test run what it came to: `N passed, N failed`. */
export default class ClosingLine implements Reporter {
  #say: (line: string) => void = () => {};

  onInit({ logger }: Vitest): void {
    this.#say = (line) => logger.log(line);
  }

  onTestRunEnd(modules: readonly TestModule[], strayErrors: readonly SerializedError[]): void {
    this.#say(closingLine(modules, strayErrors.length));
  }
}

/** What could not be loaded, and errors outside of any test, count as failures: a run with them is none that passed. */
export const closingLine = (modules: readonly Pick<TestModule, 'children' | 'errors'>[], strayErrors: number): string => {
  const tests = modules.flatMap(({ children }) => [...children.allTests()].map((test) => test.result().state));
  const broken = modules.flatMap((module) => [module, ...module.children.allSuites()]).flatMap((part) => part.errors());
  const count = (state: string): number => tests.filter((each) => each === state).length;
  const skipped = count('skipped') + count('pending');
  const failed = count('failed') + broken.length + strayErrors;
  return `${count('passed')} passed, ${failed} failed${skipped === 0 ? '' : `, ${skipped} skipped`}`;
};
