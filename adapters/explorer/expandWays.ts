import { Expander, type FoundStates, type SmallWorld, type Stretch } from '../../engine/lab/exhaustive/index.ts';

/** Ways into a small world to be taken one act further; or its beginning. */
export interface ExpandTask {
  readonly small: SmallWorld;
  /** The same for all tasks of one search. */
  readonly search: string;
  readonly stretches: readonly Stretch[] | 'begin';
}

/** A thread remembers the states that it has met in the search that it works for. */
let newest: { readonly search: string; readonly expander: Expander } | undefined;

/** What comes of these ways, in their order. */
export const expandWays = ({ small, search, stretches }: ExpandTask): readonly FoundStates[] => {
  if (newest?.search !== search) newest = { search, expander: new Expander(small) };
  const { expander } = newest;
  return stretches === 'begin' ? expander.begin() : stretches.flatMap((stretch) => expander.expand(stretch));
};
