import { isRead, worldOperations } from '../../../../../engine/api/index.ts';
import { parseChange } from '../../../../../engine/compare/index.ts';
import type { VirtualTime } from '../../../../../engine/kernel/index.ts';
import type { RunLog } from '../runLog.ts';

/**
 * The time of a call that a reader decides on at a moment: one millisecond later, after everything of that instant. A scenario's step would
 * come before the calls of a load at its time.
 */
export const timeToAct = (log: RunLog, seq: number): VirtualTime => (seq === 0 ? 0 : log.at(seq) + 1) as VirtualTime;

/** Every operation that changes something. Any key may read the catalog. */
export const changingOperations = worldOperations.filter((row) => !isRead(row) && row.permission?.level !== 'none');

/** Where a branch shows its change: at the entry of it, or after all that happened up to its time, if it left none. */
export const findPlace = (log: RunLog, change: string): number => {
  const parsed = parseChange('change', change);
  return seqOfChange(log, change) ?? log.lastUpTo(parsed._tag === 'Left' ? log.end : parsed.right.at);
};

/** The entry of a change in the log of its branch; undefined if it left none. */
export const seqOfChange = (log: RunLog, change: string): number | undefined => {
  const parsed = parseChange('change', change);
  if (parsed._tag === 'Left') return undefined;
  const { at, act } = parsed.right;
  for (let seq = log.lastUpTo(at); log.at(seq) === at && seq > 0; seq--) {
    const event = log.entry(seq)?.event;
    if (act === undefined ? event?.type === 'SettingsChanged' : event?.type === 'InputReceived' && event.operation === act) return seq;
  }
  return undefined;
};
