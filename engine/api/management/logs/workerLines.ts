import type { EndpointConfig, EndpointEvent } from '../../../cloud/endpoint/events.ts';
import type { Endpoint } from '../../../cloud/endpoint/evolve.ts';
import { findKind } from '../../../cloud/entities.ts';
import type { JobEvent } from '../../../cloud/job/events.ts';
import type { RequestEvent } from '../../../cloud/request/events.ts';
import type { FoundImage, WorkerEvent } from '../../../cloud/worker/events.ts';
import type { WorkerStatus } from '../../../cloud/worker/lifecycle.ts';
import type { Worker } from '../../../cloud/worker/state.ts';
import { formatDuration } from '../../../kernel/time.ts';
import {
  creation,
  fromContainer,
  hostLost,
  type LogLineGenerator,
  type NewLogLine,
  noLines,
  pulling,
  removal,
  type Stage,
  start,
  system,
} from './logLines.ts';

/**
 * The log lines of a worker's container, its jobs included, and of the platform around it. `worker` is the worker before the first
 * event, as for a pod.
 */
export const workerLogLines = (worker: Worker, endpoint: Endpoint): LogLineGenerator => {
  const { version, jobId, otherJobs } = worker;
  const images = new Map(endpoint.releases.map((release) => [release.version, imageIn(release.config)]));
  const state: ServerState = {
    images,
    version,
    jobs: new Set([jobId ?? [], ...otherJobs].flat()),
    stage: stages[worker.status] ?? 'none',
  };
  return (event) => {
    switch (findKind(event)) {
      case 'worker':
        return (event as WorkerEvent).workerId === worker.id ? listLines(state, event as WorkerEvent) : noLines;
      case 'job':
        return jobLines(state, event as JobEvent, worker.id);
      case 'request':
        return requestLines(event as RequestEvent, worker.id);
      case 'endpoint':
        learnImage(state.images, event as EndpointEvent, endpoint.id);
        return noLines;
      default:
        return noLines;
    }
  };
};

interface ServerState {
  /** The image of each release of the endpoint. */
  readonly images: Map<number, string>;
  /** The release that it runs. */
  version: number;
  stage: Stage;
  /** The jobs that its handler runs. */
  readonly jobs: Set<string>;
}

const stages: { readonly [Status in WorkerStatus]?: Stage } = { INITIALIZING: 'created', UNHEALTHY: 'created', IDLE: 'up', RUNNING: 'up' };

const imageIn = ({ container }: EndpointConfig): string => container.image ?? '';

const learnImage = (images: Map<number, string>, event: EndpointEvent, endpointId: string): void => {
  if (event.endpointId !== endpointId) return;
  if (event.type === 'EndpointCreated') images.set(1, imageIn(event.config));
  if (event.type === 'EndpointUpdated') images.set(event.version, imageIn(event.config));
};

const listLines = (state: ServerState, event: WorkerEvent): readonly NewLogLine[] => {
  switch (event.type) {
    case 'WorkerThrottled':
      state.version = event.version;
      return noLines;
    case 'WorkerLaunched':
      state.version = event.version;
      return createContainer(state, event);
    case 'WorkerPlaced':
      return createContainer(state, event);
    case 'WorkerPullTroubled':
      return [system(`pull image ${findImage(state)}: ${event.pulls ? 'slow' : 'failed, trying again'}`)];
    case 'WorkerPullRestarted':
      return event.imageOnHost === true ? noLines : [pulling(findImage(state))];
    case 'WorkerPullFailed':
      return [system(`pull image ${findImage(state)}: failed`), system('worker unhealthy: its image cannot be pulled')];
    case 'WorkerReady':
      state.stage = 'up';
      return [start(findImage(state)), fromContainer('worker started')];
    case 'WorkerCrashed':
      return crashContainer(state);
    case 'WorkerTurnedUnhealthy':
      return [...crashContainer(state), system(`worker unhealthy: ${event.crashes} crashes in a row`)];
    case 'WorkerLostHost':
      state.stage = 'none';
      state.jobs.clear();
      return [hostLost];
    case 'WorkerStopped':
    case 'WorkerTerminated': {
      // Its removal has a line of its own, when it is done.
      const lines = removal(state.stage).slice(0, event.type === 'WorkerStopped' && event.removedInMs !== undefined ? 1 : undefined);
      state.stage = 'none';
      return lines;
    }
    case 'WorkerReported':
      return (event.printed ?? []).map(fromContainer);
    case 'WorkerSlept':
      state.stage = 'created';
      return [system('container asleep')];
    case 'WorkerRemoved':
      return [system('remove container')];
    case 'WorkerWoken':
      return event.restored === true ? [system('container restored from a snapshot')] : noLines;
    case 'WorkerHoldEnded':
    case 'WorkerCalled':
    case 'WorkerLooked':
    case 'WorkerTookJob':
    case 'WorkerBeganWork':
    case 'WorkerDidWork':
    case 'WorkerEndedJob':
    case 'WorkerTookRequest':
    case 'WorkerEndedRequest':
    case 'WorkerFreed':
    case 'WorkerTriedAgain':
    case 'WorkerRetuned':
    case 'WorkerPolled':
      return noLines;
  }
};

const findImage = ({ images, version }: ServerState): string => images.get(version) ?? '';

const createContainer = (state: ServerState, { imageOnHost }: FoundImage): readonly NewLogLine[] => {
  state.stage = 'created';
  return creation(findImage(state), imageOnHost === true);
};

/** A container that crashes before it is up had begun to start too: so a crash loop repeats the same line. */
const crashContainer = (state: ServerState): readonly NewLogLine[] => {
  const begun = state.stage === 'created' ? [start(findImage(state))] : [];
  state.stage = 'created';
  state.jobs.clear();
  return [...begun, system('container exited with an error')];
};

/** The lines of the handler about its job. Once the container has crashed, the end of the job adds no line. */
const jobLines = (state: ServerState, event: JobEvent, workerId: string): readonly NewLogLine[] => {
  if (event.type === 'JobStarted' && event.workerId === workerId) {
    state.jobs.add(event.jobId);
    return [fromContainer(`job ${event.jobId} started`)];
  }
  if (!state.jobs.has(event.jobId)) return noLines;
  if (event.type === 'JobStreamed') return [fromContainer(`job ${event.jobId} yielded a chunk`)];
  const ending = describeEnding(event);
  if (ending === undefined) return noLines;
  state.jobs.delete(event.jobId);
  return [fromContainer(`job ${event.jobId} ${ending}`)];
};

/** The lines of the server about a request. A request that breaks with its container adds no line. */
const requestLines = (event: RequestEvent, workerId: string): readonly NewLogLine[] => {
  if (!('workerId' in event) || event.workerId !== workerId) return noLines;
  const line = requestLine(event);
  return line === undefined ? noLines : [fromContainer(`request ${event.requestId} ${line}`)];
};

const requestLine = (event: RequestEvent): string | undefined => {
  if (event.type === 'RequestStarted') return 'started';
  if (event.type === 'RequestAnswered') return `answered ${event.status} in ${formatDuration(event.executionTime)}`;
  return event.type === 'RequestFailed' && event.because === 'timeout' ? 'stopped: it took longer than it may' : undefined;
};

const describeEnding = (event: JobEvent): string | undefined => {
  switch (event.type) {
    case 'JobCompleted':
      return `finished in ${formatDuration(event.executionTime)}`;
    case 'JobFailed':
      return `failed: ${event.error}`;
    case 'JobTimedOut':
      return `stopped after ${formatDuration(event.executionTime)}: it ran longer than it may`;
    case 'JobCancelled':
      return 'stopped: it was cancelled';
    case 'JobExpired':
      return 'stopped: its time to live is over';
    default:
      return undefined;
  }
};
