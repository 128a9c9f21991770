/** `podsim/vitest`: all of `podsim/testing`, a `test` with a world for each test, and matchers for `expect(world)`. */

export * from '../testing/index.ts';
export { test, type WorldFixture } from './fixture.ts';
export { matchers, type WorldMatchers } from './matchers.ts';
