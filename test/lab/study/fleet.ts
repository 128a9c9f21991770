import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Folder } from '../../support/folder.ts';

/** A small study: six configurations, each with five seeds; or, with a stopping rule, with as many as it takes. */
export const writeStudy = (folder: Folder, seeds = '5'): string => {
  folder.write(
    'small.scenario.yaml',
    `title: a few jobs
world:
  settings: { worker: { imagePull: 1s, start: 1s } }
  endpoints: [{ id: ep-a, workers: { min: 0, max: 2 }, handler: { duration: { exponential: { mean: 2s } } } }]
load:
  - { with: { endpoint: ep-a, body: { input: {} } }, poisson: { rate: 60/m }, for: 20s }
`,
  );
  return folder.write(
    'small.study.yaml',
    `study: How many workers?
scenario: small.scenario.yaml
vary:
  workers.max: [1, 2, 3]
  endpoint.idleTimeout: [1s, 10s]
seeds: ${seeds}
measures: [delayTime.p95, cost]
goal: { delayTime.p95: { lte: 20s }, minimize: cost }
`,
  );
};

export const playsInAll = 30;

/** The files of all results in a folder, with their bytes. */
export const resultsIn = (folder: string): ReadonlyMap<string, string> => {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => /^[0-9a-f]{2}\/[0-9a-f]{64}\.json$/.test(name));
  return new Map(names.sort().map((name) => [name, readFileSync(join(folder, name), 'utf8')]));
};
