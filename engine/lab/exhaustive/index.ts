// The door for the exhaustive search of small worlds. Who plays one scenario does not load it.

export { Expander, type Found, type Stretch } from './expand.ts';
export { ExhaustiveSearch } from './search.ts';
export { grouped, sentenceOf } from './sentence.ts';
export { parseSmallWorld, type SmallWorld, smallWorldEnding } from './smallWorld.ts';
export { SmallWorldError } from './smallWorldError.ts';
export { storyOfWay } from './storyOfWay.ts';
