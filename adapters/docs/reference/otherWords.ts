import type { WordTable } from './wordTable.ts';

// biome-ignore format: a table
export const studyWords: WordTable = {
  'vary.*.from': { about: 'The least value', example: '5s' },
  'vary.*.to': { about: 'The largest value', example: '10m' },
  'vary.*.steps': { example: '4' },
  'vary.*.scale': { example: 'log' },
  'circumstances.*.from': { about: 'The least value', example: '5s' },
  'circumstances.*.to': { about: 'The largest value', example: '10m' },
  'circumstances.*.steps': { example: '4' },
  'circumstances.*.scale': { example: 'log' },
  'sample': { example: 'grid' },
  'sample.latin-hypercube': { about: 'So many configurations, spread over all values', example: '64' },
  'sample.sobol': { about: 'So many configurations, of a sequence that fills the space evenly', example: '64' },
  'seeds.until': { about: 'More seeds until enough is known', example: '{ precision: 5%, of: cost }' },
  'seeds.until.of': { about: 'Of which measure', example: 'cost' },
  'seeds.until.precision': { example: '5%' },
  'seeds.until.lookAhead': { example: '5' },
  'seeds.until.min': { about: 'The fewest replications', byDefault: '5; with `sure` 10', example: '10' },
  'seeds.until.max': { example: '400' },
  'seeds.until.sure': { example: '95%' },
  'seeds.until.indifference': { example: '1%' },
  'seeds.batches': { example: '20' },
  'seeds.seed': { example: '"1"' },
  'goal.maximize': { example: 'throughput' },
  'backtest.*.error': { example: '-0.09' },
  'backtest.*.inBand': { byDefault: 'none', example: 'true' },
  'backtest.*.on': { example: 'the last 2 days' },
  'backtest.*.because': { example: 'the records change in their course' },
  'doubts': { example: '[jobs come in batches]' },
  'backtest': { example: '{ delayTime.p95: 9 % too low on the last 2 days }' },
  'records': { example: '7d' },
  'sensitivity': { example: '[worker.start]' },
  'warmUp': { example: 'auto' },
  'baseline': { example: '1' },
};

// biome-ignore format: a table
export const lessonWords: WordTable = {
  'title': { about: 'What it is called' },
  'steps': { about: 'What is said and asked, in order' },
  'task.text': { about: 'What the reader is asked to do' },
  'task.scenario': { about: 'The world in which it is done' },
  'task.solution': { about: 'One solution, which a test plays' },
};

// biome-ignore format: a table
export const taskWords: WordTable = {
  'title': { about: 'What it is called' },
  'scenario': { about: 'The world in which it is done' },
  'poll': { example: '10s' },
  'tools': { example: '[explain, next, fork]' },
};

// biome-ignore format: a table
export const jobsWords: WordTable = {
  'endpoint.handler': { about: 'How long its handler takes by itself' },
  'endpoint.flashboot': { about: 'As of an endpoint of a scenario' },
  'jobs': { about: 'What is submitted' },
  'endpoint.timeout': { example: '5m' },
  'lastUsed': { example: '30m' },
  'jobs.at': { example: '10s' },
  'jobs.policy': { example: '{ ttl: 1m }' },
};

// biome-ignore format: a table
export const observationWords: WordTable = {
  'title': { about: 'What was observed' },
  'date': { about: 'When' },
  'judges': { example: '[measured-2026-11]' },
  'conditions': { about: 'Where, and with what' },
  'mechanisms': { about: 'What it tells of' },
  'world': { about: 'The world that plays it' },
  'steps': { about: 'The calls that were made' },
  'load': { about: 'The calls that were made, by a model', example: '[{ with: { endpoint: ep-a, body: { input: {} } }, poisson: { rate: 1/s }, for: 1m }]' },
  'faults': { about: 'What went wrong meanwhile', example: '[{ fault: worker-crash, limit: 1, window: { from: 0s } }]' },
  'values': { about: 'What was seen' },
  'values.unit': { about: 'Its unit' },
  'values.value': { about: 'The value' },
  'values.range': { about: 'The least and the most' },
  'values.quantiles': { about: 'By the share that is below' },
  'values.note': { about: 'What is to be said beside it' },
  'values.tells': { about: 'What it says beyond itself' },
  'partial': { example: 'true' },
  'brokenOff': { example: 'the process was ended' },
  'endpoint': { example: 'ep-a' },
  'values.bound': { about: 'How the value bounds what was', byDefault: 'it is what was' },
};
