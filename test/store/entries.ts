import type { DomainEvent } from '../../engine/cloud/input.ts';
import type { LogEntry } from '../../engine/kernel/logEntry.ts';
import type { VirtualTime } from '../../engine/kernel/time.ts';
import { defaultStartMs, type LogHeader, writeHeader } from '../../engine/simulator/definition.ts';

/** The header of a small world; each seed has its own. */
export const headerFor = (seed: string): LogHeader =>
  writeHeader({ seed, startMs: defaultStartMs, settings: {}, hosts: null, accounts: [], endpoints: [], faults: [] });

/** The entries from one seq to another, both included: small ones, and each different, with letters of one to four bytes. */
export const entries = (from: number, to: number, words = 'é💠'): LogEntry<DomainEvent>[] =>
  Array.from({ length: to - from + 1 }, (_, k) => entry(from + k, `${words}${from + k}`));

export const entry = (seq: number, key: string): LogEntry<DomainEvent> => ({
  seq,
  at: (seq * 500) as VirtualTime,
  cause: seq - 1,
  event: { type: 'InputReceived', operation: 'run', client: { digest: key }, request: { params: {}, query: {} } },
});

/** All entries that a reader gets. */
export const all = async <T>(read: AsyncIterable<T>): Promise<T[]> => {
  const list: T[] = [];
  for await (const each of read) list.push(each);
  return list;
};
