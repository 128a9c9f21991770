import { ln } from '../../kernel/math/exactMath.ts';
import type { Draw } from '../../kernel/rng.ts';
import type { DurationMs } from '../../kernel/time.ts';
import { generateBursts, type Multiple } from './bursts.ts';
import type { LoadSpec } from './format.ts';

type LoadPieces = NonNullable<LoadSpec['piecewise']>;

/**
 * A Poisson process with a changing rate: in steps, which repeat after `every`; times `scale`, and times the factor of the current state of
 * `bursts`.
 */
export interface Flow {
  readonly pieces: LoadPieces;
  readonly every: DurationMs | undefined;
  readonly scale: number;
  readonly bursts: LoadSpec['bursts'];
  /** No call comes later. */
  readonly bound: DurationMs;
}

/**
 * The n-th draw is the expected number of calls between two calls: the next call comes when the rate has added up to it, in whichever piece
 * that is. A higher rate with the same draws brings each call earlier.
 */
export function* generatePieces(name: string, { pieces, every, scale, bursts, bound }: Flow, draw: Draw): Generator<DurationMs> {
  const stretches = pieces.map(({ at, rate }, k) => ({
    from: at,
    until: pieces[k + 1]?.at ?? every ?? Number.POSITIVE_INFINITY,
    perMs: (rate.count / rate.ms) * scale,
  }));
  const ofOneRound = every === undefined ? 0 : stretches.reduce((sum, { from, until, perMs }) => sum + (until - from) * perMs, 0);
  const multiples = bursts === undefined ? undefined : generateBursts(name, bursts, draw);
  let multiple: Multiple = multiples === undefined ? once : next(multiples);
  let n = 1;
  const drawExpected = (): number => -ln(1 - draw('load/arrival', name, n));
  let expected = drawExpected();
  for (let begin = 0; begin <= bound; ) {
    for (const { from, until, perMs } of stretches) {
      for (let at = begin + from; at < begin + until; ) {
        const end = Math.min(begin + until, multiple.until);
        const rate = perMs * multiple.times;
        while (rate > 0 && at + expected / rate <= end) {
          at += expected / rate;
          yield Math.round(at);
          n += 1;
          expected = drawExpected();
        }
        if (end > bound) return;
        expected -= (end - at) * rate;
        at = end;
        if (multiples !== undefined && multiple.until <= at) multiple = next(multiples);
      }
    }
    if (every === undefined) return;
    // Skips rounds without calls if they are all alike.
    const idle = multiples === undefined ? Math.max(0, Math.floor(expected / ofOneRound)) : 0;
    expected -= idle * ofOneRound;
    begin += (1 + idle) * every;
  }
}

const once: Multiple = { times: 1, until: Number.POSITIVE_INFINITY };

const next = (multiples: Generator<Multiple, never>): Multiple => multiples.next().value;
