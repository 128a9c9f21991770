import type { Answer } from '../../../engine/api/operation.ts';
import type { FaultSpec } from '../../../engine/cloud/fault/events.ts';
import type { Pod } from '../../../engine/cloud/pod/evolve.ts';
import type { StateChange } from '../../../engine/cloud/state/state.ts';
import type { Json } from '../../../engine/kernel/canonical.ts';
import { parseInstant } from '../../../engine/kernel/instant.ts';
import type { VirtualTime } from '../../../engine/kernel/time.ts';
import type { Input } from '../../../engine/world/receive.ts';
import { World } from '../../../engine/world/world.ts';
import { callOf, gpuHost, worldOf } from '../../support/worlds/worlds.ts';
import { makeDenial } from '../hosts/denialPlan.ts';
import type { Outcome } from '../plan.ts';
import type { MountsAsked } from '../volumes/mounts.ts';
import { centers, type PodAct, type PodPlan, type PodTimes } from './plan.ts';

const gpuType = 'NVIDIA GeForce RTX 4090';

/** Plays a plan in the engine, and says in the words of the model what came of it. */
export const playPods = (plan: PodPlan): Outcome => {
  const played = new PlayedPods();
  const lines: string[] = [];
  const world = new World(
    worldOf({
      settings: { pod: podSettings(plan) },
      hosts: plan.hosts.map((gpus, k) => gpuHost(`host-${k}`, gpus, { dataCenterId: centers[k] ?? '' })),
      faults: [...plan.failures.map(failureOf), ...plan.denials.map(makeDenial)],
      endpoints: [],
    }),
    { onChange: (change) => lines.push(...played.hear(change)) },
  );
  for (const act of plan.acts) lines.push(played.act(world, act));
  world.advance({ to: plan.until as VirtualTime });
  return { lines, cost: world.state.billing.nanoUsd(world.now) };
};

export const podSettings = ({ provision, pull, start }: PodTimes) => ({ provision, imagePull: pull, start });

/** The pods of the engine, in the words of the model. */
export class PlayedPods {
  readonly #pods: string[] = [];
  readonly #volumes: readonly string[];
  #calls = 0;

  /** `volumes`: the ids of the network volumes, by their numbers. */
  constructor(volumes: readonly string[] = []) {
    this.#volumes = volumes;
  }

  /** Their ids, in the order in which they were created. */
  get ids(): readonly string[] {
    return this.#pods;
  }

  /** What one of them has done, if it has. */
  hear({ kind, event, from, entity, id, at }: StateChange): readonly string[] {
    if (kind !== 'pod' || entity.member !== null) return [];
    if (event.type === 'PodCreated') this.#pods.push(id);
    const { status } = entity as Pod;
    return from !== status || event.type === 'PodRestarted' ? [`${at} pod-${this.#pods.indexOf(id)} ${status}`] : [];
  }

  /** Does what a client does, and says what is answered. */
  act(world: World, act: PodAct): string {
    this.#calls += 1;
    // Draws are keyed by it (docs/determinism.md).
    const key = act.do === 'create' || act.do === 'start' ? { key: `pods-${this.#calls}` } : {};
    const reply = world.call({ ...callFor(act, this.#pods, this.#volumes), ...key });
    if (!('answer' in reply)) throw new Error(`${act.do} at ${act.at} is not answered at once`);
    return `${act.at} answers ${answerLine(act, reply.answer, { pods: this.#pods, volumes: this.#volumes }, world.header.definition.startMs ?? 0)}`;
  }
}

export const failureOf = ({ host, from, until }: PodPlan['failures'][number]): FaultSpec => ({
  fault: 'host-failure',
  match: { host: `host-${host}` },
  from: from as VirtualTime,
  until: until as VirtualTime,
  atOnce: true,
  chance: null,
  limit: null,
  delayMs: 0,
  status: 500,
});

const callFor = (act: PodAct, pods: readonly string[], volumes: readonly string[]): Input => {
  const { at } = act;
  if (act.do === 'create') {
    const { gpus: count, image, mount, wishes } = act;
    const { network, centers: dataCenterIds, isInCommunity } = wishes;
    const mounts = writeMounts({ persistent: mount === 0 ? null : mount, network }, volumes);
    const where = { ...(dataCenterIds.length === 0 ? {} : { dataCenterIds }), ...(isInCommunity ? { cloud: 'COMMUNITY' } : {}) };
    return callOf('createPod', {}, { at, body: { name: 'a', image, gpu: { id: gpuType, count }, ...mounts, ...where } });
  }
  if (act.do === 'list') return callOf('listPods', {}, { at });
  if (act.do === 'bill') return callOf('listPodBilling', {}, { at, query: { bucketSize: 'hour', lastN: String(act.hours) } });
  if (act.do === 'catalog') {
    const query = { include: 'AVAILABILITY', product: 'POD', count: String(act.gpus) };
    return callOf('getGpuType', { id: gpuType }, { at, query });
  }
  const params = { id: pods[act.pod] ?? 'none' };
  if (act.do === 'get') return callOf('getPod', params, { at });
  if (act.do === 'patch') return callOf('updatePod', params, { at, body: { image: act.image } });
  if (act.do === 'remount') return callOf('updatePod', params, { at, body: writeMounts(act, volumes) });
  if (act.do === 'lock') return callOf('updatePod', params, { at, body: { locked: act.locked } });
  return callOf('podAction', params, { at, body: { action: act.do } });
};

const writeMounts = ({ persistent, network }: MountsAsked, volumes: readonly string[]): Readonly<Record<string, Json>> => {
  const disk = persistent === null ? {} : { persistent: { size: persistent, path: '/data' } };
  const named = network?.map((number) => ({ volumeId: volumes[number] ?? 'none', path: '/volume' }));
  return persistent === null && named === undefined ? {} : { mounts: { ...disk, ...(named === undefined ? {} : { network: named }) } };
};

/** The ids of pods and volumes, by their numbers. */
interface Ids {
  readonly pods: readonly string[];
  readonly volumes: readonly string[];
}

const answerLine = (act: PodAct, { status, body, rule }: Answer, ids: Ids, startMs: number): string => {
  const { pods } = ids;
  if (status === 404 || status === 204) return String(status);
  if (rule !== undefined) return `${status} ${rule}`;
  if (act.do === 'list') return `200 ${(body as unknown as PodList).pods.map(({ id }) => `pod-${pods.indexOf(id)}`).join(' ')}`;
  if (act.do === 'bill') return `200 ${describeBill(body as unknown as Bill, pods, startMs)}`;
  if (act.do === 'catalog') return `200 ${(body as unknown as { readonly availability: string }).availability}`;
  return `${status} ${describe(body as unknown as PodView, ids, startMs)}`;
};

interface Bill {
  readonly records: readonly {
    readonly startTime: string;
    readonly podId: string;
    readonly gpuAmount: number;
    readonly diskAmount: number;
  }[];
}

const describeBill = ({ records }: Bill, pods: readonly string[], startMs: number): string =>
  records
    .map(({ startTime, podId, gpuAmount, diskAmount }) => {
      const hour = ((parseInstant(startTime) ?? 0) - startMs) / 3_600_000;
      return `${hour} pod-${pods.indexOf(podId)} ${Math.round(gpuAmount * 1e9)} ${Math.round(diskAmount * 1e9)}`;
    })
    .join(', ');

interface PodList {
  readonly pods: readonly { readonly id: string }[];
}

interface PodView {
  readonly id: string;
  readonly status: string;
  readonly actions: readonly string[];
  readonly dataCenterId: string | null;
  readonly cost: number;
  readonly runtime: { readonly uptime: number } | null;
  readonly startedAt: string | null;
  readonly image: string;
  readonly locked: boolean;
  readonly mounts: { readonly persistent?: { readonly size: number }; readonly network?: readonly { readonly volumeId: string }[] };
}

const describe = (pod: PodView, { pods, volumes }: Ids, startMs: number): string => {
  const { id, status, actions, dataCenterId, cost, runtime, startedAt, image, locked, mounts } = pod;
  const [mount] = mounts.network ?? [];
  const mounted = mount === undefined ? `disk ${mounts.persistent?.size ?? 0}` : `volume-${volumes.indexOf(mount.volumeId)}`;
  const since = startedAt === null ? null : (parseInstant(startedAt) ?? 0) - startMs;
  const { uptime: up = 'down' } = runtime ?? {};
  const name = `pod-${pods.indexOf(id)}`;
  return `${name} ${status} ${actions} in ${dataCenterId} for ${cost} up ${up} since ${since} ${image} ${locked} with ${mounted}`;
};
