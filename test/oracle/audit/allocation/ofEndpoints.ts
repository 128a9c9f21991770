import { ByName } from '../../../../engine/kernel/collections/byName.ts';
import { pacer, type Steps } from '../../../../engine/kernel/steps.ts';

/** What endpoints have, by its id, and what each of them has, in the order in which it came: to look through one costs the same among many. */
export class OfEndpoints<Entry extends { readonly endpointId: string }> {
  readonly #all = new Map<string, Entry>();
  readonly #of = new ByName(() => new Map<string, Entry>());

  get(id: string): Entry | undefined {
    return this.#all.get(id);
  }

  set(id: string, entry: Entry): void {
    this.#all.set(id, entry);
    this.#of.own(entry.endpointId).set(id, entry);
  }

  delete(id: string): undefined {
    const entry = this.#all.get(id);
    if (entry === undefined) return;
    this.#all.delete(id);
    const others = this.#of.of(entry.endpointId);
    others.delete(id);
    if (others.size === 0) this.#of.drop(entry.endpointId);
  }

  of(endpointId: string): ReadonlyMap<string, Entry> {
    return this.#of.of(endpointId);
  }

  all(): ReadonlyMap<string, Entry> {
    return this.#all;
  }

  *load(all: ReadonlyMap<string, Entry>, copy: (entry: Entry) => Entry = (entry) => entry): Steps<void> {
    const pauses = pacer();
    for (const [id, entry] of all) {
      this.set(id, copy(entry));
      if (pauses()) yield;
    }
  }
}
