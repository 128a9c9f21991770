/**
 * Rules broken where they meet others: none of these is seen by a call or two, nor by the scenarios as they are. A story must bring an
 * entity into some status, and then something else must come at the wrong time. What sees them is an invariant, a lifecycle that has no
 * such event there, or a decision that may not be refused. `npm run bench -- explorer` looks for them.
 */
// biome-ignore format: a table
export const combinations = [
  { rule: 'job.worker-lost', file: 'policies/jobDispatch.ts', was: "if (worker?.jobId === event.jobId)", is: 'if (worker !== undefined)', about: 'a job that ends after its worker has crashed frees that worker all the same' },
  { rule: 'worker.rollout', file: 'policies/scaling.ts', was: "const stoppable: readonly string[] = ['IDLE', ", is: "const stoppable: readonly string[] = ['IDLE', 'RUNNING', ", about: 'a new release stops workers while they run a job' },
  { rule: 'worker.lifecycle', file: 'policies/scaling.ts', was: "find((worker) => worker.status === 'STOPPED')", is: "find((worker) => worker.status === 'STOPPED' || worker.status === 'UNHEALTHY')", about: 'a worker that gave up is launched like a stopped one' },
  { rule: 'cluster.lifecycle', file: 'policies/clusters.ts', was: "const compute = computeOf(pod.config, [dataCenterId]);", is: 'const compute = computeOf(pod.config, []);', about: 'a member of a cluster that lost its host is placed in any data centre' },
  { rule: 'pod.same-host', file: 'api/management/pods.ts', was: '(!moves && !hasRoom(sim, host, computeOf(pod.config, []), seeker))', is: '(!moves && isLost)', about: 'a stopped pod starts on its host, though others have taken its place there' },
  { rule: 'cluster.lifecycle', file: 'policies/clusters.ts', was: " || cluster.status === 'DEGRADED') return;", is: ') return;', about: 'a second member that is lost degrades a degraded cluster again' },
  { rule: 'lb.traffic', file: 'policies/traffic.ts', was: "if (worker?.status !== 'RUNNING') return;", is: 'if (worker === undefined) return;', about: 'a request that breaks with its worker frees a place on it' },
  { rule: 'lb.traffic', file: 'policies/policies.ts', was: "react: missWorker }, broken, retired, placesFreed", is: "react: missWorker }, retired, placesFreed", about: 'requests on a worker that loses its host go on' },
  { rule: 'queue.health', file: 'projections/jobCounters.ts', was: '=> inProgress === 0 && inQueue === 0;', is: '=> inQueue === 0;', about: 'the counters of a deleted endpoint are dropped while a job runs' },
  { rule: 'pod.error', file: 'pod/evolve.ts', was: "(status === 'ERROR' && failure !== 'host')", is: "status === 'ERROR'", about: 'a persistent mount survives the failure of its host' },
  { rule: 'billing.amounts', file: 'pod/evolve.ts', was: "  assigned && (status === 'EXITED' ||", is: "  (status === 'EXITED' ||", about: 'a mount is billed on a machine that the pod never had' },
  { rule: 'fault.match', file: 'policies/faultRelease.ts', was: "if (worker?.status === 'INITIALIZING' && restart", is: 'if (worker !== undefined && restart', about: 'the end of a fault restarts the pull of a worker that is not starting any more' },
  { rule: 'fault.match', file: 'policies/faultRelease.ts', was: "if (pod?.status === 'STARTING' && restart", is: 'if (pod !== undefined && restart', about: 'the end of a fault restarts the pull of a pod that is not starting any more' },
  { rule: 'pod.error', file: 'host/decide.ts', was: 'return host.downBy.some((id) => id !== command.faultId)', is: 'return host.downBy.length > 2', about: 'a host recovers while another fault keeps it down' },
  { rule: 'endpoint.delete', file: 'policies/scaling.ts', was: "    sim.dispatchOrThrow('worker', worker.id, { type: 'TerminateWorker' });\n  const pauses = pacer();", is: "    if (worker.status !== 'RUNNING') sim.dispatchOrThrow('worker', worker.id, { type: 'TerminateWorker' });\n  const pauses = pacer();", about: 'an endpoint is deleted, and a worker that runs a job stays' },
  { rule: 'worker.lifecycle', file: 'policies/scaling.ts', was: "if (endpoint === undefined || worker.status !== 'THROTTLED') continue;", is: 'if (endpoint === undefined) continue;', about: 'a worker is placed that has been placed since' },
  { rule: 'job.status-ttl-webhook', file: 'job/evolve.ts', was: '  job.resultDropped = true;', is: '  job.resultDropped = job.webhookTries > 1;', about: 'dropped' },
  { rule: 'endpoint.delete', file: 'projections/queues.ts', was: 'if (normal.size + low.size + firstTaken.size === 0)', is: 'if (normal.size + firstTaken.size === 0)', about: 'the queue of a deleted endpoint is dropped while jobs of low priority wait' },
  { rule: 'job.requeue-order', file: 'projections/queues.ts', was: "else if (from === 'IN_QUEUE') waiting.remove(id);", is: "else if (from === 'IN_QUEUE' && !(status === 'CANCELLED' && queue.firstTaken.has(id))) waiting.remove(id);", about: 'a job that was requeued and then cancelled stays in the queue' },
  { rule: 'worker.lifecycle', file: 'policies/hostFailures.ts', was: "if (worker.placement?.hostId === id && placedStatuses.includes(worker.status))", is: "if (worker.placement?.hostId === id && worker.status !== 'UNHEALTHY')", about: 'a worker that gave up keeps a host that fails' },
];
