// The door for the explorer. A command that plays one scenario does not load it.

export { differenceFrom } from '../../scenario/laws/laws.ts';
export { type ClientEnd, type ClientEnding, type HooksTaken, hookKey, observeEnd } from '../../scenario/properties/client/end.ts';
export { type Exchange, exchangeOfStep, operationAt } from '../../scenario/properties/client/exchange.ts';
export { clientProperties, clientProperty } from '../../scenario/properties/client/pack.ts';
export type { ClientProperty } from '../../scenario/properties/client/property.ts';
export { ExchangeRecorder } from '../../scenario/properties/client/recorder.ts';
export { isOpen, type PropertySummary, summarize, summaryText } from '../../scenario/properties/summary.ts';
export { traitWords, worldTraits } from '../../scenario/properties/worlds.ts';
export { Choice } from './choice.ts';
export { Corpus, type KeptStory, pickCheap, trimBucket, type UsedHost } from './corpus/corpus.ts';

export { cellsOfPassing, fileNameOfCell, minimizeCorpus, textToKeep } from './corpus/minimize.ts';

export { proposeScenarios } from './corpus/propose.ts';
export { shareProperties } from './corpus/shareProperties.ts';
export { findUnseen, refusingOperations, unmetCells } from './corpus/unseen.ts';
export { checksLaws, type ExploreBounds, type Explored, exploreOnce, type Picked, storyToVary } from './explore.ts';
export { withFewHosts, withRoomForClient } from './mutate/fewHosts.ts';
export { type BrokenProperty, failureOfLaw, isSameFailure } from './outcome.ts';
export { parseStoryScenario } from './readStory.ts';
export { reportCoverage } from './report/coverageReport.ts';
export { replayFailure } from './report/failedWorld.ts';
export { fileNameOfFound, type ShrunkFailure, shrunkFailure, textOfFound } from './report/found.ts';
export { playFutures } from './report/futures.ts';
export { futuresPlot, reportFutures } from './report/futuresText.ts';
export {
  type ClientReport,
  clientReportJsonSchema,
  clientReportSchema,
  type ExploreReport,
  exploreReportJsonSchema,
  exploreReportSchema,
  type ReportedFailure,
  type ReportedFutures,
} from './report/reportFormat.ts';
export { leastNumber } from './shrink/findLeast.ts';
export { listSteps, type Story, withSteps } from './story.ts';
export { findUsedHosts } from './timing/moments.ts';
