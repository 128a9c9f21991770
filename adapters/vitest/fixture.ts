import { relative } from 'node:path';
import { type RunnerTestCase, type RunnerTestSuite, type TestAPI, test as vitestTest } from 'vitest';
import { InvalidArgument, suggestion } from '../../engine/kernel/index.ts';
import type { OptionNames } from '../testing/checks/given.ts';
import { type CreateWorldOptions, createWorldOptions } from '../testing/createWorldOptions.ts';
import { type FailedTest, failureReport } from '../testing/failureReport.ts';
import { createWorld, TestWorld } from '../testing/testWorld.ts';

/** The fixtures of this module's `test`. */
export interface WorldFixture {
  /** The options of the world; set others with `test.extend` or `test.override`. */
  readonly worldOptions: CreateWorldOptions;
  /** The test's own world, disposed of at the end of the test. A failing test prints what happened in it, and why. */
  readonly world: TestWorld;
}

/** vitest's `test`, with a `world` for each test that uses one. */
const withWorld = (): TestAPI<WorldFixture> => {
  const made = vitestTest.extend<WorldFixture>({
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
  const { override } = made;
  return Object.assign(made, {
    override(this: unknown, ...given: readonly unknown[]) {
      checkOverride(given);
      return Reflect.apply(override, this, given);
    },
  });
};

const fixtures: OptionNames<WorldFixture> = { worldOptions: 1, world: 1 };

/** Throws where there is no such fixture, and where a world's description is given in place of the world itself. */
const checkOverride = ([name, value]: readonly unknown[]): void => {
  const names = typeof name === 'string' ? [name] : Object.keys(Object(name));
  const unknown = names.find((one) => !Object.hasOwn(fixtures, one));
  if (unknown !== undefined) {
    const meant = Object.hasOwn(createWorldOptions, unknown)
      ? `; write it into worldOptions: test.override({ worldOptions: { ${unknown}: … } })`
      : suggestion(unknown, Object.keys(fixtures), 'docs/testing.md', 'the fixtures');
    throw new InvalidArgument(`test.override: there is no fixture '${unknown}'${meant}`);
  }
  const world = name === 'world' ? value : (name as { readonly world?: unknown } | undefined)?.world;
  if (world === undefined || typeof world === 'function' || world instanceof TestWorld || Array.isArray(world)) return;
  throw new InvalidArgument(
    'test.override: `world` is the world of each test; write what it is made of as worldOptions: test.override({ worldOptions: { world: { endpoints: [{ id: … }] } } })',
  );
};

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
