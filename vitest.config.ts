import { defineConfig } from 'vitest/config';
import { patienceMs } from './test/support/patience.ts';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    globalSetup: ['test/support/build.ts'],
    reporters: ['default', './test/support/closingLine.ts'],
    // Others may keep the machine as busy as they like: only what never ends, or never comes, is given up.
    testTimeout: 900_000,
    hookTimeout: 900_000,
    expect: { poll: { timeout: patienceMs, interval: 5 } },
    // Files share what they import: read anew for each, it costs more than most of their tests.
    isolate: false,
    maxWorkers: 2,
  },
});
