// The door for the explorer. Who plays one scenario does not load it.
export { Corpus, type Kept } from './corpus.ts';
export { type Bounds, type Explored, exploreOnce, foundName, foundText, originOf, shrunkFailure } from './explore.ts';
export { type Failure, isSameFailure } from './outcome.ts';
export { type Story, stepsOf } from './story.ts';
