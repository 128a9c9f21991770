import { configDefaults, defineConfig } from 'vitest/config';
import { built, leftToNode } from '../../support/builtPlugin.ts';

/** What judges a change of the sample: the tests that run in their own process, but for those that read the repository's texts. */
export default defineConfig({
  plugins: [built],
  test: {
    include: ['test/**/*.test.ts'],
    exclude: [...configDefaults.exclude, 'test/**/*.{process,long}.test.ts', 'test/{bench,examples,house,mutants,planted,python,site}/**'],
    setupFiles: ['test/oracle/install.ts', ...(process.env['PODSIM_SAMPLE'] === undefined ? [] : ['test/mutants/sample/testCoverage.ts'])],
    testTimeout: 900_000,
    hookTimeout: 900_000,
    env: { PODSIM_PROGRESS_SECONDS: '0' },
    isolate: false,
    maxWorkers: 2,
    experimental: { fsModuleCache: true },
    server: { deps: { external: leftToNode } },
  },
});
