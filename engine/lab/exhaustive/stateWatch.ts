import type { StateChange } from '../../cloud/state/state.ts';
import type { Watch } from '../../scenario/properties/kind.ts';
import { kindOfProperty, nameOfProperty } from '../../scenario/properties/table.ts';
import type { World } from '../../world/world.ts';
import type { BrokenProperty } from '../explorer/outcome.ts';
import type { SmallWorldSpec } from './format.ts';

/** The kinds of properties that remember nothing: what they say of a state is the same on every way to it. */
export const kindsWithoutMemory: readonly string[] = ['always', 'never', 'sometimes'];

/** Watches the properties of a small world in one of its branches. */
export class StateWatch {
  readonly #spec: SmallWorldSpec;
  #watched: readonly { readonly name: string; readonly watch: Watch }[] = [];

  constructor(spec: SmallWorldSpec) {
    this.#spec = spec;
  }

  /** The state as it is then is looked at, too. */
  begin(world: World): void {
    const { log, state } = world;
    const run = {
      ...{ world, log, state },
      get now() {
        return world.now;
      },
    };
    this.#watched = (this.#spec.properties ?? []).map((one) => ({ name: nameOfProperty(one), watch: kindOfProperty(one).watch(one, run) }));
    for (const { watch } of this.#watched) watch.change?.(undefined);
  }

  readonly change = (change: StateChange): void => {
    const { seq, at, event } = change;
    for (const { watch } of this.#watched) {
      watch.entry?.({ seq, at, cause: 0, event });
      watch.change?.(change);
    }
  };

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
