import { defineConfig } from 'vitest/config';
import { built, leftToNode } from '../../support/builtPlugin.ts';

/** For tests that are meant to fail, run by `failing.test.ts` in a process of their own. */
export default defineConfig({
  plugins: [built],
  test: { include: ['test/vitest/failing/*.failing.ts'], testTimeout: 500, server: { deps: { external: leftToNode } } },
});
