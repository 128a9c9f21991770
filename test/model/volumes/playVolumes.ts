import type { Answer } from '../../../engine/api/operation.ts';
import { formatInstant, parseInstant } from '../../../engine/kernel/instant.ts';
import type { VirtualTime } from '../../../engine/kernel/time.ts';
import type { Input } from '../../../engine/world/receive.ts';
import { World } from '../../../engine/world/world.ts';
import { callOf, gpuHost, worldOf } from '../../support/worlds/worlds.ts';
import type { BillWindow } from '../bills/pages.ts';
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
  for (const act of plan.acts) lines.push(isOfVolume(act) ? volumes.act(world, act, pods.ids) : pods.act(world, act));
  world.advance({ to: plan.until as VirtualTime });
  return { lines, cost: world.state.billing.nanoUsd(world.now) };
};

/** The network volumes of the engine, in the words of the model. */
export class PlayedVolumes {
  /** In the order in which they were created. */
  readonly ids: string[] = [];
  #pods: readonly string[] = [];
  readonly #windows: BillWindow[] = [];
  readonly #cursors: string[] = [];
  /** When its world begins, as the clocks of its answers say. */
  #startMs = 0;

  /** Does what a client does, and says what is answered. `pods`: the ids of pods, by their numbers. */
  act(world: World, act: VolumeAct, pods: readonly string[]): string {
    this.#pods = pods;
    this.#startMs = world.header.definition.startMs ?? 0;
    if (act.do === 'bill-next') return this.#askNext(world, act);
    return this.#call(world, act, this.#callFor(act));
  }

  #call(world: World, act: VolumeAct, input: Input): string {
    const reply = world.call(input);
    if (!('answer' in reply)) throw new Error(`${act.do} at ${act.at} is not answered at once`);
    return `${act.at} answers ${this.#answerLine(act, reply.answer)}`;
  }

  #askNext(world: World, act: VolumeAct & { readonly do: 'bill-next' }): string {
    const { at, limit } = act;
    const [cursor, window] = [this.#cursors.at(-1 - act.page), this.#windows.at(-1 - act.like)];
    if (cursor !== undefined && window !== undefined) return this.#call(world, act, this.#billFor({ at, window, limit }, { cursor }));
    world.advance({ to: at as VirtualTime });
    return `${at} answers nothing`;
  }

  #billFor(
    { at, window, limit }: { readonly at: number; readonly window: BillWindow; readonly limit: number | null },
    cursor: object,
  ): Input {
    this.#windows.push(window);
    const { bucket, last, from, to } = window;
    const query = {
      bucketSize: bucket,
      ...(last === null ? {} : { lastN: String(last) }),
      ...(from === null ? {} : { startTime: formatInstant(this.#startMs + from) }),
      ...(to === null ? {} : { endTime: formatInstant(this.#startMs + to) }),
      ...(limit === null ? {} : { limit: String(limit) }),
      ...cursor,
    };
    return callOf(window.of === 'pods' ? 'listPodBilling' : 'listNetworkVolumeBilling', {}, { at, query });
  }

  #callFor(act: Exclude<VolumeAct, { readonly do: 'bill-next' }>): Input {
    const { at } = act;
    if (act.do === 'create-volume') {
      const { size, center, tier } = act;
      const body = { name: 'v', size, dataCenter: center, ...(tier === null ? {} : { type: tier }) };
      return callOf('createNetworkVolume', {}, { at, body });
    }
    if (act.do === 'volumes') return callOf('listNetworkVolumes', {}, { at });
    if (act.do === 'bill-pages') return this.#billFor(act, {});
    if (act.do === 'bill-all') return callOf('listBilling', {}, { at, query: { bucketSize: 'hour', lastN: String(act.hours) } });
    const params = { id: this.ids[act.volume] ?? 'none' };
    if (act.do === 'resize-volume') return callOf('updateNetworkVolume', params, { at, body: { size: act.size } });
    return callOf(act.do === 'get-volume' ? 'getNetworkVolume' : 'deleteNetworkVolume', params, { at });
  }

  #answerLine(act: VolumeAct, { status, body, rule }: Answer): string {
    if (status === 404 || status === 204) return String(status);
    if (rule !== undefined) return `${status} ${rule}`;
    if (act.do === 'bill-all') return `200 ${this.#describeBill(body as unknown as Bill)}`;
    if (act.do === 'bill-pages' || act.do === 'bill-next') return `200 ${this.#describePage(body as unknown as Bill)}`;
    if (act.do === 'volumes') return `200 ${(body as unknown as List).networkVolumes.map((one) => this.#describe(one)).join(', ')}`;
    const view = body as unknown as VolumeView;
    if (act.do === 'create-volume') this.ids.push(view.id);
    return `${status} ${this.#describe(view)}`;
  }

  #describe({ id, size, dataCenter, type }: VolumeView): string {
    return `volume-${this.ids.indexOf(id)} ${size} in ${dataCenter} ${type}`;
  }

  #describePage(bill: Bill): string {
    const { totals, uniqueNetworkVolumeCount: ofVolumes, uniquePodCount: ofPods } = bill.metadata;
    const { hasNextPage = false, nextCursor = null } = bill.pagination ?? {};
    if (nextCursor !== null) this.#cursors.push(nextCursor);
    const sums = (ofPods === undefined ? partsOfVolume : partsOfPod).map((part) => Math.round((totals[part] ?? 0) * 1e9)).join(' ');
    return `${this.#describeBill(bill)} of ${ofPods ?? ofVolumes} for ${sums}${hasNextPage ? ' and more' : ''}`;
  }

  #describeBill({ records }: Bill): string {
    return records
      .map((record) => {
        const { startTime, networkVolumeId: volume, podId: pod } = record;
        const hour = ((parseInstant(startTime) ?? 0) - this.#startMs) / 3_600_000;
        const tell = (name: string, parts: readonly (keyof Amounts)[]): string =>
          `${hour} ${name} ${parts.map((part) => Math.round((record[part] ?? 0) * 1e9)).join(' ')}`;
        if (pod !== undefined) return tell(`pod-${this.#pods.indexOf(pod)}`, partsOfPod);
        return volume === undefined ? tell('all', partsOfAll) : tell(`volume-${this.ids.indexOf(volume)}`, partsOfVolume);
      })
      .join(', ');
  }
}

const partsOfAll = ['podGpuAmount', 'podDiskAmount', 'storageStandardAmount', 'storageHighPerformanceAmount'] as const;
const partsOfPod = ['gpuAmount', 'diskAmount'] as const;
const partsOfVolume = ['standardAmount', 'highPerformanceAmount'] as const;

type Amounts = Readonly<Partial<Record<(typeof partsOfAll | typeof partsOfPod | typeof partsOfVolume)[number], number>>>;

interface Bill {
  readonly records: readonly (Amounts & { readonly startTime: string; readonly networkVolumeId?: string; readonly podId?: string })[];
  readonly metadata: { readonly totals: Amounts; readonly uniqueNetworkVolumeCount?: number; readonly uniquePodCount?: number };
  readonly pagination?: { readonly hasNextPage: boolean; readonly nextCursor: string | null };
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
