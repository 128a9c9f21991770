import { findId, type StateOf } from '../../../cloud/entities.ts';
import type { DomainEvent } from '../../../cloud/input.ts';
import type { Json } from '../../../kernel/canonical.ts';
import { hours, later, type VirtualTime } from '../../../kernel/time.ts';
import type { World } from '../../../world/world.ts';

/** The state of the world when a client had ended. */
export interface ClientEnd {
  readonly now: VirtualTime;
  readonly how: ClientEnding;
  /** The text that it returned, threw or printed. The caller knows the ids in it. */
  readonly said?: string;
  /** Every job, oldest first, including removed ones. */
  readonly jobs: readonly JobAtEnd[];
  /** The entities that still exist and cost money; oldest first. */
  readonly resources: readonly ResourceAtEnd[];
  /** Every webhook that was posted, in order. */
  readonly hooks: readonly HookPosted[];
  /** Every billed resource that was created, deleted ones included, oldest first. */
  readonly created: readonly CreatedResource[];
  /** Whether the client pauses in real time, which no call shows. */
  readonly pausesAreReal?: boolean;
}

/**
 * `returned`: without an error (also: the last step of a scenario was taken). `threw`: with an error, or an exit code that is not 0.
 * `stopped`: a bound of the run ended it. `stuck`: it waits for an event that will never come.
 */
export type ClientEnding = 'returned' | 'threw' | 'stopped' | 'stuck';

export interface JobAtEnd {
  readonly id: string;
  readonly endpointId: string;
  /** `REMOVED` for a job that expired or was purged: its id is unknown to every caller. */
  readonly status: string;
  readonly submittedAt: VirtualTime;
  /** When it last ended or was removed; absent while it waits or runs. */
  readonly endedAt?: VirtualTime;
  /** When its work was over: it completed, failed, timed out, was cancelled, or was removed before. Absent while it waits or runs. */
  readonly overAt?: VirtualTime;
  readonly hasCompleted: boolean;
  readonly input: Json;
}

export interface ResourceAtEnd {
  readonly kind: BilledKind;
  readonly id: string;
  readonly name: string;
  readonly createdAt: VirtualTime;
  /** What it costs in the day after, in US dollars, if it is left as it is. */
  readonly dayUsd?: number;
}

export interface CreatedResource extends ResourceAtEnd {
  /** Absent while it exists. */
  readonly goneAt?: VirtualTime;
}

type BilledKind = 'pod' | 'cluster' | 'endpoint' | 'volume';

export interface HookPosted {
  readonly jobId: string;
  /** The number of the attempt, from 1. */
  readonly attempt: number;
  readonly at: VirtualTime;
  /** The status in which the job had ended. */
  readonly status: string;
  /** The status that the receiver answered; 0 if no answer came; absent while it is awaited. */
  readonly answered?: number;
  /** When the client took it; null if it did not. Absent if that is not known: the answer may have been lost. */
  readonly takenAt?: VirtualTime | null;
}

/** The times at which a client took its webhooks, by `hookKey`. */
export type HooksTaken = ReadonlyMap<string, VirtualTime>;

/** The key of a webhook. The attempt is not enough, because it counts from 1 again after a retry. */
export const hookKey = ({ jobId, attempt, at }: Pick<HookPosted, 'jobId' | 'attempt' | 'at'>): string => `${jobId} ${attempt} ${at}`;

/** Reads the jobs, webhooks and costs of a world whose client has ended. `hooksTaken`: absent if it is not known. */
export const observeEnd = (world: World, how: ClientEnding, said?: string, hooksTaken?: HooksTaken): ClientEnd => ({
  now: world.now,
  how,
  ...(said === undefined ? {} : { said }),
  ...readEnd(world, hooksTaken),
  resources: resourcesIn(world),
  created: readCreated(world),
});

/** Reads jobs and webhooks from the log, because the state no longer has removed ones. */
const readEnd = ({ log, state }: World, hooksTaken: HooksTaken | undefined): Pick<ClientEnd, 'jobs' | 'hooks'> => {
  const jobs = new Map<string, JobAtEnd>();
  const hooks: HookPosted[] = [];
  const endings = new Map<string, string>();
  const post = (jobId: string, attempt: number, at: VirtualTime, answered?: number): void => {
    const posted = { jobId, attempt, at, status: endings.get(jobId) ?? '' };
    // A simulated webhook has a simulated receiver.
    const taken = hooksTaken === undefined ? {} : { takenAt: hooksTaken.get(hookKey(posted)) ?? null };
    hooks.push(answered === undefined ? { ...posted, ...taken } : { ...posted, answered });
  };
  const end = (id: string, at: VirtualTime | undefined, hasCompleted = false): void => {
    const { endedAt: _, overAt, ...job } = jobs.get(id) as JobAtEnd;
    jobs.set(id, at === undefined ? job : { ...job, endedAt: at, overAt: overAt ?? at, hasCompleted: job.hasCompleted || hasCompleted });
  };
  for (const { at, event } of log.entries()) {
    switch (event.type) {
      case 'JobQueued': {
        const { jobId: id, endpointId, input } = event;
        jobs.set(id, { id, endpointId, status: state.find('job', id)?.status ?? 'REMOVED', submittedAt: at, hasCompleted: false, input });
        break;
      }
      case 'JobCompleted':
      case 'JobFailed':
      case 'JobTimedOut':
      case 'JobCancelled':
        endings.set(event.jobId, endingOf[event.type]);
        end(event.jobId, at, event.type === 'JobCompleted');
        break;
      case 'JobPurged':
        end(event.jobId, at);
        break;
      case 'JobExpired':
        if (event.reason === 'ttl') end(event.jobId, at);
        break;
      case 'JobRetried':
        end(event.jobId, undefined);
        break;
      case 'JobWebhookSent':
        post(event.jobId, event.attempt, at, event.answered);
        break;
      case 'JobWebhookPosted':
        post(event.jobId, event.attempt, at);
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

const endingOf = { JobCompleted: 'COMPLETED', JobFailed: 'FAILED', JobTimedOut: 'TIMED_OUT', JobCancelled: 'CANCELLED' } as const;

/** Reads creations from the log, because the state no longer has deleted entities. */
const readCreated = ({ log }: World): readonly CreatedResource[] => {
  const created = new Map<string, CreatedResource>();
  for (const { at, event } of log.entries()) {
    const made = readCreation(event);
    if (made !== undefined) created.set(made.id, { ...made, createdAt: at });
    const kind = endedBy[event.type];
    const ended = kind === undefined ? undefined : created.get(findId(kind, event));
    if (ended !== undefined) created.set(ended.id, { ...ended, goneAt: at });
  }
  return [...created.values()];
};

const readCreation = (event: DomainEvent): Omit<ResourceAtEnd, 'createdAt'> | undefined => {
  switch (event.type) {
    case 'PodCreated':
      return { kind: 'pod', id: event.podId, name: event.config.name };
    case 'ClusterCreated':
      return { kind: 'cluster', id: event.clusterId, name: event.shape.name };
    case 'EndpointCreated':
      return { kind: 'endpoint', id: event.endpointId, name: event.config.name };
    case 'VolumeCreated':
      return { kind: 'volume', id: event.volumeId, name: event.shape.name };
    default:
      return undefined;
  }
};

const endedBy: { readonly [type: string]: BilledKind | undefined } = {
  PodTerminated: 'pod',
  ClusterTerminated: 'cluster',
  EndpointDeleted: 'endpoint',
  VolumeDeleted: 'volume',
};

/** Members of a cluster end with it. */
const resourcesIn = ({ state, now }: World): readonly ResourceAtEnd[] => {
  const standing = [
    ...[...state.all('pod')].filter(({ member }) => member === null).map((pod) => describeResource('pod', pod, pod.config.name)),
    ...[...state.all('cluster')].map((cluster) => describeResource('cluster', cluster, cluster.shape.name)),
    ...[...state.all('endpoint')].map((endpoint) => describeResource('endpoint', endpoint, endpoint.config.name)),
    ...[...state.all('volume')].map((volume) => describeResource('volume', volume, volume.shape.name)),
  ];
  const dayUsd = (id: string) => Number(state.billing.nanoUsd(later(now, hours(24)), id) - state.billing.nanoUsd(now, id)) / 1_000_000_000;
  return standing.map((one) => ({ ...one, dayUsd: dayUsd(one.id) }));
};

const describeResource = (kind: BilledKind, { id, createdAt }: StateOf<BilledKind>, name: string): ResourceAtEnd => ({
  kind,
  id,
  name,
  createdAt: createdAt as VirtualTime,
});
