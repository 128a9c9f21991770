/** The error of podsim's times against the platform: observations, the timing estimated from them, and its error. */
export { type Assessment, assess } from './assess.ts';
export { findWorse, listErrors } from './byMechanism.ts';
export { checkObservation } from './check.ts';
export { fidelityCheckJsonSchema, type ObservationCheck, type TimingCheck } from './checkFormat.ts';
export { estimateQuantities, estimateTiming } from './estimate/estimate.ts';
export {
  type FactReport,
  isPlayed,
  type JudgedValue,
  judgeLeftOut,
  judgeObservation,
  seedsUsual,
  selectGrounds,
  type Under,
} from './fidelity.ts';

export {
  compareKept,
  findUnkept,
  type KeptFigures,
  keepFigures,
  keptFiguresSchema,
  writeKeptFigures,
} from './keptFigures.ts';
export { type Mechanism, mechanisms, mechanismTable } from './mechanisms.ts';
export { type Observation, observationEnding, parseObservation } from './observation.ts';
export { type EndpointFacts, type JobAnswer, readEndpoint, readHealth, readJob, readWorkers } from './observe/answers.ts';
export { type JobsPlan, jobsJsonSchema, type PlannedJob, parseJobs } from './observe/jobsFile.ts';
export { observationText } from './observe/observationText.ts';
export { goneStatus, isEnded, type Recording, type SeenPoll, type SubmittedJob } from './observe/recording.ts';
export { changesMax, showsSame } from './observe/series.ts';
export { estimateSpending, nanosPerUsd, submissionLateMax } from './observe/spending.ts';
export { findColdWaits } from './observe/values.ts';
export { findStarts, judgeOwnStarts, predictStart, type StartBand } from './ownStarts.ts';
export { buildReport, describeKept, type Judged, listUnplayed } from './report.ts';
export { type FidelityReport, fidelityReportJsonSchema, type WayReport } from './reportFormat.ts';
export { observationJsonSchema } from './schema.ts';
export {
  compareWithFirst,
  computeError,
  errorText,
  type Summary,
  summarize,
  unseenIn,
} from './summary.ts';
