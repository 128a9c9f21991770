import { relative } from 'node:path';
import { type RunnerTestCase, type RunnerTestSuite, type TestAPI, test as vitestTest } from 'vitest';
import { type FailedTest, failureReport } from './failureReport.ts';
import { type CreateWorldOptions, createWorld, type TestWorld } from './testWorld.ts';

/** What `test` of this module gives to a test. */
export interface WorldFixture {
  /** What the world is made from; `test.extend` or `test.override` give another. */
  readonly worldOptions: CreateWorldOptions;
  /** A world of the test's own, disposed of when the test is over. A test that fails says what happened in it, and why. */
  readonly world: TestWorld;
}

/** vitest's `test`, with a `world` for whoever asks for one. */
const withWorld = (): TestAPI<WorldFixture> =>
  vitestTest.extend<WorldFixture>({
    worldOptions: {},
    world: async ({ worldOptions, task, onTestFailed }, use) => {
      const world = createWorld(worldOptions);
      let waiting = 0;
      onTestFailed(() => console.error(failureReport(world, failedTest(task), waiting)));
      await use(world);
      waiting = world.waiting;
      await world.dispose();
    },
  });

/** Outside of a run vitest has no test to extend; worlds can be made all the same, and whoever calls `test` there is told why. */
const orRefusal = (make: typeof withWorld): TestAPI<WorldFixture> => {
  try {
    return make();
  } catch (error) {
    const refuse = () => {
      throw error;
    };
    return refuse as unknown as TestAPI<WorldFixture>;
  }
};

export const test: TestAPI<WorldFixture> = orRefusal(withWorld);

const failedTest = (task: Readonly<RunnerTestCase>): FailedTest => ({
  file: relative(process.cwd(), task.file.filepath),
  name: [...suites(task.suite), task.name].join(' '),
});

const suites = (suite: RunnerTestSuite | undefined): string[] => (suite === undefined ? [] : [...suites(suite.suite), suite.name]);
