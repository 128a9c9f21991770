// The door for the exhaustive search of small worlds.

export { Expander, type FoundStates, type Stretch } from './expand.ts';
export { ExhaustiveSearch } from './search.ts';
export { sentenceOf, showCount } from './sentence.ts';
export { parseSmallWorld, type SmallWorld } from './smallWorld.ts';
export { SmallWorldError } from './smallWorldError.ts';
export { storyOfWay } from './storyOfWay.ts';
