import { ClusterModel } from '../clusters/clusterModel.ts';
import { Ground } from '../ground.ts';
import type { Outcome } from '../plan.ts';
import type { Pod } from '../pods/pod.ts';
import { PodModel } from '../pods/podModel.ts';
import { type Billed, billByHour, billSideBySide } from './bills.ts';
import { Endpoints } from './endpoints.ts';
import { describeLabel, hasResource, type Label, refuse, removeFrom, write } from './label.ts';
import { idlePlan, type LabelAct, type LabelKind, type LabelPlan, type ListAct, type ResourceName } from './plan.ts';
import { Volumes } from './volumes.ts';

/** Where a page has ended, and what was asked for. */
interface Cursor {
  readonly asked: string;
  readonly at: number;
}

type LabelCall = Exclude<LabelAct, { readonly do: 'pod' | 'cluster' | 'endpoint' }>;

/** The tags and cost centers of one account, after the rulebook (label.tags, label.cost-centers, list.pages, billing.labels). */
class LabelModel extends PodModel {
  readonly #labels: Readonly<Record<LabelKind, Label[]>> = { tag: [], center: [] };
  readonly #volumes = new Volumes();
  readonly #clusters: ClusterModel;
  readonly #endpoints: Endpoints;
  /** When each pod, and each cluster, was created. */
  readonly #podsAt: number[] = [];
  readonly #clustersAt: number[] = [];
  readonly #lists: ListAct[] = [];
  readonly #cursors: Cursor[] = [];

  constructor({ pods, idle }: LabelPlan, ground: Ground) {
    super(pods, ground);
    this.#clusters = new ClusterModel(pods, ground);
    this.#endpoints = new Endpoints(idlePlan(pods, idle), ground);
  }

  actOnLabels(act: LabelAct): void {
    if (act.do === 'pod') this.act(act.act);
    else if (act.do === 'cluster') this.#clusters.act(act.act);
    else if (act.do === 'endpoint') this.#endpoints.act(act.act);
    else this.ground.say(`answers ${this.#answerTo(act)}`);
    while (this.#podsAt.length < this.pods.length) this.#podsAt.push(this.now);
    while (this.#clustersAt.length < this.#clusters.clusters.length) this.#clustersAt.push(this.now);
  }

  get costOfAll(): bigint {
    return this.nanoDollars + this.#clusters.nanoDollars + this.#endpoints.nanoDollars;
  }

  #answerTo(act: LabelCall): string {
    if (act.do === 'volumes' || act.do === 'create-volume' || 'volume' in act) return this.#volumes.answer(act);
    if (act.do === 'create') return this.#create(act);
    if (act.do === 'list' || act.do === 'resources') return this.#list(act, undefined);
    if (act.do === 'next') return this.#goOn(act.page, act.like);
    if (act.do === 'bill') return `200 ${this.#billFor(act)}`;
    const label = this.#labels[act.of][act.label];
    if (label === undefined || label.isDeleted) return '404';
    if (act.do === 'get') return `200 ${describeLabel(label)}`;
    if (act.do === 'change') return this.#change(label, act);
    if (act.do === 'delete') label.isDeleted = true;
    else if (act.do === 'attach') return this.#attach(label, act.of, act.resource);
    else return this.#detach(label, act.resource);
    return '204';
  }

  #create({ of, key, value, resources }: LabelAct & { readonly do: 'create' }): string {
    const refusal = refuse(of, key, value);
    if (refusal !== undefined) return refusal;
    if (resources.some((resource) => this.#bornAt(resource) === undefined)) return '404';
    const label: Label = { name: `${of}-${this.#labels[of].length}`, at: this.now, key: '', value: '', resources: [], isDeleted: false };
    for (const resource of resources) this.#attach(label, of, resource);
    this.#labels[of].push(label);
    return `201 ${describeLabel(write(label, of, key, value))}`;
  }

  #change(label: Label, { of, key, value }: LabelAct & { readonly do: 'change' }): string {
    return refuse(of, key, value) ?? `200 ${describeLabel(write(label, of, key, value))}`;
  }

  /** When a resource was created; undefined if it is not there. */
  #bornAt({ kind, number }: ResourceName): number | undefined {
    if (kind === 'POD') return this.pods[number]?.status === 'TERMINATED' ? undefined : this.#podsAt[number];
    if (kind === 'CLUSTER') return this.#clusters.clusters[number]?.status === 'TERMINATED' ? undefined : this.#clustersAt[number];
    return kind === 'SERVERLESS_ENDPOINT' ? this.#endpoints.bornAt(number) : this.#volumes.bornAt(number);
  }

  /** A resource is in one cost center at most. */
  #attach(label: Label, of: LabelKind, resource: ResourceName): string {
    if (this.#bornAt(resource) === undefined) return '404';
    if (hasResource(label, resource)) return '204';
    if (of === 'center') for (const other of this.#labels.center) removeFrom(other, resource);
    label.resources = [...label.resources, resource];
    return '204';
  }

  #detach(label: Label, resource: ResourceName): string {
    if (!hasResource(label, resource) && this.#bornAt(resource) === undefined) return '404';
    removeFrom(label, resource);
    return '204';
  }

  /** The newest first, as many as the limit says, from where the cursor ends. */
  #list(act: ListAct, cursor: Cursor | undefined): string {
    this.#lists.push(act);
    const { limit } = act;
    const label = act.do === 'resources' ? this.#labels[act.of][act.label] : undefined;
    if (act.do === 'resources' && (label === undefined || label.isDeleted)) return '404';
    const asked = JSON.stringify([act.do, act.of, act.do === 'list' ? (act.of === 'center' ? act.contains : null) : act.label]);
    if (cursor !== undefined && cursor.asked !== asked) return '422 list.pages';
    const all = act.do === 'list' ? this.#listLabels(act) : this.#listResources(label as Label);
    const left = all.filter(({ at }) => cursor === undefined || at < cursor.at).sort((a, b) => b.at - a.at);
    const page = left.slice(0, limit ?? 1_000);
    const hasMore = left.length > page.length;
    const last = page.at(-1);
    if (hasMore && last !== undefined) this.#cursors.push({ asked, at: last.at });
    return `200 ${page.map(({ line }) => line).join(', ')}${hasMore ? ' and more' : ''}`;
  }

  #listLabels({ of, contains }: ListAct & { readonly do: 'list' }): readonly { readonly at: number; readonly line: string }[] {
    return this.#labels[of]
      .filter((label) => !label.isDeleted && (of === 'tag' || label.value.includes(contains ?? '')))
      .map((label) => ({ at: label.at, line: describeLabel(label) }));
  }

  #listResources({ resources }: Label): readonly { readonly at: number; readonly line: string }[] {
    return resources.flatMap((resource) => {
      const at = this.#bornAt(resource);
      return at === undefined ? [] : [{ at, line: `${resource.kind} ${resource.number}` }];
    });
  }

  #goOn(page: number, like: number): string {
    const cursor = this.#cursors.at(-1 - page);
    const list = this.#lists.at(-1 - like);
    return cursor === undefined || list === undefined ? 'nothing' : this.#list(list, cursor);
  }

  /** What has the tag now, or had it when it was deleted, and is in the cost center: all that it has cost. A label that is gone has nothing. */
  #billFor({ product, tag, center }: LabelAct & { readonly do: 'bill' }): string {
    const labels = [tag === null ? [] : [this.#labels.tag[tag]], center === null ? [] : [this.#labels.center[center]]].flat();
    const select = (kind: ResourceName['kind'], all: readonly Billed[]): readonly Billed[] =>
      all.filter((_, number) => labels.every((label) => label !== undefined && !label.isDeleted && hasResource(label, { kind, number })));
    const pods = select('POD', this.pods.map(billPod));
    const endpoints = select('SERVERLESS_ENDPOINT', this.#endpoints.costs);
    const clusters = select('CLUSTER', this.#clusters.costs);
    if (product === 'all') return billSideBySide([pods, endpoints, clusters], this.now, 100);
    return billByHour({ pods, endpoints, clusters }[product], this.now, 100);
  }
}

const billPod = (pod: Pod): Billed => ({ name: pod.name, amountsUntil: (at) => pod.amountsUntil(at) });

/** The hosts of its world have room for all. */
export const roomyHosts = [1_000, 1_000];

/** What comes of a plan, as the model says. */
export const playLabelModel = (plan: LabelPlan): Outcome => {
  const ground = new Ground(roomyHosts);
  const model = new LabelModel(plan, ground);
  for (const act of plan.acts) {
    ground.advance(act.at);
    model.actOnLabels(act);
  }
  ground.advance(plan.until);
  return { lines: ground.lines, cost: model.costOfAll };
};
