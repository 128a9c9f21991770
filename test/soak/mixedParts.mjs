// What the soak decides, apart from the server: which call comes next, whether memory is flat, and what a log lacks.

/** Choices that follow from a seed: numbers from 0 to 1. */
export const drawsFrom = (seed) => {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
};

/** One of rows that have a `weight`. */
export const weighted = (rows, draw) => {
  let left = draw * rows.reduce((sum, { weight }) => sum + weight, 0);
  for (const row of rows) {
    left -= row.weight;
    if (left < 0) return row;
  }
  return rows.at(-1);
};

/**
 * How the memory of the last tenth compares with that of the second: of each the least, which is what a collection leaves.
 * Undefined where there are too few samples to tell.
 */
export const growth = (samples) => {
  const tenth = Math.floor(samples.length / 10);
  if (tenth < 1) return undefined;
  return Math.min(...samples.slice(-tenth)) / Math.min(...samples.slice(tenth, 2 * tenth));
};

export const median = (numbers) => [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)];

/** Of what clients were told, what does not stand in a log's lines: a map of ids by the type of the event that makes them. */
export const missingFrom = (told, lines) => {
  const left = new Map([...told].map(([type, ids]) => [type, new Set(ids)]));
  for (const line of lines) {
    const { type, ...event } = JSON.parse(line);
    left.get(type)?.delete(event[idOf[type]]);
  }
  return new Map([...left].filter(([, ids]) => ids.size > 0).map(([type, ids]) => [type, [...ids]]));
};

const idOf = {
  JobQueued: 'jobId',
  JobCancelled: 'jobId',
  JobRetried: 'jobId',
  PodCreated: 'podId',
  PodTerminated: 'podId',
  ClusterCreated: 'clusterId',
  TemplateCreated: 'templateId',
  EndpointCreated: 'endpointId',
};
