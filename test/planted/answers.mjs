// Bugs in rooms that answers show, and stories do not: balancer, batches, webhooks, streams, labels, limits, bills, volumes, templates, releases, keys,
// catalog, and what stores logs and delivers webhooks. Each names what sees it. See README.md.

const clients = 'test/model/clients.slow.test.ts';
const volumes = 'test/model/volumes/volumes.slow.test.ts';
const keyframes = 'test/world/history/keyframes.slow.test.ts';

// biome-ignore format: a table
export const answers = [
  {
    id: 'answer-forgives-crashes', file: 'cloud/policies/traffic.ts', was: "succeeded: event.type === 'RequestAnswered'", is: "succeeded: event.type !== 'RequestFailed'",
    about: 'a client that leaves ends the crashes in a row of the worker that had its request, as an answer does',
    seenBy: 'test/model/balancer/balancer.slow.test.ts',
  },
  {
    id: 'older-release-resumes', file: 'cloud/policies/affinity.ts', was: "(isDown && (binding === 'strict' || worker.version !== endpoint.version))", is: "(isDown && (binding === 'strict' || worker.version > endpoint.version))",
    about: 'a request that may resume a worker that was scaled down resumes one of an older release',
    seenBy: 'test/model/balancer/balancer.slow.test.ts',
  },
  {
    id: 'retried-request-keeps-its-start', file: 'cloud/batch/evolve.ts', was: "startedAt: to === 'IN_QUEUE' ? null :", is: "startedAt: to === 'IN_QUEUE' && one.stage === 'IN_PROGRESS' ? null :",
    about: 'a request of a batch that is retried says when its last attempt started, while it waits again',
    seenBy: clients,
  },
  {
    id: 'ended-drafts-only', file: 'cloud/batch/evolve.ts', was: "  status === 'DRAFT' || (status === 'FINALIZED'", is: "  (status === 'DRAFT' && requests.length > 0) || (status === 'FINALIZED'",
    about: 'an empty draft does not count among the batches that an endpoint may have',
    seenBy: 'scenarios/queue/batch.scenario.yaml',
  },
  {
    id: 'last-gap-does-not-repeat', file: 'cloud/job/timers.ts', was: 'webhookGaps[Math.min(tried, webhookGaps.length) - 1] ?? webhookEvery', is: 'webhookGaps[tried - 1] ?? webhookEvery',
    about: 'after the last of the gaps that are set, a webhook is tried again after the usual time',
    seenBy: 'scenarios/jobs',
  },
  {
    id: 'same-chunk-for-two', file: 'cloud/policies/jobs/pendingCalls.ts', was: "  for (const callId of [...calls]) {\n    const waitsForChunks = sim.find('call', callId)?.waitsFor === 'chunks';\n    const hasChunks = (sim.find('job', event.jobId)?.chunks.length ?? 0) > 0;", is: "  const hasChunks = (sim.find('job', event.jobId)?.chunks.length ?? 0) > 0;\n  for (const callId of [...calls]) {\n    const waitsForChunks = sim.find('call', callId)?.waitsFor === 'chunks';",
    about: 'two streams that wait are both answered by one chunk, the second with nothing',
    seenBy: 'scenarios/streaming/two-waiting-consumers.scenario.yaml',
  },
  {
    id: 'streams-are-never-slow', file: 'world/receive.ts', was: 'delayMs: slow?.delayMs ?? 0,', is: "delayMs: reply.wait.waitsFor === 'chunks' ? 0 : (slow?.delayMs ?? 0),",
    about: 'an API that is slow does not delay a stream that had to wait',
    seenBy: clients,
  },
  {
    id: 'limit-takes-delays-back', file: 'cloud/policies/faultRelease.ts', was: 'const slowed = takenBack ? ', is: 'const slowed = sim.now > 0 ? ',
    about: 'a slow API whose limit is reached takes back the delays of the calls that it struck',
    seenBy: clients,
  },
  {
    id: 'exceeded-call-counts-everywhere', file: 'world/receive.ts', was: 'this.arrival = writeArrival(this.#known, [exceeded]);', is: 'this.arrival = writeArrival(this.#known, this.limits.slice(0, this.limits.indexOf(exceeded) + 1));',
    about: 'a call that exceeds one window counts towards those before it, too',
    seenBy: 'scenarios/limits/hard-retries.scenario.yaml',
  },
  {
    id: 'retry-after-is-floored', file: 'api/admission/limits.ts', was: '  Math.ceil(((Math.floor(now / windowMs) + 1)', is: '  Math.floor(((Math.floor(now / windowMs) + 1)',
    about: 'the time after which a refused call may be made again is rounded down',
    seenBy: 'scenarios/limits/queue-quotas.scenario.yaml',
  },
  {
    id: 'tag-of-any-bill', file: 'api/management/billing/labeled.ts', was: 'labels.every((label)', is: 'labels.some((label)',
    about: 'of bills by a tag and a cost center, those with one of them are shown',
    seenBy: 'scenarios/account/cost-centers.scenario.yaml',
  },
  {
    id: 'packed-bill-loses-small-parts', file: 'cloud/projections/bill.ts', was: "steps.split(';').map(unpackStep)", is: "steps.split(';').slice(-4).map(unpackStep)",
    about: 'the bill of what is gone forgets the hours before its last four changes',
    seenBy: 'test/model/pods/pods.slow.test.ts',
  },
  {
    id: 'volume-of-a-resting-endpoint', file: 'api/management/volumes.ts', was: "const [endpoint] = sim.state.findRelated('endpoint', 'volume', id);", is: "const [endpoint] = sim.state.findRelated('endpoint', 'volume', id).filter(({ config }) => config.workers.min > 0);",
    about: 'a network volume of an endpoint without a minimum of workers can be deleted',
    seenBy: 'scenarios/volumes/attached.scenario.yaml',
  },
  {
    id: 'public-template-is-deleted', file: 'api/management/templates.ts', was: 'if (pods + endpoints === 0) return right(undefined);', is: 'if (pods === 0 && endpoints < 2) return right(undefined);',
    about: 'a template that one endpoint uses, and no pod, can be deleted',
    seenBy: 'scenarios/templates',
  },
  {
    id: 'release-of-gpu-only', file: 'api/management/endpoint/config.ts', was: '=> config[name])', is: "=> (name === 'container' ? { ...config.container, env: {} } : config[name]))",
    about: 'a PATCH of the environment alone makes no release',
    seenBy: 'scenarios/billing',
  },
  {
    id: 'full-memory-holds-one-more', file: 'cloud/worker/batchTime.ts', was: 'held >= memory * unitsPerToken;', is: 'held >= (memory + 1) * unitsPerToken;',
    about: 'the memory of a batch holds one token more than it has',
    seenBy: 'scenarios/concurrency/tokens.scenario.yaml',
  },
  {
    id: 'key-works-at-its-expiry', file: 'api/admission/authorize.ts', was: 'expiresAt <= at', is: 'expiresAt < at',
    about: 'a key still works at the instant at which it expires',
    seenBy: 'scenarios/access/expired-key.scenario.yaml',
  },
  {
    id: 'revoked-by-name-hits-oldest', file: 'cloud/projections/keyring.ts', was: 'if (principal.key.name === name) newest = principal;', is: 'if (principal.key.name === name) newest ??= principal;',
    about: 'of two keys that had one name, the older is revoked again',
    seenBy: 'scenarios/access/key-made-and-revoked.scenario.yaml',
  },
  {
    id: 'community-price-for-cluster', file: 'api/management/availability.ts', was: "CLUSTER: ({ cloud }, { secure }) => cloud === 'SECURE' && secure !== null", is: 'CLUSTER: (_host, { secure }) => secure !== null',
    about: 'the catalog shows room for clusters on hosts of the community',
    seenBy: 'scenarios/catalog/filters.scenario.yaml',
  },
  {
    id: 'cluster-on-scraps', file: 'cloud/projections/placement.ts', was: 'gpus >= request.gpuCount && found', is: 'gpus > 0 && found',
    about: 'the last GPU of a host counts as room for a member that needs two',
    seenBy: 'test/model/world/world.slow.test.ts',
  },
  {
    id: 'denied-once-denied-again', file: 'cloud/policies/faults.ts', was: 'String(sim.state.activeFaults.denials(id))', is: "String(Math.min(1, sim.state.activeFaults.denials(id)))",
    about: 'a worker that a fault by chance has denied a host twice draws as at its second search for ever',
    seenBy: 'test/model/world/world.slow.test.ts',
  },
  {
    id: 'no-room-by-chance', file: 'api/management/availability.ts', was: 'some(({ spec }) => spec.chance === null)', is: 'some(({ spec }) => spec.chance === null || spec.limit !== null)',
    about: 'the catalog shows no room where a fault with a limit denies hosts by chance',
    seenBy: 'test/model/world/world.slow.test.ts',
  },
  {
    id: 'denied-pod-starts', file: 'api/management/pod/pods.ts', was: 'place: { pod: pod.id }', is: 'place: showMachine(pod) === null ? { pod: pod.id } : {}',
    about: 'a fault that denies hosts to one pod does not meet it where it starts on its own machine',
    seenBy: 'test/model/pods/pods.slow.test.ts',
  },
  {
    id: 'first-gigabyte-beyond-costs-more', file: 'cloud/catalog/prices.ts', was: 'Math.max(0, size - terabyte)', is: 'Math.max(0, size - terabyte - 1)',
    about: 'the first GB of a network volume beyond a terabyte costs as those before it',
    seenBy: volumes,
  },
  {
    id: 'pod-named-another-center', file: 'api/management/pod/config.ts', was: 'dataCenterIds.length === 0 || dataCenterIds.includes(volumeIn)', is: 'dataCenterIds.length === 0 || dataCenterIds.length > 1 || dataCenterIds.includes(volumeIn)',
    about: 'a pod that names two other data centers than that of its network volume is created where the volume is',
    seenBy: volumes,
  },
  {
    id: 'volume-of-a-lost-pod-is-deleted', file: 'api/management/volumes.ts', was: "const [pod] = sim.state.findRelated('pod', 'volume', id);", is: "const pod = [...sim.state.findRelated('pod', 'volume', id)].find(({ failure }) => failure !== 'host');",
    about: 'a network volume can be deleted whose only pod has lost its host',
    seenBy: volumes,
  },
  {
    id: 'persistent-mount-shrinks', file: 'api/management/pod/patch.ts', was: 'patch.persistent.size < mounts.persistent.size', is: 'patch.persistent.size < mounts.persistent.size && patch.persistent.size < 20',
    about: 'a persistent mount shrinks, if 20 GB stay',
    seenBy: volumes,
  },
  {
    id: 'waiting-for-its-first-shape', file: 'cloud/policies/placement.ts', was: 'for (const request of requests) {', is: "for (const request of room === 'given' ? requests.slice(0, 1) : requests) {",
    about: 'a worker of several shapes has those that sleep make room for the first of them only',
    seenBy: 'test/model/world/shapes.slow.test.ts',
  },
  {
    id: 'first-shape-is-held', file: 'cloud/policies/workerLaunch.ts', was: 'vcpus: (found?.cpu ?? endpoint.config.cpu?.[0])?.vcpuCount ?? 0,', is: 'vcpus: (endpoint.config.cpu?.[0] ?? found?.cpu)?.vcpuCount ?? 0,',
    about: 'a worker that is placed by another than its first shape at once holds, and pays for, the vCPUs of the first',
    seenBy: 'test/model/world/shapes.slow.test.ts',
  },
  {
    id: 'worker-at-the-first-volume', file: 'cloud/projections/wants.ts', was: 'const held = networkVolumes.flatMap(', is: 'const held = networkVolumes.slice(0, 1).flatMap(',
    about: 'workers of an endpoint with volumes in two data centers are only where the first volume is',
    seenBy: 'test/model/world/mounts.slow.test.ts',
  },
  {
    id: 'page-forgets-what-is-gone', file: 'cloud/projections/bill.ts', was: 'if (this.rate === 0n) this.#meters = pack(dumpMeters(meters));', is: 'if (this.rate === 0n) this.#meters = pack(dumpMeters(meters).map(([component, steps]) => [component, steps.slice(-1)]));',
    about: 'the bill of what is gone has its newest change alone: a page as of an instant before it shows nothing of it',
    seenBy: volumes,
  },
  {
    id: 'called-before-it-is-durable', file: 'adapters/host/storage/logWriter.ts', was: 'if (seq <= this.#kept) {', is: 'if (seq <= this.#kept + 1) {',
    about: 'what waits for an entry to be durable is called while that is the only one that is not',
    seenBy: 'test/host/logWriter.slow.test.ts',
  },
  {
    id: 'stale-jump', file: 'world/history/keyframes.ts', was: 'this.#last.seq <= seq && this.#last.seq >= frame.seq ?', is: 'this.#last.seq <= seq + 1 && this.#last.seq >= frame.seq ?',
    about: 'a jump to an instant right before the last one shows the state of that',
    seenBy: keyframes,
  },
  {
    id: 'forgets-too-much', file: 'world/history/keyframes.ts', was: 'this.#entries = this.#entries.slice(frame.seq - this.first);', is: 'this.#entries = this.#entries.slice(seq - this.first);',
    about: 'keyframes that forget lose the entries between a keyframe and the place that was named',
    seenBy: keyframes,
  },
  {
    id: 'taken-up-with-next-try', file: 'adapters/host/webhook/webhooks.ts', was: 'if (job.webhookPostedAt === null || job.webhookDue) continue;', is: 'if (job.webhookPostedAt === null) continue;',
    about: 'a recovered world posts a webhook at once whose next try is yet to come',
    seenBy: 'test/http/webhooks.slow.test.ts',
  },
  {
    id: 'torn-line-miscounted', file: 'adapters/store/file/framing.ts', was: 'this.#offset += line.length + 1;', is: 'this.#offset += rest.length + 1;',
    about: 'a line of a log that was read in two pieces moves the place where the log goes on',
    seenBy: 'test/store/conformance.long.test.ts',
  },
  {
    id: 'newest-snapshot-thinned', file: 'adapters/store/snapshotRetention.ts', was: 'at < seqs.length - 1; at++', is: 'at < seqs.length; at++',
    about: 'the newest snapshot may be the one that is dropped',
    seenBy: 'test/store/snapshots.long.test.ts',
  },
];
