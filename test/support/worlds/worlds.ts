import { templateShape } from '../../../engine/api/management/templateShape.ts';
import type { Answer } from '../../../engine/api/operation.ts';
import type { HostSpec } from '../../../engine/cloud/catalog/hostSpec.ts';
import { usualDisk } from '../../../engine/cloud/container/config.ts';
import type { EndpointConfig } from '../../../engine/cloud/endpoint/events.ts';
import { newEndpoint } from '../../../engine/cloud/endpoint/evolve.ts';
import type { HandlerSpec } from '../../../engine/cloud/handler/spec.ts';
import type { TemplateShape } from '../../../engine/cloud/resources/template.ts';
import type { Json } from '../../../engine/kernel/canonical.ts';
import type { VirtualTime } from '../../../engine/kernel/time.ts';
import {
  allPermissions,
  defaultStartMs,
  type EndpointDefinition,
  type GivenKey,
  type TemplateDefinition,
  type WorldDefinition,
} from '../../../engine/simulator/definition.ts';
import type { Input } from '../../../engine/world/receive.ts';
import type { World } from '../../../engine/world/world.ts';

/** Small worlds for tests: the account `acc-a` with the key of `alice`, and endpoints on CPUs that take no time to start. */
export const worldOf = (some: Partial<WorldDefinition> = {}): WorldDefinition => ({
  seed: 'podsim',
  startMs: defaultStartMs,
  settings: { worker: { imagePull: 0, start: 0 } },
  hosts: null,
  accounts: [{ id: 'acc-a', keys: [keyOf('alice')] }],
  endpoints: [endpointOf('ep-a')],
  faults: [],
  ...some,
});

export const keyOf = (name: string): GivenKey => ({
  name,
  secret: `key-of-${name}`,
  permissions: allPermissions,
  queueEndpoints: null,
  rateLimitExempt: true,
  expiresAt: null,
});

/** A machine with so many RTX 4090, the GPU type of the pool ADA_24. */
export const gpuHost = (id: string, gpus: number, some: Partial<HostSpec> = {}): HostSpec => ({
  id,
  dataCenterId: 'EU-RO-1',
  cloud: 'SECURE',
  gpuTypeId: 'NVIDIA GeForce RTX 4090',
  gpus,
  vcpus: 0,
  cudaVersion: '12.8',
  ...some,
});

/** A machine with so many vCPUs and no GPU. */
export const cpuHost = (id: string, vcpus: number): HostSpec => gpuHost(id, 0, { gpuTypeId: null, vcpus, cudaVersion: null });

export const endpointOf = (id: string, config: Partial<EndpointConfig> = {}, handler: Partial<HandlerSpec> = {}): EndpointDefinition => ({
  id,
  accountId: 'acc-a',
  config: endpointConfig(config),
  handler: { duration: { kind: 'fixed', ms: 1_000 }, outcomes: ['complete'], ...handler },
});

/** A template of a world, public unless it is said otherwise. */
export const templateOf = (id: string, some: Partial<TemplateShape> = {}): TemplateDefinition => ({
  id,
  accountId: 'acc-a',
  shape: { ...templateShape({ name: id, image: 'an-image', public: true }, usualDisk), ...some },
});

export const endpointConfig = (some: Partial<EndpointConfig> = {}): EndpointConfig => ({
  ...newEndpoint('').config,
  name: 'an endpoint',
  workers: { min: 0, max: 3 },
  idleTimeoutMs: 10_000,
  timeout: 300_000,
  container: { image: 'an-image' },
  cpu: [{ id: 'cpu3c', vcpuCount: 2, memory: 4 }],
  ...some,
});

/** A call of alice's: `callOf('status', { endpoint_id: 'ep-a', job_id })`. */
export const callOf = (
  operation: string,
  params: Readonly<Record<string, string>>,
  { at, body, query = {} }: { readonly at?: number; readonly body?: Json; readonly query?: Readonly<Record<string, string>> } = {},
): Input => ({
  operation,
  client: { key: 'key-of-alice' },
  request: { params, query, ...(body === undefined ? {} : { body }) },
  ...(at === undefined ? {} : { at: at as VirtualTime }),
});

/** Submits a job to an endpoint. */
export const runOf = (endpoint: string, input: Json, at?: number): Input =>
  callOf('run', { endpoint_id: endpoint }, { body: { input }, ...(at === undefined ? {} : { at }) });

/** The id of the job that a run submitted. */
export const jobIdOf = (reply: { readonly answer: Answer } | { readonly held: string }): string => {
  const body = 'answer' in reply ? reply.answer.body : undefined;
  return String((body as { readonly id?: string } | undefined)?.id);
};

/** Every event of a world so far, by type. */
export const eventTypes = (world: World): string[] => [...world.log.entries()].map(({ event }) => event.type);
