import { configDefaults, defineConfig, type UserWorkspaceConfig } from 'vitest/config';
import { built, leftToNode } from './test/support/builtPlugin.ts';
import { LongestFirst } from './test/support/longestFirst.ts';
import { patienceMs } from './test/support/patience.ts';

// The name of a test file says what it costs, and so which ring runs it: CONTRIBUTING.md says more.
const include = ['test/**/*.test.ts'];
const slow = ['test/**/*.slow.test.ts'];
const processes = ['test/**/*.process.test.ts'];
const long = ['test/**/*.long.test.ts'];

/** `npm run dev`: quick tests, on the sources themselves, so that vitest knows what imports what, and a save is answered at once. */
const quick = {
  include,
  exclude: [...configDefaults.exclude, ...slow, ...processes, ...long],
  // No test imports a scenario.
  watchTriggerPatterns: [{ pattern: /\/scenarios\/.*\.(?:scenario\.yaml|timeline\.txt)$/, testsToRun: () => 'test/savedScenario.test.ts' }],
};

/** All tests, on what the build makes of the sources. Only those that start processes wait for its bundles. `npm test` leaves `long` out. */
const all = {
  sequence: { sequencer: LongestFirst },
  projects: [
    onBuilt({
      name: 'unit',
      include,
      exclude: [...configDefaults.exclude, ...processes, ...long],
      globalSetup: ['test/support/transpile.ts'],
    }),
    onBuilt({ name: 'process', include: processes, globalSetup: ['test/support/build.ts'] }),
    onBuilt({ name: 'long', include: long, globalSetup: ['test/support/build.ts'] }),
  ],
};

export default defineConfig(({ mode }) => ({
  test: {
    reporters: ['default', './test/support/closingLine.ts'],
    // The machine may be busy with other work: only a test that never ends is stopped.
    testTimeout: 900_000,
    hookTimeout: 900_000,
    // Where the machine is busy, tests would see lines of progress among what they compare; and a workflow that runs tests would get the
    // summaries of the runs that they play.
    env: { PODSIM_PROGRESS_SECONDS: '0', GITHUB_STEP_SUMMARY: '' },
    expect: { poll: { timeout: patienceMs, interval: 5 } },
    // Test files share their imports: importing again for each file would cost more than most tests.
    isolate: false,
    setupFiles: ['test/oracle/install.ts'],
    maxWorkers: 2,
    experimental: { fsModuleCache: true },
    ...(mode === 'dev' ? quick : all),
  },
}));

function onBuilt(test: NonNullable<UserWorkspaceConfig['test']>): UserWorkspaceConfig {
  return { extends: true, plugins: [built], test: { ...test, server: { deps: { external: leftToNode } } } };
}
