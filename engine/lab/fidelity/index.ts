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
export { observationJsonSchema } from './schema.ts';
export { errorOf, type Summary, selectValues, summarize, unseenIn, type ValueChoice } from './summary.ts';
