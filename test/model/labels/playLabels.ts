import type { Answer } from '../../../engine/api/operation.ts';
import type { Json } from '../../../engine/kernel/canonical.ts';
import type { VirtualTime } from '../../../engine/kernel/time.ts';
import type { Input } from '../../../engine/world/receive.ts';
import { World } from '../../../engine/world/world.ts';
import { callOf, gpuHost, worldOf } from '../../support/worlds/worlds.ts';
import type { Outcome } from '../plan.ts';
import { centers } from '../pods/plan.ts';
import { type Bill, describeBill, PlayedPods, podSettings } from '../pods/playPods.ts';
import { isOfVolume, type VolumeAct } from '../volumes/plan.ts';
import { PlayedVolumes } from '../volumes/playVolumes.ts';
import { roomyHosts } from './labelModel.ts';
import type { LabelAct, LabelKind, LabelPlan, ListAct, ResourceName } from './plan.ts';

type Asked = Exclude<LabelAct, VolumeAct | { readonly do: 'pod' }>;

/** Plays a plan in the engine, and says in the words of the model what came of it. */
export const playLabels = (plan: LabelPlan): Outcome => {
  const volumes = new PlayedVolumes();
  const pods = new PlayedPods(volumes.ids);
  const labels = new PlayedLabels(pods, volumes);
  const lines: string[] = [];
  const world = new World(
    worldOf({
      settings: { pod: podSettings(plan.pods), account: { contract: '2026-11' } },
      hosts: roomyHosts.map((gpus, k) => gpuHost(`host-${k}`, gpus, { dataCenterId: centers[k] ?? '' })),
      endpoints: [],
    }),
    { onChange: (change) => lines.push(...pods.hear(change)) },
  );
  for (const act of plan.acts) {
    if (act.do === 'pod') lines.push(pods.act(world, act.act));
    else lines.push(isOfVolume(act) ? volumes.act(world, act, pods.ids) : labels.act(world, act));
  }
  world.advance({ to: plan.until as VirtualTime });
  return { lines, cost: world.state.billing.nanoUsd(world.now) };
};

const names = { tag: 'Tag', center: 'CostCenter' } as const;

/** Tags and cost centers of the engine, in the words of the model. */
class PlayedLabels {
  readonly #pods: PlayedPods;
  readonly #volumes: PlayedVolumes;
  readonly #ids: Readonly<Record<LabelKind, string[]>> = { tag: [], center: [] };
  readonly #lists: ListAct[] = [];
  readonly #cursors: string[] = [];

  constructor(pods: PlayedPods, volumes: PlayedVolumes) {
    this.#pods = pods;
    this.#volumes = volumes;
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

  #id(of: LabelKind, number: number): string {
    return this.#ids[of][number] ?? 'none';
  }

  #resourceId({ kind, number }: ResourceName): string {
    return (kind === 'POD' ? this.#pods : this.#volumes).ids[number] ?? 'none';
  }

  #describe(act: Exclude<Asked, { readonly do: 'next' }>, { status, body, rule }: Answer, startMs: number): string {
    if (status === 404 || status === 204) return String(status);
    if (rule !== undefined) return `${status} ${rule}`;
    const shown = body as unknown as Shown;
    if (act.do === 'bill') return `${status} ${describeBill(body as unknown as Bill, this.#pods.ids, startMs)}`;
    if (act.do === 'create') this.#ids[act.of].push(shown.id);
    if (act.do === 'list' || act.do === 'resources') return `${status} ${this.#describePage(act, shown)}`;
    return `${status} ${this.#describeLabel(act.of, shown)}`;
  }

  #describePage({ do: what, of }: ListAct, { tags, costCenters, resources, pagination }: Shown): string {
    const { hasNextPage, nextCursor } = pagination;
    if (nextCursor !== null) this.#cursors.push(nextCursor);
    const lines =
      what === 'list'
        ? (of === 'tag' ? tags : costCenters).map((one) => this.#describeLabel(of, one))
        : resources.map(({ resourceType, resourceId }) => {
            const ids = resourceType === 'POD' ? this.#pods.ids : this.#volumes.ids;
            return `${resourceType} ${ids.indexOf(resourceId)}`;
          });
    return `${lines.join(', ')}${hasNextPage ? ' and more' : ''}`;
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
  readonly key?: string;
  readonly value: string;
  readonly tags: readonly Shown[];
  readonly costCenters: readonly Shown[];
  readonly resources: readonly { readonly resourceType: string; readonly resourceId: string }[];
  readonly pagination: { readonly hasNextPage: boolean; readonly nextCursor: string | null };
}
