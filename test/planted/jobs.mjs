// Bugs in how jobs live: results, webhooks, chunks, the order of the queue. See README.md.

/** An endpoint with one worker that is up at once, and these jobs. */
const one = (handler, more = '') => `title: a story
world:
  settings: { worker: { imagePull: 0s, start: 0s }${more} }
  endpoints:
    - { id: ep-a, workers: { min: 1, max: 1 }, handler: ${handler} }
`;

const run = (body = '{ input: {} }', save = 'job') => `  - { act: run, with: { endpoint: ep-a, body: ${body} }, save: { ${save}: id } }
`;

// biome-ignore format: a table
export const jobs = [
  {
    id: 'result-limit-survives-retry', file: 'cloud/job/evolve.ts', was: 'job.keepUntil = null;\n', is: 'if (job.terms.webhook === null) job.keepUntil = null;\n',
    about: 'a job with a webhook keeps, through a retry, the limit that a status call set on its first result',
    story: `${one('{ duration: { fixed: 2s }, outcomes: [fail, complete] }')}steps:
${run("{ input: {}, webhook: 'https://example.com/done' }")}  - { at: 3s, act: status, with: { endpoint: ep-a, job: $job, query: { ttl: 60000 } } }
  - { at: 40s, act: retry, with: { endpoint: ep-a, job: $job } }
  - { at: 2m, act: listPods, with: {} }
`,
  },
  {
    id: 'limit-before-the-end-counts-from-the-start', file: 'cloud/job/evolve.ts', was: 'job.keepUntil = later(at, job.keepForMs);', is: 'job.keepUntil = later(job.terms.lowPriority ? (job.startedAt ?? at) : at, job.keepForMs);',
    about: 'a limit on the result of a job of low priority, set before its end, counts from its start',
    story: `${one('{ duration: { fixed: 20s } }')}steps:
${run('{ input: {}, policy: { lowPriority: true } }')}  - { at: 1s, act: status, with: { endpoint: ep-a, job: $job, query: { ttl: 60000 } } }
  - { at: 2m, act: listPods, with: {} }
`,
  },
  {
    id: 'cancelled-result-outlives-its-limit', file: 'cloud/job/timers.ts', was: "function resultGone(job: Job): VirtualTime | null {\n  const { finishedAt, terms, keepUntil, resultDropped } = job;", is: "function resultGone(job: Job): VirtualTime | null {\n  const { finishedAt, terms, resultDropped } = job;\n  const keepUntil = job.status === 'CANCELLED' ? null : job.keepUntil;",
    about: 'a status call shortens how long a result is kept, but not that of a cancelled job',
    story: `${one('{ duration: { fixed: 20s } }')}steps:
${run()}  - { at: 2s, act: cancel, with: { endpoint: ep-a, job: $job } }
  - { at: 3s, act: status, with: { endpoint: ep-a, job: $job, query: { ttl: 5000 } } }
  - { at: 2m, act: listPods, with: {} }
`,
  },
  {
    id: 'retention-from-the-last-sign-of-life', file: 'cloud/job/evolve.ts', was: 'job.finishedAt = at;\n', is: 'job.finishedAt = job.missedAt ?? at;\n',
    about: 'a job that is cancelled after its worker crashed is kept from the crash on, not from its end',
    story: `${one('{ duration: { fixed: 5m } }')}faults:
  - { fault: worker-crash, match: { worker: ep-a-w1 }, at: 3s }
steps:
${run()}  - { at: 20s, act: cancel, with: { endpoint: ep-a, job: $job } }
  - { at: 40m, act: listPods, with: {} }
`,
  },
  {
    id: 'ttl-of-a-retried-job-begins-anew', file: 'cloud/job/timers.ts', was: 'export function ttlEnds({ submittedAt, terms }: Job): VirtualTime | null {\n  return after(submittedAt, terms.ttlMs);', is: 'export function ttlEnds({ submittedAt, queuedAt, starts, terms }: Job): VirtualTime | null {\n  return after(starts > 0 ? queuedAt : submittedAt, terms.ttlMs);',
    about: 'the time to live of a retried job counts from the retry',
    story: `${one('{ duration: { fixed: 2s }, outcomes: [fail, hang] }')}steps:
${run('{ input: {}, policy: { ttl: 60000, executionTimeout: 600000 } }')}  - { at: 30s, act: retry, with: { endpoint: ep-a, job: $job } }
  - { at: 5m, act: listPods, with: {} }
`,
  },
  {
    id: 'crash-hides-the-execution-timeout', file: 'cloud/job/timers.ts', was: 'return endsInTime && missedAt === null ? null : after(startedAt, timeoutMs);', is: 'return endsInTime || missedAt !== null ? null : after(startedAt, timeoutMs);',
    about: 'a job whose worker crashed no longer has an execution timeout',
    story: `${one('{ duration: { fixed: 6s } }', ', job: { workerMissedAfter: 5m }')}faults:
  - { fault: worker-crash, match: { worker: ep-a-w1 }, at: 3s }
steps:
${run('{ input: {}, policy: { executionTimeout: 10000 } }')}  - { at: 10m, act: listPods, with: {} }
`,
  },
  {
    id: 'low-priority-is-requeued-for-ever', file: 'cloud/job/decide.ts', was: 'if (requeues < settings.retriesMax)\n', is: 'if (requeues < settings.retriesMax || job.terms.lowPriority)\n',
    about: 'a job of low priority goes back to the queue however often its worker is lost',
    story: `${one('{ duration: { fixed: 2s }, outcomes: [crash] }', ', job: { workerMissedAfter: 1s }')}steps:
${run('{ input: {}, policy: { lowPriority: true } }')}  - { at: 2m, act: listPods, with: {} }
`,
  },
  {
    id: 'webhook-tries-go-on-after-retry', file: 'cloud/job/evolve.ts', was: 'job.webhookTries = 0;\n', is: 'if (job.starts < 2) job.webhookTries = 0;\n',
    about: 'the tries of the webhook of a retried job are counted on from those of its first end',
    story: `${one('{ duration: { fixed: 2s }, outcomes: [fail, complete] }', ', job: { webhookAnswers: [500] }')}steps:
${run("{ input: {}, webhook: 'https://example.com/done' }")}  - { at: 5s, act: retry, with: { endpoint: ep-a, job: $job } }
  - { at: 5m, act: listPods, with: {} }
`,
  },
  {
    id: 'dropped-result-delays-its-webhook', file: 'cloud/job/timers.ts', was: 'function nextWebhook({ webhookDue, webhookTries, webhookPostedAt, finishedAt }: Job, settings: JobSettings): VirtualTime | null {', is: 'function nextWebhook({ webhookDue, webhookTries: tries, resultDropped, webhookPostedAt, finishedAt }: Job, settings: JobSettings): VirtualTime | null {\n  const webhookTries = resultDropped ? tries + 1 : tries;',
    about: 'a webhook whose result was dropped meanwhile is tried one interval later',
    story: `${one('{ duration: { fixed: 2s } }', ', job: { webhookAnswers: [500] }')}steps:
${run("{ input: {}, webhook: 'https://example.com/done' }")}  - { at: 3s, act: status, with: { endpoint: ep-a, job: $job, query: { ttl: 1000 } } }
  - { at: 5m, act: listPods, with: {} }
`,
  },
  {
    id: 'purged-chunks-come-back', file: 'cloud/job/evolve.ts', was: 'job.chunks = noChunks;\n  job.chunksYielded = 0;', is: 'if (job.requeues === 0) job.chunks = noChunks;\n  job.chunksYielded = 0;',
    about: 'the chunks of an attempt that was lost with its worker are handed out with those of the next',
    story: `${one('{ duration: { fixed: 20s }, chunks: [a, b, c, d] }', ', job: { workerMissedAfter: 5s }')}faults:
  - { fault: worker-crash, match: { worker: ep-a-w1 }, at: 12s }
steps:
${run()}  - { at: 1m, act: stream, with: { endpoint: ep-a, job: $job } }
  - { at: 2m, act: listPods, with: {} }
`,
  },
  {
    id: 'last-chunk-twice-after-the-end', file: 'cloud/job/evolve.ts', was: 'job.chunks = job.chunks.slice(event.chunks);', is: "job.chunks = job.chunks.slice(job.status === 'IN_PROGRESS' || event.chunks < 3 ? event.chunks : event.chunks - 1);",
    about: 'of three chunks or more that are taken after the end of a job, the last one stays',
    story: `${one('{ duration: { fixed: 8s }, chunks: [a, b, c, d] }')}steps:
${run()}  - { at: 20s, act: stream, with: { endpoint: ep-a, job: $job } }
  - { at: 21s, act: stream, with: { endpoint: ep-a, job: $job } }
  - { at: 1m, act: listPods, with: {} }
`,
  },
  {
    id: 'requeued-attempt-lacks-a-chunk', file: 'cloud/job/decide.ts', was: 'Array.from({ length: count - job.chunksYielded }', is: 'Array.from({ length: count - job.chunksYielded - (job.requeues > 0 ? 1 : 0) }',
    about: 'an attempt after a lost worker ends with one chunk fewer, where some are due at its end',
    story: `${one('{ duration: { fixed: 4s }, chunks: { count: 4, every: 3s } }', ', job: { workerMissedAfter: 1s }')}faults:
  - { fault: worker-crash, match: { worker: ep-a-w1 }, at: 2s }
steps:
${run()}  - { at: 1m, act: stream, with: { endpoint: ep-a, job: $job } }
`,
  },
  {
    id: 'low-priority-first-after-a-requeue', file: 'cloud/policies/jobs/nextJob.ts', was: 'return normal.firstNotOver(sim.now) ?? low.firstNotOver(sim.now);', is: 'const [first, then] = sim.state.jobCounters.of(endpointId).retried > 0 ? [low, normal] : [normal, low];\n  return first.firstNotOver(sim.now) ?? then.firstNotOver(sim.now);',
    about: 'once a job of the endpoint was requeued, jobs of low priority go first',
    story: `${one('{ duration: { fixed: 10s } }', ', job: { workerMissedAfter: 2s }')}faults:
  - { fault: worker-crash, match: { worker: ep-a-w1 }, at: 2s }
steps:
${run()}${run('{ input: { a: 1 }, policy: { lowPriority: true } }', 'slow')}${run('{ input: { a: 2 } }', 'other')}  - { at: 3m, act: listPods, with: {} }
`,
  },
  {
    id: 'requeued-jobs-overtake-each-other', file: 'cloud/projections/queues.ts', was: '(other) => (firstTaken.get(other) ?? Number.POSITIVE_INFINITY) > turn', is: '() => true',
    about: 'of two jobs that lost their workers, the one that lost its worker last goes first',
    story: `title: a story
world:
  settings: { worker: { imagePull: 0s, start: 0s, restartAfterCrash: 1m }, job: { workerMissedAfter: 5s } }
  endpoints:
    - { id: ep-a, workers: { min: 2, max: 2 }, handler: { duration: { fixed: 30s } } }
faults:
  - { fault: worker-crash, match: { worker: ep-a-w2 }, at: 2s }
  - { fault: worker-crash, match: { worker: ep-a-w1 }, at: 3s }
steps:
${run()}${run('{ input: { a: 1 } }', 'other')}  - { at: 5m, act: listPods, with: {} }
`,
  },
];
