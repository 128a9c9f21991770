// Bugs in how workers live: idling, releases, the minimum, crashes, and what they are billed. See README.md.

const settings = '{ worker: { imagePull: 0s, start: 0s } }';
const end = (at) => `  - { at: ${at}, act: listPods, with: {} }
`;

// biome-ignore format: a table
export const workers = [
  {
    id: 'idle-time-counts-the-work-after-a-crash', file: 'cloud/worker/evolve.ts', was: "if (worker.status !== from || startsAgain.includes(event.type)) worker.since = at;", is: "if ((worker.status !== from && !(event.type === 'WorkerFreed' && worker.crashes > 0)) || startsAgain.includes(event.type)) worker.since = at;",
    about: 'the idle time of a worker that crashed before counts from the start of its last job',
    story: `title: a story
world:
  settings: { worker: { imagePull: 0s, start: 0s, restartAfterCrash: 1s }, job: { workerMissedAfter: 1s } }
  endpoints: [{ id: ep-a, workers: { min: 0, max: 1, idleTimeout: 20s }, scaling: { type: QUEUE_DELAY, queueDelay: 1 }, handler: { duration: { fixed: 8s } } }]
faults:
  - { fault: worker-crash, match: { worker: ep-a-w1 }, at: 2s }
steps:
  - { act: run, with: { endpoint: ep-a, body: { input: {} } } }
${end('2m')}`,
  },
  {
    id: 'idle-timeout-of-a-busy-worker-stays', file: 'cloud/worker/evolve.ts', was: 'worker.idleTimeoutMs = event.idleTimeoutMs;', is: "if (worker.status !== 'RUNNING') worker.idleTimeoutMs = event.idleTimeoutMs;",
    about: 'a PATCH of the idle timeout does not reach a worker that runs a job',
    story: `title: a story
world:
  settings: ${settings}
  endpoints: [{ id: ep-a, workers: { min: 0, max: 1, idleTimeout: 60s }, scaling: { type: QUEUE_DELAY, queueDelay: 1 }, handler: { duration: { fixed: 8s } } }]
steps:
  - { act: run, with: { endpoint: ep-a, body: { input: {} } } }
  - { at: 2s, act: updateEndpoint, with: { endpoint: ep-a, body: { workers: { idleTimeout: 5 } } } }
${end('3m')}`,
  },
  {
    id: 'stale-worker-goes-on-after-a-crash', file: 'cloud/policies/rollout.ts', was: 'else if (worker.version !== endpoint.version) stop(', is: 'else if (worker.version !== endpoint.version && worker.crashes === 0) stop(',
    about: 'a worker of an older release that crashed since its last job takes more jobs',
    story: `title: a story
world:
  settings: { worker: { imagePull: 0s, start: 0s, restartAfterCrash: 1s }, job: { workerMissedAfter: 1s } }
  endpoints: [{ id: ep-a, workers: { min: 1, max: 1 }, handler: { duration: { fixed: 8s }, outcomes: [fail] } }]
faults:
  - { fault: worker-crash, match: { worker: ep-a-w1 }, at: 2s }
steps:
  - { act: run, with: { endpoint: ep-a, body: { input: {} } } }
  - { act: run, with: { endpoint: ep-a, body: { input: { a: 1 } } } }
  - { at: 5s, act: updateEndpoint, with: { endpoint: ep-a, body: { image: 'acme/worker:2' } } }
${end('1m')}`,
  },
  {
    id: 'unhealthy-worker-hides-a-surplus', file: 'cloud/policies/rollout.ts', was: 'sim.state.fleet.of(id).active > workers.max;', is: 'sim.state.fleet.countExpected(id) > workers.max;',
    about: 'with an unhealthy worker, one more than workers.max goes on after a PATCH',
    story: `title: a story
world:
  settings: { worker: { imagePull: 0s, start: 0s, crashLoop: 1, unhealthyRetry: 5m }, job: { workerMissedAfter: 1s } }
  endpoints: [{ id: ep-a, workers: { min: 3, max: 3 }, handler: { duration: { fixed: 10s } } }]
faults:
  - { fault: worker-crash, match: { worker: ep-a-w3 }, at: 1s }
steps:
  - { at: 2s, act: run, with: { endpoint: ep-a, body: { input: {} } } }
  - { act: run, with: { endpoint: ep-a, body: { input: { a: 1 } } } }
  - { act: run, with: { endpoint: ep-a, body: { input: { a: 2 } } } }
  - { act: run, with: { endpoint: ep-a, body: { input: { a: 3 } } } }
  - { at: 4s, act: updateEndpoint, with: { endpoint: ep-a, body: { workers: { min: 0, max: 2 } } } }
${end('1m')}`,
  },
  {
    id: 'minimum-is-not-held-after-a-release', file: 'cloud/policies/serving.ts', was: 'if (kept && endpoint !== undefined) keepMinimum(sim, undefined, endpoint);', is: 'if (kept && endpoint !== undefined && endpoint.version === 1) keepMinimum(sim, undefined, endpoint);',
    about: 'after a second release, a holder of the minimum that turns unhealthy is not replaced',
    story: `title: a story
world:
  settings: { worker: { imagePull: 0s, start: 0s, crashLoop: 1, unhealthyRetry: 10m } }
  endpoints: [{ id: ep-a, workers: { min: 1, max: 3 } }]
faults:
  - { fault: worker-crash, match: { endpoint: ep-a }, at: 1m }
steps:
  - { at: 10s, act: updateEndpoint, with: { endpoint: ep-a, body: { image: 'acme/worker:2' } } }
${end('5m')}`,
  },
  {
    id: 'unhealthy-counts-against-more-workers-than-max', file: 'cloud/policies/scaling.ts', was: 'while (fleet.countExpected(endpointId) < wanted && fleet.of(endpointId).active < endpoint.config.workers.max)', is: 'while (fleet.countExpected(endpointId) < wanted && fleet.countExpected(endpointId) < endpoint.config.workers.max)',
    about: 'under REQUEST_COUNT an unhealthy worker makes room for one more than workers.max',
    story: `title: a story
world:
  settings: { worker: { imagePull: 0s, start: 0s, crashLoop: 1, unhealthyRetry: 10m }, job: { workerMissedAfter: 1s } }
  endpoints: [{ id: ep-a, workers: { min: 0, max: 2 }, scaling: { type: REQUEST_COUNT, requestCount: 1 }, handler: { duration: { fixed: 10s } } }]
faults:
  - { fault: worker-crash, match: { endpoint: ep-a }, at: 1s }
steps:
  - { act: run, with: { endpoint: ep-a, body: { input: { a: 1 } } } }
  - { act: run, with: { endpoint: ep-a, body: { input: { a: 2 } } } }
  - { act: run, with: { endpoint: ep-a, body: { input: { a: 3 } } } }
  - { act: run, with: { endpoint: ep-a, body: { input: { a: 4 } } } }
  - { act: run, with: { endpoint: ep-a, body: { input: { a: 5 } } } }
${end('2m')}`,
  },
  {
    id: 'kept-worker-stays-outside-its-data-centers', file: 'cloud/policies/jobs/takers.ts', was: 'return placement !== null && centers.length > 0 && !centers.includes(placement.dataCenterId);', is: 'return placement !== null && centers.length > 1 && !centers.includes(placement.dataCenterId);',
    about: 'a PATCH to exactly one data center leaves the workers where they are',
    story: `title: a story
world:
  settings: ${settings}
  hosts: [{ id: ro, gpu: NVIDIA GeForce RTX 4090 }, { id: cz, dataCenter: EU-CZ-1, gpu: NVIDIA GeForce RTX 4090 }]
  endpoints: [{ id: ep-a, workers: { min: 1, max: 1 } }]
steps:
  - { at: 10s, act: updateEndpoint, with: { endpoint: ep-a, body: { dataCenterIds: [EU-CZ-1] } } }
${end('1m')}`,
  },
  {
    id: 'unhealthy-worker-survives-its-host', file: 'cloud/policies/hostFailures.ts', was: 'if (worker.placement?.hostId === id && placedStatuses.includes(worker.status))', is: "if (worker.placement?.hostId === id && worker.status !== 'UNHEALTHY' && placedStatuses.includes(worker.status))",
    about: 'a worker that gave up stays on a host that failed, and starts there again',
    story: `title: a story
world:
  settings: { worker: { imagePull: 0s, start: 0s, crashLoop: 1, unhealthyRetry: 2m } }
  hosts: [{ id: a, gpu: NVIDIA GeForce RTX 4090 }, { id: b, gpu: NVIDIA GeForce RTX 4090 }]
  endpoints: [{ id: ep-a, workers: { min: 1, max: 1 } }]
faults:
  - { fault: worker-crash, match: { worker: ep-a-w1 }, at: 10s }
  - { fault: host-failure, match: { host: a }, at: 30s }
steps:
${end('5m')}`,
  },
  {
    id: 'tried-again-with-its-old-crashes', file: 'cloud/worker/evolve.ts', was: "case 'WorkerTriedAgain':\n      starting(worker, event);\n      worker.crashes = 0;", is: "case 'WorkerTriedAgain':\n      starting(worker, event);\n      worker.crashes = worker.kept ? 0 : worker.crashes;",
    about: 'a worker beside the minimum that is tried again gives up at its next crash',
    story: `title: a story
world:
  settings: { worker: { imagePull: 0s, start: 0s, crashLoop: 2, restartAfterCrash: 1s, unhealthyRetry: 30s } }
  endpoints: [{ id: ep-a, workers: { min: 0, max: 1, idleTimeout: 1h }, scaling: { type: QUEUE_DELAY, queueDelay: 1 }, handler: { duration: { fixed: 1s } } }]
faults:
  - { fault: worker-crash, match: { worker: ep-a-w1 }, at: 10s }
  - { fault: worker-crash, match: { worker: ep-a-w1 }, at: 15s }
  - { fault: worker-crash, match: { worker: ep-a-w1 }, at: 50s }
steps:
  - { act: run, with: { endpoint: ep-a, body: { input: {} } } }
${end('2m')}`,
  },
  {
    id: 'two-gpus-at-the-active-price', file: 'cloud/projections/billing.ts', was: 'workerRates(basis, { gpuCount, vcpus, kept, cpu:', is: 'workerRates(basis, { gpuCount, vcpus, kept: kept || gpuCount > 1, cpu:',
    about: 'a worker with several GPUs beside the minimum has the price of the minimum',
    story: `title: a story
world:
  settings: ${settings}
  endpoints: [{ id: ep-a, workers: { min: 0, max: 1 }, gpu: { pools: [ADA_24], count: 2 }, handler: { duration: { fixed: 8s } } }]
steps:
  - { act: run, with: { endpoint: ep-a, body: { input: {} } } }
${end('1m')}`,
  },
  {
    id: 'third-job-of-a-lost-worker-runs-on', file: 'cloud/policies/jobs/dispatch.ts', was: 'for (const id of [jobId, ...otherJobs]) {', is: 'for (const id of [jobId, ...otherJobs].slice(0, 2)) {',
    about: 'of three jobs that a real worker had when it was lost, the third stays in progress',
    story: `title: a story
world:
  settings: ${settings}
  endpoints: [{ id: ep-a, workers: { min: 1, max: 1 }, handler: { external: {} } }]
faults:
  - { fault: worker-crash, match: { worker: ep-a-w1 }, at: 10s }
steps:
  - { act: run, with: { endpoint: ep-a, body: { input: { a: 1 } } } }
  - { act: run, with: { endpoint: ep-a, body: { input: { a: 2 } } } }
  - { act: run, with: { endpoint: ep-a, body: { input: { a: 3 } } } }
  - { at: 2s, act: takeJobBatch, with: { endpoint: ep-a, worker: ep-a-w1, query: { batch_size: 3 } } }
${end('3m')}`,
  },
  {
    id: 'balancer-feeds-a-stale-worker', file: 'cloud/policies/jobs/takers.ts', was: 'filter((worker) => worker.version === version && ', is: 'filter((worker) => (worker.version === version || worker.requests > 0) && ',
    about: 'a worker of an older release takes requests as long as it has one',
    story: `title: a story
world:
  settings: ${settings}
  endpoints: [{ id: ep-lb, type: LOAD_BALANCER, workers: { min: 1, max: 1 }, handler: { duration: { fixed: 20s } } }]
steps:
  - { at: 1s, name: a, act: requestEndpoint, with: { endpoint: ep-lb, path: /a } }
  - { at: 5s, act: updateEndpoint, with: { endpoint: ep-lb, body: { image: 'acme/worker:2' } } }
  - { at: 10s, name: b, act: requestEndpoint, with: { endpoint: ep-lb, path: /b } }
${end('5m')}`,
  },
  {
    id: 'request-for-one-worker-waits-for-ever', file: 'cloud/request/timers.ts', was: "dueAt: (request, settings) => after(request.receivedAt, request.binding === null ? settings.workerWait : settings.strictWait)", is: "dueAt: (request, settings) => (request.onlyWorkerId === null ? after(request.receivedAt, request.binding === null ? settings.workerWait : settings.strictWait) : null)",
    about: 'a request for a worker that never has room waits without end',
    story: `title: a story
world:
  settings: { worker: { imagePull: 0s, start: 0s }, request: { perWorker: 1, workerWait: 1m } }
  endpoints: [{ id: ep-lb, type: LOAD_BALANCER, workers: { min: 1, max: 1 }, handler: { duration: { fixed: 4m } } }]
steps:
  - { at: 1s, name: a, act: requestEndpoint, with: { endpoint: ep-lb, path: /a } }
  - { at: 2s, name: b, act: requestEndpoint, with: { endpoint: ep-lb, path: /b, headers: { x-runpod-worker-id: ep-lb-w1 } }, expect: { status: { lt: 600 } } }
${end('8m')}`,
  },
  {
    id: 'one-of-several-ends-no-crashes', file: 'cloud/worker/evolve.ts', was: 'if (event.looksInMs !== undefined) looks(worker, at, event.looksInMs);\n      if (event.succeeded) worker.crashes = 0;\n      return;\n    }', is: 'if (event.looksInMs !== undefined) looks(worker, at, event.looksInMs);\n      return;\n    }',
    about: 'a job that completes beside another does not end the crashes in a row of their worker',
    story: `title: a story
world:
  settings: { worker: { imagePull: 0s, start: 0s, crashLoop: 2, restartAfterCrash: 1s }, job: { workerMissedAfter: 1s, retriesMax: 0 } }
  endpoints: [{ id: ep-a, workers: { min: 1, max: 1 }, handler: { concurrency: 2, duration: { fixed: 2s } } }]
steps:
  - { act: run, with: { endpoint: ep-a, body: { input: {} }, handler: { duration: { fixed: 1s }, outcomes: [crash] } } }
  - { at: 10s, act: run, with: { endpoint: ep-a, body: { input: {} } } }
  - { act: run, with: { endpoint: ep-a, body: { input: {} }, handler: { duration: { fixed: 6s }, outcomes: [crash] } } }
  - { at: 1m, act: listPods, with: {} }
`,
  },
];
