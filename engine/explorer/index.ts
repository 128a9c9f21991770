// The door for the explorer. Who plays one scenario does not load it.
export { isOpen, type PropertySummary, summarize, summaryText } from '../properties/summary.ts';
export { Corpus, type KeptStory } from './corpus.ts';
export { type ExploreBounds, type Explored, exploreOnce, foundName, foundText, shrunkFailure, storyToVary } from './explore.ts';
export { type BrokenProperty, isSameFailure } from './outcome.ts';
export { type Story, stepsOf } from './story.ts';
