import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    globalSetup: ['test/support/build.ts'],
    reporters: ['default', './test/support/closingLine.ts'],
    // The slowest tests play every scenario, or a million jobs, on two cores that others use too.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // Files share what they import: read anew for each, it costs more than most of their tests.
    isolate: false,
    maxWorkers: 2,
  },
});
