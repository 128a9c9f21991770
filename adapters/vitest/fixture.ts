import { relative } from 'node:path';
import { type RunnerTestCase, type RunnerTestSuite, type TestAPI, test as vitestTest } from 'vitest';
import type { CreateWorldOptions } from '../testing/createWorldOptions.ts';
import { type FailedTest, failureReport } from '../testing/failureReport.ts';
import { createWorld, type TestWorld } from '../testing/testWorld.ts';

/** The fixtures of this module's `test`. */
export interface WorldFixture {
  /** The options of the world; set others with `test.extend` or `test.override`. */
  readonly worldOptions: CreateWorldOptions;
  /** The test's own world, disposed of at the end of the test. A failing test prints what happened in it, and why. */
  readonly world: TestWorld;
}

/** vitest's `test`, with a `world` for each test that uses one. */
const withWorld = (): TestAPI<WorldFixture> =>
  vitestTest.extend<WorldFixture>({
    worldOptions: {},
    world: async ({ worldOptions, task, onTestFailed }, use) => {
      const world = createWorld(worldOptions);
      let waiting: readonly string[] = [];
      onTestFailed(() => console.error(failureReport(world, { ...describeFailedTest(task), waiting })));
      await use(world);
      waiting = world.waitingCalls;
      await world.dispose();
    },
  });

/** Outside of a run vitest has no test to extend. There, worlds can still be made, and a call of `test` throws the reason. */
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

const describeFailedTest = (task: Readonly<RunnerTestCase>): FailedTest => {
  const name = [...suites(task.suite), task.name].join(' ');
  return { name, command: `npx vitest run ${relative(process.cwd(), task.file.filepath)} -t '${pattern(name)}'` };
};

/** `-t` takes a regular expression; here in a shell's single quotes. */
const pattern = (name: string): string => name.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&').replaceAll("'", '.');

const suites = (suite: RunnerTestSuite | undefined): string[] => (suite === undefined ? [] : [...suites(suite.suite), suite.name]);
