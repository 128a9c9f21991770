import { canonicalText, type Json } from '../../engine/kernel/canonical.ts';
import { InvariantViolation } from '../../engine/kernel/invariant.ts';
import { EventLog } from '../../engine/kernel/log.ts';
import type { LoggedEvent } from '../../engine/kernel/logEntry.ts';

/** How many entries later an entry is read again: by then its columns have grown, and more than one chunk is begun now and then. */
const laterBy = 200;

/**
 * The law of columns, for every log of this process: what was appended is what is read back, at once and when more has followed, and it is what
 * its line says. It takes about as long as the runs, so only searches ask for it (`PODSIM_SEARCH`).
 */
export const checkColumns = (): void => {
  const { append } = EventLog.prototype;
  const appended = new WeakMap<object, Map<number, string>>();
  EventLog.prototype.append = function <Event extends LoggedEvent>(this: EventLog<Event>, ...args: Parameters<typeof append>): number {
    const text = canonicalText(args[2]);
    const seq = append.apply(this, args);
    const known = appended.get(this) ?? new Map<number, string>();
    appended.set(this, known.set(seq, text));
    for (const read of [seq, seq - laterBy]) {
      const expected = known.get(read);
      if (expected !== undefined) compare(this, read, expected);
    }
    known.delete(seq - laterBy);
    return seq;
  } as typeof append;
};

const compare = <Event extends LoggedEvent>(log: EventLog<Event>, seq: number, expected: string): void => {
  const entry = log.entry(seq);
  // Its chunk may have left memory.
  if (entry === undefined) return;
  const read = canonicalText(entry.event);
  if (read !== expected) throw new InvariantViolation(`entry ${seq} is read back as ${read}, and was ${expected}`, name);
  const line = log.texts(seq - 1).next().value;
  const { seq: _, at: __, cause: ___, ...said } = JSON.parse(line ?? '{}') as Record<string, Json>;
  const words = canonicalText(said);
  if (words !== expected) throw new InvariantViolation(`the line of entry ${seq} says ${words}, and it was ${expected}`, name);
};

const name = 'columns';
