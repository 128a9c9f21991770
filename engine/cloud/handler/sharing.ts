/**
 * How the jobs of one worker slow each other down (worker.sharing). `processor`: `from` jobs run at full speed; more share that speed
 * evenly. `batch`: jobs run in steps, as the sequences of a language model do, and each further job lengthens a step by that share of a
 * lone job's step. `table`: the measured speed of each job, by the number of jobs, from one on.
 */
export type Sharing =
  | { readonly kind: 'processor'; readonly from: number }
  | { readonly kind: 'batch'; readonly slope: number }
  | { readonly kind: 'table'; readonly speeds: readonly number[] };

/**
 * The units of work in a millisecond of a lone job. Every whole number up to 16 divides it, so up to that many jobs share it without a
 * remainder; with more, each loses less than a unit a millisecond.
 */
export const unitsPerMs = 720_720;

/** How many units each job does in a millisecond while `running` of them run: whole, and never none. */
export const unitsEach = (sharing: Sharing, running: number): number => {
  if (sharing.kind === 'batch') return Math.floor(unitsPerMs / (1 + sharing.slope * (running - 1)));
  if (sharing.kind === 'table') return Math.round(unitsPerMs * (sharing.speeds[Math.min(running, sharing.speeds.length) - 1] ?? 1));
  return running <= sharing.from ? unitsPerMs : Math.floor((unitsPerMs * sharing.from) / running);
};

/** The slowest that one of several may be. */
export const speedMin = 0.001;

/** The most jobs that one worker may take at once: each of them still does hundreds of units a millisecond. */
export const concurrencyMax = 1_000;
