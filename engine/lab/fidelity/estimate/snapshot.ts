import { ln } from '../../../kernel/math/exactMath.ts';
import type { Seen } from './seen.ts';

/**
 * The chance, in whole percent, that a wake is a restore right after the last use, and the time without use after which it never is; 0 if
 * the chance stays the same.
 */
export interface SnapshotFit {
  readonly percent: number;
  readonly lifeMs: number;
}

const minute = 60_000;
/** Lives of 5 minutes to 24 hours, each a twentieth longer than the one before; and one without an end. */
const lives: readonly number[] = (() => {
  const found = [0];
  for (let ms = 5 * minute; ms <= 24 * 60 * minute; ms = Math.round(ms * 1.05)) found.push(ms);
  return found;
})();

/**
 * The prior: one restore and one start, right after the last use (Laplace's rule of succession), so that few observations never give
 * certainty.
 */
const before = { hits: 1, of: 2, afterMs: 0 };

/**
 * The maximum-likelihood pair for the observed counts. A wake after `afterMs` without use is a restore with the chance percent × (1 -
 * afterMs ÷ lifeMs). The longest life wins a tie.
 */
export const fitSnapshot = (seen: readonly Seen[]): SnapshotFit => {
  const counts = [before, ...seen.map(({ value, of = 1, after = 0 }) => ({ hits: Number(value), of, afterMs: after }))];
  let best: SnapshotFit = { percent: 100, lifeMs: 0 };
  let most = Number.NEGATIVE_INFINITY;
  for (const lifeMs of lives) {
    for (let percent = 1; percent <= 99; percent++) {
      const likelihood = counts.reduce((sum, { hits, of, afterMs }) => {
        const chance = (percent / 100) * (lifeMs === 0 ? 1 : Math.max(0, 1 - afterMs / lifeMs));
        return sum + weigh(hits, chance) + weigh(of - hits, 1 - chance);
      }, 0);
      if (likelihood <= most) continue;
      most = likelihood;
      best = { percent, lifeMs };
    }
  }
  return best;
};

/** The contribution of a number of events with one probability to the log-likelihood. */
const weigh = (events: number, chance: number): number => (events === 0 ? 0 : chance <= 0 ? Number.NEGATIVE_INFINITY : events * ln(chance));
