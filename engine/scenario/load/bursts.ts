import { ln } from '../../kernel/math/exactMath.ts';
import type { Draw } from '../../kernel/rng.ts';
import type { LoadSpec } from './format.ts';

type Bursts = NonNullable<LoadSpec['bursts']>;

/** How many times its usual rate a load has, up to a time after its start, in ms. */
export interface Multiple {
  readonly times: number;
  readonly until: number;
}

/**
 * A Markov chain in continuous time: each state lasts exponentially long, and any of the others follows with the same chance. It begins in a state as
 * often as it is in it, so that no time of the load is like no other.
 */
export function* generateBursts(name: string, { states }: Bursts, draw: Draw): Generator<Multiple, never> {
  const all = states.reduce((sum, state) => sum + state.for, 0);
  let left = draw('load/burst-first', name) * all;
  let place = 0;
  while (place < states.length - 1 && left >= (states[place]?.for ?? 0)) {
    left -= states[place]?.for ?? 0;
    place += 1;
  }
  let until = 0;
  for (let n = 1; ; n++) {
    const { times = 1, for: mean = 1 } = states[place] ?? {};
    until += -mean * ln(1 - draw('load/burst', name, n));
    yield { times, until };
    const others = states.length - 1;
    const step = 1 + Math.min(others - 1, Math.floor(draw('load/burst-next', name, n) * others));
    place = (place + step) % states.length;
  }
}
