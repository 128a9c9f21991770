// The door for the explorer. Who plays one scenario does not load it.
export { type ClientEnd, type ClientEnding, endOf, type HooksTaken, hookKey } from '../properties/client/end.ts';
export { type Exchange, exchangeOfStep, operationAt } from '../properties/client/exchange.ts';
export { clientProperties, clientProperty } from '../properties/client/pack.ts';
export type { ClientProperty } from '../properties/client/property.ts';
export { ExchangeRecorder } from '../properties/client/recorder.ts';
export { isOpen, type PropertySummary, summarize, summaryText } from '../properties/summary.ts';
export { differenceFrom } from '../scenario/laws/laws.ts';
export { Choice } from './choice.ts';
export { Corpus, type KeptStory, pickCheap } from './corpus.ts';
export { coverageOf, type FamilyCoverage, type MissingCell, possibleCells } from './coverageReport.ts';
export { checksLaws, type ExploreBounds, type Explored, exploreOnce, type Picked, storyToVary } from './explore.ts';
export { failedWorld } from './failedWorld.ts';
export { type Family, type FamilyName, families } from './families.ts';
export { type FoundWords, foundName, foundText, type ShrunkFailure, shrunkFailure } from './found.ts';
export { type Futures, type FuturesAt, type FuturesBounds, futuresOf } from './futures.ts';
export { futuresPlot, reportedFutures } from './futuresText.ts';
export { leastNumber } from './leastOf.ts';
export { type NeverReached, neverReached } from './neverReached.ts';
export { type BrokenProperty, failureOfLaw, isSameFailure } from './outcome.ts';
export {
  type ClientReport,
  clientReportJsonSchema,
  clientReportSchema,
  type ExploreReport,
  exploreReportJsonSchema,
  exploreReportSchema,
  type ReportedFailure,
  type ReportedFutures,
} from './reportFormat.ts';
export { cellsOfPassing, keptName, keptText, type StoryToKeep, storiesToKeep } from './storiesToKeep.ts';
export { type Story, scenarioOf, stepsOf, withSteps } from './story.ts';
