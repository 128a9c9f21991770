import type { EndpointConfig } from '../../../cloud/endpoint/events.ts';
import type { Endpoint } from '../../../cloud/endpoint/evolve.ts';
import { balancerPorts } from '../../../cloud/endpoint/ports.ts';
import type { SimulationContext } from '../../../cloud/policies/context.ts';
import { lazily } from '../../../kernel/collections/lazily.ts';
import { formatInstant } from '../../../kernel/instant.ts';
import { endpointResource } from '../../contract/endpoint.ts';
import { type EndpointResource, endpointFields, fieldNames } from './fields.ts';

/** The serverless endpoint resource, as the interface document defines it. */
export const endpointView = (sim: SimulationContext, { id, config, createdAt }: Endpoint, base: string): EndpointResource => {
  const parts = fieldNames.map((name) => {
    const { show } = endpointFields[name];
    return typeof show === 'string' ? {} : show(config, sim.settings);
  });
  const all: Partial<EndpointResource> = Object.assign({}, ...parts, {
    id,
    requestUrls: requestUrls(id, config, base),
    createdAt: formatInstant(sim.startMs + (createdAt ?? 0)),
  });
  return Object.fromEntries(shownNames().flatMap((name) => (name in all ? [[name, all[name]]] : []))) as unknown as EndpointResource;
};

/** In the order of the document. */
const shownNames = lazily(() => Object.keys(endpointResource().shape) as (keyof EndpointResource)[]);

/** An endpoint's configuration as `endpoints` of a scenario has it: only the fields that differ from the defaults. */
export const writeEndpoint = (config: EndpointConfig, id: string): object => {
  const parts = fieldNames.map((name) => {
    const { write } = endpointFields[name];
    return typeof write === 'string' ? {} : write(config, id);
  });
  return Object.assign({}, ...parts);
};

/** `base` is the URL at which the caller reaches the queue API (endpoint.request-urls, lb.health). */
const requestUrls = (id: string, config: EndpointConfig, base: string): EndpointResource['requestUrls'] => {
  const balancer = platformBase.test(base) ? base.replace('://', `://${id}.`) : `${base}/lb/${id}`;
  return config.type === 'LOAD_BALANCER'
    ? { base: balancer, health: `${balancer}${balancerPorts(config).healthPath}` }
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
};

/** At the platform's own host of the queue API, each load balancer has a host below it. */
const platformBase = /^https?:\/\/api\.runpod\.ai(?::\d+)?$/;
