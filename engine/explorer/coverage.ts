import { type DomainEvent, idOf, kindOf } from '../entities.ts';
import type { LogEntry } from '../kernel/log.ts';

/**
 * What a log has shown, read from its entries alone; one text for each cell. A cell is a pair of events of one entity, the second right
 * after the first, which says where in its lifecycle it was; a refusal of an operation by a rule; or how often an event occurred, in
 * buckets: 1, 2, up to 4, up to 8, …
 */
export const cellsOf = (entries: Iterable<LogEntry<DomainEvent>>): ReadonlySet<string> => {
  const cells = new Set<string>();
  const counts = new Map<string, number>();
  const lastOf = new Map<string, string>();
  for (const { event } of entries) {
    counts.set(event.type, (counts.get(event.type) ?? 0) + 1);
    if (event.type === 'InputRefused') cells.add(`refused by ${event.rule}`);
    const kind = kindOf(event);
    if (kind === undefined) continue;
    const entity = `${kind} ${idOf(kind, event)}`;
    cells.add(`${lastOf.get(entity) ?? kind} → ${event.type}`);
    lastOf.set(entity, event.type);
  }
  for (const [type, count] of counts) cells.add(`${type} × ${bucketOf(count)}`);
  return cells;
};

const bucketOf = (count: number): number => {
  let bucket = 1;
  while (bucket < count) bucket *= 2;
  return bucket;
};
