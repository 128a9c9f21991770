import type { Steps } from '../../kernel/steps.ts';
import type { EntityEvent, Kind, KindOfEvent, StateOf } from '../entities.ts';
import type { RuleId } from '../rulebook/rules.ts';
import { bindRequests, rebindRequests } from './affinity.ts';
import { activateCluster, degradeCluster, joinCluster, terminateMembers } from './clusters.ts';
import type { SimulationContext } from './context.ts';
import { closeEndpoint } from './endpointDeletion.ts';
import { releaseStruck } from './faultRelease.ts';
import { recoverHosts, triggerAtOnce } from './faults.ts';
import { pollHealth } from './healthChecks.ts';
import { failHeld, pullImage, pullWorkerImage } from './hostFailures.ts';
import { beginBatch, cancelWaiting, failBatches, feedEndpoint, noteInBatch } from './jobs/batches.ts';
import {
  callAnother,
  crashWorker,
  freeUnnamed,
  freeWorker,
  missWorker,
  startJob,
  takeNext,
  takeNextAnew,
  takeSeveral,
} from './jobs/dispatch.ts';
import { awaitNone, changeProcesses, leavePoll, releasePolls, stopJob, tellStops } from './jobs/externalWork.ts';
import { answerReady, deliverAnswer } from './jobs/pendingCalls.ts';
import { advanceWork } from './jobs/sharedWork.ts';
import { takeOver } from './jobs/standIn.ts';
import { forgetRegistry } from './registries.ts';
import { reconcileWorkers, replaceStopped, retireFreed } from './rollout.ts';
import { addWorkers, checkQueue, missInQueue, watchQueue } from './scaling.ts';
import { holdMinimum, keepMinimum, prepareWorkers, replaceHolder } from './serving.ts';
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
import { giveWay, serveWaiting } from './waiting.ts';

type Type = EntityEvent['type'];

interface Policy<T extends Type> {
  /** The rule behind it. */
  readonly rule: RuleId;
  /** Returns steps if much may have to be done. A caller that works in steps gets the pauses; any other runs them all at once. */
  readonly react: (sim: SimulationContext, event: Extract<EntityEvent, { type: T }>, entity: StateOf<KindOfEvent<T>>) => Done;
}

type Done = Steps<void> | void;

const noted = { rule: 'queue.batch', react: noteInBatch } as const;

const freed = [
  { rule: 'queue.status-sync', react: answerReady },
  { rule: 'worker.lifecycle', react: freeWorker },
] as const;

const ended = [...freed, noted] as const;

const stopped = [...freed, { rule: 'worker-api.stop', react: stopJob }, noted] as const;

const queued = [
  { rule: 'job.order', react: takeNext },
  { rule: 'scaling.request-count', react: addWorkers },
  { rule: 'scaling.queue-delay', react: watchQueue },
] as const;

const requestEnded = [
  { rule: 'lb.traffic', react: answerRequest },
  { rule: 'lb.traffic', react: releaseWorker },
] as const;

const broken = { rule: 'lb.traffic', react: breakRequests } as const;
const sent = { rule: 'lb.traffic', react: sendRequests } as const;

const bound = { rule: 'lb.affinity', react: bindRequests } as const;

const polled = { rule: 'lb.health', react: pollHealth } as const;

const imagePulled = { rule: 'worker.cold-start', react: pullWorkerImage } as const;
const calledAnother = { rule: 'worker.takes-in-time', react: callAnother } as const;
const retired = { rule: 'worker.rollout', react: retireFreed } as const;

const released = { rule: 'worker-api.take', react: releasePolls } as const;

const missedInQueue = { rule: 'worker.serving-counts', react: missInQueue } as const;
const holderLost = { rule: 'worker.serving-counts', react: replaceHolder } as const;
/** Room is freed, or one more entity waits for it: the waiting entities are served. */
const served = { rule: 'worker.sleep', react: serveWaiting } as const;
const memberLost = { rule: 'cluster.lifecycle', react: degradeCluster } as const;

/** Which commands to other entities follow from an event. The rows of one event run in order. */
// biome-ignore format: a table
export const policies: { readonly [T in Type]?: readonly Policy<T>[] } = {
  JobQueued:             queued,
  JobStarted:            [noted],
  JobRetried:            [noted, ...queued],
  JobRequeued:           [noted, { rule: 'job.unnamed', react: freeUnnamed }, ...queued],
  JobStreamed:           [{ rule: 'stream.drain', react: answerReady }],
  JobCompleted:          ended,
  JobFailed:             ended,
  JobTimedOut:           stopped,
  JobCancelled:          stopped,
  JobExpired:            stopped,
  JobPurged:             [{ rule: 'queue.purge', react: answerReady }, noted],
  JobCrashedWorker:      [{ rule: 'job.worker-lost', react: crashWorker }],

  BatchFinalized:        [{ rule: 'queue.batch', react: beginBatch }],
  BatchCancelAsked:      [{ rule: 'queue.batch', react: cancelWaiting }],

  RequestReceived:       [bound, sent, { rule: 'scaling.request-count', react: addWorkers }],
  RequestCrashedWorker:  [{ rule: 'lb.traffic', react: crashWorker }],
  RequestAnswered:       requestEnded,
  RequestFailed:         requestEnded,
  RequestClosed:         [{ rule: 'lb.traffic', react: releaseWorker }],

  WorkerLaunched:        [polled, imagePulled],
  WorkerPlaced:          [polled, imagePulled],
  WorkerHoldEnded:       [{ rule: 'worker.capacity', react: serveWaiting }],
  WorkerTriedAgain:      [polled, imagePulled],
  WorkerPullRestarted:   [imagePulled],
  WorkerPullFailed:      [polled, holderLost, missedInQueue],
  WorkerReady:           [polled, { rule: 'worker.serving-counts', react: holdMinimum }, { rule: 'job.order', react: takeNext }],
  WorkerPolled:          [sent],
  WorkerLooked:          [{ rule: 'worker.takes-in-time', react: takeSeveral }],
  WorkerSlept:           [bound, { rule: 'worker.sleep', react: giveWay }],
  WorkerWoken:           [polled],
  WorkerTookJob:         [{ rule: 'job.start', react: startJob }],
  WorkerDidWork:         [{ rule: 'worker.sharing', react: advanceWork }],
  WorkerTookRequest:     [{ rule: 'lb.traffic', react: startRequest }],
  WorkerEndedRequest:    [sent],
  WorkerEndedJob:        [{ rule: 'worker.concurrency', react: takeNext }],
  WorkerReported:        [{ rule: 'worker-api.stop', react: tellStops }, { rule: 'worker-api.external', react: awaitNone }],
  WorkerFreed:           [retired, { rule: 'job.order', react: takeNext }, sent],
  WorkerCrashed:         [{ rule: 'job.worker-lost', react: missWorker }, broken, polled, imagePulled, retired, holderLost, calledAnother, released],
  WorkerTurnedUnhealthy: [{ rule: 'job.worker-lost', react: missWorker }, broken, polled, retired, holderLost, missedInQueue, calledAnother, released],
  WorkerLostHost:        [{ rule: 'job.worker-lost', react: missWorker }, broken, retired, served, holderLost, calledAnother, released],
  WorkerStopped:         [bound, { rule: 'worker.rollout', react: replaceStopped }, served, holderLost, missedInQueue, calledAnother, released, sent],
  WorkerTerminated:      [broken, served, released, bound],

  EndpointCreated:       [{ rule: 'worker.min', react: keepMinimum }, { rule: 'worker.prepared', react: prepareWorkers }],
  EndpointUpdated:       [{ rule: 'endpoint.patch', react: reconcileWorkers }, served, { rule: 'lb.traffic', react: resendRequests }, { rule: 'lb.affinity', react: rebindRequests }, { rule: 'worker-api.take', react: takeNextAnew }, { rule: 'queue.batch', react: feedEndpoint }],
  EndpointHandlerSet:    [{ rule: 'worker-api.external', react: changeProcesses }, { rule: 'worker-api.stand-in', react: takeOver }, { rule: 'worker-api.external', react: takeNextAnew }],
  EndpointScalerChecked: [{ rule: 'scaling.queue-delay', react: checkQueue }],
  EndpointDeleted:       [{ rule: 'queue.batch', react: failBatches }, { rule: 'endpoint.delete', react: closeEndpoint }, { rule: 'endpoint.delete', react: dismissRequests }],

  RegistryDeleted:       [{ rule: 'registry.delete-used', react: forgetRegistry }],

  CallAnswered:          [{ rule: 'queue.status-sync', react: deliverAnswer }, { rule: 'lb.traffic', react: closeRequest }],
  CallCut:               [{ rule: 'edge.cut', react: deliverAnswer }],
  CallAbandoned:         [{ rule: 'lb.traffic', react: closeRequest }, { rule: 'worker-api.stop', react: leavePoll }],

  PodStarting:           [{ rule: 'cluster.ranks', react: joinCluster }, { rule: 'pod.error', react: pullImage }],
  PodRestarted:          [{ rule: 'pod.error', react: pullImage }],
  PodPullRestarted:      [{ rule: 'pod.error', react: pullImage }],
  PodStarted:            [{ rule: 'cluster.lifecycle', react: activateCluster }],
  PodStopped:            [memberLost, served],
  PodFailed:             [memberLost, served],
  PodTerminated:         [memberLost, served],

  ClusterTerminated:     [{ rule: 'cluster.delete', react: terminateMembers }],

  HostFailed:            [{ rule: 'pod.error', react: failHeld }],
  HostRecovered:         [served],

  FaultEnded:            [{ rule: 'fault.window', react: recoverHosts }, { rule: 'fault.match', react: releaseStruck }],
  FaultBegan:            [{ rule: 'fault.window', react: triggerAtOnce }],
};

type AnyPolicy = {
  readonly rule: RuleId;
  readonly react: (sim: SimulationContext, event: EntityEvent, entity: StateOf<Kind>) => Steps<void> | undefined;
};

const none: readonly AnyPolicy[] = [];
const rows: ReadonlyMap<string, readonly AnyPolicy[]> = new Map(Object.entries(policies) as unknown as [string, readonly AnyPolicy[]][]);

export const policiesFor = (type: Type): readonly AnyPolicy[] => rows.get(type) ?? none;
