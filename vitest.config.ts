import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    globalSetup: ['test/support/build.ts'],
    reporters: ['default', './test/support/closingLine.ts'],
    // The slowest tests play every scenario, or a million jobs, on two cores that others use too.
    testTimeout: 120_000,
    maxWorkers: 2,
  },
});
