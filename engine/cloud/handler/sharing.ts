/** How the jobs of one worker slow each other down (worker.sharing). `processor`: `from` of them run at full speed; more share that speed evenly. */
export interface Sharing {
  readonly kind: 'processor';
  readonly from: number;
}

/**
 * How many units of work a millisecond of a job alone is. Every whole number up to 16 divides it, so up to that many jobs share it without
 * a remainder; with more, each goes less than a unit a millisecond short.
 */
export const unitsPerMs = 720_720;

/** How many units each job does in a millisecond while `running` of them run: whole, and never none. */
export const unitsEach = ({ from }: Sharing, running: number): number =>
  running <= from ? unitsPerMs : Math.floor((unitsPerMs * from) / running);

/** The most jobs that one worker may take at once: each of them still does hundreds of units a millisecond. */
export const concurrencyMax = 1_000;
