import { playStudy } from '../../adapters/lab/index.ts';

const study = `
study: How many workers for a job a second?
scenario:
  world: { endpoints: [{ id: ep, handler: { duration: { exponential: { mean: 2s } } } }] }
  load:
    - act: run
      with: { endpoint: ep, body: { input: {} } }
      poisson: { rate: 1/s }
      for: 20m
vary:
  workers.max: [2, 4]
seeds: 6
goal: { delayTime.p95: { lte: 10s }, minimize: cost }
`;

// It names no other file: its scenario is a part of it.
const files = { scenario: () => undefined, includedBy: () => () => undefined };
const played = await playStudy('workers.study.yaml', study, files);
if (played._tag === 'Left') throw new Error(played.left.map(({ message }) => message).join('\n'));
for (const { values, meets } of played.right.configurations) console.log(values, meets);
