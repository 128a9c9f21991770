import { Ground } from '../ground.ts';
import type { Outcome } from '../plan.ts';
import type { PodAct } from '../pods/plan.ts';
import { PodModel } from '../pods/podModel.ts';
import { isOfVolume, type VolumeAct } from '../volumes/plan.ts';
import type { LabelAct, LabelKind, LabelPlan, ListAct, ResourceName } from './plan.ts';

interface Label {
  readonly name: string;
  readonly at: number;
  key: string;
  value: string;
  resources: readonly ResourceName[];
  isDeleted: boolean;
}

/** Where a page has ended, and what was asked for. */
interface Cursor {
  readonly asked: string;
  readonly at: number;
}

/** The tags and cost centers of one account, after the rulebook (label.tags, label.cost-centers, list.pages, billing.labels). */
class LabelModel extends PodModel {
  readonly #labels: Readonly<Record<LabelKind, Label[]>> = { tag: [], center: [] };
  /** When each pod was created. */
  readonly #podsAt: number[] = [];
  readonly #lists: ListAct[] = [];
  readonly #cursors: Cursor[] = [];

  actOnLabels(act: LabelAct): void {
    if (act.do === 'pod') return this.#actOnPod(act.act);
    if (isOfVolume(act)) return this.act(act);
    this.ground.say(`answers ${this.#answerTo(act)}`);
  }

  #actOnPod(act: PodAct): void {
    this.act(act);
    while (this.#podsAt.length < this.pods.length) this.#podsAt.push(this.now);
  }

  #answerTo(act: Exclude<LabelAct, VolumeAct | { readonly do: 'pod' }>): string {
    if (act.do === 'create') return this.#create(act);
    if (act.do === 'list' || act.do === 'resources') return this.#list(act, undefined);
    if (act.do === 'next') return this.#goOn(act.page, act.like);
    if (act.do === 'bill') return this.#billFor(act.tag, act.center);
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
    return this.ground.volumes.find(number)?.at;
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
      .filter((label) => isThere(label) && (of === 'tag' || label.value.includes(contains ?? '')))
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
  #billFor(tag: number | null, center: number | null): string {
    const labels = [tag === null ? [] : [this.#labels.tag[tag]], center === null ? [] : [this.#labels.center[center]]].flat();
    const bill = this.bill(100, (pod) =>
      labels.every((label) => label !== undefined && isThere(label) && hasResource(label, { kind: 'POD', number: this.pods.indexOf(pod) })),
    );
    return `200 ${bill}`;
  }
}

const isThere = ({ isDeleted }: { readonly isDeleted: boolean }): boolean => !isDeleted;

const describeLabel = ({ name, key, value }: Label): string => `${name} ${JSON.stringify(key)} ${JSON.stringify(value)}`;

/** A key, and the name of a cost center, have something in them; keys of the platform are its own. */
const refuse = (of: LabelKind, key: string, value: string): string | undefined => {
  if (of === 'center') return value.trim() === '' ? '422 errors.validation' : undefined;
  return key.trim() === '' || key.trim().toLowerCase().startsWith('runpod:') ? '422 label.tags' : undefined;
};

const write = (label: Label, of: LabelKind, key: string, value: string): Label =>
  Object.assign(label, of === 'tag' ? { key: key.trim(), value } : { value: value.trim() });

const isSame = (one: ResourceName, other: ResourceName): boolean => one.kind === other.kind && one.number === other.number;

const hasResource = ({ resources }: Label, resource: ResourceName): boolean => resources.some((one) => isSame(one, resource));

const removeFrom = (label: Label, resource: ResourceName): void => {
  label.resources = label.resources.filter((one) => !isSame(one, resource));
};

/** The hosts of its world have room for all pods. */
export const roomyHosts = [100, 100];

/** What comes of a plan, as the model says. */
export const playLabelModel = ({ pods, acts, until }: LabelPlan): Outcome => {
  const ground = new Ground(roomyHosts);
  const model = new LabelModel(pods, ground);
  for (const act of acts) {
    ground.advance(act.at);
    model.actOnLabels(act);
  }
  ground.advance(until);
  return { lines: ground.lines, cost: model.nanoDollars };
};
