import type { StateOf } from '../../entities.ts';
import type { Json } from '../../kernel/canonical.ts';
import type { VirtualTime } from '../../kernel/time.ts';
import type { World } from '../../world.ts';

/** What stood when a client had ended. */
export interface ClientEnd {
  readonly now: VirtualTime;
  readonly how: ClientEnding;
  /** What it returned, threw or printed, as text. What it names there its caller knows of. */
  readonly said?: string;
  /** Every job there was, oldest first, also those that were removed. */
  readonly jobs: readonly JobAtEnd[];
  /** What costs money as long as it exists, and still does; oldest first. */
  readonly resources: readonly ResourceAtEnd[];
  /** Every webhook that was posted, in order. */
  readonly hooks: readonly HookPosted[];
}

/**
 * `returned`: without an error (also: the last step of a scenario was taken). `threw`: with an error, or an exit code that is not 0.
 * `stopped`: a bound of the run ended it. `stuck`: it waits for something that will never come.
 */
export type ClientEnding = 'returned' | 'threw' | 'stopped' | 'stuck';

export interface JobAtEnd {
  readonly id: string;
  readonly endpointId: string;
  /** `REMOVED` for a job that expired or was purged: its id is unknown to every caller. */
  readonly status: string;
  readonly submittedAt: VirtualTime;
  readonly input: Json;
}

export interface ResourceAtEnd {
  readonly kind: BilledKind;
  readonly id: string;
  readonly name: string;
  readonly createdAt: VirtualTime;
}

export type BilledKind = 'pod' | 'cluster' | 'endpoint' | 'volume';

export interface HookPosted {
  readonly jobId: string;
  /** The number of the attempt, from 1. */
  readonly attempt: number;
  readonly at: VirtualTime;
  /** The status that the receiver answered; 0 if no answer came; absent while it is awaited. */
  readonly answered?: number;
}

/** Reads what stands in a world whose client has ended. */
export const endOf = (world: World, how: ClientEnding, said?: string): ClientEnd => ({
  now: world.now,
  how,
  ...(said === undefined ? {} : { said }),
  ...toldBy(world),
  resources: resourcesIn(world),
});

/** Jobs and webhooks stand in the log also when the state has forgotten them. */
const toldBy = ({ log, state }: World): Pick<ClientEnd, 'jobs' | 'hooks'> => {
  const jobs = new Map<string, JobAtEnd>();
  const hooks: HookPosted[] = [];
  for (const { at, event } of log.entries()) {
    switch (event.type) {
      case 'JobQueued': {
        const { jobId: id, endpointId, input } = event;
        jobs.set(id, { id, endpointId, status: state.find('job', id)?.status ?? 'REMOVED', submittedAt: at, input });
        break;
      }
      case 'JobWebhookSent':
        hooks.push({ jobId: event.jobId, attempt: event.attempt, at, answered: event.answered });
        break;
      case 'JobWebhookPosted':
        hooks.push({ jobId: event.jobId, attempt: event.attempt, at });
        break;
      case 'JobWebhookAnswered': {
        const place = hooks.findLastIndex(({ jobId, attempt }) => jobId === event.jobId && attempt === event.attempt);
        const posted = hooks[place];
        if (posted !== undefined) hooks[place] = { ...posted, answered: event.answered };
        break;
      }
    }
  }
  return { jobs: [...jobs.values()], hooks };
};

/** Members of a cluster end with it. */
const resourcesIn = ({ state }: World): readonly ResourceAtEnd[] => [
  ...[...state.all('pod')].filter(({ member }) => member === null).map((pod) => resourceOf('pod', pod, pod.config.name)),
  ...[...state.all('cluster')].map((cluster) => resourceOf('cluster', cluster, cluster.shape.name)),
  ...[...state.all('endpoint')].map((endpoint) => resourceOf('endpoint', endpoint, endpoint.config.name)),
  ...[...state.all('volume')].map((volume) => resourceOf('volume', volume, volume.shape.name)),
];

const resourceOf = (kind: BilledKind, { id, createdAt }: StateOf<BilledKind>, name: string): ResourceAtEnd => ({
  kind,
  id,
  name,
  createdAt: createdAt as VirtualTime,
});
