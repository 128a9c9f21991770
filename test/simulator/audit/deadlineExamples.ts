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
};

function runsFor(runsMs: number): Forge {
  return (event: { attempt: object }) => ({ ...event, attempt: { ...event.attempt, runsMs } });
}

function withTerms(changes: object): Forge {
  return (event: { terms: object }) => ({ ...event, terms: { ...event.terms, ...changes } });
}
