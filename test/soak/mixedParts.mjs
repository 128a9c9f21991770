// The parts of the soak that need no server: which call is next, whether memory is flat, and what a log lacks.

/** Numbers from 0 to 1 that depend on the seed alone. */
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
 * The memory of the last tenth in relation to that of the second. The least sample of each counts: it is closest to what a garbage
 * collection leaves. Undefined where the samples are too few.
 */
export const growth = (samples) => {
  const tenth = Math.floor(samples.length / 10);
  if (tenth < 1) return undefined;
  return Math.min(...samples.slice(-tenth)) / Math.min(...samples.slice(tenth, 2 * tenth));
};

/** The ids that clients got but that a log's lines lack, by the type of the event that creates them. */
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
