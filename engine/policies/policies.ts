import type { EntityEvent, EventOf, Kind, StateOf } from '../entities.ts';
import type { Steps } from '../kernel/steps.ts';
import type { Simulation } from '../simulation.ts';
import { answerReady, tellCaller } from './answering.ts';
import { activateCluster, degradeCluster, healClusters, joinCluster, terminateMembers } from './clustering.ts';
import { recoverHosts, strikeAtOnce } from './faults.ts';
import { failHeld, pullImage, pullWorkerImage } from './hosting.ts';
import { crashWorker, freeWorker, missWorker, startJob, takeNext } from './matching.ts';
import { pollHealth } from './polling.ts';
import { forgetRegistry } from './registries.ts';
import { releaseStruck } from './releasing.ts';
import {
  addWorkers,
  checkQueue,
  closeEndpoint,
  keepMinimum,
  missInQueue,
  placeThrottled,
  replaceStopped,
  retireFreed,
  retune,
  watchQueue,
} from './scaling.ts';
import {
  answerRequest,
  breakRequests,
  closeRequest,
  dismissRequests,
  releaseWorker,
  resendRequests,
  sendRequests,
  startRequest,
} from './traffic.ts';

type Type = EntityEvent['type'];
type KindOfEvent<T extends Type> = { [K in Kind]: T extends EventOf<K>['type'] ? K : never }[Kind];

interface Policy<T extends Type> {
  /** The rule that says so. */
  readonly rule: string;
  /** In steps, where very much may have to be done: whoever asked in steps gets pauses, and any other all of it at once. */
  readonly then: (world: Simulation, event: Extract<EntityEvent, { type: T }>, entity: StateOf<KindOfEvent<T>>) => Done;
}

type Done = Steps<void> | void;

const ended = [
  { rule: 'queue.status-sync', then: answerReady },
  { rule: 'worker.lifecycle', then: freeWorker },
] as const;

const queued = [
  { rule: 'job.order', then: takeNext },
  { rule: 'scaling.request-count', then: addWorkers },
  { rule: 'scaling.queue-delay', then: watchQueue },
] as const;

const requestEnded = [
  { rule: 'lb.traffic', then: answerRequest },
  { rule: 'lb.traffic', then: releaseWorker },
] as const;

const broken = { rule: 'lb.traffic', then: breakRequests } as const;
const sent = { rule: 'lb.traffic', then: sendRequests } as const;

const polled = { rule: 'lb.health', then: pollHealth } as const;

const imagePulled = { rule: 'worker.cold-start', then: pullWorkerImage } as const;
const retired = { rule: 'worker.rollout', then: retireFreed } as const;

const missedInQueue = { rule: 'scaling.queue-delay', then: missInQueue } as const;
const placesFreed = { rule: 'worker.lifecycle', then: placeThrottled } as const;
const membersPlaced = { rule: 'cluster.lifecycle', then: healClusters } as const;
const memberLost = { rule: 'cluster.lifecycle', then: degradeCluster } as const;

/** When this happens to one entity, that is asked of another; rows of one event in the order they are followed. */
// biome-ignore format: a table
export const policies: { readonly [T in Type]?: readonly Policy<T>[] } = {
  JobQueued:             queued,
  JobRetried:            queued,
  JobRequeued:           queued,
  JobStreamed:           [{ rule: 'stream.drain', then: answerReady }],
  JobCompleted:          ended,
  JobFailed:             ended,
  JobTimedOut:           ended,
  JobCancelled:          ended,
  JobExpired:            ended,
  JobPurged:             [{ rule: 'queue.purge', then: answerReady }],
  JobCrashedWorker:      [{ rule: 'job.worker-lost', then: crashWorker }],

  RequestReceived:       [sent, { rule: 'scaling.request-count', then: addWorkers }],
  RequestCrashedWorker:  [{ rule: 'lb.traffic', then: crashWorker }],
  RequestAnswered:       requestEnded,
  RequestFailed:         requestEnded,
  RequestClosed:         [{ rule: 'lb.traffic', then: releaseWorker }],

  WorkerLaunched:        [polled, imagePulled],
  WorkerPlaced:          [polled, imagePulled],
  WorkerTriedAgain:      [polled, imagePulled],
  WorkerPullRestarted:   [imagePulled],
  WorkerPullFailed:      [polled, missedInQueue],
  WorkerReady:           [polled, { rule: 'job.order', then: takeNext }],
  WorkerPolled:          [sent],
  WorkerTookJob:         [{ rule: 'job.start', then: startJob }],
  WorkerTookRequest:     [{ rule: 'lb.traffic', then: startRequest }],
  WorkerEndedRequest:    [sent],
  WorkerFreed:           [retired, { rule: 'job.order', then: takeNext }, sent],
  WorkerCrashed:         [{ rule: 'job.worker-lost', then: missWorker }, broken, polled, imagePulled, retired],
  WorkerTurnedUnhealthy: [{ rule: 'job.worker-lost', then: missWorker }, broken, polled, retired, missedInQueue],
  WorkerLostHost:        [{ rule: 'job.worker-lost', then: missWorker }, broken, retired, placesFreed, membersPlaced],
  WorkerStopped:         [{ rule: 'worker.rollout', then: replaceStopped }, placesFreed, membersPlaced, missedInQueue],
  WorkerTerminated:      [broken, placesFreed, membersPlaced],

  EndpointCreated:       [{ rule: 'worker.min', then: keepMinimum }],
  EndpointUpdated:       [{ rule: 'endpoint.patch', then: retune }, placesFreed, { rule: 'lb.traffic', then: resendRequests }],
  EndpointScalerChecked: [{ rule: 'scaling.queue-delay', then: checkQueue }],
  EndpointDeleted:       [{ rule: 'endpoint.delete', then: closeEndpoint }, { rule: 'endpoint.delete', then: dismissRequests }],

  RegistryDeleted:       [{ rule: 'registry.delete-used', then: forgetRegistry }],

  CallAnswered:          [{ rule: 'queue.status-sync', then: tellCaller }, { rule: 'lb.traffic', then: closeRequest }],
  CallAbandoned:         [{ rule: 'lb.traffic', then: closeRequest }],

  PodStarting:           [{ rule: 'cluster.ranks', then: joinCluster }, { rule: 'pod.error', then: pullImage }],
  PodRestarted:          [{ rule: 'pod.error', then: pullImage }],
  PodPullRestarted:      [{ rule: 'pod.error', then: pullImage }],
  PodStarted:            [{ rule: 'cluster.lifecycle', then: activateCluster }],
  PodStopped:            [memberLost, placesFreed, membersPlaced],
  PodFailed:             [memberLost, placesFreed, membersPlaced],
  PodTerminated:         [memberLost, placesFreed, membersPlaced],

  ClusterTerminated:     [{ rule: 'cluster.delete', then: terminateMembers }],

  HostFailed:            [{ rule: 'pod.error', then: failHeld }],
  HostRecovered:         [placesFreed, membersPlaced],

  FaultEnded:            [{ rule: 'fault.window', then: recoverHosts }, { rule: 'fault.match', then: releaseStruck }],
  FaultBegan:            [{ rule: 'fault.window', then: strikeAtOnce }],
};

type AnyPolicy = {
  readonly rule: string;
  readonly then: (world: Simulation, event: EntityEvent, entity: StateOf<Kind>) => Steps<void> | undefined;
};

const none: readonly AnyPolicy[] = [];
const rows: ReadonlyMap<string, readonly AnyPolicy[]> = new Map(Object.entries(policies) as unknown as [string, readonly AnyPolicy[]][]);

export const policiesFor = (type: Type): readonly AnyPolicy[] => rows.get(type) ?? none;
