import { leastNumber } from '../shrink/findLeast.ts';
import type { Pass } from '../shrink/search.ts';
import { listLoads, type StoryStep, withLoads } from '../story.ts';

/** The maximum number of simultaneous clients to try. */
const sizeMax = 100;

/** Shrinking pass: lets the clients of a load all come at once if the story still fails. Then only their number is left to read. */
export const loadsAsBursts: Pass = (search) => {
  listLoads(search.story).forEach((load, place) => {
    if (load['burst'] !== undefined) return;
    const candidate = (size: number) => withLoads(search.story, listLoads(search.story).with(place, makeBurst(load, size)));
    if (!search.fails(candidate(sizeMax))) return;
    const least = leastNumber(sizeMax, (size) => search.fails(candidate(size)));
    if (least !== undefined) search.accept(candidate(least));
  });
};

const makeBurst = (load: StoryStep, size: number): StoryStep => ({
  ...Object.fromEntries(Object.entries(load).filter(([name]) => !shapes.includes(name))),
  burst: { size },
});

/** The keys that say when the clients of a load come, and how many. */
const shapes: readonly string[] = [
  'constant',
  'poisson',
  'renewal',
  'ramp',
  'piecewise',
  'every',
  'bursts',
  'scale',
  'trace',
  'closed',
  'for',
  'exactly',
];
