import type { ExploredRuns, explore as exploreNow } from '../testing/explore.ts';

/** The same as that of `podsim/testing`, loaded when it is called. */
export const explore = async (...given: Parameters<typeof exploreNow>): Promise<ExploredRuns> =>
  (await import('../testing/explore.ts')).explore(...given);
