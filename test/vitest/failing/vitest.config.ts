import { defineConfig } from 'vitest/config';

/** For tests that are meant to fail, run by `failing.test.ts` in a process of their own. */
export default defineConfig({ test: { include: ['test/vitest/failing/*.failing.ts'], testTimeout: 500 } });
