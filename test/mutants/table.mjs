/**
 * Small changes of the engine, each of one rule: a text that stands in the file exactly once, and what stands there instead.
 * `survives` says why no scenario can notice; there should be few.
 */
// biome-ignore format: a table
export const mutants = [
  { rule: 'job.retention-run',     file: 'job/settings.ts', was: 'duration(minutes(30)', is: 'duration(minutes(31)' },
  { rule: 'job.retention-runsync', file: 'job/settings.ts', was: 'duration(minutes(1), ', is: 'duration(minutes(2), ' },
  { rule: 'webhook.delivery',      file: 'job/decide.ts',   was: 'answered > 299', is: 'answered > 399' },
  { rule: 'webhook.delivery',      file: 'job/settings.ts', was: 'count(3, ', is: 'count(4, ' },
  { rule: 'job.worker-lost',       file: 'job/decide.ts',   was: 'job.retries < settings.retriesMax', is: 'job.retries <= settings.retriesMax' },
];
