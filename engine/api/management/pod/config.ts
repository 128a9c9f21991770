import { type Either, left, map, right } from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import { findGpuType } from '../../../cloud/catalog/gpuTypes.ts';
import { explainUnpricedPod, gpuTypesForPods } from '../../../cloud/catalog/priced.ts';
import { type CompleteContainer, completeContainer, type Mounts, overlay, readContainer } from '../../../cloud/container/config.ts';
import type { Rejection } from '../../../cloud/decisions.ts';
import type { PodConfig } from '../../../cloud/pod/events.ts';
import type { SimulationContext } from '../../../cloud/policies/context.ts';
import type { ComputeRequest } from '../../../cloud/projections/placement.ts';
import { requestCompute } from '../../../cloud/projections/wants.ts';
import type { Template } from '../../../cloud/resources/template.ts';
import type { RuleId } from '../../../cloud/rulebook/rules.ts';
import { keyText } from '../../../kernel/rng.ts';
import type { References, Referred } from '../../admission/references.ts';
import type { CreatePodRequest } from '../../contract/pod.ts';
import { refuseUnpriced } from '../billing/unpriced.ts';
import { cpuContradiction, cpuShape } from './cpuShape.ts';
import { launchContradiction } from './launch.ts';

/** A pod as a create asks for it, and the compute it needs. */
export interface PodPlan {
  readonly config: PodConfig;
  readonly compute: ComputeRequest;
}

/** Makes the configuration of the pod that a create asks for, given its references; 400 if it may not be in its volume's data center. */
export const podPlan = (
  sim: SimulationContext,
  accountId: string,
  body: CreatePodRequest,
  { template, volumes: [volume] }: Referred,
  key: string,
): Either<Rejection, PodPlan> =>
  pipe(
    limitToVolume(body.dataCenterIds ?? [], volume?.shape.dataCenterId),
    map((dataCenterIds) => {
      const config: PodConfig = {
        name: body.name,
        templateId: template?.id ?? null,
        container: container(sim, accountId, body, template, key),
        gpu: chooseGpu(body, template),
        cpu: body.cpu === undefined ? null : cpuShape(body.cpu),
        cloud: body.cloud ?? 'SECURE',
        dataCenterIds: body.dataCenterIds ?? [],
        mounts: chooseMounts(body, template),
        globalNetworking: body.globalNetworking ?? false,
        locked: false,
      };
      return { config, compute: requestCompute(config, dataCenterIds) };
    }),
  );

/** The references of a create, for a pod or for every member of a cluster. */
export const podReferences = ({ registry, templateId, mounts }: Omit<CreatePodRequest, 'gpu'>): References => ({
  registry,
  template: podTemplate(templateId),
  volumes: mounts?.network?.map(({ volumeId }) => volumeId),
  globalVolumes: mounts?.global?.map(({ volumeId }) => volumeId),
});

export const podTemplate = (id: string | undefined): NonNullable<References['template']> => ({
  id,
  serverless: false,
  rule: 'pod.template',
});

/** A contradiction in a create: 400. */
export const podContradiction = (body: CreatePodRequest): Rejection | undefined => {
  const { gpu, cpu, cloud, mounts } = body;
  if ((gpu === undefined) === (cpu === undefined)) return contradictory('pod.create-compute', 'give exactly one of gpu and cpu');
  if ((gpu?.allowedCudaVersions ?? []).length > 0 && gpu?.minCudaVersion !== undefined)
    return contradictory('pod.create-cuda', 'allowedCudaVersions and minCudaVersion exclude each other: give one');
  if (gpu !== undefined && findGpuType(gpu.id) === undefined)
    return {
      ...contradictory('pod.capacity', `there is no GPU type ${gpu.id}; GET /v2/catalog/gpus lists them`),
      unknown: { name: gpu.id, known: gpuTypesForPods },
    };
  if (cloud === 'COMMUNITY' && mounts?.network !== undefined)
    return contradictory(
      'mounts.secure-cloud',
      'a pod in the COMMUNITY cloud has no network mount; use cloud SECURE, or a persistent mount',
    );
  return (
    mountContradiction(mounts, cpu !== undefined) ??
    (cpu === undefined ? undefined : cpuContradiction(cpu, 'pods')) ??
    refuseUnpriced(explainUnpricedPod({ gpu, cpu, cloud })) ??
    launchContradiction(body)
  );
};

/** Mounts that contradict each other or the pod: 400. */
export const mountContradiction = (mounts: CreatePodRequest['mounts'], onCpu: boolean): Rejection | undefined => {
  if (mounts?.persistent !== undefined && mounts.network !== undefined)
    return contradictory('mounts.exclusive', 'a pod has a persistent mount or a network mount, not both');
  if (mounts?.network?.length === 0)
    return contradictory('mounts.patch-empty-network', 'network: [] names no volume; leave mounts out to have none');
  if (mounts?.global !== undefined && onCpu) return contradictory('volume.global', 'a CPU pod has no global mount; use a network volume');
  return mounts?.persistent !== undefined && onCpu
    ? contradictory('mounts.persistent-cpu', 'a CPU pod has no persistent mount; use a network volume')
    : undefined;
};

/** The data centers a pod may go to: those it names, reduced to the one of its volume. */
const limitToVolume = (dataCenterIds: readonly string[], volumeIn: string | undefined): Either<Rejection, readonly string[]> => {
  if (volumeIn === undefined) return right(dataCenterIds);
  if (dataCenterIds.length === 0 || dataCenterIds.includes(volumeIn)) return right([volumeIn]);
  const detail = `the network volume is in ${volumeIn}, and dataCenterIds allows ${dataCenterIds.join(', ')} only`;
  return left(contradictory('mounts.volume-datacenter', detail));
};

/** Either CUDA field of the body replaces the template's whole CUDA constraint (pod.template). */
const chooseGpu = ({ gpu }: CreatePodRequest, template: Template | undefined): PodConfig['gpu'] => {
  if (gpu === undefined) return null;
  const own = gpu.allowedCudaVersions !== undefined || gpu.minCudaVersion !== undefined;
  const allowedCudaVersions = own ? (gpu.allowedCudaVersions ?? []) : (template?.shape.allowedCudaVersions ?? []);
  const { minRamPerGpu, minVcpuCountPerGpu } = gpu;
  return {
    id: gpu.id,
    count: gpu.count,
    allowedCudaVersions,
    minCudaVersion: gpu.minCudaVersion ?? null,
    ...(minRamPerGpu === undefined ? {} : { minRamPerGpu }),
    ...(minVcpuCountPerGpu === undefined ? {} : { minVcpuCountPerGpu }),
  };
};

/** CPU pods ignore a template's persistent mount. */
const chooseMounts = ({ mounts, cpu }: CreatePodRequest, template: Template | undefined): Mounts => {
  const global = mounts?.global === undefined || mounts.global.length === 0 ? {} : { global: mounts.global };
  const given = mounts?.persistent !== undefined || mounts?.network !== undefined;
  if (given)
    return {
      ...(mounts.persistent === undefined ? {} : { persistent: mounts.persistent }),
      ...(mounts.network === undefined ? {} : { network: mounts.network }),
      ...global,
    };
  const persistent = template?.shape.persistent;
  return persistent === undefined || persistent === null || cpu !== undefined ? global : { persistent, ...global };
};

/**
 * Merges the environments: the body's overrides the template's. startSsh and startJupyter come from the body, or else from the template
 * (pod.template).
 */
const container = (
  sim: SimulationContext,
  accountId: string,
  body: CreatePodRequest,
  template: Template | undefined,
  key: string,
): PodConfig['container'] => {
  const { startSsh = template?.shape.startSsh, startJupyter = template?.shape.startJupyter } = body;
  const whole = completeContainer(
    overlay(template?.shape.container ?? {}, readContainer(body, template?.shape.container.args)),
    sim.settings.pod.diskDefault,
  );
  return { ...whole, env: { ...injectEnv(sim, accountId, { startSsh, startJupyter }, key), ...whole.env } };
};

/** The variables that startSsh and startJupyter add to the environment, unless the caller set them (pod.ssh-keys, pod.jupyter). */
const injectEnv = (
  sim: SimulationContext,
  accountId: string,
  { startSsh, startJupyter }: Pick<CreatePodRequest, 'startSsh' | 'startJupyter'>,
  key: string,
): CompleteContainer['env'] => {
  const sshKeys = sim.find('account', accountId)?.sshKeys ?? [];
  return {
    ...(startSsh === true && sshKeys.length > 0 ? { PUBLIC_KEY: sshKeys.join('\n') } : {}),
    ...(startJupyter === true ? { JUPYTER_PASSWORD: sim.shortId(keyText('jupyter', key)) } : {}),
  };
};

const contradictory = (rule: RuleId, detail: string): Rejection => ({ kind: 'contradictory', rule, detail });
