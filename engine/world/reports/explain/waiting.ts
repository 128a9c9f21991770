import type { HostSpec } from '../../../cloud/catalog/hostSpec.ts';
import type { EndpointConfig } from '../../../cloud/endpoint/events.ts';
import { balancerPorts } from '../../../cloud/endpoint/ports.ts';
import { findProfile, type Kind, type StateOf, type WaitingKind } from '../../../cloud/entities.ts';
import type { FaultMatch } from '../../../cloud/fault/events.ts';
import type { Fault } from '../../../cloud/fault/evolve.ts';
import { faultsAt, faultsInTheWay, placeOfPod, placeOfWorker } from '../../../cloud/projections/faultPlaces.ts';
import type { WorkerPool } from '../../../cloud/projections/fleet.ts';
import type { ComputeRequest } from '../../../cloud/projections/placement.ts';
import { listCenters, requestCompute, workerWants } from '../../../cloud/projections/wants.ts';
import type { State } from '../../../cloud/state/state.ts';
import { formatVirtualTime, later, worldStart } from '../../../kernel/time.ts';
import { wordsOfRamp, wordsOfSharing } from './sharing.ts';
import { numberInLine, type ReportMoment, wordsOfTimes } from './timed.ts';

/** Lists the conditions that an entity waits for; empty if it does not wait. */
export const waitsFor = (kind: Kind, entity: StateOf<Kind>, moment: ReportMoment): readonly string[] => [
  ...wordsOfTimes(kind, entity, moment),
  ...wordsOfSharing(kind, entity, moment.state, moment.now),
  ...(findProfile(kind).waitsIn.includes(entity.status) ? (words[kind as WaitingKind] as WaitingWords)(entity, moment.state) : []),
];

type WaitingWords<Entity = StateOf<Kind>> = (entity: Entity, state: State) => readonly string[];

/** A worker that is not up waits for a suitable host, for its image, or for its next try. */
const workerWaits = (worker: StateOf<'worker'>, state: State): readonly string[] => {
  const { status, endpointId, troubled, pulls, real } = worker;
  const place = () => placeOfWorker(state, worker);
  if (status === 'UNHEALTHY' && pulls) return ['it crashed too often in a row (worker.lifecycle); it is tried again later'];
  if (status === 'UNHEALTHY')
    return ['its image could not be pulled (worker.lifecycle); it is tried again later', ...pullFaults(state, place())];
  if (status === 'INITIALIZING' && troubled)
    return [`its image ${pulls ? 'comes slowly' : 'cannot be pulled'}`, ...pullFaults(state, place())];
  if (status === 'INITIALIZING' && real?.isAwaited)
    return ['its real process: it is ready once that takes a job or pings (worker-api.external)'];
  const config = status === 'THROTTLED' ? state.find('endpoint', endpointId)?.config : undefined;
  if (config === undefined) return [];
  const centers = listCenters(state, config);
  const where = centers.length === 0 ? 'any data centre' : centers.join(', ') || 'a data centre of its own that has its volumes';
  return roomWords(state, workerWants(state, config), { endpoint: endpointId, worker: worker.id }, [
    `no host in ${where} has ${computeWords(config)} free (worker.lifecycle); it takes the first that comes free`,
  ]);
};

const computeWords = ({ gpu, cpu }: EndpointConfig): string =>
  gpu === null ? `${(cpu ?? []).map(({ vcpuCount }) => vcpuCount).join(' or ')} vCPUs` : `${gpu.count} GPU of ${gpu.pools.join(', ')}`;

/** The `no-capacity` faults that deny it a host, if there would be one; otherwise the words for full hosts. */
const roomWords = (state: State, wants: readonly ComputeRequest[], place: FaultMatch, full: readonly string[]): readonly string[] => {
  const inTheWay = faultsInTheWay(state, wants, place);
  return inTheWay.length === 0 ? [...full, ...downWords(state, wants)] : inTheWay.map(faultWords);
};

/** The hosts that are down and would otherwise be places for it, and until when. */
const downWords = (state: State, wants: readonly ComputeRequest[]): readonly string[] => {
  const couldServe = (host: HostSpec) =>
    wants.some(
      ({ dataCenterIds, gpuTypes }) =>
        (dataCenterIds.length === 0 || dataCenterIds.includes(host.dataCenterId)) &&
        (host.gpuTypeId === null ? gpuTypes.length === 0 : gpuTypes.includes(host.gpuTypeId)),
    );
  return [...state.all('host')].flatMap(({ id, downBy }) => {
    const host = downBy.length === 0 ? undefined : state.placements.hosts.find(id);
    if (host === undefined || !couldServe(host)) return [];
    const by = downBy.map((faultId) => {
      const until = state.find('fault', faultId)?.spec.until ?? null;
      return until === null ? faultId : `${faultId} until ${formatVirtualTime(until)}`;
    });
    return [`the host ${id} is down by ${by.join(' and ')} (pod.error)`];
  });
};

/** The faults that slow the pull of its image, or make it fail. */
const pullFaults = (state: State, place: FaultMatch): readonly string[] =>
  (['image-pull-failure', 'slow-image-pull'] as const).flatMap((kind) => faultsAt(state, kind, place)).map(faultWords);

const faultWords = ({ id, strikes, spec: { fault, until, limit, chance } }: Fault): string => {
  const ends = [
    ...(until === null ? [] : [`until ${formatVirtualTime(until)}`]),
    ...(limit === null ? [] : [`until it has struck ${limit} times (${strikes} so far)`]),
    ...(chance === null ? [] : [`each time with a chance of ${chance.join('/')}`]),
  ];
  return `the fault ${id} (${fault}) is in its way ${ends.join(', ')} (fault.window)`;
};

/** A pod in ERROR waits for its owner. A member of a cluster waits for a host or its image instead. */
const podWaits = (pod: StateOf<'pod'>, state: State): readonly string[] => {
  const { id, status, failure, config, placement, member, troubled, pulls } = pod;
  if (status === 'STARTING' && troubled)
    return [
      `its image ${config.container.image} ${pulls ? 'comes slowly' : 'cannot be pulled'} (pod.error)`,
      ...pullFaults(state, placeOfPod(pod)),
    ];
  if (status === 'RUNNING') {
    const { reachMs, pulled, startedAt } = pod;
    if (reachMs === null) return [];
    const until = formatVirtualTime(later(startedAt ?? worldStart, reachMs));
    return [
      `${pulled ? 'its server starts' : `its image ${config.container.image} is pulled while it runs`}: it can be reached from ${until} on (pod.reachable)`,
    ];
  }
  if (status !== 'ERROR') return [];
  const lost = failure === 'image' ? `its image ${config.container.image} could not be pulled (pod.error)` : 'its host failed (pod.error)';
  if (member === null) return [`${lost}; start ${failure === 'image' ? 'tries again' : 'places it again'}`];
  // Once no fault affects its image, it waits for room like a member that lost its host.
  const inTheWay = failure === 'image' ? pullFaults(state, placeOfPod(pod)) : [];
  if (inTheWay.length > 0) return [lost, ...inTheWay];
  const center = placement?.dataCenterId ?? '';
  return [
    lost,
    ...roomWords(state, [requestCompute(config, [center])], { pod: id }, [
      `no host in ${center} has ${config.gpu?.count ?? 0} ${config.gpu?.id ?? ''} free (cluster.lifecycle); it takes the first that comes free`,
    ]),
  ];
};

const inStatus = { THROTTLED: 'wait for a place', UNHEALTHY: 'are unhealthy' } as const;

/** A cluster waits until every member runs. */
const clusterWaits = ({ id }: StateOf<'cluster'>, state: State): readonly string[] => {
  const late = state.byAge('pod', state.members.of(id).podIds).filter((pod) => pod.status !== 'RUNNING');
  return late.flatMap((pod) => [
    `its member ${pod.config.name} is ${pod.status} (cluster.lifecycle)`,
    ...podWaits(pod, state).map((why) => `${pod.config.name}: ${why}`),
  ]);
};

/** The workers that cannot take anything yet. The reason given for each status is that of the first worker in it. */
const notReady = ({ counts, members }: WorkerPool, state: State): readonly string[] => {
  const kept = (['THROTTLED', 'UNHEALTHY'] as const).flatMap((status) => {
    const first = members.map((id) => state.find('worker', id)).find((worker) => worker?.status === status);
    return first === undefined ? [] : workerWaits(first, state).map((why) => `${counts[status]} of them ${inStatus[status]}: ${why}`);
  });
  return [...(counts.INITIALIZING > 0 ? [`${counts.INITIALIZING} of them are starting (worker.cold-start)`] : []), ...kept];
};

/** A request waits for a healthy worker with room. */
const requestWaits = ({ id, endpointId, onlyWorkerId }: StateOf<'request'>, state: State): readonly string[] => {
  const { waiting } = state.traffic.of(endpointId);
  const pool = state.fleet.of(endpointId);
  const config = state.find('endpoint', endpointId)?.config;
  return [
    `it is number ${waiting.findNumber(id)} of ${waiting.size} that wait at ${endpointId}, which has ${pool.active} of at most ${config?.workers.max ?? 0} workers (lb.traffic)`,
    ...(config?.workers.max === 0 ? ['workers.max is 0: no worker will ever start'] : []),
    ...(onlyWorkerId === null ? [] : [`it goes to ${onlyWorkerId} alone, as its header x-runpod-worker-id says`]),
    ...(pool.counts.RUNNING > 0 ? [`${pool.counts.RUNNING} of them handle other requests`] : []),
    ...(config === undefined ? [] : unreachableWorkers(config, pool, state)),
    ...notReady(pool, state),
  ];
};

/** Workers that are up, but not reachable for the health check (lb.health). */
const unreachableWorkers = (config: EndpointConfig, { members }: WorkerPool, state: State): readonly string[] => {
  const { healthPort } = balancerPorts(config);
  const unreachable = members.filter((id) => {
    const worker = state.find('worker', id);
    return worker?.status === 'IDLE' && worker.health === 'none';
  });
  if (unreachable.length === 0) return [];
  return [
    `${unreachable.length} of them cannot be asked for their health at PORT_HEALTH ${healthPort}, which is not among the ports of the endpoint (lb.health)`,
  ];
};

/** A cancel that is under way. */
const cancelWords = ({ cancelDue }: StateOf<'job'>): readonly string[] =>
  cancelDue === null
    ? []
    : [`a client cancels it: that ends it at ${formatVirtualTime(cancelDue)}, unless it ends before (job.cancel-takes-time)`];

/** A job that its worker does not run. */
const wordsOfUnnamed = ({ attempt, startedAt, missedAt, workerId }: StateOf<'job'>): readonly string[] => {
  if (attempt?.ending !== 'unnamed' || startedAt === null || missedAt !== null) return [];
  const until = formatVirtualTime(later(startedAt, attempt.runsMs));
  return [
    `${workerId} does not run it, for its input is empty, and does not name it when it pings: the platform takes it back at ${until} (job.unnamed)`,
  ];
};

/** A job waits for its turn, and for a worker. */
const jobWaits = (job: StateOf<'job'>, state: State): readonly string[] => {
  if (job.status === 'IN_PROGRESS') return [...wordsOfUnnamed(job), ...cancelWords(job)];
  const { normal, low } = state.queues.of(job.endpointId);
  const number = numberInLine(state, job.endpointId, job.id);
  const pool = state.fleet.of(job.endpointId);
  const config = state.find('endpoint', job.endpointId)?.config;
  const reasons = [
    ...cancelWords(job),
    `it is number ${number} of ${normal.size + low.size} in the queue of ${job.endpointId}, which has ${pool.active} of at most ${config?.workers.max ?? 0} workers`,
  ];
  if (config?.workers.max === 0) reasons.push('workers.max is 0: no worker will ever start');
  if (pool.counts.RUNNING > 0) reasons.push(`${pool.counts.RUNNING} of them run other jobs`);
  reasons.push(...wordsOfRamp(job.endpointId, state));
  reasons.push(...notReady(pool, state));
  if (job.terms.lowPriority) reasons.push('it has low priority: it starts no worker, and goes after all others (scaling.low-priority)');
  const { scaling } = config ?? {};
  if (scaling?.type === 'QUEUE_DELAY' && pool.active === 0 && config?.workers.max !== 0 && !job.terms.lowPriority)
    reasons.push(`a worker starts once it has waited ${scaling.queueDelay} s (scaling.queue-delay)`);
  return reasons;
};

/** Describes the conditions of an entity in one of the statuses in which its kind may wait. */
const words: { readonly [K in WaitingKind]: WaitingWords<StateOf<K>> } = {
  job: jobWaits,
  request: requestWaits,
  worker: workerWaits,
  pod: podWaits,
  cluster: clusterWaits,
};
