import { type Either, isLeft, left, right } from 'fp-ts/lib/Either.js';
import { cpuFlavours, findCpuFlavour, vcpuCounts } from '../../catalog/cpuFlavours.ts';
import { findGpuType } from '../../catalog/gpuTypes.ts';
import { type ContainerConfig, type CpuShape, containerOf, type Mounts, overlaid } from '../../container/config.ts';
import type { Rejection } from '../../kernel/decider.ts';
import { keyText } from '../../kernel/rng.ts';
import type { PodConfig } from '../../pod/events.ts';
import type { ComputeRequest } from '../../projections/placement.ts';
import { computeOf } from '../../projections/wants.ts';
import type { Simulation } from '../../simulation.ts';
import type { Template } from '../../template/evolve.ts';
import type { CreatePodRequest } from '../contract/pod.ts';
import { registryFor, templateFor, volumeFor } from './references.ts';

/** A pod as a create asks for it, and the compute it needs. */
export interface PodPlan {
  readonly config: PodConfig;
  readonly compute: ComputeRequest;
}

/** The pod that a create asks for: 404 for what it refers to and is not there, then 422, then 400 for what does not go together. */
export const podPlan = (world: Simulation, accountId: string, body: CreatePodRequest, key: string): Either<Rejection, PodPlan> => {
  const registry = registryFor(world, accountId, body.registry);
  if (isLeft(registry)) return registry;
  const volumeDataCenter = networkDataCenter(world, accountId, body.mounts);
  if (isLeft(volumeDataCenter)) return volumeDataCenter;
  const template =
    body.templateId === undefined
      ? right(undefined)
      : templateFor(world, accountId, body.templateId, { serverless: false, rule: 'pod.template' });
  if (isLeft(template)) return template;
  const clash = contradiction(body);
  if (clash !== undefined) return left(clash);
  const cpu = body.cpu === undefined ? right(null) : cpuShape(body.cpu);
  if (isLeft(cpu)) return cpu;
  const dataCenterIds = limitedTo(body.dataCenterIds ?? [], volumeDataCenter.right);
  if (isLeft(dataCenterIds)) return dataCenterIds;
  const gpu = gpuOf(body, template.right);
  const config: PodConfig = {
    name: body.name,
    templateId: body.templateId ?? null,
    container: container(world, accountId, body, template.right, key),
    gpu,
    cpu: cpu.right,
    cloud: body.cloud ?? 'SECURE',
    dataCenterIds: body.dataCenterIds ?? [],
    mounts: mountsOf(body, template.right),
    globalNetworking: body.globalNetworking ?? false,
    locked: false,
  };
  return right({ config, compute: computeOf(config, dataCenterIds.right) });
};

/** What of a body contradicts itself: 400. */
const contradiction = ({ gpu, cpu, mounts }: CreatePodRequest): Rejection | undefined => {
  const no = (rule: string, detail: string) => ({ kind: 'contradictory', rule, detail }) as const;
  if ((gpu === undefined) === (cpu === undefined)) return no('pod.create-compute', 'give exactly one of gpu and cpu');
  if (gpu !== undefined && (gpu.allowedCudaVersions ?? []).length > 0 && gpu.minCudaVersion !== undefined) {
    return no('pod.create-cuda', 'allowedCudaVersions and minCudaVersion exclude each other: give one');
  }
  if (gpu !== undefined && findGpuType(gpu.id) === undefined)
    return no('pod.capacity', `there is no GPU type ${gpu.id}; GET /v2/catalog/gpus lists them`);
  return mountContradiction(mounts, cpu !== undefined);
};

/** What of mounts contradicts itself or the pod: 400. */
export const mountContradiction = (mounts: CreatePodRequest['mounts'], onCpu: boolean): Rejection | undefined => {
  const no = (rule: string, detail: string) => ({ kind: 'contradictory', rule, detail }) as const;
  if (mounts?.persistent !== undefined && mounts.network !== undefined)
    return no('mounts.exclusive', 'a pod has a persistent mount or a network mount, not both');
  if (mounts?.network?.length === 0) return no('mounts.patch-empty-network', 'network: [] names no volume; leave mounts out to have none');
  return mounts?.persistent !== undefined && onCpu
    ? no('mounts.persistent-cpu', 'a CPU pod has no persistent mount; use a network volume')
    : undefined;
};

/** The data centre of the volume that a pod mounts, if it mounts one. */
const networkDataCenter = (
  world: Simulation,
  accountId: string,
  mounts: CreatePodRequest['mounts'],
): Either<Rejection, string | undefined> => {
  const [mount] = mounts?.network ?? [];
  if (mount === undefined) return right(undefined);
  const volume = volumeFor(world, accountId, mount.volumeId);
  return isLeft(volume) ? volume : right(volume.right.shape.dataCenterId);
};

/** The data centres a pod may go to: those it names, and of them the one its volume is in. */
const limitedTo = (dataCenterIds: readonly string[], volumeIn: string | undefined): Either<Rejection, readonly string[]> => {
  if (volumeIn === undefined) return right(dataCenterIds);
  if (dataCenterIds.length === 0 || dataCenterIds.includes(volumeIn)) return right([volumeIn]);
  const detail = `the network volume is in ${volumeIn}, and dataCenterIds allows ${dataCenterIds.join(', ')} only`;
  return left({ kind: 'contradictory', rule: 'mounts.volume-datacenter', detail });
};

export const cpuShape = ({ id, vcpuCount }: { readonly id: string; readonly vcpuCount: number }): Either<Rejection, CpuShape> => {
  const no = (detail: string) => left({ kind: 'contradictory', rule: 'pod.cpu-flavor', detail } as const);
  const flavour = findCpuFlavour(id);
  if (flavour === undefined) return no(`there is no CPU flavour ${id}; there are ${cpuFlavours.map((known) => known.id).join(', ')}`);
  if (!vcpuCounts.includes(vcpuCount)) return no(`${id} comes with ${vcpuCounts.join(', ')} vCPUs, not ${vcpuCount}`);
  return right({ id, vcpuCount, memory: vcpuCount * flavour.ramGbPerVcpu });
};

/** Either CUDA field of the body replaces the template's whole CUDA constraint (pod.template). */
const gpuOf = ({ gpu }: CreatePodRequest, template: Template | undefined): PodConfig['gpu'] => {
  if (gpu === undefined) return null;
  const own = gpu.allowedCudaVersions !== undefined || gpu.minCudaVersion !== undefined;
  const allowedCudaVersions = own ? (gpu.allowedCudaVersions ?? []) : (template?.shape.allowedCudaVersions ?? []);
  return { id: gpu.id, count: gpu.count, allowedCudaVersions, minCudaVersion: gpu.minCudaVersion ?? null };
};

/** CPU pods ignore a template's persistent mount. */
const mountsOf = ({ mounts, cpu }: CreatePodRequest, template: Template | undefined): Mounts => {
  const given = mounts?.persistent !== undefined || mounts?.network !== undefined;
  if (given)
    return {
      ...(mounts.persistent === undefined ? {} : { persistent: mounts.persistent }),
      ...(mounts.network === undefined ? {} : { network: mounts.network }),
    };
  const persistent = template?.shape.persistent;
  return persistent === undefined || persistent === null || cpu !== undefined ? {} : { persistent };
};

const container = (
  world: Simulation,
  accountId: string,
  body: CreatePodRequest,
  template: Template | undefined,
  key: string,
): PodConfig['container'] => {
  const {
    args = '',
    disk = world.settings.pod.diskDefault,
    env = {},
    image = '',
    ports = [],
    registry = null,
  } = overlaid(template?.shape.container ?? {}, containerOf(body));
  return { args, disk, env: { ...injectedEnv(world, accountId, body, key), ...env }, image, ports, registry };
};

/** What startSsh and startJupyter put into the environment, unless the caller set it (pod.ssh-keys, pod.jupyter). */
export const injectedEnv = (
  world: Simulation,
  accountId: string,
  { startSsh, startJupyter }: { readonly startSsh?: boolean | undefined; readonly startJupyter?: boolean | undefined },
  key: string,
): NonNullable<ContainerConfig['env']> => {
  const sshKeys = world.find('account', accountId)?.sshKeys ?? [];
  return {
    ...(startSsh === true && sshKeys.length > 0 ? { PUBLIC_KEY: sshKeys.join('\n') } : {}),
    ...(startJupyter === true ? { JUPYTER_PASSWORD: world.shortId(keyText('jupyter', key)) } : {}),
  };
};
