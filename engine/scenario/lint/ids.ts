import { findProfile, type Kind } from '../../cloud/entities.ts';
import { suggestion } from '../../kernel/collections/nearest.ts';
import { isShortId } from '../../kernel/ids.ts';
import type { WorldDefinition } from '../../simulator/definition.ts';

/** The entities whose ids a scenario can know: those of its world. Calls give others ids of their own, which steps save. */
export class ScenarioIds {
  readonly #byKind: ReadonlyMap<Kind, readonly string[]>;
  readonly #saved: readonly string[];

  constructor({ accounts, endpoints, templates = [], hosts, faults }: WorldDefinition, saved: readonly string[]) {
    this.#saved = saved;
    const ids = (list: readonly { readonly id: string }[]) => list.map(({ id }) => id);
    this.#byKind = new Map<Kind, readonly string[]>([
      ['account', ids(accounts)],
      ['endpoint', ids(endpoints)],
      ['template', ids(templates)],
      ...(hosts === null ? [] : [['host', ids(hosts)] as const]),
      ['fault', faults.map((_, k) => `fault-${k + 1}`)],
    ]);
  }

  /** Which kind of entity of this world has that id; undefined if none of those has that are known before a run. */
  findKind(id: string): Kind | undefined {
    for (const [kind, ids] of this.#byKind) if (ids.includes(id)) return kind;
    return this.#findEndpoint(id) === undefined ? undefined : 'worker';
  }

  /** Why no entity of the kind can have that id; undefined if one may. */
  stranger(kind: Kind, id: string): string | undefined {
    if (id.includes('$')) return undefined;
    const words = `there is no ${kind} '${id}'`;
    const other = this.findKind(id);
    if (other === kind) return undefined;
    if (this.#saved.includes(id)) return `${words}; did you mean the variable $${id}?`;
    if (other !== undefined) return `'${id}' is ${withArticle(other)}, not ${withArticle(kind)}`;
    if (isLabel(kind, id))
      return `'${id}' is what timelines call ${withArticle(kind)}, for reading, and no id: write \`save: { ${kind}: id }\` in the step that creates it, and $${kind} here`;
    if (kind === 'worker') {
      const endpoints = this.#byKind.get('endpoint') ?? [];
      const endpoint = endpointIn(id);
      if (endpoint === undefined) return `${words}; a worker is called after its endpoint and number, such as ${endpoints[0] ?? 'ep-a'}-w1`;
      return this.stranger('endpoint', endpoint);
    }
    // Only endpoints and the hosts of a world that lists them are all known: calls give endpoints ids of a form of their own.
    const known = kind === 'endpoint' || kind === 'host' ? this.#byKind.get(kind) : undefined;
    if (known === undefined || isShortId(id)) return undefined;
    return known.length === 0 ? `${words}; the world has none` : `${words}${suggestion(id, known, 'the world')}`;
  }

  #findEndpoint(worker: string): string | undefined {
    const endpoint = endpointIn(worker);
    return endpoint !== undefined && this.#byKind.get('endpoint')?.includes(endpoint) ? endpoint : undefined;
  }
}

/** Whether a short name replaces an id of a kind whose ids come from answers. Ids of faults really look like that. */
const isLabel = (kind: Kind, id: string): boolean => {
  const { createdBy, found } = findProfile(kind);
  const label = new RegExp(`^${kind}-[1-9]\\d*$`);
  return createdBy.length > 0 && label.test(id) && !label.test(found?.example ?? '');
};

const endpointIn = (worker: string): string | undefined => /^(.+)-w[1-9]\d*$/.exec(worker)?.[1];

export const withArticle = (kind: Kind): string => (kind === 'account' || kind === 'endpoint' ? `an ${kind}` : `a ${kind}`);
