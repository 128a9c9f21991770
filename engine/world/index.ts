// The door of this room: what adapters take of it.

export { keyLengthMax } from './arguments.ts';
export { findCaller, withoutBody } from './callInput.ts';
export type { Advance } from './clock.ts';
export { type AnswerGiven, replayAnswers } from './history/answers.ts';
export { Keyframes } from './history/keyframes.ts';
export { checkInvariants, playInputs, replay, rerun } from './history/rerun.ts';
export { forkAt, makeHistory, type Point } from './history/rewind.ts';
export { type Formats, formats, planReading } from './history/upcast.ts';
export type { Input } from './receive.ts';
export { concerns } from './reports/concerns.ts';
export {
  type Coverage,
  type CoverageFamily,
  CoverageReader,
  coverageFamilies,
  mergeCoverage,
  neverSeen,
  possibleCoverage,
} from './reports/coverage/coverage.ts';
export { divergence } from './reports/divergence.ts';
export { chain } from './reports/explain/causes.ts';
export { type Exit, listExits, type Trigger } from './reports/explain/exits.ts';
export { type Explanation, explain } from './reports/explain/explain.ts';
export { explanationText } from './reports/explain/explanationText.ts';
export { explanationView } from './reports/explain/explanationView.ts';
export { lifecycleMermaid, lifecycleSource, lifecycleTable } from './reports/explain/lifecycleText.ts';
export { type DueTimer, findNext, type Next, nextText, type Possible } from './reports/explain/next.ts';
export { wayWords } from './reports/explain/way.ts';
export { hasParts, isInTransition } from './reports/inTransition.ts';
export { idMeant, similarIds } from './reports/knownIds.ts';
export { openSpan, Trace } from './reports/record/gauge.ts';
export { listMetrics, workDurationNames } from './reports/record/namedMeasures.ts';
export { LogRecorder } from './reports/record/recordLog.ts';
export type { BilledSpan, RunBill } from './reports/record/runBill.ts';
export { percentile, Samples } from './reports/record/samples.ts';
export { Spending } from './reports/record/spending.ts';
export { namesIn, ShortNames } from './reports/shortNames.ts';
export { eventTypes, findTone } from './reports/tones.ts';
export { snapshotForm, type WorldSnapshot } from './snapshot.ts';
export { World } from './world.ts';
