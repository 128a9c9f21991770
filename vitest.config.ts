import { dirname, relative, resolve } from 'node:path';
import { defineConfig, type Plugin } from 'vitest/config';
import { patienceMs } from './test/support/patience.ts';

/**
 * Tests import the sources of `engine/` and `adapters/`, and run what tsc has built of them (`test/support/build.ts`): Node loads it as
 * it is, with imports that are bindings. Transformed by Vite, each use of an import is a call of a getter: tests took a fifth longer.
 */
const built: Plugin = {
  name: 'built',
  enforce: 'pre',
  resolveId(id, importer) {
    if (importer === undefined || !/^\.{1,2}\/.*\.ts$/.test(id)) return undefined;
    const path = relative(import.meta.dirname, resolve(dirname(importer), id));
    if (!/^(engine|adapters)\//.test(path)) return undefined;
    return { id: resolve(import.meta.dirname, 'dist', path.replace(/\.ts$/, '.js')), external: true };
  },
};

export default defineConfig({
  plugins: [built],
  test: {
    include: ['test/**/*.test.ts'],
    globalSetup: ['test/support/build.ts'],
    reporters: ['default', './test/support/closingLine.ts'],
    // The machine may be busy with other work: only a test that never ends is stopped.
    testTimeout: 900_000,
    hookTimeout: 900_000,
    expect: { poll: { timeout: patienceMs, interval: 5 } },
    // Test files share their imports: importing again for each file would cost more than most tests.
    isolate: false,
    maxWorkers: 2,
    server: { deps: { external: [/\/dist\/(engine|adapters)\//] } },
  },
});
