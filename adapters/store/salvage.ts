import { closeSync, fsyncSync, openSync, renameSync, rmSync } from 'node:fs';
import { basename } from 'node:path';
import { isLeft } from 'fp-ts/lib/Either.js';
import { type DomainEvent, type LogEntry, logFormat, type Reading, upcasterOf } from '../../engine/index.ts';
import { bytesOf } from './file/batches.ts';
import { Chain, closing, Damage, entryOn, readHeader } from './file/chain.ts';
import { writeAllSync } from './files.ts';
import { type Inspection, piecesIn } from './inspection.ts';

/**
 * Writes what can be saved of a log to another file: the bytes of the original as far as they are right, and a proper end. A log of an
 * older format is written in the current one: it may have what no log has any more, such as the keys of its clients.
 */
export const salvage = (found: Inspection, copy: string): void => {
  const partial = `${copy}.${process.pid}.tmp`;
  const original = openSync(found.path, 'r');
  try {
    const file = openSync(partial, 'wx');
    try {
      for (const piece of isOlder(found) ? writeAnew(original, found) : asItWas(original, found)) writeAllSync(file, piece);
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
    renameSync(partial, copy);
  } catch (error) {
    rmSync(partial, { force: true });
    throw error;
  } finally {
    closeSync(original);
  }
};

/** Whether the log is of an older format. */
export const isOlder = ({ header }: Inspection): boolean => header.podsim.format !== logFormat;

function* asItWas(original: number, { saved }: Inspection): Generator<Uint8Array> {
  yield* piecesIn(original, saved.offset);
  const closed = saved.isClosed ? undefined : saved.encoder.batch([Buffer.from(`${closing(saved)}\n`)], saved);
  if (closed !== undefined) yield* closed.pieces;
  yield* (closed?.next ?? saved.encoder).ending().pieces;
}

function* writeAnew(original: number, found: Inspection): Generator<Uint8Array> {
  const reading = upcasterOf(found.header);
  if (isLeft(reading)) throw new Damage(0, reading.left);
  yield* bytesOf(basename(found.path), found.framing, reading.right.header, readSavedEntries(original, found, reading.right));
}

/** The entries that can be saved, as they read in the current format. */
function* readSavedEntries(original: number, { framing, saved }: Inspection, reading: Reading): Generator<LogEntry<DomainEvent>> {
  const finder = framing.finder();
  let chain: Chain | undefined;
  for (const piece of piecesIn(original, saved.offset))
    for (const { bytes } of finder.push(piece)) {
      const line = chain?.take(bytes);
      chain ??= new Chain(readHeader(bytes), 'header');
      if (line !== undefined) yield reading.entry(entryOn(line));
    }
}
