import { findId, findKind, findProfile, type Kind } from '../../cloud/entities.ts';
import type { DomainEvent } from '../../cloud/input.ts';
import type { LogEntry } from '../../kernel/logEntry.ts';

/** Short names for generated ids: `job-1`, in order of appearance. Every other entity is called by its id. */
export class ShortNames {
  readonly #names = new Map<string, string>();
  readonly #counts = new Map<string, number>();

  /** Learns from the next event of a log, from its first on. Returns the name of the entity it is about; undefined for an input. */
  learn(event: DomainEvent): string | undefined {
    const kind = findKind(event);
    return kind === undefined ? undefined : this.#findName(kind, findId(kind, event));
  }

  #findName(kind: Kind, id: string): string {
    const known = this.#names.get(id);
    if (known !== undefined) return known;
    if (!findProfile(kind).numbered) return id;
    const count = (this.#counts.get(kind) ?? 0) + 1;
    this.#counts.set(kind, count);
    this.#names.set(id, `${kind}-${count}`);
    return `${kind}-${count}`;
  }

  /** Forgets every name whose id is not in a set. It is not given again. */
  keep(ids: ReadonlySet<string>): void {
    for (const id of this.#names.keys()) if (!ids.has(id)) this.#names.delete(id);
  }

  findName(id: string): string {
    return this.#names.get(id) ?? id;
  }

  /** A text with short names instead of the ids in it. */
  inText(text: string): string {
    return text.replace(uuids, (id) => this.#names.get(id) ?? id);
  }

  /** Each id with its name, in order of appearance. */
  all(): Iterable<readonly [id: string, name: string]> {
    return this.#names;
  }
}

/** The short names in a log. */
export const namesIn = (entries: Iterable<LogEntry<DomainEvent>>): ShortNames => {
  const names = new ShortNames();
  for (const { event } of entries) names.learn(event);
  return names;
};

const uuids = /(?:sync-)?[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}-u1/g;
