import { closeSync, fsyncSync, openSync, renameSync, rmSync } from 'node:fs';
import { closing } from './chain.ts';
import { writeAllSync } from './files.ts';
import { type Inspection, piecesIn } from './inspection.ts';

/** Writes what can be saved of a log to another file: the bytes of the original as far as they are right, and a proper end. */
export const salvage = ({ path, saved }: Inspection, copy: string): void => {
  const partial = `${copy}.${process.pid}.tmp`;
  const original = openSync(path, 'r');
  try {
    const file = openSync(partial, 'wx');
    try {
      for (const piece of piecesIn(original, saved.offset)) writeAllSync(file, piece);
      const closed = saved.isClosed ? undefined : saved.encoder.batch(Buffer.from(`${closing(saved)}\n`), saved);
      if (closed !== undefined) writeAllSync(file, closed.bytes);
      writeAllSync(file, (closed?.next ?? saved.encoder).ending().bytes);
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
