import { defineConfig } from 'vitest/config';
import { built, leftToNode } from './test/support/builtPlugin.ts';
import { patienceMs } from './test/support/patience.ts';

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
    server: { deps: { external: leftToNode } },
  },
});
