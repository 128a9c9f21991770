import { type ExploreBounds, type Explored, exploreOnce, type KeptStory } from '../../engine/explorer/index.ts';
import { sha256 } from '../store/sha256.ts';

/** Some of the runs of a seed, by their numbers. */
export interface ExploreTask {
  /** The stories that others are made from; the same list for all tasks of a batch, so that it crosses to a thread once. */
  readonly origins: readonly KeptStory[];
  readonly seed: string;
  readonly from: number;
  readonly to: number;
}

/** More entries than this make a run too long to be useful: others would be found in the same time. Stories include nothing: they are whole. */
export const bounds: ExploreBounds = { file: 'explored.scenario.yaml', read: () => undefined, sha256, entriesMax: 20_000 };

/** Makes runs `from` to `to`, the last one excluded. */
export const exploreRuns = ({ origins, seed, from, to }: ExploreTask): readonly Explored[] =>
  Array.from({ length: to - from }, (_, k) => exploreOnce(origins, bounds, seed, from + k));
