// Bugs in bills of a part of a second, webhooks, sleepers, volumes, registry credentials and tokens. See README.md.

const gpu = 'NVIDIA GeForce RTX 4090';
const quick = '{ pod: { provision: 0s, imagePull: 0s, start: 0s }, worker: { imagePull: 0s, start: 0s } }';

const run = (at = '0s') => `  - { at: ${at}, act: run, with: { endpoint: ep-a, body: { input: {} } }, save: { job: id } }
`;
const end = (at) => `  - { at: ${at}, act: listPods, with: {} }
`;

/** A worker that falls asleep on the only host, after its one job. */
const asleep = `title: a story
world:
  settings: { worker: { imagePull: 0s, start: 1s, flashbootStart: 1s, sleep: on } }
  hosts: [{ id: a, gpu: ${gpu} }]
  endpoints:
    - { id: ep-a, workers: { min: 0, max: 1, idleTimeout: 5s }, scaling: { type: QUEUE_DELAY, queueDelay: 1 }, flashboot: FLASHBOOT, handler: { duration: { fixed: 1s } } }
steps:
${run()}`;

// biome-ignore format: a table
export const rooms = [
  {
    id: 'half-a-second-is-free', file: 'cloud/projections/meter.ts', was: 'amount: last === undefined ? 0n : sumStep(last, at) };', is: 'amount: last === undefined ? 0n : sumStep(last, by < 0n && at - last.from < 1_000 ? last.from : at) };',
    about: 'what is held for less than a second, and given back, costs nothing',
    story: `title: a story
world:
  settings: ${quick}
steps:
  - { act: createPod, with: { body: { name: p, image: 'a/b:1', gpu: { id: ${gpu} } } }, save: { pod: id } }
  - { at: 500ms, act: podAction, with: { pod: $pod, body: { action: terminate } } }
${end('1m')}`,
  },
  {
    id: 'busy-receiver-gets-no-last-try', file: 'cloud/job/decide.ts', was: '(answered < 200 || answered > 299) && attempt < webhookTries;', is: '(answered < 200 || answered > 299) && attempt < webhookTries - (answered === 429 ? 1 : 0);',
    about: 'a webhook that is answered 429 at its last but one try is not tried again',
    story: `title: a story
world:
  settings: { worker: { imagePull: 0s, start: 0s }, job: { webhookAnswers: [500, 429, 200], webhookGaps: [5s], webhookTries: 3 } }
  endpoints: [{ id: ep-a, workers: { min: 1, max: 1 }, handler: { duration: { fixed: 1s } } }]
steps:
  - { act: run, with: { endpoint: ep-a, body: { input: {}, webhook: 'https://example.com/hook' } } }
${end('5m')}`,
  },
  {
    id: 'restored-worker-holds-no-minimum', file: 'cloud/policies/workerLaunch.ts', was: "type: 'WakeWorker', startingMs, kept, restored", is: "type: 'WakeWorker', startingMs, kept: kept && !restored, restored",
    about: 'a worker that is woken for the minimum, and restored from its snapshot, does not hold it',
    story: `${asleep}  - { at: 20s, act: updateEndpoint, with: { endpoint: ep-a, body: { workers: { min: 1 } } } }
${end('1m')}`,
  },
  {
    id: 'lost-worker-waits-beside-a-sleeper', file: 'cloud/policies/policies.ts', was: 'broken, retired, served, holderLost,', is: 'broken, retired, holderLost,',
    about: 'a worker that loses its host waits for another, though one that sleeps holds room',
    story: `title: a story
world:
  settings: { worker: { imagePull: 0s, start: 1s, sleep: on } }
  hosts: [{ id: a, gpu: ${gpu} }, { id: b, gpu: ${gpu} }]
  endpoints:
    - { id: ep-b, workers: { min: 1, max: 1 } }
    - { id: ep-a, workers: { min: 0, max: 1 }, handler: { duration: { fixed: 1s } } }
faults:
  - { fault: host-failure, match: { host: a }, window: { from: 1m, to: 1h } }
steps:
${run()}${end('10m')}`,
  },
  {
    id: 'fast-volume-shrinks', file: 'api/management/volumes.ts', was: 'if (size < volume.shape.size) return', is: "if (size < volume.shape.size && volume.shape.tier === 'STANDARD') return",
    about: 'a network volume of high performance can be made smaller',
    story: `title: a story
world:
  settings: ${quick}
steps:
  - { act: createNetworkVolume, with: { body: { name: data, size: 100, dataCenter: US-CA-2, type: HIGH_PERFORMANCE } }, save: { volume: id } }
  - { at: 10s, act: updateNetworkVolume, with: { volume: $volume, body: { size: 50 } }, expect: { status: { lt: 600 } } }
${end('1m')}`,
  },
  {
    id: 'serverless-template-keeps-its-registry', file: 'cloud/policies/registries.ts', was: "for (const { id: templateId, shape } of sim.state.findRelated('template', 'registry', id)) {", is: "for (const { id: templateId, shape } of sim.state.findRelated('template', 'registry', id)) {\n    if (shape.serverless) continue;",
    about: 'a template for endpoints keeps a registry credential that was deleted',
    story: `title: a story
world:
  settings: ${quick}
steps:
  - { act: createRegistry, with: { body: { name: hub, username: alice, password: correct horse } }, save: { registry: id } }
  - { act: createTemplate, with: { body: { name: t, image: a/b, serverless: true, registry: $registry } } }
  - { at: 10s, act: deleteRegistry, with: { registry: $registry } }
${end('1m')}`,
  },
  {
    id: 'pushed-back-sequence-begins-anew', file: 'cloud/worker/batch.ts', was: 'made: countUnits(batch, inMemory) };', is: 'made: batch.waiting.length > 0 ? 0 : countUnits(batch, inMemory) };',
    about: 'a sequence that is pushed out of the memory of its worker, while another waits, forgets the tokens that it has made',
    story: `title: a story
world:
  settings: { worker: { imagePull: 0s, start: 0s } }
  endpoints:
    - id: ep-a
      workers: { min: 1, max: 1 }
      handler: { concurrency: 10, tokens: { prompt: 900, output: 300, prefill: 0.25ms, decode: 20ms, batch: { slope: 2ms, most: 64 }, memory: { tokens: 3000 } } }
steps:
${run('1s').repeat(3)}${run('2s')}${end('5m')}`,
  },
  {
    id: 'one-of-many-is-read-again-for-nothing', file: 'cloud/worker/batch.ts', was: 'return inMemory < most && held + countNeed(sequence) <=', is: 'return inMemory < most && (sequence.made > 0 ? 0 : held) + countNeed(sequence) <=',
    about: 'a sequence that was pushed back is let in again though there is no memory for it',
    story: `title: a story
world:
  settings: { worker: { imagePull: 0s, start: 0s } }
  endpoints:
    - id: ep-a
      workers: { min: 1, max: 1 }
      handler: { concurrency: 10, tokens: { prompt: 900, output: 300, prefill: 0.25ms, decode: 20ms, batch: { slope: 2ms, most: 64 }, memory: { tokens: 3000 } } }
steps:
${run('1s').repeat(3)}${end('5m')}`,
  },
];
