// The door for the explorer. Who plays one scenario does not load it.
export { Corpus, type KeptStory } from './corpus.ts';
export { type ExploreBounds, type Explored, exploreOnce, storyToVary } from './explore.ts';
export { type FoundWords, foundName, foundText, type ShrunkFailure, shrunkFailure } from './found.ts';
export { type BrokenProperty, isSameFailure } from './outcome.ts';
export { type Story, stepsOf } from './story.ts';
