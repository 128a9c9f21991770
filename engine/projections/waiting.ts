import type { EndpointConfig } from '../endpoint/events.ts';
import type { Kind, StateOf } from '../entities.ts';
import type { State } from '../state.ts';
import type { Crew } from './fleet.ts';

/** What stands in the way of an entity that waits, in words; nothing, for one that does not wait. */
export const waitsFor = (kind: Kind, entity: StateOf<Kind>, state: State): readonly string[] => {
  switch (kind) {
    case 'job':
      return jobWaits(entity as StateOf<'job'>, state);
    case 'request':
      return requestWaits(entity as StateOf<'request'>, state);
    case 'worker':
      return workerWaits(entity as StateOf<'worker'>, state);
    case 'pod':
      return podWaits(entity as StateOf<'pod'>);
    case 'cluster':
      return clusterWaits(entity as StateOf<'cluster'>, state);
    default:
      return [];
  }
};

/** A throttled worker waits for a host of the right kind. */
const workerWaits = ({ status, endpointId }: StateOf<'worker'>, state: State): readonly string[] => {
  if (status !== 'THROTTLED') return [];
  const config = state.find('endpoint', endpointId)?.config;
  const where = config === undefined || config.dataCenterIds.length === 0 ? 'any data centre' : config.dataCenterIds.join(', ');
  const what = config?.gpu === null || config?.gpu === undefined ? 'vCPUs' : `${config.gpu.count} GPU of ${config.gpu.pools.join(', ')}`;
  return [`no host in ${where} has ${what} free (worker.lifecycle); it takes the first that somebody gives back`];
};

/** A pod that ended badly waits for its owner. */
const podWaits = ({ status, failure, config }: StateOf<'pod'>): readonly string[] => {
  if (status !== 'ERROR') return [];
  return [
    failure === 'image'
      ? `its image ${config.container.image} could not be pulled (pod.error); start tries again`
      : 'its host failed (pod.error); start places it anew',
  ];
};

/** A cluster waits until every member runs. */
const clusterWaits = ({ id, status }: StateOf<'cluster'>, state: State): readonly string[] => {
  if (status === 'ACTIVE') return [];
  const late = [...state.all('pod')].filter((pod) => pod.member?.clusterId === id && pod.status !== 'RUNNING');
  return late.map((pod) => `its member ${pod.config.name} is ${pod.status} (cluster.lifecycle)`);
};

/** Which workers are there and cannot take anything yet. */
const notReady = ({ counts }: Crew, config: EndpointConfig | undefined): readonly string[] => [
  ...(counts.INITIALIZING > 0 ? [`${counts.INITIALIZING} of them are starting (worker.cold-start)`] : []),
  ...(counts.THROTTLED > 0
    ? [`${counts.THROTTLED} of them wait for a GPU: all of ${config?.gpu?.pools.join(', ') ?? ''} are taken (worker.lifecycle)`]
    : []),
  ...(counts.UNHEALTHY > 0 ? [`${counts.UNHEALTHY} of them are unhealthy after a crash loop (worker.lifecycle)`] : []),
];

/** A request waits for a healthy worker with room. */
const requestWaits = ({ id, status, endpointId, onlyWorkerId }: StateOf<'request'>, state: State): readonly string[] => {
  if (status !== 'WAITING') return [];
  const waiting = [...state.traffic.of(endpointId).waiting];
  const crew = state.fleet.of(endpointId);
  const config = state.find('endpoint', endpointId)?.config;
  return [
    `it is number ${waiting.indexOf(id) + 1} of ${waiting.length} that wait at ${endpointId}, which has ${crew.active} of at most ${config?.workers.max ?? 0} workers (lb.traffic)`,
    ...(config?.workers.max === 0 ? ['workers.max is 0: no worker will ever start'] : []),
    ...(onlyWorkerId === null ? [] : [`it goes to ${onlyWorkerId} alone, as its header x-runpod-worker-id says`]),
    ...(crew.counts.RUNNING > 0 ? [`${crew.counts.RUNNING} of them handle other requests`] : []),
    ...notReady(crew, config),
  ];
};

/** A job waits for its turn, and for a worker. */
const jobWaits = (job: StateOf<'job'>, state: State): readonly string[] => {
  if (job.status !== 'IN_QUEUE') return [];
  const { normal, low } = state.queues.of(job.endpointId);
  const line = [...normal, ...low];
  const crew = state.fleet.of(job.endpointId);
  const config = state.find('endpoint', job.endpointId)?.config;
  const words = [
    `it is number ${line.indexOf(job.id) + 1} of ${line.length} in the queue of ${job.endpointId}, which has ${crew.active} of at most ${config?.workers.max ?? 0} workers`,
  ];
  if (config?.workers.max === 0) words.push('workers.max is 0: no worker will ever start');
  if (crew.counts.RUNNING > 0) words.push(`${crew.counts.RUNNING} of them run other jobs`);
  words.push(...notReady(crew, config));
  if (job.terms.lowPriority) words.push('it has low priority: it starts no worker, and goes after all others (scaling.low-priority)');
  const { scaling } = config ?? {};
  if (scaling?.type === 'QUEUE_DELAY' && crew.active === 0)
    words.push(`a worker starts once it has waited ${scaling.queueDelay} s (scaling.queue-delay)`);
  return words;
};
