import type { EndpointConfig, EndpointEvent } from '../endpoint/events.ts';
import type { Endpoint } from '../endpoint/evolve.ts';
import { kindOf } from '../entities.ts';
import type { JobEvent } from '../job/events.ts';
import { formatDuration } from '../kernel/time.ts';
import type { RequestEvent } from '../request/events.ts';
import type { WorkerEvent } from '../worker/events.ts';
import type { Worker } from '../worker/evolve.ts';
import type { WorkerStatus } from '../worker/lifecycle.ts';
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

/** What a worker's container writes, its handler's jobs among it, and the platform around it; `worker` is what it begins with, as for a pod. */
export const workerLogLines = (worker: Worker, endpoint: Endpoint): LogLineGenerator => {
  const { version, seen, jobId } = worker;
  const images = new Map(endpoint.releases.map((release) => [release.version, imageIn(release.config)]));
  const told: ServerState = { images, version, seen, jobId, stage: stages[worker.status] ?? 'none' };
  return (event) => {
    switch (kindOf(event)) {
      case 'worker':
        return (event as WorkerEvent).workerId === worker.id ? linesOf(told, event as WorkerEvent) : noLines;
      case 'job':
        return jobLines(told, event as JobEvent, worker.id);
      case 'request':
        return requestLines(event as RequestEvent, worker.id);
      case 'endpoint':
        learnImage(told.images, event as EndpointEvent, endpoint.id);
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
  /** The image of that release is on its host. */
  seen: boolean;
  stage: Stage;
  /** The job that its handler is at. */
  jobId: string | null;
}

const stages: { readonly [Status in WorkerStatus]?: Stage } = { INITIALIZING: 'created', UNHEALTHY: 'created', IDLE: 'up', RUNNING: 'up' };

const imageIn = ({ container }: EndpointConfig): string => container.image ?? '';

const learnImage = (images: Map<number, string>, event: EndpointEvent, endpointId: string): void => {
  if (event.endpointId !== endpointId) return;
  if (event.type === 'EndpointCreated') images.set(1, imageIn(event.config));
  if (event.type === 'EndpointUpdated') images.set(event.version, imageIn(event.config));
};

const linesOf = (told: ServerState, event: WorkerEvent): readonly NewLogLine[] => {
  switch (event.type) {
    case 'WorkerLaunched':
    case 'WorkerThrottled':
      told.seen = told.seen && told.version === event.version;
      told.version = event.version;
      return event.type === 'WorkerLaunched' ? created(told) : noLines;
    case 'WorkerPlaced':
      return created(told);
    case 'WorkerPullTroubled':
      return [system(`pull image ${imageOf(told)}: ${event.pulls ? 'slow' : 'failed, trying again'}`)];
    case 'WorkerPullRestarted':
      return [pulling(imageOf(told))];
    case 'WorkerPullFailed':
      return [system(`pull image ${imageOf(told)}: failed`), system('worker unhealthy: its image cannot be pulled')];
    case 'WorkerReady':
      told.stage = 'up';
      told.seen = true;
      return [start(imageOf(told)), fromContainer('worker started')];
    case 'WorkerCrashed':
      return crashed(told);
    case 'WorkerTurnedUnhealthy':
      return [...crashed(told), system(`worker unhealthy: ${event.crashes} crashes in a row`)];
    case 'WorkerLostHost':
      told.seen = false;
      told.stage = 'none';
      told.jobId = null;
      return [hostLost];
    case 'WorkerStopped':
    case 'WorkerTerminated': {
      const lines = removal(told.stage);
      told.stage = 'none';
      return lines;
    }
    case 'WorkerTookJob':
    case 'WorkerTookRequest':
    case 'WorkerEndedRequest':
    case 'WorkerFreed':
    case 'WorkerTriedAgain':
    case 'WorkerRetuned':
    case 'WorkerPolled':
      return noLines;
  }
};

const imageOf = ({ images, version }: ServerState): string => images.get(version) ?? '';

const created = (told: ServerState): readonly NewLogLine[] => {
  told.stage = 'created';
  return creation(imageOf(told), told.seen);
};

/** One that dies before it is up was begun to be started, too: a crash loop is the same line again and again. */
const crashed = (told: ServerState): readonly NewLogLine[] => {
  const begun = told.stage === 'created' ? [start(imageOf(told))] : [];
  told.stage = 'created';
  told.jobId = null;
  return [...begun, system('container exited with an error')];
};

/** What the handler says of its job. Once the container has died under it, the job's end is none of its lines. */
const jobLines = (told: ServerState, event: JobEvent, workerId: string): readonly NewLogLine[] => {
  if (event.type === 'JobStarted' && event.workerId === workerId) {
    told.jobId = event.jobId;
    return [fromContainer(`job ${event.jobId} started`)];
  }
  if (event.jobId !== told.jobId) return noLines;
  if (event.type === 'JobStreamed') return [fromContainer(`job ${event.jobId} yielded a chunk`)];
  const ending = endingOf(event);
  if (ending === undefined) return noLines;
  told.jobId = null;
  return [fromContainer(`job ${event.jobId} ${ending}`)];
};

/** What the server says of a request. One that breaks with its container is none of its lines. */
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

const endingOf = (event: JobEvent): string | undefined => {
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
