import { ln } from '../../kernel/math/exactMath.ts';
import type { Draw } from '../../kernel/rng.ts';
import type { DurationMs } from '../../kernel/time.ts';
import type { LoadSpec } from './format.ts';

type Pieces = NonNullable<LoadSpec['piecewise']>;

/**
 * A Poisson process whose rate changes in steps. The n-th draw is how many calls are expected from one call to the next: the next comes
 * when the rate has added up to it, in whichever piece that is. A higher rate with the same draws brings each call earlier.
 */
export function* generatePieces(name: string, pieces: Pieces, every: DurationMs | undefined, draw: Draw): Generator<DurationMs> {
  const stretches = pieces.map(({ at, rate }, k) => ({
    from: at,
    until: pieces[k + 1]?.at ?? every ?? Number.POSITIVE_INFINITY,
    perMs: rate.count / rate.ms,
  }));
  const ofOneRound = every === undefined ? 0 : stretches.reduce((sum, { from, until, perMs }) => sum + (until - from) * perMs, 0);
  let n = 1;
  const drawExpected = (): number => -ln(1 - draw('load/arrival', name, n));
  let expected = drawExpected();
  for (let begin = 0; ; ) {
    for (const { from, until, perMs } of stretches) {
      if (perMs === 0) continue;
      let at = from;
      while (at + expected / perMs <= until) {
        at += expected / perMs;
        yield Math.round(begin + at);
        n += 1;
        expected = drawExpected();
      }
      expected -= (until - at) * perMs;
    }
    if (every === undefined) return;
    // Rounds in which nothing comes are not gone through.
    const idle = Math.max(0, Math.floor(expected / ofOneRound));
    expected -= idle * ofOneRound;
    begin += (1 + idle) * every;
  }
}
