/** Answers of the engine about an endpoint and its workers, in the words of the model. */

export interface StreamAnswer {
  readonly stream: readonly { readonly output: unknown }[];
}

export interface EndpointView {
  readonly workers: { readonly min: number; readonly max: number; readonly idleTimeout?: number };
  readonly scaling: Scaling;
  readonly timeout: number;
  readonly image: string;
  readonly env: Variables;
  readonly dataCenterIds: readonly string[];
  readonly networkVolumes: readonly string[];
  readonly gpu?: { readonly count: number };
  readonly cpu?: readonly CpuView[];
}

interface CpuView {
  readonly id: string;
  readonly vcpuCount: number;
  readonly memory: number;
}

interface Scaling {
  readonly queueDelay?: number;
  readonly requestCount?: number;
}

interface Variables {
  readonly A: string;
}

export const describeEndpoint = (endpoint: EndpointView, volumeIds: readonly string[]): string => {
  const { workers, scaling, timeout, image, env, dataCenterIds, networkVolumes, gpu, cpu = [] } = endpoint;
  const shapes = gpu === undefined ? describeCpu(cpu) : `${gpu.count} GPUs`;
  const { min, max, idleTimeout = 0 } = workers;
  const by = `${describeScaling(scaling)}${scaling.queueDelay === undefined ? '' : ` idle ${Math.round(idleTimeout * 1_000)}`}`;
  return `${min} to ${max} by ${by} timeout ${timeout} image ${numberImage(image)} ${env.A} in ${dataCenterIds[0] ?? null} with ${nameVolumes(networkVolumes, volumeIds)} on ${shapes}`;
};

const nameVolumes = (ids: readonly string[], all: readonly string[]): string => ids.map((id) => `volume-${all.indexOf(id)}`).join(' ');

const describeCpu = (cpu: readonly CpuView[]): string =>
  cpu.map(({ id, vcpuCount, memory }) => `${id} ${vcpuCount} ${memory}`).join(' or ');

const describeScaling = ({ queueDelay, requestCount }: Scaling): string =>
  queueDelay === undefined ? `count ${requestCount}` : `delay ${Math.round(queueDelay * 1_000)}`;

const numberImage = (image: string): string => image.split(':')[1] ?? '';

export interface Health {
  readonly jobs: Readonly<Record<'inQueue' | 'inProgress' | 'completed' | 'failed' | 'retried', number>>;
  readonly workers: Readonly<Record<'idle' | 'initializing' | 'running' | 'throttled' | 'unhealthy', number>>;
}

export const describeHealth = ({ jobs: { inQueue, inProgress, completed, failed, retried }, workers }: Health): string => {
  const { idle, initializing, running, throttled, unhealthy } = workers;
  return `health inQueue=${inQueue} inProgress=${inProgress} ended=${[completed, failed, retried]} idle=${idle} others=${[initializing, running, throttled, unhealthy]}`;
};

export interface WorkerList {
  readonly workers: readonly {
    readonly id: string;
    readonly status: string;
    readonly uptimeSeconds: number | null;
    readonly version: number;
    readonly isStale: boolean;
    readonly image: string;
    readonly gpuCount: number;
  }[];
}

export const describeWorkers = ({ workers }: WorkerList, nameWorker: (id: string) => string): string => {
  const lines = workers.map(({ id, status, uptimeSeconds, version, isStale, image, gpuCount }) => {
    const release = `${version}${isStale ? ' stale' : ''} image ${numberImage(image)} with ${gpuCount}`;
    return `${nameWorker(id)} ${status} ${uptimeSeconds ?? 'down'} of ${release}`;
  });
  return `workers ${lines.join(', ')}`;
};

export interface ReleaseList {
  readonly endpointVersion: number;
  readonly rollout: {
    readonly inProgress: boolean;
    readonly workersOnLatest: number;
    readonly workersTotal: number;
    readonly percentOnLatest: number;
  };
  readonly releases: readonly {
    readonly version: number;
    readonly workerCount: number;
    readonly createdAt: string;
    readonly diff: readonly { readonly field: string; readonly old: unknown; readonly new: unknown }[];
  }[];
}

export const describeReleases = ({ rollout, releases }: ReleaseList, startMs: number, volumeIds: readonly string[]): string => {
  const tell = (field: string, value: unknown): string =>
    field === 'networkVolumes' ? nameVolumes(value as readonly string[], volumeIds) : describeValue(field, value);
  const { inProgress, workersOnLatest, workersTotal, percentOnLatest } = rollout;
  const lines = releases.map(({ version, workerCount, createdAt, diff }) => {
    const changes = diff.map((entry) => ` ${entry.field} ${tell(entry.field, entry.old)} to ${tell(entry.field, entry.new)}`);
    return `${version} on ${workerCount} at ${Date.parse(createdAt) - startMs}${changes.join('')}`;
  });
  return `releases ${workersOnLatest} of ${workersTotal} ${percentOnLatest}% ${inProgress}: ${lines.join(', ')}`;
};

const describeValue = (field: string, value: unknown): string => {
  if (field === 'scaling') return describeScaling(value as Scaling);
  if (field === 'cpu') return describeCpu(value as readonly CpuView[]);
  if (field === 'template.env') return (value as Variables).A;
  return field === 'template.imageName' ? numberImage(value as string) : String(value);
};
