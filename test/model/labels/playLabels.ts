import type { Answer } from '../../../engine/api/operation.ts';
import type { Json } from '../../../engine/kernel/canonical.ts';
import type { VirtualTime } from '../../../engine/kernel/time.ts';
import type { Input } from '../../../engine/world/receive.ts';
import { World } from '../../../engine/world/world.ts';
import { callOf, gpuHost, worldOf } from '../../support/worlds/worlds.ts';
import type { Outcome } from '../plan.ts';
import { centers } from '../pods/plan.ts';
import { type Bill, describeBill, PlayedPods, podSettings } from '../pods/playPods.ts';
import { roomyHosts } from './labelModel.ts';
import type { LabelAct, LabelKind, LabelPlan, ListAct, ResourceName } from './plan.ts';

type Asked = Exclude<LabelAct, { readonly do: 'pod' }>;

/** Plays a plan in the engine, and says in the words of the model what came of it. The volumes are of no price that the model knows. */
export const playLabels = (plan: LabelPlan): Outcome => {
  const pods = new PlayedPods();
  const labels = new PlayedLabels(pods);
  const lines: string[] = [];
  const world = new World(
    worldOf({
      settings: { pod: podSettings(plan.pods), account: { contract: '2026-11' } },
      hosts: roomyHosts.map((gpus, k) => gpuHost(`host-${k}`, gpus, { dataCenterId: centers[k] ?? '' })),
      endpoints: [],
    }),
    { onChange: (change) => lines.push(...pods.hear(change)) },
  );
  for (const act of plan.acts) lines.push(act.do === 'pod' ? pods.act(world, act.act) : labels.act(world, act));
  world.advance({ to: plan.until as VirtualTime });
  const cost = pods.ids.reduce((sum, id) => sum + world.state.billing.nanoUsd(world.now, id), 0n);
  return { lines, cost };
};

const names = { tag: 'Tag', center: 'CostCenter' } as const;

/** Tags, cost centers and volumes of the engine, in the words of the model. */
class PlayedLabels {
  readonly #pods: PlayedPods;
  readonly #ids: Readonly<Record<LabelKind | 'volume', string[]>> = { tag: [], center: [], volume: [] };
  readonly #lists: ListAct[] = [];
  readonly #cursors: string[] = [];

  constructor(pods: PlayedPods) {
    this.#pods = pods;
  }

  act(world: World, act: Asked): string {
    if (act.do === 'next') {
      const cursor = this.#cursors.at(-1 - act.page);
      const list = this.#lists.at(-1 - act.like);
      if (cursor !== undefined && list !== undefined) return this.#call(world, { ...list, at: act.at }, cursor);
      world.advance({ to: act.at as VirtualTime });
      return `${act.at} answers nothing`;
    }
    return this.#call(world, act, undefined);
  }

  #call(world: World, act: Exclude<Asked, { readonly do: 'next' }>, cursor: string | undefined): string {
    const reply = world.call(this.#callFor(act, cursor));
    if (!('answer' in reply)) throw new Error(`${act.do} at ${act.at} is not answered at once`);
    if (act.do === 'list' || act.do === 'resources') this.#lists.push(act);
    return `${act.at} answers ${this.#describe(act, reply.answer, world.header.definition.startMs ?? 0)}`;
  }

  #callFor(act: Exclude<Asked, { readonly do: 'next' }>, cursor: string | undefined): Input {
    const { at } = act;
    if (act.do === 'create-volume')
      return callOf('createNetworkVolume', {}, { at, body: { name: 'v', size: act.size, dataCenter: 'EU-RO-1' } });
    if (act.do === 'volumes') return callOf('listNetworkVolumes', {}, { at });
    if (act.do === 'get-volume') return callOf('getNetworkVolume', { id: this.#id('volume', act.volume) }, { at });
    if (act.do === 'delete-volume') return callOf('deleteNetworkVolume', { id: this.#id('volume', act.volume) }, { at });
    if (act.do === 'resize-volume')
      return callOf('updateNetworkVolume', { id: this.#id('volume', act.volume) }, { at, body: { size: act.size } });
    if (act.do === 'bill') {
      const query = {
        ...(act.tag === null ? {} : { tagId: this.#id('tag', act.tag) }),
        ...(act.center === null ? {} : { costCenterId: this.#id('center', act.center) }),
      };
      return callOf('listPodBilling', {}, { at, query: { bucketSize: 'hour', lastN: '100', ...query } });
    }
    const one = names[act.of];
    if (act.do === 'create') {
      const resources = act.resources.map((resource) => ({ resourceType: resource.kind, resourceId: this.#resourceId(resource) }));
      return callOf(`create${one}`, {}, { at, body: { ...bodyFor(act), resources } });
    }
    const from = {
      ...('limit' in act && act.limit !== null ? { limit: String(act.limit) } : {}),
      ...(cursor === undefined ? {} : { cursor }),
    };
    if (act.do === 'list')
      return callOf(
        `list${one}s`,
        {},
        { at, query: { ...from, ...(act.of === 'tag' || act.contains === null ? {} : { value: act.contains }) } },
      );
    const params = { id: this.#id(act.of, act.label) };
    if (act.do === 'resources') return callOf(`list${one}Resources`, params, { at, query: from });
    if (act.do === 'attach' || act.do === 'detach')
      return callOf(`${act.do}${one}`, { ...params, resourceType: act.resource.kind, resourceId: this.#resourceId(act.resource) }, { at });
    if (act.do === 'change') return callOf(`update${one}`, params, { at, body: bodyFor(act) });
    return callOf(`${act.do}${one}`, params, { at });
  }

  #id(of: LabelKind | 'volume', number: number): string {
    return this.#ids[of][number] ?? 'none';
  }

  #resourceId({ kind, number }: ResourceName): string {
    return kind === 'POD' ? (this.#pods.ids[number] ?? 'none') : this.#id('volume', number);
  }

  #describe(act: Exclude<Asked, { readonly do: 'next' }>, { status, body, rule }: Answer, startMs: number): string {
    if (status === 404 || status === 204) return String(status);
    if (rule !== undefined) return `${status} ${rule}`;
    const shown = body as unknown as Shown;
    if (act.do === 'bill') return `${status} ${describeBill(body as unknown as Bill, this.#pods.ids, startMs)}`;
    if (act.do === 'create-volume') this.#ids.volume.push(shown.id);
    if (act.do === 'create') this.#ids[act.of].push(shown.id);
    if (act.do === 'volumes') return `${status} ${shown.networkVolumes.map((one) => this.#describeVolume(one)).join(', ')}`;
    if (act.do === 'list' || act.do === 'resources') return `${status} ${this.#describePage(act, shown)}`;
    return `${status} ${'volume' in act || act.do === 'create-volume' ? this.#describeVolume(shown) : this.#describeLabel(act.of, shown)}`;
  }

  #describePage({ do: what, of }: ListAct, { tags, costCenters, resources, pagination }: Shown): string {
    const { hasNextPage, nextCursor } = pagination;
    if (nextCursor !== null) this.#cursors.push(nextCursor);
    const lines =
      what === 'list'
        ? (of === 'tag' ? tags : costCenters).map((one) => this.#describeLabel(of, one))
        : resources.map(({ resourceType, resourceId }) => {
            const ids = resourceType === 'POD' ? this.#pods.ids : this.#ids.volume;
            return `${resourceType} ${ids.indexOf(resourceId)}`;
          });
    return `${lines.join(', ')}${hasNextPage ? ' and more' : ''}`;
  }

  #describeVolume({ id, size }: Shown): string {
    return `volume-${this.#ids.volume.indexOf(id)} ${size}`;
  }

  #describeLabel(of: LabelKind, { id, key = '', value }: Shown): string {
    return `${of}-${this.#ids[of].indexOf(id)} ${JSON.stringify(key)} ${JSON.stringify(value)}`;
  }
}

const bodyFor = ({
  of,
  key,
  value,
}: {
  readonly of: LabelKind;
  readonly key: string;
  readonly value: string;
}): Readonly<Record<string, Json>> => (of === 'tag' ? { key, value } : { value });

/** What is read of an answer, each where it is asked for. */
interface Shown {
  readonly id: string;
  readonly size: number;
  readonly key?: string;
  readonly value: string;
  readonly networkVolumes: readonly Shown[];
  readonly tags: readonly Shown[];
  readonly costCenters: readonly Shown[];
  readonly resources: readonly { readonly resourceType: string; readonly resourceId: string }[];
  readonly pagination: { readonly hasNextPage: boolean; readonly nextCursor: string | null };
}
