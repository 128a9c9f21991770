import { type Draw, drawsFrom } from '../../engine/kernel/rng.ts';

/** Choices that depend only on a seed and a name, so that the choices for one purpose do not change those for another. */
export class SeededChoice {
  readonly #draw: Draw;
  readonly #name: string;
  #thrown = 0;

  constructor(seed: string, name: string) {
    this.#draw = drawsFrom(seed);
    this.#name = name;
  }

  /** A whole number from 0 to below that. */
  below(count: number): number {
    return Math.floor(this.#draw('dice', this.#name, this.#thrown++) * count);
  }

  /** Whether it happens, so often among so many. */
  happens(of: number, among: number): boolean {
    return this.below(among) < of;
  }

  of<T>(list: readonly T[]): T {
    if (list.length === 0) throw new Error('there is nothing to choose from');
    return list[this.below(list.length)] as T;
  }

  bytes(count: number): Uint8Array {
    return Uint8Array.from({ length: count }, () => this.below(256));
  }
}
