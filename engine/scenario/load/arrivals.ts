import { quantile } from '../../cloud/handler/distribution.ts';
import { lastInstantMs } from '../../kernel/instant.ts';
import { ln, squareRoot } from '../../kernel/math/exactMath.ts';
import { type Draw, keyText } from '../../kernel/rng.ts';
import type { DurationMs } from '../../kernel/time.ts';
import type { LoadSpec } from './format.ts';
import { generatePieces } from './pieces.ts';
import { callsOfTrace } from './resample.ts';

/** The arrival times of an open load, in order, in ms after its start. Draws are keyed by the load's name and the call's number. */
export function* arrivals(name: string, load: LoadSpec, draw: Draw): Generator<DurationMs> {
  const bound = load.for ?? Number.POSITIVE_INFINITY;
  let made = 0;
  for (const at of generateUnbounded(name, load, draw)) {
    if (at > bound || made >= (load.exactly ?? Number.POSITIVE_INFINITY)) return;
    made += 1;
    yield at;
  }
}

function* generateUnbounded(name: string, load: LoadSpec, draw: Draw): Generator<DurationMs> {
  const { constant, poisson, renewal, ramp, piecewise, every, scale = 1, bursts, burst, trace, ...ends } = load;
  if (constant !== undefined) for (let at = 0; ; at += constant.every) yield at;
  const pieces = piecewise ?? (bursts === undefined || poisson === undefined ? undefined : [{ at: 0, rate: poisson.rate }]);
  if (pieces !== undefined) yield* generatePieces(name, { pieces, every, scale, bursts, bound: ends.for ?? lastInstantMs }, draw);
  if (poisson !== undefined && bursts === undefined) {
    const meanMs = poisson.rate.ms / poisson.rate.count / scale;
    let at = 0;
    for (let n = 1; ; n++) {
      at += -meanMs * ln(1 - draw('load/arrival', name, n));
      yield Math.round(at);
    }
  }
  if (renewal !== undefined) {
    let at = 0;
    for (let n = 1; ; n++) {
      at += quantile(renewal.interarrival, draw('load/arrival', name, n));
      yield at;
    }
  }
  if (ramp !== undefined) yield* generateRamp(ramp, ends.for !== undefined || ends.exactly !== undefined);
  if (burst !== undefined) {
    for (let at = 0; ; at += burst.every ?? 0) {
      for (let n = 0; n < burst.size; n++) yield at;
      if (burst.every === undefined) return;
    }
  }
  if (trace !== undefined) for (const { at } of callsOfTrace(name, load, draw)) yield at;
}

/**
 * The n-th call comes when the integral of the linearly changing rate reaches n. Nothing is drawn. A load that `lastsLonger` than
 * the change holds the last rate.
 */
function* generateRamp({ from, to, over }: NonNullable<LoadSpec['ramp']>, lastsLonger: boolean): Generator<DurationMs> {
  const first = from.count / from.ms;
  const last = to.count / to.ms;
  const growth = (last - first) / over;
  const callsOnTheWay = ((first + last) / 2) * over;
  for (let n = 1; ; n++) {
    const square = first * first + 2 * growth * n;
    const at = growth === 0 ? n / first : (squareRoot(Math.max(0, square)) - first) / growth;
    const ms = Math.round(at);
    const isOver = ms > over || Number.isNaN(ms) || (growth < 0 && square < 0);
    if (!isOver) yield ms;
    else if (lastsLonger) yield Math.round(over + (n - callsOnTheWay) / last);
    else return;
  }
}

/** How long user `user` of a closed load thinks before call number `n`. */
export const thinkTime = (name: string, user: number, n: number, load: LoadSpec, draw: Draw): DurationMs =>
  load.closed === undefined ? 0 : quantile(load.closed.thinkTime, draw('load/think', keyText(name, String(user)), n));
