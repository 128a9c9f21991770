import { configDefaults, defineConfig } from 'vitest/config';
import { built, leftToNode } from '../support/builtPlugin.ts';

/** What judges a change of the sample: all that runs in the process of a test, apart from what checks files of the repository. */
export default defineConfig({
  plugins: [built],
  test: {
    include: ['test/**/*.test.ts'],
    exclude: [
      ...configDefaults.exclude,
      'test/**/*.{process,long}.test.ts',
      'test/{bench,console,examples,house,planted,python,site,vitest}/**',
    ],
    globalSetup: ['test/support/transpile.ts'],
    setupFiles: ['test/oracle/install.ts'],
    testTimeout: 900_000,
    hookTimeout: 900_000,
    env: { PODSIM_PROGRESS_SECONDS: '0' },
    // StrykerJS asks each file which lines it runs: that does not work where files share their modules.
    isolate: true,
    server: { deps: { external: leftToNode } },
  },
});
