import type { Answer } from '../../../engine/api/operation.ts';
import type { VirtualTime } from '../../../engine/kernel/time.ts';
import { allPermissions, type GivenKey } from '../../../engine/simulator/definition.ts';
import { World } from '../../../engine/world/world.ts';
import { callOf, gpuHost, keyOf, worldOf } from '../../support/worlds/worlds.ts';
import type { OwnedList, OwnedName, ResourceAct, ResourcePlan } from './plan.ts';
import { hush } from './randomResources.ts';
import { type WireBody, type WireValue, writeValue } from './wire.ts';

/** Plays a plan in the engine, and says in the words of the model what was answered. */
export const playResources = ({ contract, acts }: ResourcePlan): readonly string[] => {
  const world = new World(
    worldOf({
      settings: { account: { contract } },
      hosts: [gpuHost('host-0', 1_000)],
      accounts: [
        { id: 'acc-a', keys: [keyOf('alice'), readerKey] },
        { id: 'acc-b', keys: [keyOf('bob')] },
      ],
      endpoints: [],
    }),
  );
  const played = new PlayedResources(world);
  const lines = acts.map((act) => `${act.at} ${played.act(act)}`);
  const isSaid = JSON.stringify([...world.log.entries()]).includes(hush);
  return isSaid ? [...lines, 'the log says a secret'] : lines;
};

const readerKey: GivenKey = {
  ...keyOf('reader'),
  permissions: Object.fromEntries(Object.keys(allPermissions).map((group) => [group, 'read'])) as GivenKey['permissions'],
};

type Called = Exclude<ResourceAct, { readonly do: 'next' }>;

const nouns = {
  template: 'Template',
  registry: 'Registry',
  secret: 'Secret',
  pod: 'Pod',
  endpoint: 'Endpoint',
  cluster: 'Cluster',
} as const;
const plurals = { template: 'Templates', registry: 'Registries', secret: 'Secrets' } as const;
const verbs = { create: 'create', change: 'update', get: 'get', delete: 'delete' } as const;

class PlayedResources {
  readonly #world: World;
  readonly #ids: Readonly<Record<OwnedName, string[]>> = { template: [], registry: [], secret: [], pod: [], endpoint: [], cluster: [] };
  readonly #lists: OwnedList[] = [];
  readonly #cursors: string[] = [];

  constructor(world: World) {
    this.#world = world;
  }

  act(act: ResourceAct): string {
    if (act.do !== 'next') return this.#call(act, undefined);
    const cursor = this.#cursors.at(-1 - act.page);
    const list = this.#lists.at(-1 - act.like);
    if (cursor !== undefined && list !== undefined) return this.#call({ ...list, at: act.at, by: act.by }, cursor);
    this.#world.advance({ to: act.at as VirtualTime });
    return 'nothing';
  }

  #call(act: Called, cursor: string | undefined): string {
    const { operation, params, query, body } = this.#write(act, cursor);
    const input = callOf(operation, params, { at: act.at, query, ...(body === undefined ? {} : { body: this.#refer(body) as never }) });
    const reply = this.#world.call({ ...input, client: { key: `key-of-${act.by}` } });
    if (!('answer' in reply)) throw new Error(`${act.do} at ${act.at} is not answered at once`);
    const { answer } = reply;
    if (act.do === 'list' && answer.status !== 401 && answer.status !== 404) this.#lists.push({ do: act.do, of: act.of, limit: act.limit });
    if (JSON.stringify(answer).includes(hush)) return 'an answer says a secret';
    return this.#describe(act, answer);
  }

  #write(act: Called, cursor: string | undefined) {
    const none = { params: {}, query: {}, body: undefined };
    if (act.do === 'catalog') return { ...none, operation: 'listPublicTemplates', query: { source: 'community' } };
    if (act.do === 'list') {
      const query = { ...(act.limit === null ? {} : { limit: act.limit }), ...(cursor === undefined ? {} : { cursor }) };
      return { ...none, operation: `list${plurals[act.of]}`, query };
    }
    if (act.do === 'members') return { ...none, operation: 'listClusterPods', params: { id: this.#ids.cluster[act.number] ?? 'none' } };
    const operation = `${verbs[act.do]}${nouns[act.of]}`;
    if (act.do === 'create') return { ...none, operation, body: act.body };
    const params = { id: this.#ids[act.of][act.number] ?? 'none' };
    return act.do === 'change' ? { ...none, operation, params, body: act.body } : { ...none, operation, params };
  }

  /** A body with ids where the plan has names. */
  #refer(body: WireBody): WireBody {
    const idOf = (name: WireValue): WireValue => {
      const [, kind, number] = /^(registry|template)-(\d+)$/.exec(String(name)) ?? [];
      return kind === undefined ? name : (this.#ids[kind as OwnedName][Number(number)] ?? name);
    };
    const { registry, templateId, ...rest } = body;
    return {
      ...rest,
      ...(registry === undefined ? {} : { registry: idOf(registry) }),
      ...(templateId === undefined ? {} : { templateId: idOf(templateId) }),
    };
  }

  #describe(act: Called, { status, body, rule }: Answer): string {
    if (rule !== undefined) return `${status} ${rule}`;
    if (status === 204) return '204';
    const shown = body as unknown as WireBody;
    if (act.do === 'create') this.#ids[act.of].push(String(shown['id']));
    if (act.do === 'members')
      return `${status} ${(shown['pods'] as readonly WireBody[]).map((pod) => this.#show('member', pod)).join(' ')}`;
    if (act.do !== 'list' && act.do !== 'catalog') return `${status} ${this.#show(act.of, shown)}`;
    const of = act.do === 'catalog' ? 'template' : act.of;
    const { pagination, ...lists } = shown;
    const lines = (Object.values(lists)[0] as readonly WireBody[]).map((one) => this.#show(of, one));
    const { nextCursor = null } = (pagination ?? {}) as WireBody;
    if (typeof nextCursor === 'string') this.#cursors.push(nextCursor);
    return `${status} ${lines.join(' ')}${nextCursor === null ? '' : ' and more'}`;
  }

  /** All of a template, a credential or a secret; of a pod and an endpoint what their templates, and bodies, have to do with. */
  #show(of: OwnedName | 'member', whole: WireBody): string {
    const isUser = of === 'pod' || of === 'endpoint' || of === 'cluster' || of === 'member';
    const shown = isUser ? keepKnown(of, whole) : whole;
    const startMs = this.#world.header.definition.startMs ?? 0;
    const times = Object.entries(shown).flatMap(([name, value]) => (/At$/.test(name) ? [[name, Date.parse(String(value)) - startMs]] : []));
    let text = writeValue({ ...shown, ...Object.fromEntries(times) });
    for (const [kind, ids] of Object.entries(this.#ids))
      for (const [k, id] of ids.entries()) text = text.replaceAll(`"${id}"`, `"${kind}-${k}"`);
    return text;
  }
}

const known = ['id', 'name', 'args', 'cmd', 'entrypoint', 'disk', 'env', 'image', 'ports', 'registry'];

const keepKnown = (of: 'pod' | 'endpoint' | 'cluster' | 'member', whole: WireBody): WireBody => {
  const kept = Object.fromEntries(Object.entries(whole).filter(([name]) => known.includes(name))) as WireBody;
  if (of === 'endpoint') {
    const { allowedCudaVersions = [], minCudaVersion = null } = whole['gpu'] as WireBody;
    return { ...kept, gpu: { allowedCudaVersions, minCudaVersion } };
  }
  if (of === 'cluster') {
    const { id, name, template } = whole;
    return Object.fromEntries(Object.entries({ id, name, template }).filter(([, value]) => value !== undefined)) as WireBody;
  }
  // What tells a member of its cluster is another matter (cluster.ranks).
  const env = Object.fromEntries(
    Object.entries(kept['env'] as WireBody).filter(([name]) => !/_(ADDR|PORT|RANK|NODES|TRAINERS|SIZE)$/.test(name)),
  );
  if (/^[a-z0-9]{14}$/.test(String(env['JUPYTER_PASSWORD']))) env['JUPYTER_PASSWORD'] = 'made up';
  const { id, ...rest } = kept;
  return { ...rest, ...(of === 'pod' ? { id } : {}), env, mounts: whole['mounts'] as WireValue, template: whole['template'] as WireValue };
};
