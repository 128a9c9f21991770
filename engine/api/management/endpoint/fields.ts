import { type ContainerConfig, completeContainer, overlay, readContainer } from '../../../cloud/container/config.ts';
import type { LaunchFields } from '../../../cloud/container/launch.ts';
import type { EndpointConfig } from '../../../cloud/endpoint/events.ts';
import type { EndpointSettings } from '../../../cloud/endpoint/settings.ts';
import type { Settings } from '../../../cloud/entities.ts';
import type { Template } from '../../../cloud/resources/template.ts';
import type { Json } from '../../../kernel/canonical.ts';
import { seconds } from '../../../kernel/time.ts';
import {
  type CreateEndpointRequest,
  type endpointResource,
  idleTimeoutApplies,
  type UpdateEndpointRequest,
} from '../../contract/endpoint.ts';
import type { Resource } from '../../contract/parts/resource.ts';
import { cpuShape } from '../pod/cpuShape.ts';
import { launchView } from '../pod/launch.ts';
import { changeGpu, createGpu, writeGpu } from './gpu.ts';

export type EndpointResource = Resource<typeof endpointResource>;

/** What a create is made of. */
export interface Creation {
  readonly body: CreateEndpointRequest;
  readonly settings: EndpointSettings;
  readonly template: Template | undefined;
}

/** What a PATCH is made of. */
export interface Change {
  readonly config: EndpointConfig;
  readonly body: UpdateEndpointRequest;
  readonly settings: EndpointSettings;
  readonly template: Template | undefined;
}

/** What every place has to know of one field of an endpoint's configuration. */
interface ConfigField<Name extends keyof EndpointConfig> {
  /** Its value in a new endpoint (endpoint.defaults, endpoint.template-merge). */
  readonly create: (creation: Creation) => EndpointConfig[Name];
  /** Its value after a PATCH (endpoint.patch). */
  readonly change: ((change: Change) => EndpointConfig[Name]) | Unless<Name, UpdateEndpointRequest, 'is fixed'>;
  /** Whether a change of it makes a release: workers get it by being replaced (worker.rollout). */
  readonly makesRelease: boolean;
  /** The part of the resource that shows it. */
  readonly show:
    | ((config: EndpointConfig, settings: Settings) => PartWith<Name>)
    | Unless<Name, EndpointResource, 'is hidden' | 'is in workers'>;
  /** What the list of releases compares, under the platform's names where they are known: it calls a container's settings those of a template. */
  readonly compare: Readonly<Record<string, (config: EndpointConfig) => Json | undefined>>;
  /** The part of a scenario's `endpoints` that says it; nothing if it is the default. */
  readonly write:
    | ((config: EndpointConfig, id: string) => object)
    | (Name extends NeedsResource ? 'needs a resource' : Unless<Name, CreateEndpointRequest, 'is in workers'>);
}

/** One for each field of a configuration, and for each that a create gives. */
type ConfigFields = {
  readonly [Name in keyof EndpointConfig | GivenField]: Name extends keyof EndpointConfig ? ConfigField<Name> : never;
};
type GivenField = Exclude<keyof CreateEndpointRequest, keyof ContainerConfig | keyof LaunchFields>;

/** The fields that name another resource: the endpoints that a world begins with have none of them. */
export type NeedsResource = 'networkVolumes' | 'registry' | 'templateId';

/** What a row may say of a field that a body does not have. */
type Unless<Name extends string, Body, Words extends string> = Name extends keyof Body ? never : Words;

/** A part of the resource; with the field itself, if the resource has it. */
type PartWith<Name extends string> = Name extends keyof EndpointResource ? Pick<EndpointResource, Name> : Partial<EndpointResource>;

/**
 * The fields of an endpoint's configuration, in the order in which releases compare them. What creates, changes, shows, compares and records an
 * endpoint follows from these rows; the compiler asks for one for each field.
 */
export const endpointFields: ConfigFields = {
  name: {
    create: ({ body }) => body.name,
    change: ({ config, body }) => body.name ?? config.name,
    makesRelease: false,
    show: ({ name }) => ({ name }),
    compare: { name: ({ name }) => name },
    write: ({ name }, id) => (name === id ? {} : { name }),
  },
  type: {
    create: ({ body }) => body.type,
    change: 'is fixed',
    makesRelease: false,
    show: ({ type }) => ({ type }),
    compare: {},
    write: ({ type }) => (type === 'QUEUE' ? {} : { type }),
  },
  workers: {
    create: ({ body, settings }) => ({
      min: body.workers?.min ?? settings.workersMin,
      max: body.workers?.max ?? settings.workersMax,
    }),
    change: ({ config, body }) => ({ min: body.workers?.min ?? config.workers.min, max: body.workers?.max ?? config.workers.max }),
    makesRelease: false,
    show: (config) => ({ workers: writeWorkers(config) }),
    compare: { 'workers.min': ({ workers }) => workers.min, 'workers.max': ({ workers }) => workers.max },
    write: (config) => ({ workers: writeWorkers(config) }),
  },
  idleTimeoutMs: {
    create: ({ body, settings }) => (body.workers?.idleTimeout === undefined ? settings.idleTimeout : seconds(body.workers.idleTimeout)),
    change: ({ config, body, settings }) => {
      if (!idleTimeoutApplies({ type: config.type, scaling: body.scaling ?? config.scaling })) return settings.idleTimeout;
      return body.workers?.idleTimeout === undefined ? config.idleTimeoutMs : seconds(body.workers.idleTimeout);
    },
    makesRelease: false,
    show: 'is in workers',
    compare: { 'workers.idleTimeout': ({ idleTimeoutMs }) => idleTimeoutMs / 1_000 },
    write: 'is in workers',
  },
  scaling: {
    create: ({ body }) => body.scaling,
    change: ({ config, body }) => body.scaling ?? config.scaling,
    makesRelease: false,
    show: ({ scaling }) => ({ scaling }),
    compare: { scaling: ({ scaling }) => ({ ...scaling }) },
    write: ({ scaling }) => ({ scaling }),
  },
  flashboot: {
    create: ({ body }) => body.flashboot ?? 'OFF',
    change: ({ config, body }) => body.flashboot ?? config.flashboot,
    makesRelease: false,
    show: ({ flashboot }) => ({ flashboot }),
    compare: { flashboot: ({ flashboot }) => flashboot },
    write: ({ flashboot }) => (flashboot === 'OFF' ? {} : { flashboot }),
  },
  timeout: {
    create: ({ body, settings }) => timeoutMs(body.timeout, settings),
    change: ({ config, body, settings }) => timeoutMs(body.timeout ?? config.timeout, settings),
    makesRelease: false,
    show: ({ timeout }) => ({ timeout }),
    compare: { timeout: ({ timeout }) => timeout },
    write: ({ timeout }) => ({ timeout }),
  },
  dataCenterIds: {
    create: ({ body }) => body.dataCenterIds ?? [],
    change: ({ config, body }) => body.dataCenterIds ?? config.dataCenterIds,
    makesRelease: false,
    show: ({ dataCenterIds }) => ({ dataCenterIds }),
    compare: { locations: ({ dataCenterIds }) => dataCenterIds },
    write: ({ dataCenterIds }) => (dataCenterIds.length === 0 ? {} : { dataCenterIds }),
  },
  networkVolumes: {
    create: ({ body }) => body.networkVolumes ?? [],
    change: ({ config, body }) => body.networkVolumes ?? config.networkVolumes,
    makesRelease: false,
    show: ({ networkVolumes }) => ({ networkVolumes }),
    compare: { networkVolumes: ({ networkVolumes }) => networkVolumes },
    write: 'needs a resource',
  },
  gpu: {
    create: ({ body, template }) => (body.gpu === undefined ? null : createGpu(body.gpu, template)),
    change: ({ config: { gpu }, body }) => (body.gpu === undefined || gpu === null ? gpu : changeGpu(gpu, body.gpu)),
    makesRelease: true,
    show: ({ gpu }) => (gpu === null ? {} : { gpu: { ...gpu } }),
    compare: {
      gpuCount: ({ gpu }) => gpu?.count,
      gpuPools: ({ gpu }) => gpu?.pools,
      gpuExcludedTypes: ({ gpu }) => gpu?.excludedTypes,
      allowedCudaVersions: ({ gpu }) => gpu?.allowedCudaVersions,
      minCudaVersion: ({ gpu }) => gpu?.minCudaVersion,
    },
    write: ({ gpu }) => (gpu === null ? {} : { gpu: writeGpu(gpu) }),
  },
  cpu: {
    create: ({ body }) => body.cpu?.map(cpuShape) ?? null,
    change: ({ config, body }) => body.cpu?.map(cpuShape) ?? config.cpu,
    makesRelease: true,
    show: ({ cpu }) => (cpu === null ? {} : { cpu: cpu.map((shape) => ({ ...shape })) }),
    compare: { cpu: ({ cpu }) => cpu?.map((shape) => ({ ...shape })) },
    write: ({ cpu }) => (cpu === null ? {} : { cpu: cpu.map(({ id, vcpuCount }) => ({ id, vcpuCount })) }),
  },
  container: {
    create: ({ body, template }) => overlay(template?.shape.container ?? {}, readContainer(body, template?.shape.container.args)),
    change: ({ config: { container }, body, template }) => ({
      ...container,
      ...overlay(template?.shape.container ?? {}, readContainer(body, template?.shape.container.args ?? container.args)),
    }),
    makesRelease: true,
    show: ({ container }, settings) => ({ ...completeContainer(container), ...launchView(settings, container.args) }),
    compare: {
      'template.imageName': ({ container }) => container.image,
      'template.dockerArgs': ({ container }) => container.args,
      'template.containerDiskInGb': ({ container }) => container.disk,
      'template.env': ({ container }) => container.env,
      'template.ports': ({ container }) => container.ports,
      'template.containerRegistryAuthId': ({ container }) => container.registry,
    },
    write: ({ container }) => container,
  },
  templateId: {
    create: ({ template }) => template?.id ?? null,
    change: ({ config, template }) => template?.id ?? config.templateId,
    makesRelease: false,
    show: 'is hidden',
    compare: {},
    write: 'needs a resource',
  },
};

export const fieldNames = Object.keys(endpointFields) as (keyof EndpointConfig)[];

/** The workers as bodies have them: the idle timeout is in seconds, and only where it applies (endpoint.idle-timeout). */
const writeWorkers = (config: EndpointConfig): EndpointResource['workers'] => ({
  ...config.workers,
  ...(idleTimeoutApplies(config) ? { idleTimeout: config.idleTimeoutMs / 1_000 } : {}),
});

/** Some clients write back 0 for a timeout that they never set. */
const timeoutMs = (given: number | undefined, settings: EndpointSettings) =>
  given === undefined || given === 0 ? settings.timeout : given;
