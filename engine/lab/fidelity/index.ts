/** How far podsim's times are from what was seen on the platform: observations, the timing that follows from them, and its error. */
export { estimateQuantities, estimateTiming } from './estimate/estimate.ts';
export {
  type FactReport,
  isPlayed,
  type JudgedValue,
  joinFacts,
  judgeLeftOut,
  judgeObservation,
  seedsUsual,
  type Under,
} from './fidelity.ts';
export type { ValueReport } from './judge.ts';
export { type Mechanism, mechanisms, mechanismTable } from './mechanisms.ts';
export { type Observation, observationEnding, parseObservation } from './observation.ts';
export { type EndpointFacts, type JobAnswer, readEndpoint, readHealth, readJob, readWorkers } from './observe/answers.ts';
export { type JobsPlan, type PlannedJob, parseJobs } from './observe/jobsFile.ts';
export { observationText } from './observe/observationText.ts';
export { goneStatus, isEnded, type Recording, type SeenPoll, type SubmittedJob } from './observe/recording.ts';
export { estimateSpending, nanosPerUsd, submissionLateMax } from './observe/spending.ts';
export { observationJsonSchema } from './schema.ts';
export { errorOf, type Summary, selectValues, summarize, unseenIn, type ValueChoice } from './summary.ts';
