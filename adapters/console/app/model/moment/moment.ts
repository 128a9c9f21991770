import type { RunLog } from '../runLog.ts';

/** The last entry of the instant in which an entry is. */
const endOfInstant = (log: RunLog, seq: number): number => log.lastUpTo(log.at(seq));

/** From one instant to the next: the moment is then after everything that happened in it. */
export const stepInstant = (log: RunLog, seq: number, direction: 1 | -1): number => {
  if (direction === 1) {
    // No instant is before the first entry.
    const end = seq === 0 ? 0 : endOfInstant(log, seq);
    return end > seq ? end : endOfInstant(log, Math.min(log.length, end + 1));
  }
  const at = log.at(seq);
  return at === 0 ? 0 : log.lastUpTo(at - 1);
};

/** The entries of the instant in which an entry is: which of how many it is. */
export const placeInInstant = (log: RunLog, seq: number): { readonly number: number; readonly count: number } => {
  const at = log.at(seq);
  const before = at === 0 ? 0 : log.lastUpTo(at - 1);
  return { number: seq - before, count: log.lastUpTo(at) - before };
};
