import { canonicalText } from '../kernel/canonical.ts';
import type { Dumpable } from '../kernel/dump.ts';
import { hash128 } from '../kernel/rng.ts';
import type { VirtualTime } from '../kernel/time.ts';

/**
 * Tells inputs apart that say the same at the same instant. An input's key, from which ids and draws follow, is what
 * it says, when, and which of its twins it is: so another input in between changes nothing for it.
 */
export class Twins implements Dumpable<TwinsDump> {
  readonly #seen = new Map<string, number>();
  #at: VirtualTime | undefined;

  /** The key of the next input that says this now. */
  keyOf(said: unknown, at: VirtualTime): string {
    if (at !== this.#at) {
      this.#seen.clear();
      this.#at = at;
    }
    const { a, b, c } = hash128(canonicalText(said));
    const words = `${a}.${b}.${c}`;
    const twin = (this.#seen.get(words) ?? 0) + 1;
    this.#seen.set(words, twin);
    return `${at}/${words}/${twin}`;
  }

  dump(): TwinsDump {
    return { at: this.#at, seen: this.#seen };
  }

  load({ at, seen }: TwinsDump): void {
    this.#at = at;
    for (const [words, twin] of seen) this.#seen.set(words, twin);
  }
}

interface TwinsDump {
  readonly at: VirtualTime | undefined;
  readonly seen: ReadonlyMap<string, number>;
}
