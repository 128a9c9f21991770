// A hidden endpoint: parameters that the twin is not told, and a plain loop that plays them. It shares no code with the engine.
export {
  arrivalsOf,
  type ComingJob,
  csvOf,
  drawJobs,
  type HiddenEndpoint,
  type HiddenJob,
  normalFrom,
  numbersFrom,
  percentile,
  playHidden,
} from '../../examples/twin/endpoint.mjs';
