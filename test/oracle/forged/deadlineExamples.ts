import type { Example, Examples } from './example.ts';

type Forge = Example['forge'];

const run = (body = '{ input: {} }') => `  - { act: run, with: { endpoint: ep-a, body: ${body} }, save: { job: id } }\n`;
const oneWorker = (handler: string, more = '') => `title: a scenario
world:
  settings: { worker: { imagePull: 0s, start: 0s }${more} }
  endpoints:
    - { id: ep-a, workers: { min: 1, max: 1 }, handler: ${handler} }
`;

const read = '  - { at: 2h, act: listPods, with: {} }\n';
const finishes = `${oneWorker('{ duration: { fixed: 2s } }')}steps:
${run()}${read}`;
const hangs = `${oneWorker('{ outcomes: [hang] }')}steps:
${run('{ input: {}, policy: { executionTimeout: 60000, ttl: 600000 } }')}${read}`;
const crashes = `${oneWorker('{ duration: { fixed: 2s }, outcomes: [crash] }', ', job: { workerMissedAfter: 5s }')}steps:
${run()}${read}`;
const cancelled = `${oneWorker('{ duration: { fixed: 1m } }', ', job: { cancelEnds: 5s }')}steps:
${run()}  - { at: 10s, act: cancel, with: { endpoint: ep-a, job: $job } }
${read}`;
const deleted = `${oneWorker('{ duration: { fixed: 1m } }')}steps:
${run()}  - { at: 10s, act: deleteEndpoint, with: { endpoint: ep-a } }
${read}`;
/** Of a batch that is cancelled, the job that waits. */
const batched = `${oneWorker('{ duration: { fixed: 30s } }', ', job: { cancelEnds: 5s }').replace('world:', 'world:\n  contract: 2026-11')}steps:
  - { act: createBatch, with: { endpoint: ep-a, body: [{ input: { n: 1 } }, { input: { n: 2 } }] }, save: { batch: id } }
${run()}  - { act: finalizeBatch, with: { endpoint: ep-a, batch: $batch } }
  - { at: 10s, act: cancelBatch, with: { endpoint: ep-a, batch: $batch } }
${run().replace('act: run', 'at: 1m, act: run')}`;
const limited = `${oneWorker('{ duration: { fixed: 2s } }')}steps:
${run()}  - { at: 1s, act: status, with: { endpoint: ep-a, job: $job, query: { ttl: 120000 } } }
  - { at: 10s, act: status, with: { endpoint: ep-a, job: $job, query: { ttl: 60000 } } }
${read}`;
const notified = `${oneWorker('{ duration: { fixed: 2s } }', ', job: { webhookAnswers: [500, 500, 200], webhookTries: 5 }')}steps:
${run("{ input: {}, webhook: 'https://example.com/done' }")}  - { at: 3s, act: status, with: { endpoint: ep-a, job: $job, query: { ttl: 1000 } } }
${read}`;

/** Really posted: what its receiver answers is an input. */
const posted = `${notified.replace('world:', "webhooks: ['*']\nworld:").split('steps:')[0]}steps:
${run("{ input: {}, webhook: 'https://example.com/done' }")}  - { at: 3s, act: reportWebhook, with: { job: $job, body: { attempt: 1, status: 500 } } }
${read}`;

const crashing = `title: a scenario
world:
  settings: { worker: { imagePull: 0s, start: 2s, restartAfterCrash: 1s, crashLoop: 3, unhealthyRetry: 1m } }
  endpoints:
    - { id: ep-a, workers: { min: 0, max: 1, idleTimeout: 20s }, scaling: { type: QUEUE_DELAY, queueDelay: 1 }, handler: { duration: { fixed: 1s } } }
faults:
  - { fault: worker-crash, match: { endpoint: ep-a }, at: 10s }
  - { fault: worker-crash, match: { endpoint: ep-a }, at: 12s }
  - { fault: worker-crash, match: { endpoint: ep-a }, at: 14s }
steps:
${run()}${read}`;
const idles = `${crashing.split('faults:')[0]}steps:
${run()}${read}`;
const takes = idles.replace('start: 2s', 'start: 2s, takeDelay: 3s');
/** It falls asleep, and is woken while its container is removed. */
const removes = `title: a scenario
world:
  settings: { worker: { imagePull: 0s, start: 2s, sleep: on, remove: 4s } }
  endpoints:
    - { id: ep-a, workers: { min: 0, max: 1, idleTimeout: 5s }, scaling: { type: QUEUE_DELAY, queueDelay: 1 }, handler: { duration: { fixed: 1s } } }
steps:
${run()}  - { when: worker ep-a-w1 is ASLEEP, within: 1m, act: run, with: { endpoint: ep-a, body: { input: {} } } }
${read}`;
/** Its image cannot be pulled for a while. */
const unpulled = `${idles.replace('crashLoop', 'pullFails: 1m, crashLoop').split('steps:')[0]}faults:
  - { fault: image-pull-failure, match: { endpoint: ep-a }, window: { from: 0s, to: 90s } }
steps:
${run()}${read}`;
const external = `title: a scenario
world:
  settings: { worker: { imagePull: 0s, start: 0s } }
  endpoints:
    - { id: ep-a, workers: { min: 1, max: 1 }, handler: { external: {} } }
steps:
  - { at: 1s, act: pingWorker, with: { endpoint: ep-a, worker: ep-a-w1 } }
${read}`;
const balanced = `title: a scenario
world:
  settings: { worker: { imagePull: 0s, start: 0s }, request: { perWorker: 1, workerWait: 1m } }
  endpoints:
    - { id: ep-lb, type: LOAD_BALANCER, workers: { min: 1, max: 1 }, handler: { duration: { fixed: 4m } } }
steps:
  - { at: 1s, name: a, act: requestEndpoint, with: { endpoint: ep-lb, path: /a } }
  - { at: 2s, name: b, act: requestEndpoint, with: { endpoint: ep-lb, path: /b }, expect: { status: { lt: 600 } } }
${read}`;

const pod = `title: a scenario
world:
  settings: { pod: { provision: 10s, imagePull: 20s, start: 5s } }
steps:
  - { act: createPod, with: { body: { name: p, image: 'a/b:1', gpu: { id: NVIDIA GeForce RTX 4090 } } } }
${read}`;

export const deadlineExamples: Examples = {
  'job-deadlines': [
    { world: finishes, type: 'JobStarted', forge: runsFor(1_000), words: 'did not end its attempt at 00:00:01.000, as job.start says' },
    { world: finishes, type: 'JobStarted', forge: runsFor(9_000), words: 'completed at 00:00:02.000, job.start says 00:00:09.000' },
    { world: finishes, type: 'JobQueued', forge: withTerms({ ttlMs: 1_000 }), words: 'did not expire at 00:00:01.000, as job.ttl says' },
    {
      world: hangs,
      type: 'JobStarted',
      forge: (event: object) => ({ ...event, timeoutMs: 30_000 }),
      words: 'did not time out at 00:00:30.000, as job.timeout says',
    },
    {
      world: hangs,
      type: 'JobStarted',
      forge: (event: object) => ({ ...event, timeoutMs: 90_000 }),
      words: 'timed out at 00:01:00.000, job.timeout says 00:01:30.000',
    },
    { world: crashes, type: 'JobMissedWorker', forge: () => null, words: 'did not miss its worker, which went down at 00:00:02.000' },
    {
      world: crashes,
      type: 'JobRequeued',
      forge: (event: object) => ({ ...event, retries: 2 }),
      words: 'says that it was requeued 2 times, job.worker-lost counts 1',
    },
    {
      world: crashes,
      type: 'JobRequeued',
      forge: (event: object) => ({ ...event, returned: true }),
      words: 'failed after 0 requeues, job.worker-lost allows 1',
    },
    {
      world: cancelled,
      type: 'JobCancelAsked',
      forge: (event: object) => ({ ...event, endsMs: 1_000 }),
      words: 'was not cancelled at 00:00:11.000, as job.cancel-takes-time says',
    },
    {
      world: cancelled,
      type: 'JobCancelAsked',
      forge: setFields({ endsMs: 9_000 }),
      words: 'was cancelled at 00:00:15.000, job.cancel-takes-time says 00:00:19.000',
    },
    {
      world: cancelled,
      type: 'JobCancelAsked',
      forge: (event: object) => [event, event],
      words: 'begins to be cancelled, and did before',
    },
    {
      world: finishes,
      type: 'JobCompleted',
      forge: (event: object) => ({ ...event, executionTime: 3_000 }),
      words: 'says that it ran for 3000 ms, and started 2000 ms ago',
    },
    { world: batched, type: 'JobCancelled', forge: () => null, words: 'was not cancelled at 00:00:10.000' },
    { world: deleted, type: 'JobCancelled', forge: () => null, words: 'was not cancelled at 00:00:10.000, as job.cancel-takes-time says' },
  ],
  'results-kept': [
    {
      world: finishes,
      type: 'JobQueued',
      forge: withTerms({ retentionMs: 60_000 }),
      words: 'did not lose its result at 00:01:02.000, as job.retention-run says',
    },
    {
      world: limited,
      type: 'JobResultLimited',
      nth: 1,
      forge: () => null,
      words: 'lost its result at 00:01:10.000, job.status-ttl says 00:02:02.000',
    },
    {
      world: limited,
      type: 'JobResultLimited',
      forge: (event: object) => ({ ...event, forMs: 1_000 }),
      words: 'did not lose its result at 00:00:03.000',
    },
    {
      world: limited,
      type: 'JobResultLimited',
      nth: 1,
      forge: (event: object) => ({ ...event, until: 999_000 }),
      words: 'is kept longer by a limit at 00:00:10.000 (job.status-ttl)',
    },
    {
      world: notified,
      type: 'JobResultLimited',
      forge: (event: object) => ({ ...event, until: 3_500 }),
      words: 'did not lose its result at 00:00:03.500',
    },
  ],
  'webhooks-recounted': [
    {
      world: notified,
      type: 'JobWebhookSent',
      forge: () => null,
      words: 'did not make try 1 of its webhook at 00:00:02.000, as webhook.delivery says',
    },
    {
      world: notified,
      type: 'JobWebhookSent',
      nth: 1,
      forge: (event: object) => ({ ...event, attempt: 3 }),
      words: 'makes try 3 of its webhook after 1 tries since its end',
    },
    {
      world: notified,
      type: 'JobWebhookSent',
      forge: (event: object) => ({ ...event, url: 'https://example.com/other' }),
      words: 'is posted to https://example.com/other, and its webhook is',
    },
    {
      world: notified,
      type: 'JobWebhookSent',
      forge: (event: object) => ({ ...event, again: false }),
      words: 'does not try its webhook again after try 1 of 5 with answer 500',
    },
    {
      world: notified,
      type: 'JobWebhookSent',
      forge: (event: object) => ({ ...event, answered: 200 }),
      words: 'got 200 from try 1 of its webhook, where webhookAnswers says 500',
    },
    { world: notified, type: 'JobExpired', forge: () => null, words: 'did not expire at 00:00:22.000, as job.status-ttl-webhook says' },
    {
      world: posted,
      type: 'JobWebhookPosted',
      forge: (event: { payload: object }) => ({ ...event, payload: { ...event.payload, status: 'FAILED' } }),
      words: 'and ended as {"delayTime":0,"executionTime":2000',
    },
    { world: posted, type: 'JobWebhookPosted', nth: 1, forge: () => null, words: 'did not make try 2 of its webhook at 00:00:12.000' },
    {
      world: posted,
      type: 'JobWebhookAnswered',
      forge: (event: object) => ({ ...event, attempt: 2 }),
      words: 'got an answer to try 2 of its webhook, and awaits none',
    },
  ],
  'worker-deadlines': [
    {
      world: removes,
      type: 'WorkerWoken',
      forge: setFields({ startingMs: 1_000 }),
      words: 'ep-a-w1 starts before the container that it had is gone at',
    },
    {
      world: removes,
      type: 'WorkerSlept',
      forge: setFields({ removedInMs: 2_000 }),
      words: 'did not lose the container that it had at 00:00:11.000, as worker.removed says',
    },
    {
      world: removes,
      type: 'WorkerSlept',
      forge: setFields({ removedInMs: 4_500 }),
      words: 'lost the container that it had at 00:00:13.000, worker.removed says 00:00:13.500',
    },
    {
      world: idles,
      type: 'WorkerLaunched',
      forge: setFields({ startingMs: 1_000 }),
      words: 'ep-a-w1 did not come up at 00:00:02.000, as worker.cold-start says',
    },
    {
      world: idles,
      type: 'WorkerLaunched',
      forge: setFields({ startingMs: 9_000 }),
      words: 'came up at 00:00:03.000, worker.cold-start says 00:00:10.000',
    },
    {
      world: idles,
      type: 'WorkerLaunched',
      forge: setFields({ idleTimeoutMs: 5_000 }),
      words: 'did not end its idle time at 00:00:09.000, as worker.idle says',
    },
    {
      world: idles,
      type: 'WorkerLaunched',
      forge: setFields({ idleTimeoutMs: 30_000 }),
      words: 'stopped, being idle, at 00:00:24.000, worker.idle says 00:00:34.000',
    },
    {
      world: takes,
      type: 'WorkerCalled',
      forge: setFields({ looksInMs: 1_000 }),
      words: 'did not ask for a job at 00:00:04.000, as worker.takes-in-time says',
    },
    {
      world: crashing,
      type: 'WorkerCrashed',
      nth: 1,
      forge: setFields({ crashes: 1 }),
      words: 'says that it crashed 1 times in a row, worker.lifecycle counts 2',
    },
    {
      world: unpulled,
      type: 'FaultEnded',
      forge: () => null,
      words: 'was tried again at 00:01:30.000, worker.lifecycle says 00:02:01.000',
    },
    {
      world: crashing,
      type: 'WorkerTurnedUnhealthy',
      forge: setFields({ crashes: 4 }),
      words: 'says that it crashed 4 times in a row, worker.lifecycle counts 3',
    },
    {
      world: external,
      type: 'WorkerReported',
      nth: 2,
      forge: setFields({ pingedAt: 500 }),
      words: 'was not given up with its silent process at',
    },
    {
      world: external,
      type: 'WorkerReported',
      nth: 2,
      forge: setFields({ pingedAt: 30_000 }),
      words: 'was given up with its silent process at 00:00:31.000, worker-api.ping says 00:01:00.000',
    },
  ],
  'request-deadlines': [
    { world: balanced, type: 'RequestReceived', nth: 1, forge: setFields({ binding: 'strict' }), words: 'failed for want of a worker at' },
    {
      world: balanced,
      type: 'RequestStarted',
      forge: setFields({ timeoutMs: 1_000 }),
      words: 'did not time out at 00:00:02.000, as lb.traffic says',
    },
    { world: balanced, type: 'RequestStarted', forge: runsFor(1_000), words: 'was not answered at 00:00:02.000, as lb.traffic says' },
    {
      world: balanced,
      type: 'RequestStarted',
      forge: runsFor(290_000),
      words: 'was answered at 00:04:01.000, lb.traffic says 00:04:51.000',
    },
  ],
  'pod-deadlines': [
    {
      world: pod,
      type: 'PodStarting',
      forge: setFields({ startingMs: 5_000 }),
      words: 'did not end its start at 00:00:15.000, as pod.create says',
    },
    {
      world: pod,
      type: 'PodStarting',
      forge: setFields({ startingMs: 50_000 }),
      words: 'ran at 00:00:35.000, pod.create says 00:01:00.000',
    },
    {
      world: pod,
      type: 'PodStarted',
      forge: setFields({ reachMs: 5_000 }),
      words: 'did not become reachable at 00:00:40.000, as pod.reachable says',
    },
  ],
};

function runsFor(runsMs: number): Forge {
  return (event: { attempt: object }) => ({ ...event, attempt: { ...event.attempt, runsMs } });
}

function setFields(changes: object): Forge {
  return (event: object) => ({ ...event, ...changes });
}

function withTerms(changes: object): Forge {
  return (event: { terms: object }) => ({ ...event, terms: { ...event.terms, ...changes } });
}
