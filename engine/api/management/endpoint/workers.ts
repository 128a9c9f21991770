import { map, right } from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import type { EndpointConfig } from '../../../cloud/endpoint/events.ts';
import { configOfRelease, type Endpoint } from '../../../cloud/endpoint/evolve.ts';
import { balancerPorts } from '../../../cloud/endpoint/ports.ts';
import type { SimulationContext } from '../../../cloud/policies/context.ts';
import { activeStatuses, type WorkerStatus } from '../../../cloud/worker/lifecycle.ts';
import type { Worker } from '../../../cloud/worker/state.ts';
import { formatInstant } from '../../../kernel/instant.ts';
import type { VirtualTime } from '../../../kernel/time.ts';
import { releaseList, workerList } from '../../contract/endpointWorkers.ts';
import { pageQuery } from '../../contract/parts/pages.ts';
import type { Resource } from '../../contract/parts/resource.ts';
import { cutPage, hasPages } from '../pages.ts';
import { endpoints } from './endpoints.ts';
import { releaseDiff } from './releaseDiff.ts';

/** GET /v2/serverless/{id}/workers: the workers that are up or starting. A stopped worker is not listed. */
export const listEndpointWorkers = endpoints.part('workers', {
  id: 'listEndpointWorkers',
  summary: 'List the workers of a serverless endpoint',
  schema: workerList,
  rules: ['worker.lifecycle', 'worker.rollout'],
  body: (sim, endpoint) =>
    right({
      workers: activeWorkers(sim, endpoint).map((worker) => workerView(sim, endpoint, worker)),
      summary: summary(sim, endpoint),
      endpointVersion: endpoint.version,
    }),
});

/** GET /v2/serverless/{id}/releases: what each release changed, newest first, and how far the newest has rolled out. */
export const listEndpointReleases = endpoints.part('releases', {
  id: 'listEndpointReleases',
  summary: 'List the releases of a serverless endpoint',
  schema: releaseList,
  query: pageQuery,
  rules: ['endpoint.patch', 'worker.rollout', 'list.pages'],
  body: (sim, endpoint, query) => {
    const { id, accountId, version: endpointVersion } = endpoint;
    const workers = activeWorkers(sim, endpoint);
    const inAll = { endpointVersion, rollout: rollout(endpoint, workers) };
    const newestFirst = releases(sim, endpoint, workers);
    if (!hasPages(query)) return right({ ...inAll, releases: newestFirst });
    return pipe(
      // Several releases may be of one instant: the place of one is its version.
      cutPage(
        newestFirst.map((release) => ({ id: release.id, createdAt: release.version as VirtualTime, release })),
        query,
        { list: 'listEndpointReleases', accountId, id },
      ),
      map(({ items, pagination }) => ({ ...inAll, releases: items.map(({ release }) => release), pagination })),
    );
  },
});

type Workers = Resource<typeof workerList>;
type ActiveStatus = Exclude<WorkerStatus, 'NEW' | 'STOPPED' | 'TERMINATED' | 'ASLEEP'>;
type Releases = Resource<typeof releaseList>;

const activeWorkers = (sim: SimulationContext, { id }: Endpoint): readonly Worker[] =>
  sim.state.fleet.of(id).members.flatMap((workerId) => {
    const worker = sim.find('worker', workerId);
    return worker !== undefined && (worker.status === 'ASLEEP' || activeStatuses.includes(worker.status)) ? [worker] : [];
  });

/** A worker runs the image of its own release. While it is stale, that is not the newest. */
const workerView = (
  { now, startMs }: SimulationContext,
  endpoint: Endpoint,
  { id, status, version, gpuCount, placement, startedAt }: Worker,
): Workers['workers'][number] => {
  const config = configOfRelease(endpoint, version);
  return {
    id,
    // One that sleeps is listed as idle: clients are not told which of the two it is (worker.sleep).
    status: (status === 'ASLEEP' ? 'IDLE' : status) as ActiveStatus,
    isStale: version !== endpoint.version,
    version,
    gpuCount,
    image: config.container.image ?? null,
    uptimeSeconds: startedAt === null ? null : Math.floor((now - startedAt) / 1_000),
    gpuTypeId: placement?.gpuTypeId ?? null,
    dataCenterId: placement?.dataCenterId ?? null,
    startedAt: startedAt === null ? null : formatInstant(startMs + startedAt),
    ...(config.type === 'LOAD_BALANCER' ? { env: serverEnv(config) } : {}),
  };
};

/** The variables that give a server its port and the load balancer's health check, also if the endpoint does not set them (lb.traffic). */
const serverEnv = (config: EndpointConfig): { readonly [name: string]: string } => {
  const { port, healthPort, healthPath } = balancerPorts(config);
  return { PORT: port, PORT_HEALTH: healthPort, HEALTH_CHECK_PATH: healthPath, ...config.container.env };
};

const summary = (sim: SimulationContext, { id }: Endpoint): Workers['summary'] => {
  const { counts, active } = sim.state.fleet.of(id);
  return {
    running: counts.RUNNING,
    idle: counts.IDLE + counts.ASLEEP,
    initializing: counts.INITIALIZING,
    throttled: counts.THROTTLED,
    unhealthy: counts.UNHEALTHY,
    total: active + counts.ASLEEP,
  };
};

/** Without workers, none is left to replace: 100 %. */
const rollout = ({ version }: Endpoint, workers: readonly Worker[]): Releases['rollout'] => {
  const workersTotal = workers.length;
  const workersOnLatest = onRelease(workers, version);
  const percentOnLatest = workersTotal === 0 ? 100 : Math.floor((workersOnLatest * 100) / workersTotal);
  return { inProgress: workersOnLatest < workersTotal, workersOnLatest, workersTotal, percentOnLatest };
};

const releases = (sim: SimulationContext, endpoint: Endpoint, workers: readonly Worker[]): Releases['releases'] =>
  endpoint.releases
    .map(({ version, at, config }, k, all): Releases['releases'][number] => {
      const before = all[k - 1]?.config;
      return {
        id: `${endpoint.id}-r${version}`,
        version,
        source: 'MANUAL',
        buildId: null,
        createdByUserId: endpoint.accountId,
        workerCount: onRelease(workers, version),
        createdAt: formatInstant(sim.startMs + at),
        diff: before === undefined ? [] : releaseDiff(before, config),
      };
    })
    .reverse();

const onRelease = (workers: readonly Worker[], version: number): number => workers.filter((worker) => worker.version === version).length;
