import type { Answer } from '../../../engine/api/operation.ts';
import type { Json } from '../../../engine/kernel/canonical.ts';
import type { VirtualTime } from '../../../engine/kernel/time.ts';
import type { Input } from '../../../engine/world/receive.ts';
import { World } from '../../../engine/world/world.ts';
import { callOf } from '../../support/worlds/worlds.ts';
import { PlayedClusters } from '../clusters/playClusters.ts';
import { definitionOf } from '../definition.ts';
import type { Outcome } from '../plan.ts';
import { PlayedPods, podSettings } from '../pods/playPods.ts';
import { roomyHosts } from './labelModel.ts';
import { idlePlan, type LabelAct, type LabelKind, type LabelPlan, type ListAct, type ResourceName } from './plan.ts';
import { type BillByHour, describeBillByHour, describeBillSideBySide } from './playBills.ts';
import { PlayedEndpoints } from './playEndpoints.ts';

type Asked = Exclude<LabelAct, { readonly do: 'pod' | 'cluster' | 'endpoint' }>;

/** Plays a plan in the engine, and says in the words of the model what came of it. The volumes are of no price that the model knows. */
export const playLabels = (plan: LabelPlan): Outcome => {
  const lines: string[] = [];
  const idle = idlePlan(plan.pods, plan.idle);
  const pods = new PlayedPods();
  const clusters = new PlayedClusters();
  const endpoints = new PlayedEndpoints(idle, (line) => lines.push(line));
  const idsOf = (kind: ResourceName['kind']) =>
    ({ POD: pods.ids, CLUSTER: clusters.ids, SERVERLESS_ENDPOINT: endpoints.ids, NETWORK_VOLUME: labels.volumes })[kind];
  const labels = new PlayedLabels(idsOf);
  const world = new World(definitionOf({ ...idle, hosts: roomyHosts }, [], podSettings(plan.pods)), {
    onChange: (change) => {
      lines.push(...clusters.hear(change), ...pods.hear(change));
      endpoints.hear(change);
    },
  });
  for (const act of plan.acts) {
    if (act.do === 'pod') lines.push(pods.act(world, act.act));
    else if (act.do === 'cluster') lines.push(clusters.act(world, act.act));
    else if (act.do === 'endpoint') endpoints.act(world, act.act);
    else lines.push(labels.act(world, act));
  }
  world.advance({ to: plan.until as VirtualTime });
  const billed = [...pods.ids, ...clusters.ids, ...endpoints.ids];
  return { lines, cost: billed.reduce((sum, id) => sum + world.state.billing.nanoUsd(world.now, id), 0n) };
};

const names = { tag: 'Tag', center: 'CostCenter' } as const;
const prefixes = { POD: 'pod', SERVERLESS_ENDPOINT: 'ep', CLUSTER: 'cl' } as const;
const billings = {
  pods: 'listPodBilling',
  endpoints: 'listServerlessBilling',
  clusters: 'listClusterBilling',
  all: 'listBilling',
} as const;

/** Tags, cost centers and volumes of the engine, in the words of the model. */
class PlayedLabels {
  readonly #idsOf: (kind: ResourceName['kind']) => readonly string[];
  readonly #ids: Readonly<Record<LabelKind | 'volume', string[]>> = { tag: [], center: [], volume: [] };
  readonly #lists: ListAct[] = [];
  readonly #cursors: string[] = [];

  constructor(idsOf: (kind: ResourceName['kind']) => readonly string[]) {
    this.#idsOf = idsOf;
  }

  get volumes(): readonly string[] {
    return this.#ids.volume;
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
      return callOf(billings[act.product], {}, { at, query: { bucketSize: 'hour', lastN: '100', ...query } });
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
    return this.#idsOf(kind)[number] ?? 'none';
  }

  #describe(act: Exclude<Asked, { readonly do: 'next' }>, { status, body, rule }: Answer, startMs: number): string {
    if (status === 404 || status === 204) return String(status);
    if (rule !== undefined) return `${status} ${rule}`;
    const shown = body as unknown as Shown;
    if (act.do === 'bill') return `${status} ${this.#describeBill(act.product, body as unknown as BillByHour, startMs)}`;
    if (act.do === 'create-volume') this.#ids.volume.push(shown.id);
    if (act.do === 'create') this.#ids[act.of].push(shown.id);
    if (act.do === 'volumes') return `${status} ${shown.networkVolumes.map((one) => this.#describeVolume(one)).join(', ')}`;
    if (act.do === 'list' || act.do === 'resources') return `${status} ${this.#describePage(act, shown)}`;
    return `${status} ${'volume' in act || act.do === 'create-volume' ? this.#describeVolume(shown) : this.#describeLabel(act.of, shown)}`;
  }

  #describeBill(product: keyof typeof billings, bill: BillByHour, startMs: number): string {
    if (product === 'all') return describeBillSideBySide(bill, startMs);
    const kind = ({ pods: 'POD', endpoints: 'SERVERLESS_ENDPOINT', clusters: 'CLUSTER' } as const)[product];
    return describeBillByHour(bill, startMs, (id) => `${prefixes[kind]}-${this.#idsOf(kind).indexOf(id)}`);
  }

  #describePage({ do: what, of }: ListAct, { tags, costCenters, resources, pagination }: Shown): string {
    const { hasNextPage, nextCursor } = pagination;
    if (nextCursor !== null) this.#cursors.push(nextCursor);
    const lines =
      what === 'list'
        ? (of === 'tag' ? tags : costCenters).map((one) => this.#describeLabel(of, one))
        : resources.map(({ resourceType, resourceId }) => {
            return `${resourceType} ${this.#idsOf(resourceType).indexOf(resourceId)}`;
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
  readonly resources: readonly { readonly resourceType: ResourceName['kind']; readonly resourceId: string }[];
  readonly pagination: { readonly hasNextPage: boolean; readonly nextCursor: string | null };
}
