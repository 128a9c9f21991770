import type { StateChange } from '../../../engine/cloud/state/state.ts';
import type { Json } from '../../../engine/kernel/canonical.ts';
import type { VirtualTime } from '../../../engine/kernel/time.ts';
import type { BrokenProperty } from '../../../engine/lab/explorer/outcome.ts';
import type { Watch } from '../../../engine/scenario/properties/kind.ts';
import { kindOfProperty, nameOfProperty } from '../../../engine/scenario/properties/table.ts';
import type { World } from '../../../engine/world/world.ts';
import type { SmallWorldSpec } from './format.ts';

/**
 * The kinds of properties that a small world may have. What `reachable` and `within` remember is part of a state; what the others say of a state
 * is the same on every way to it.
 */
export const kindsOfStates: readonly string[] = ['always', 'never', 'sometimes', 'reachable', 'within'];

/** Watches the properties of a small world in one of its branches. */
export class StateWatch {
  readonly #spec: SmallWorldSpec;
  #watched: readonly { readonly name: string; readonly watch: Watch }[] = [];

  constructor(spec: SmallWorldSpec) {
    this.#spec = spec;
  }

  /** The state as it is then is looked at, too. It goes on from what another one remembers. */
  begin(world: World, memory: readonly Json[] = []): void {
    const { log, state } = world;
    const run = {
      ...{ world, log, state },
      get now() {
        return world.now;
      },
    };
    this.#watched = (this.#spec.properties ?? []).map((one) => ({ name: nameOfProperty(one), watch: kindOfProperty(one).watch(one, run) }));
    for (const [k, { watch }] of this.#watched.entries()) {
      if (memory[k] !== undefined) watch.memory?.load(memory[k]);
      watch.change?.(undefined);
    }
  }

  readonly change = (change: StateChange): void => {
    const { seq, at, event } = change;
    for (const { watch } of this.#watched) {
      watch.entry?.({ seq, at, cause: 0, event });
      watch.change?.(change);
    }
  };

  /** What each property remembers; null of one that remembers nothing. */
  get memory(): readonly Json[] {
    return this.#watched.map(({ watch }) => watch.memory?.dump() ?? null);
  }

  /** The first instant at which a property is broken, if nothing happens until then. */
  get breaksAt(): VirtualTime | undefined {
    const times = this.#watched.flatMap(({ watch }) => watch.memory?.breaksAt?.() ?? []);
    return times.sort((a, b) => a - b)[0];
  }

  /** Nothing has happened up to now. */
  end(): void {
    for (const { watch } of this.#watched) watch.end?.({ isCut: false });
  }

  /** The first property that is broken. */
  get broken(): BrokenProperty | undefined {
    for (const { name, watch } of this.#watched) {
      const { broken } = watch.verdict();
      if (broken !== undefined) return { property: name, words: broken.words ?? broken.shape, shape: broken.shape };
    }
    return undefined;
  }

  /** The numbers of the properties that look for something, and have seen it. */
  get seen(): readonly number[] {
    return this.#watched.flatMap(({ watch }, k) => (watch.verdict().seen === true ? [k] : []));
  }
}
