import { perGpu } from '../../../cloud/catalog/hostSpec.ts';
import { isReachable, type Pod, showMachine } from '../../../cloud/pod/evolve.ts';
import { actionsIn, type PodStatus } from '../../../cloud/pod/lifecycle.ts';
import { podCost } from '../../../cloud/pod/price.ts';
import type { SimulationContext } from '../../../cloud/policies/context.ts';
import { formatInstant } from '../../../kernel/instant.ts';
import { hash128 } from '../../../kernel/rng.ts';
import { hasAddition } from '../../contract/additions.ts';
import type { Resource } from '../../contract/parts/resource.ts';
import type { podResource } from '../../contract/pod.ts';
import { memberEnv } from '../memberEnv.ts';
import { launchView } from './launch.ts';

type PodResource = Resource<typeof podResource>;

/** The pod resource, as the interface document defines it. */
export const podView = (sim: SimulationContext, pod: Pod): PodResource => {
  const { id, status, config, createdAt, startedAt } = pod;
  const machine = showMachine(pod);
  const { gpu, cpu, container, mounts } = config;
  return {
    id,
    name: config.name,
    status: status as Exclude<PodStatus, 'NEW'>,
    actions: [...actionsIn(status)],
    ...container,
    ...launchView(sim.settings, container.args),
    env: { ...memberEnv(sim, pod), ...container.env },
    mounts,
    ...(gpu === null ? {} : { gpu: { id: gpu.id, count: gpu.count, ...gpuTotals(sim, pod, gpu.count) } }),
    ...(cpu === null ? {} : { cpu: { ...cpu } }),
    cloud: config.cloud,
    dataCenterId: machine?.dataCenterId ?? null,
    cudaVersion: machine?.cudaVersion ?? null,
    ssh: ssh(pod),
    ...(pod.member === null ? {} : { cluster: membership(pod) }),
    template: config.templateId,
    cost: podCost(pod),
    locked: config.locked,
    runtime: isReachable(pod) ? runtime(sim, pod) : null,
    createdAt: formatInstant(sim.startMs + (createdAt ?? 0)),
    startedAt: startedAt === null ? null : formatInstant(sim.startMs + startedAt),
    globalNetworking: networking(pod),
  };
};

/** The pod's resources besides its GPUs: its host's share for each GPU, times their number (pod.gpu-filters). */
const gpuTotals = ({ settings, state }: SimulationContext, { placement }: Pod, count: number): Partial<GpuTotals> => {
  if (!hasAddition(settings, 'gpuTotals')) return {};
  const { vcpus, memory } = perGpu(state.placements.hosts.find(placement?.hostId ?? ''));
  return { vcpuCount: vcpus * count, memory: memory * count };
};

interface GpuTotals {
  readonly vcpuCount: number;
  readonly memory: number;
}

/** The proxy needs a machine. Direct access needs 22/tcp and a container that can be reached (pod.ssh-proxy, pod.ssh-direct). */
const ssh = (pod: Pod): PodResource['ssh'] => {
  const { id, ports, ip } = pod;
  const user = `${id}-${(hash128(id).a >>> 0).toString(16).padStart(8, '0')}`;
  const mapped = isReachable(pod) ? ports.find((port) => port.private === 22 && port.type === 'tcp') : undefined;
  return {
    proxy:
      showMachine(pod) === null
        ? null
        : { host: 'ssh.podsim.invalid', port: 22, username: user, command: `ssh ${user}@ssh.podsim.invalid` },
    direct:
      mapped?.public === undefined || mapped.public === null || ip === null
        ? null
        : { host: ip, port: mapped.public, username: 'root', command: `ssh root@${ip} -p ${mapped.public}` },
  };
};

const membership = ({ member, rank, role, overlayIp }: Pod): PodResource['cluster'] => ({
  id: member?.clusterId ?? '',
  rank,
  ...(role === null ? {} : { role }),
  ...(overlayIp === null ? {} : { ip: overlayIp }),
});

/** Live figures of a running container. Nothing simulated determines the utilization, so settings do (pod.runtime). */
const runtime = (
  { now, settings: { pod: busy } }: SimulationContext,
  { startedAt, config: { gpu }, ports }: Pod,
): PodResource['runtime'] => ({
  uptime: Math.floor((now - (startedAt ?? now)) / 1_000),
  gpus: Array.from({ length: gpu?.count ?? 0 }, () => ({ util: busy.gpuUtil, memoryUtil: busy.gpuMemoryUtil })),
  cpu: { util: busy.cpuUtil },
  memory: { util: busy.memoryUtil },
  ports,
});

/** The address is shown only while networking is enabled. A PATCH of it takes effect at the next start (pod.networking). */
const networking = ({ id, networked }: Pod): PodResource['globalNetworking'] => {
  if (!networked) return { enabled: false };
  const { b } = hash128(id);
  return { enabled: true, ip: `10.1.${(b >>> 8) % 256}.${1 + (b % 254)}`, internalDns: `${id}.podsim.internal` };
};
