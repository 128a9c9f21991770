import { type ExploreBounds, type Explored, exploreOnce, type Picked } from '../../engine/lab/explorer/index.ts';
import { sha256 } from '../store/sha256.ts';

/** Some of the runs of a seed, by their numbers. */
export interface ExploreTask {
  /** What each of the runs is made from, in their order. */
  readonly picks: readonly Picked[];
  readonly seed: string;
  readonly from: number;
  readonly to: number;
}

/** More entries than this make a run too long to be useful: others would be found in the same time. Stories include nothing: they are whole. */
export const bounds: ExploreBounds = { file: 'explored.scenario.yaml', read: () => undefined, sha256, entriesMax: 20_000 };

/** Makes runs `from` to `to`, the last one excluded. */
export const exploreRuns = ({ picks, seed, from }: ExploreTask): readonly Explored[] =>
  picks.map((pick, k) => exploreOnce(pick, bounds, seed, from + k));
