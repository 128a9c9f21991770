import type { DomainEvent } from '../../cloud/input.ts';
import { isSame } from '../../kernel/canonical.ts';
import type { LogEntry } from '../../kernel/logEntry.ts';
import { type CauseChain, chain } from './explain/causes.ts';
import { namesIn, type ShortNames } from './shortNames.ts';

/** The divergence of two logs: the first entry in which they differ, and its causes in each. */
export interface Divergence {
  readonly seq: number;
  readonly a: LogEntry<DomainEvent> | undefined;
  readonly b: LogEntry<DomainEvent> | undefined;
  /** From the entry itself back to the root cause. */
  readonly causesOfA: CauseChain<LogEntry<DomainEvent>>;
  readonly causesOfB: CauseChain<LogEntry<DomainEvent>>;
  /** The short names of the entities in each log. */
  readonly namesOfA: ShortNames;
  readonly namesOfB: ShortNames;
}

/** The first difference between two logs; undefined if they are the same. */
export const divergence = (a: readonly LogEntry<DomainEvent>[], b: readonly LogEntry<DomainEvent>[]): Divergence | undefined => {
  const length = Math.max(a.length, b.length);
  for (let k = 0; k < length; k++) {
    const [left, right] = [a[k], b[k]];
    if (left !== undefined && right !== undefined && isAlike(left, right)) continue;
    return {
      seq: k + 1,
      a: left,
      b: right,
      causesOfA: chain((seq) => a[seq - 1], left),
      causesOfB: chain((seq) => b[seq - 1], right),
      namesOfA: namesIn(a),
      namesOfB: namesIn(b),
    };
  }
  return undefined;
};

const isAlike = (a: LogEntry, b: LogEntry): boolean => a.seq === b.seq && a.at === b.at && a.cause === b.cause && isSame(a.event, b.event);
