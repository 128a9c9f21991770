import { pluralize } from '../../../engine/kernel/text/pluralize.ts';
import type { ExhaustiveSearch } from './search.ts';
import type { SmallWorld } from './smallWorld.ts';

/** What is known of a small world, in a sentence that claims no more than was looked at. */
export const sentenceOf = ({ spec: { within, acts, properties = [] } }: Pick<SmallWorld, 'spec'>, search: ExhaustiveSearch): string => {
  const { states, depth } = search;
  const whole = search.isWhole;
  const known = whole
    ? `all ${showCount(states)} states of this world within ${pluralize(within, 'act')}`
    : `${showCount(states)} states of this world, all of those within ${pluralize(Math.max(depth, 0), 'act')} among them`;
  const hasJobs = acts.some(({ act }) => act === 'run' || act === 'runsync');
  const claims = [
    'no invariant breaks',
    ...(properties.length === 0 ? [] : [properties.length === 1 ? 'its property holds' : `its ${properties.length} properties hold`]),
    ...(hasJobs ? ['every job ends'] : []),
    'nothing waits for ever',
  ];
  return `${known}: ${claims.join(', ')}`;
};

/** `48,213`. */
export const showCount = (count: number): string => String(count).replaceAll(/\B(?=(\d{3})+$)/g, ',');
