import { firstIndex } from '../collections/firstIndex.ts';

/**
 * The place in a list on which a draw falls. `sums`: of the weights of its items, up to each; the draw is from 0 to below the last of them.
 * In a list of one, it is 0.
 */
export const placeOfDraw = (sums: readonly number[], drawn: number): number =>
  firstIndex(sums.length - 1, (place) => (sums[place] ?? 0) > drawn);
