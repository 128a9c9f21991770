import type { EntityEvent, Kind, KindOfEvent, StateOf } from '../../cloud/entities.ts';
import type { DomainEvent } from '../../cloud/input.ts';
import type { RuleId } from '../../cloud/rulebook/rules.ts';
import { sayDuration } from '../../kernel/time.ts';

/** The effect of an event in words, and its rule. */
export interface Happening {
  readonly description: string;
  readonly rule: RuleId;
}

/**
 * Describes the effect of an event if that is more than the row of its lifecycle says, whose words hold for every event of that type.
 * `before` is its entity before the event, `cause` the event that caused it; undefined if they are not known.
 */
export const describeHappening = (
  event: DomainEvent,
  before: StateOf<Kind> | undefined,
  cause: () => DomainEvent | undefined,
): Partial<Happening> => {
  const [description, rule] = (happenings[event.type as EntityEvent['type']] as HappeningWords | undefined)?.(event, before, cause) ?? [];
  return { ...(description === undefined ? {} : { description }), ...(rule === undefined ? {} : { rule }) };
};

/** The words, and the rule if it is not that of the row; undefined if the row says everything. */
type Said = readonly [description: string, rule?: RuleId | undefined] | undefined;
type HappeningWords<Event = DomainEvent, Before = StateOf<Kind>> = (
  event: Event,
  before: Before | undefined,
  cause: () => DomainEvent | undefined,
) => Said;

type EventNamed<Type> = Extract<EntityEvent, { readonly type: Type }>;
type Happenings = { readonly [Type in EntityEvent['type']]?: HappeningWords<EventNamed<Type>, StateOf<KindOfEvent<Type>>> };

const isCausedBy = (cause: () => DomainEvent | undefined, type: DomainEvent['type']): boolean => cause()?.type === type;

const wordsOfPull = ({ pulls }: { readonly pulls: boolean }): Said => [pulls ? 'its image is pulled slowly' : 'its image cannot be pulled'];

const withoutRegistry = (cause: () => DomainEvent | undefined): Said =>
  isCausedBy(cause, 'RegistryDeleted') ? ['the registry credential that it names is deleted', 'registry.delete-used'] : undefined;

const wordsOfLaunch = ({ kept }: { readonly kept: boolean }, found: boolean): Said =>
  kept
    ? [`its endpoint keeps it up, as one of workers.min${found ? '' : '; it finds no host'}`, found ? 'worker.min' : 'worker.lifecycle']
    : undefined;

const happenings: Happenings = {
  PodResumed: ({ placement }, before) => {
    const onHost = before?.placement?.hostId;
    const where = onHost === undefined ? '' : onHost === placement.hostId ? ', on the same host' : `, on another host: ${placement.hostId}`;
    if (before === undefined) return undefined;
    return before.member === null ? [`started again${where}`] : [`its cluster starts it again${where}`, 'cluster.lifecycle'];
  },
  PodRestarted: ({ reason }) =>
    reason === 'patch' ? ['a PATCH changed its container, which starts again; the container disk is wiped', 'pod.patch-reset'] : undefined,
  PodFailed: ({ reason }) => [reason === 'image' ? 'its image cannot be pulled' : 'its host fails'],
  PodPullTroubled: wordsOfPull,
  PodTerminated: (_, __, cause) => (isCausedBy(cause, 'ClusterTerminated') ? ['deleted with its cluster', 'cluster.delete'] : undefined),

  ClusterDegraded: ({ podId, because }) => [`its member ${podId} ${because === 'failed' ? 'has failed' : `is ${because}`}`],

  EndpointUpdated: ({ version }, before, cause) =>
    withoutRegistry(cause) ?? (before !== undefined && version > before.version ? [`a PATCH; it makes release ${version}`] : ['a PATCH']),
  TemplateUpdated: (_, __, cause) => withoutRegistry(cause),

  WorkerLaunched: (event) => wordsOfLaunch(event, true),
  WorkerThrottled: (event) => wordsOfLaunch(event, false),
  WorkerHoldEnded: () => ['its pool is no longer short of room for it', 'worker.capacity'],
  WorkerPullTroubled: wordsOfPull,
  WorkerPullRestarted: ({ imageOnHost }) => [
    imageOnHost === true
      ? 'its start begins again, from the image that its host has by now'
      : 'its start begins again: the fault that affected its image is over',
  ],
  WorkerSlept: () => ['it had no job within the idle timeout: it sleeps, and keeps its place', 'worker.sleep'],
  WorkerRemoved: () => ['the container that it had is gone', 'worker.removed'],
  WorkerWoken: ({ restored }) => [
    restored === true
      ? 'its endpoint wants it back: it is restored from a snapshot on its host'
      : 'its endpoint wants it back: its container starts',
    'worker.wake',
  ],
  WorkerStopped: ({ reason }) => stops[reason],
  WorkerEndedJob: () => ['one of its jobs has ended'],
  WorkerFreed: (event) => ['jobId' in event ? 'its job has ended' : 'the last of its requests has ended'],
  WorkerRetuned: ({ kept, idleTimeoutMs }, before) => {
    if (before === undefined) return undefined;
    const changes = [
      ...(kept === before.kept ? [] : [kept ? 'it is one of workers.min now' : 'it is no longer one of workers.min']),
      ...(idleTimeoutMs === before.idleTimeoutMs ? [] : [`its idle timeout is ${sayDuration(idleTimeoutMs)} now`]),
    ];
    return changes.length === 0 ? undefined : [changes.join('; ')];
  },
  WorkerPolled: ({ answer }) => [
    `its health check ${answer === 'none' ? 'gets no answer' : answer === 200 ? 'gets 200: it is healthy' : 'gets 204: it is still starting'}`,
  ],

  JobRequeued: ({ unnamed }) => (unnamed === true ? ['the pings of its worker never named it; it waits again', 'job.unnamed'] : undefined),
  JobFailed: ({ unnamed }, before) => {
    if (unnamed === true) return ['the pings of its worker never named it, and it is not queued again', 'job.unnamed'];
    if (before === undefined) return undefined;
    return before.missedAt === null ? ['the handler fails'] : ['its worker is lost, and it is not queued again', 'job.worker-lost'];
  },
  JobCancelled: (_, __, cause) => (isCausedBy(cause, 'EndpointDeleted') ? ['its endpoint is deleted', 'endpoint.delete'] : undefined),
  JobExpired: ({ reason }, before) => {
    if (reason === 'ttl') return ['its time to live is over', 'job.ttl'];
    return before === undefined ? ['its result was kept long enough'] : ['its result was kept long enough', retentionRule(before)];
  },
  JobWebhookSent: ({ attempt, answered }) => [
    `the final status is posted to the webhook, try ${attempt}: ${answered === 0 ? 'no answer' : answered}`,
  ],
  JobWebhookAnswered: ({ attempt, answered }) => [
    answered === 0 ? `try ${attempt} of the webhook has no answer` : `the receiver of the webhook answers try ${attempt} with ${answered}`,
  ],

  RequestFailed: ({ because }) => [requestFailures[because]],
  RequestClosed: (_, __, cause) => [isCausedBy(cause, 'CallAbandoned') ? 'its client has disconnected' : 'its client has the answer'],

  CallHeld: ({ waitsFor, requestId, operation, slowedBy }) => {
    if (waitsFor === 'time' && slowedBy === undefined) return [`the answer to ${operation} comes a moment later`, 'job.cancel-takes-time'];
    if (waitsFor === 'time') return [`the API is slow: the answer to ${operation} comes later`, 'fault.window'];
    if (requestId !== undefined) return ['it waits for the answer to its request', 'lb.traffic'];
    return waitsFor === 'chunks'
      ? ['it waits for a chunk of its job', 'stream.drain']
      : ['it waits for the end of its job', waitRules[operation]];
  },
  CallAnswered: ({ because }) => [because === 'ready' ? 'what it waited for has happened' : 'its wait is over'],

  FaultEnded: ({ reason }) => [
    { window: 'its window is over', limit: 'its limit is reached', removed: 'it is removed', done: 'it strikes at its beginning alone' }[
      reason
    ],
  ],
};

/** Finds the rule that limits how long the result of a job is stored. */
const retentionRule = ({ source, terms, finishedAt, keepUntil }: StateOf<'job'>): RuleId => {
  if (keepUntil !== null && keepUntil < (finishedAt ?? 0) + terms.retentionMs) return 'job.status-ttl';
  return source === 'batch' ? 'queue.batch' : `job.retention-${source}`;
};

const stops = {
  idle: ['it had no job within the idle timeout', 'worker.idle'],
  surplus: ['its endpoint has more workers than workers.max', 'worker.min'],
  stale: ['it runs an older release of its endpoint', 'worker.rollout'],
  outside: ['its endpoint no longer allows its data centre', 'endpoint.placement'],
  given: ['it slept, and its place was wanted', 'worker.sleep'],
  host: ['it slept, and its host failed', 'worker.sleep'],
  refreshed: ['its process asked for a fresh worker', 'worker-api.done'],
} as const;

const requestFailures = {
  'no-worker': 'no worker could take it within the wait',
  'worker-lost': 'its worker is gone: the load balancer answers 502',
  port: 'the port of its worker is not exposed: the load balancer answers 502',
  timeout: 'it took too long: the load balancer answers 504',
  deleted: 'its endpoint is deleted: the load balancer answers 503',
  'worker-gone': 'the worker that it is bound to is gone: the load balancer answers 404',
} as const;

const waitRules: Readonly<Record<string, RuleId>> = { runsync: 'job.runsync', statusSync: 'queue.status-sync' };
