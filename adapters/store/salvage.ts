import { closeSync, fsyncSync, openSync, renameSync, rmSync } from 'node:fs';
import { closing } from './file/chain.ts';
import { writeAllSync } from './files.ts';
import { type Inspection, piecesIn } from './inspection.ts';

/** Writes the undamaged beginning of a log to another file, byte for byte, with a proper end. */
export const salvage = (found: Inspection, copy: string): void => {
  const partial = `${copy}.${process.pid}.tmp`;
  const original = openSync(found.path, 'r');
  try {
    const file = openSync(partial, 'wx');
    try {
      for (const piece of asItWas(original, found)) writeAllSync(file, piece);
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

function* asItWas(original: number, { saved }: Inspection): Generator<Uint8Array> {
  yield* piecesIn(original, saved.offset);
  const closed = saved.isClosed ? undefined : saved.encoder.batch([Buffer.from(`${closing(saved)}\n`)], saved);
  if (closed !== undefined) yield* closed.pieces;
  yield* (closed?.next ?? saved.encoder).ending().pieces;
}
