// Bugs in whose turn it is, in what hosts remember, and in the times that are said. See README.md.

const gpu = 'NVIDIA GeForce RTX 4090';

/** An endpoint with one worker that is up at once, and these jobs. */
const one = (handler, more = '') => `title: a story
world:
  settings: { worker: { imagePull: 0s, start: 0s }${more} }
  endpoints:
    - { id: ep-a, workers: { min: 1, max: 1 }, handler: ${handler} }
`;

const run = (body = '{ input: {} }', at = '0s') =>
  `  - { at: ${at}, act: run, with: { endpoint: ep-a, body: ${body} }, save: { job: id } }
`;

const end = (at) => `  - { at: ${at}, act: listPods, with: {} }
`;

/** Two workers that fall asleep, one long after the other. */
const asleep = `title: a story
world:
  settings: { worker: { imagePull: 0s, start: 1s, sleep: on } }
  endpoints: [{ id: ep-a, workers: { min: 0, max: 2, idleTimeout: 5s }, scaling: { type: QUEUE_DELAY, queueDelay: 1 }, handler: { duration: { fixed: 1s } } }]
steps:
${run()}  - { act: run, with: { endpoint: ep-a, body: { input: {} }, handler: { duration: { fixed: 20s } } } }
`;

const balanced = `title: a story
world:
  settings: { worker: { imagePull: 0s, start: 0s }, request: { affinity: by-word } }
  endpoints: [{ id: ep-lb, type: LOAD_BALANCER, workers: { min: 2, max: 2 }, handler: { duration: { fixed: 20s } } }]
steps:
  - { at: 1s, act: requestEndpoint, with: { endpoint: ep-lb, path: /a } }
`;

const waiting = (id) => `    - { id: ${id}, workers: { min: 0, max: 1 }, handler: { duration: { fixed: 20s } } }
`;

// biome-ignore format: a table
export const turns = [
  {
    id: 'redirect-is-an-end', file: 'cloud/job/decide.ts', was: '(answered < 200 || answered > 299) && attempt', is: '(answered < 200 || answered > 399) && attempt',
    about: 'a webhook that is answered with a redirect is not tried again',
    story: `${one('{ duration: { fixed: 2s } }', ', job: { webhookAnswers: [302, 200] }')}steps:
${run("{ input: {}, webhook: 'https://example.com/done' }")}${end('10m')}`,
  },
  {
    id: 'retry-keeps-requeues', file: 'cloud/job/evolve.ts', was: 'job.requeues = 0;\n      job.error = null;', is: 'if (job.terms.executionTimeoutMs !== null) job.requeues = 0;\n      job.error = null;',
    about: 'a job without a timeout of its own has no requeues left after a retry by hand',
    story: `${one('{ duration: { fixed: 20s }, outcomes: [crash, crash, crash, complete] }')}steps:
${run()}  - { when: job $job is FAILED, within: 10m, act: retry, with: { endpoint: ep-a, job: $job } }
${end('20m')}`,
  },
  {
    id: 'delay-from-the-first-queueing', file: 'cloud/job/evolve.ts', was: "case 'JobRetried':\n      job.queuedAt = at;", is: "case 'JobRetried':\n      if (job.starts < 2) job.queuedAt = at;",
    about: 'the delay of a job that is retried twice counts from before',
    story: `${one('{ duration: { fixed: 2s }, outcomes: [fail, fail, complete] }')}steps:
${run()}  - { at: 10s, act: retry, with: { endpoint: ep-a, job: $job } }
  - { at: 20s, act: retry, with: { endpoint: ep-a, job: $job } }
${end('1m')}`,
  },
  {
    id: 'second-cancel-begins-anew', file: 'cloud/job/decide.ts', was: 'return job.cancelDue === null ?', is: 'return job.cancelDue === null || job.requeues === 0 ?',
    about: 'where a cancel takes time, a second one puts off the first',
    story: `${one('{ duration: { fixed: 1m } }', ', job: { cancelEnds: 5s }')}steps:
${run()}  - { at: 5s, act: cancel, with: { endpoint: ep-a, job: $job } }
  - { at: 8s, act: cancel, with: { endpoint: ep-a, job: $job } }
${end('2m')}`,
  },
  {
    id: 'purge-leaves-requeued-jobs', file: 'api/queue/control.ts', was: "const purged = sim.dispatch('job', jobId, { type: 'PurgeJob' });", is: "if ((sim.find('job', jobId)?.requeues ?? 0) > 0) continue;\n      const purged = sim.dispatch('job', jobId, { type: 'PurgeJob' });",
    about: 'of the jobs that wait, a purge leaves one that has lost its worker',
    story: `title: a story
world:
  settings: { worker: { imagePull: 0s, start: 0s, restartAfterCrash: 10m } }
  endpoints: [{ id: ep-a, workers: { min: 1, max: 1 }, handler: { duration: { fixed: 5s }, outcomes: [crash, complete] } }]
steps:
${run()}${run()}  - { at: 3m, act: purgeQueue, with: { endpoint: ep-a } }
${end('30m')}`,
  },
  {
    id: 'newest-sleeper-stops-first', file: 'cloud/policies/rollout.ts', was: 'for (const worker of listAsleep(sim, endpoint)) {', is: 'for (const worker of [...listAsleep(sim, endpoint)].reverse()) {',
    about: 'a PATCH that lowers the maximum stops the one that fell asleep last',
    story: `${asleep}  - { at: 1m, act: updateEndpoint, with: { endpoint: ep-a, body: { workers: { min: 0, max: 1 } } } }
${end('2m')}`,
  },
  {
    id: 'oldest-sleeper-is-woken', file: 'cloud/policies/workerLaunch.ts', was: 'const last = asleep.at(-1)?.since;', is: 'const last = asleep.at(0)?.since;',
    about: 'of two workers that sleep, the first to fall asleep is woken',
    story: `${asleep}${run('{ input: {} }', '1m')}${end('2m')}`,
  },
  {
    id: 'last-throttled-is-placed-first', file: 'cloud/policies/waiting.ts', was: 'for (const id of waiting.servable((wants) => placements.canHold(wants))) {', is: 'for (const id of [...waiting.servable((wants) => placements.canHold(wants))].reverse()) {',
    about: 'room that becomes free goes to the worker that has waited least',
    story: `title: a story
world:
  settings: { worker: { imagePull: 0s, start: 0s } }
  hosts: [{ id: a, gpu: ${gpu} }]
  endpoints:
${waiting('ep-a')}${waiting('ep-b')}${waiting('ep-c')}steps:
${run()}  - { at: 1s, act: run, with: { endpoint: ep-b, body: { input: {} } } }
  - { at: 6s, act: run, with: { endpoint: ep-c, body: { input: {} } } }
${end('5m')}`,
  },
  {
    id: 'host-keeps-images-through-failure', file: 'cloud/projections/hostImages.ts', was: 'this.#hosts.delete(id);', is: 'if ((this.#hosts.get(id)?.images.size ?? 0) < 2) this.#hosts.delete(id);',
    about: 'a host with two images remembers them when it has failed',
    story: `title: a story
world:
  settings: { worker: { imagePull: 30s, start: 0s } }
  hosts: [{ id: a, gpu: ${gpu}, gpus: 2 }]
  endpoints:
    - { id: ep-a, image: 'a/a:1', workers: { min: 1, max: 1 } }
    - { id: ep-b, image: 'a/b:1', workers: { min: 1, max: 1 } }
faults: [{ fault: host-failure, match: { host: a }, window: { from: 2m, to: 3m } }]
steps:
${end('10m')}`,
  },
  {
    id: 'one-running-job-counts', file: 'cloud/policies/scaling.ts', was: 'waiting + jobCounters.of(id).inProgress', is: 'waiting + Math.min(jobCounters.of(id).inProgress, 1)',
    about: 'REQUEST_COUNT counts one running job at most',
    story: `title: a story
world:
  settings: { worker: { imagePull: 0s, start: 0s } }
  endpoints: [{ id: ep-a, workers: { min: 0, max: 3 }, scaling: { type: REQUEST_COUNT, requestCount: 1 }, handler: { duration: { fixed: 1m } } }]
steps:
${run()}${run('{ input: {} }', '1s')}${run('{ input: {} }', '2s')}${end('5m')}`,
  },
  {
    id: 'scaler-waits-longer-with-two', file: 'cloud/policies/scaling.ts', was: 'const again = later(sim.now, sim.settings.endpoint.scalerEvery);', is: 'const again = later(sim.now, (sim.state.fleet.of(endpoint.id).active > 1 ? 2 : 1) * sim.settings.endpoint.scalerEvery);',
    about: 'the scaler looks half as often once there are two workers',
    story: `title: a story
world:
  settings: { worker: { imagePull: 0s, start: 1m } }
  endpoints: [{ id: ep-a, workers: { min: 0, max: 4 }, scaling: { type: QUEUE_DELAY, queueDelay: 4 }, handler: { duration: { fixed: 1m } } }]
steps:
${run().repeat(5)}${end('5m')}`,
  },
  {
    id: 'busy-preference-is-forgotten', file: 'cloud/policies/traffic.ts', was: 'workers.find(({ id }) => id === preferredWorkerId) ?? leastBusy(workers)', is: 'workers.find(({ id, requests }) => id === preferredWorkerId && requests < 1) ?? leastBusy(workers)',
    about: 'a request does not go to the worker that it would rather have where that has one already',
    story: `${balanced}  - { at: 2s, act: requestEndpoint, with: { endpoint: ep-lb, path: /b, headers: { x-runpod-worker-id: ep-lb-w1 } } }
${end('2m')}`,
  },
  {
    id: 'busiest-gets-the-next', file: 'cloud/policies/traffic.ts', was: 'worker.requests < least.requests ? worker : least', is: 'worker.requests > least.requests && least.requests > 0 ? worker : least',
    about: 'of workers that all have requests, the busiest gets the next one',
    story: `${balanced}${[2, 3, 4].map((k) => `  - { at: ${k}s, act: requestEndpoint, with: { endpoint: ep-lb, path: /b } }\n`).join('')}${end('2m')}`,
  },
];
