import { completeContainer } from '../../../cloud/container/config.ts';
import type { EndpointConfig } from '../../../cloud/endpoint/events.ts';
import type { Endpoint } from '../../../cloud/endpoint/evolve.ts';
import { balancerPorts } from '../../../cloud/endpoint/ports.ts';
import type { SimulationContext } from '../../../cloud/policies/context.ts';
import { formatInstant } from '../../../kernel/instant.ts';
import { type endpointResource, idleTimeoutApplies } from '../../contract/endpoint.ts';
import type { Resource } from '../../signature.ts';
import { launchView } from '../pod/launch.ts';

type EndpointResource = Resource<typeof endpointResource>;

/** The serverless endpoint resource, as the interface document defines it. */
export const endpointView = (sim: SimulationContext, { id, config, createdAt }: Endpoint, base: string): EndpointResource => ({
  id,
  name: config.name,
  type: config.type,
  requestUrls: requestUrls(id, config, base),
  ...completeContainer(config.container),
  ...launchView(sim.settings, config.container.args),
  ...(config.gpu === null ? {} : { gpu: { ...config.gpu } }),
  ...(config.cpu === null ? {} : { cpu: config.cpu.map((shape) => ({ ...shape })) }),
  workers: { ...config.workers, ...(idleTimeoutApplies(config) ? { idleTimeout: config.idleTimeoutMs / 1_000 } : {}) },
  scaling: config.scaling,
  dataCenterIds: config.dataCenterIds,
  networkVolumes: config.networkVolumes,
  timeout: config.timeout,
  flashboot: config.flashboot,
  createdAt: formatInstant(sim.startMs + (createdAt ?? 0)),
});

/** `base` is the URL at which the caller reaches the APIs (endpoint.request-urls, lb.health). */
const requestUrls = (id: string, config: EndpointConfig, base: string): EndpointResource['requestUrls'] =>
  config.type === 'LOAD_BALANCER'
    ? { base: `${base}/lb/${id}`, health: `${base}/lb/${id}${balancerPorts(config).healthPath}` }
    : {
        run: `${base}/v2/${id}/run`,
        runSync: `${base}/v2/${id}/runsync`,
        status: `${base}/v2/${id}/status/{job_id}`,
        stream: `${base}/v2/${id}/stream/{job_id}`,
        cancel: `${base}/v2/${id}/cancel/{job_id}`,
        retry: `${base}/v2/${id}/retry/{job_id}`,
        purgeQueue: `${base}/v2/${id}/purge-queue`,
        health: `${base}/v2/${id}/health`,
      };
