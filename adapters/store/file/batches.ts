import type { DomainEvent } from '../../../engine/cloud/index.ts';
import type { LogEntry } from '../../../engine/kernel/index.ts';
import type { LogHeader } from '../../../engine/simulator/index.ts';
import { checkNext } from '../expectations.ts';
import { closing, entryLine, headerLine, type Link } from './chain.ts';
import type { Framing } from './framing.ts';

/** Entries of one batch, in a log that is written as a whole. They are encoded in one turn of the event loop, which others wait for. */
const batchEntries = 256;

/** The lines of entries that follow a link, and the link after them. */
const frameLines = (worldId: string, entries: Iterable<LogEntry<DomainEvent>>, { seq, link, owner }: Link) => {
  const lines: string[] = [];
  for (const entry of entries) {
    checkNext(worldId, entry.seq, seq);
    const made = entryLine(entry, link);
    lines.push(`${made.line}\n`);
    seq = entry.seq;
    link = made.link;
  }
  return { lines: lines.join(''), end: { seq, link, owner } };
};

/** The bytes of a log that has these entries from its start, piece by piece. `owner`: the number of the owner of its folder. */
export function* encodeBatches(
  worldId: string,
  framing: Framing,
  header: LogHeader,
  entries: Iterable<LogEntry<DomainEvent>>,
  owner?: number,
): Generator<Uint8Array> {
  const head = { ...headerLine(header), owner };
  const first = framing.finder().encoder.batch([Buffer.from(`${head.line}\n${closing(head)}\n`)], undefined);
  yield* first.pieces;
  let ending = first.next.ending();
  yield* ending.pieces;
  let end: Link = head;
  for (const some of inSlices(entries)) {
    const batch = frameLines(worldId, some, end);
    const encoded = ending.next.batch([Buffer.from(`${batch.lines}${closing(batch.end)}\n`)], end);
    end = batch.end;
    yield* encoded.pieces;
    ending = encoded.next.ending();
    yield* ending.pieces;
  }
}

function* inSlices<T>(all: Iterable<T>): Generator<readonly T[]> {
  let some: T[] = [];
  for (const one of all) {
    if (some.push(one) < batchEntries) continue;
    yield some;
    some = [];
  }
  if (some.length > 0) yield some;
}
