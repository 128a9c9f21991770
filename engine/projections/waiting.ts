import type { Kind, StateOf } from '../entities.ts';
import type { State } from '../state.ts';
import type { WorkerStatus } from '../worker/lifecycle.ts';

/** What stands in the way of an entity that waits, in words; nothing, for one that does not wait. */
export const waitsFor = (kind: Kind, entity: StateOf<Kind>, state: State): readonly string[] => {
  switch (kind) {
    case 'job':
      return jobWaits(entity as StateOf<'job'>, state);
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

/** A job waits for its turn, and for a worker. */
const jobWaits = (job: StateOf<'job'>, state: State): readonly string[] => {
  if (job.status !== 'IN_QUEUE') return [];
  const { normal, low } = state.queues.of(job.endpointId);
  const line = [...normal, ...low];
  const crew = state.fleet.of(job.endpointId);
  const config = state.find('endpoint', job.endpointId)?.config;
  const count = (status: WorkerStatus) => crew.counts[status];
  const words = [
    `it is number ${line.indexOf(job.id) + 1} of ${line.length} in the queue of ${job.endpointId}, which has ${crew.active} of at most ${config?.workers.max ?? 0} workers`,
  ];
  if (config?.workers.max === 0) words.push('workers.max is 0: no worker will ever start');
  if (count('RUNNING') > 0) words.push(`${count('RUNNING')} of them run other jobs`);
  if (count('INITIALIZING') > 0) words.push(`${count('INITIALIZING')} of them are starting (worker.cold-start)`);
  if (count('THROTTLED') > 0)
    words.push(`${count('THROTTLED')} of them wait for a GPU: all of ${config?.gpu?.pools.join(', ') ?? ''} are taken (worker.lifecycle)`);
  if (count('UNHEALTHY') > 0) words.push(`${count('UNHEALTHY')} of them are unhealthy after a crash loop (worker.lifecycle)`);
  if (job.terms.lowPriority) words.push('it has low priority: it starts no worker, and goes after all others (scaling.low-priority)');
  const { scaling } = config ?? {};
  if (scaling?.type === 'QUEUE_DELAY' && crew.active === 0)
    words.push(`a worker starts once it has waited ${scaling.queueDelay} s (scaling.queue-delay)`);
  return words;
};
