import type { Answer } from '../../../engine/api/operation.ts';
import { parseInstant } from '../../../engine/kernel/instant.ts';
import type { VirtualTime } from '../../../engine/kernel/time.ts';
import type { Input } from '../../../engine/world/receive.ts';
import { World } from '../../../engine/world/world.ts';
import { callOf, gpuHost, worldOf } from '../../support/worlds/worlds.ts';
import { makeDenial } from '../hosts/denialPlan.ts';
import type { Outcome } from '../plan.ts';
import { centers } from '../pods/plan.ts';
import { failureOf, PlayedPods, podSettings } from '../pods/playPods.ts';
import { isOfVolume, type VolumeAct, type VolumePlan } from './plan.ts';

/** Plays a plan in the engine, and says in the words of the model what came of it. */
export const playVolumes = (plan: VolumePlan): Outcome => {
  const volumes = new PlayedVolumes();
  const pods = new PlayedPods(volumes.ids);
  const lines: string[] = [];
  const world = new World(
    worldOf({
      settings: { pod: podSettings(plan) },
      hosts: plan.hosts.map((gpus, k) => gpuHost(`host-${k}`, gpus, { dataCenterId: centers[k] ?? '' })),
      faults: [...plan.failures.map(failureOf), ...plan.denials.map(makeDenial)],
      endpoints: [],
    }),
    { onChange: (change) => lines.push(...pods.hear(change)) },
  );
  for (const act of plan.acts) lines.push(isOfVolume(act) ? volumes.act(world, act) : pods.act(world, act));
  world.advance({ to: plan.until as VirtualTime });
  return { lines, cost: world.state.billing.nanoUsd(world.now) };
};

/** The network volumes of the engine, in the words of the model. */
export class PlayedVolumes {
  /** In the order in which they were created. */
  readonly ids: string[] = [];

  /** Does what a client does, and says what is answered. */
  act(world: World, act: VolumeAct): string {
    const reply = world.call(this.#callFor(act));
    if (!('answer' in reply)) throw new Error(`${act.do} at ${act.at} is not answered at once`);
    return `${act.at} answers ${this.#answerLine(act, reply.answer, world.header.definition.startMs ?? 0)}`;
  }

  #callFor(act: VolumeAct): Input {
    const { at } = act;
    if (act.do === 'create-volume') {
      const { size, center, tier } = act;
      const body = { name: 'v', size, dataCenter: center, ...(tier === null ? {} : { type: tier }) };
      return callOf('createNetworkVolume', {}, { at, body });
    }
    if (act.do === 'volumes') return callOf('listNetworkVolumes', {}, { at });
    if (act.do === 'bill-volumes' || act.do === 'bill-all') {
      const operation = act.do === 'bill-all' ? 'listBilling' : 'listNetworkVolumeBilling';
      return callOf(operation, {}, { at, query: { bucketSize: 'hour', lastN: String(act.hours) } });
    }
    const params = { id: this.ids[act.volume] ?? 'none' };
    if (act.do === 'resize-volume') return callOf('updateNetworkVolume', params, { at, body: { size: act.size } });
    return callOf(act.do === 'get-volume' ? 'getNetworkVolume' : 'deleteNetworkVolume', params, { at });
  }

  #answerLine(act: VolumeAct, { status, body, rule }: Answer, startMs: number): string {
    if (status === 404 || status === 204) return String(status);
    if (rule !== undefined) return `${status} ${rule}`;
    if (act.do === 'bill-volumes' || act.do === 'bill-all') return `200 ${this.#describeBill(body as unknown as Bill, startMs)}`;
    if (act.do === 'volumes') return `200 ${(body as unknown as List).networkVolumes.map((one) => this.#describe(one)).join(', ')}`;
    const view = body as unknown as VolumeView;
    if (act.do === 'create-volume') this.ids.push(view.id);
    return `${status} ${this.#describe(view)}`;
  }

  #describe({ id, size, dataCenter, type }: VolumeView): string {
    return `volume-${this.ids.indexOf(id)} ${size} in ${dataCenter} ${type}`;
  }

  #describeBill({ records }: Bill, startMs: number): string {
    return records
      .map((record) => {
        const { startTime, networkVolumeId: id } = record;
        const hour = ((parseInstant(startTime) ?? 0) - startMs) / 3_600_000;
        const amounts = (id === undefined ? partsOfAll : partsOfVolume).map((part) => Math.round((record[part] ?? 0) * 1e9));
        return `${hour} ${id === undefined ? 'all' : `volume-${this.ids.indexOf(id)}`} ${amounts.join(' ')}`;
      })
      .join(', ');
  }
}

const partsOfAll = ['podGpuAmount', 'podDiskAmount', 'storageStandardAmount', 'storageHighPerformanceAmount'] as const;
const partsOfVolume = ['standardAmount', 'highPerformanceAmount'] as const;

interface Bill {
  readonly records: readonly (Readonly<Partial<Record<(typeof partsOfAll | typeof partsOfVolume)[number], number>>> & {
    readonly startTime: string;
    readonly networkVolumeId?: string;
  })[];
}

interface List {
  readonly networkVolumes: readonly VolumeView[];
}

interface VolumeView {
  readonly id: string;
  readonly size: number;
  readonly dataCenter: string;
  readonly type: string;
}
