/** Scenario files for the command line's tests: one that passes, one that fails, one that stays incomplete, one with members. */
const world = `world:
  settings: { worker: { imagePull: 0s, start: 0s } }
  endpoints: [{ id: ep-a, workers: { min: 1, max: 1 }, handler: { duration: { fixed: 2s } } }]
`;
const submit = 'act: run, with: { endpoint: ep-a, body: { input: {} } }, save: { job: id }';

export const passing = `title: a scenario that passes\nseed: one\n${world}steps:\n  - { ${submit} }\n  - { when: job $job is COMPLETED, within: 1m }\n`;
export const failing = `title: a scenario that fails\n${world}steps:\n  - { ${submit}, expect: { status: 418 } }\n`;
export const incomplete = `title: a scenario without an end\n${world}steps:\n  - { ${submit} }\n  - { when: job $job is FAILED, within: 1m }\n`;

/** Six members, of which those with status 418 fail; seed 1 could be mistaken for seed 10. */
export const members = `title: a scenario of many
${world}steps:
  - { ${submit}, expect: { status: { oneOf: [200, 201] } } }
  - { act: health, with: { endpoint: ep-a }, expect: { status: $status } }
matrix: { seeds: ['1', '10'], variables: { status: [200, 418, { lt: 300 }] } }
`;

/** A file that uses nearly every key of the scenario format. */
export const wordy = `title: everything at once
teaches: [job.run]
seed: a
start: 2026-01-01T00:00:00Z
world:
  settings:
    job: { ttl: 10m, retriesMax: 1, webhookAnswers: [500, 200], streamShape: array }
    worker: { imagePull: 1s, start: 1s, crashLoop: 3 }
    endpoint: { scalerEvery: 1s, queuePerWorkerMax: 5 }
  hosts: [{ id: h-1, gpu: NVIDIA GeForce RTX 4090, gpus: 2 }, { id: h-2, vcpus: 8 }]
  accounts:
    - id: team
      keys: [{ name: dev, rateLimitExempt: true }, { name: reader, permissions: { queue: read }, expiresAfter: 1h }]
  endpoints:
    - id: ep-a
      scaling: { type: QUEUE_DELAY, queueDelay: 2 }
      workers: { min: 0, max: 2, idleTimeout: 5 }
      handler: { duration: { exponential: { mean: 2s }, max: 10s }, chances: { fail: 1/5, crash: 1/9 }, chunks: { count: 3, every: 500ms } }
    - { id: ep-b, cpu: [{ id: cpu3c, vcpuCount: 2 }], timeout: 5000, handler: { outcomes: [hang, complete], output: { a: 1 } } }
steps:
  - { name: first, act: run, as: dev, with: { endpoint: ep-b, body: { input: {}, webhook: 'https://a.example', policy: { lowPriority: true } } }, save: { job: id } }
  - { when: endpoint ep-a has 1 waiting job, within: 1m, act: health, with: { endpoint: ep-a } }
  - { after: first, delay: 3s, act: stream, with: { endpoint: ep-b, job: $job, query: { wait: 1000 } }, expect: { status: { lt: 500 } } }
  - { at: 20s, act: statusSync, with: { endpoint: ep-b, job: $job }, expect: { status: 200, took: { lte: 90s } } }
load:
  - { with: { endpoint: ep-a, body: { input: {} } }, poisson: { rate: 1/s }, exactly: 5, mayBeRefused: true }
  - { with: { endpoint: ep-a, body: { input: {} } }, closed: { users: 2, thinkTime: { uniform: { from: 1s, to: 2s } } }, exactly: 5, mayBeRefused: true }
faults:
  - { fault: worker-crash, match: { endpoint: ep-a }, at: 9s }
  - { fault: api-latency, delay: 100ms, window: { to: 5s }, chance: 1/2 }
assert:
  - { count: JobQueued, is: { gte: 1 } }
  - { never: JobPurged, where: { endpointId: ep-a } }
  - { metric: utilization, of: ep-a, is: { gte: 0 } }
matrix: { seeds: 1..2, variables: { n: [1, 2] } }
`;
