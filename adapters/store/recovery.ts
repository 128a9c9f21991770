import { Chain, Damage, type Link } from './chain.ts';
import type { DiskFile } from './disk.ts';
import { bytesBetween, piecesOf, writeAll } from './files.ts';
import { checkTorn, type Encoder, type FilePosition, type Framing } from './framing.ts';
import type { Recovered } from './store.ts';

/** How a log ends that is opened, and how one goes on there. */
export interface LogEnd {
  readonly kept: FilePosition;
  readonly encoder: Encoder;
  readonly recovered: Recovered | undefined;
}

/**
 * Goes through a log from a place to its end, and finds where its last whole batch ends. What a crash can have left behind it
 * is cut off. Throws {@link Damage} for anything that no crash can have done: it is never cut off.
 */
export const recover = async (file: DiskFile, framing: Framing, from: FilePosition, behind: 'header' | 'batch'): Promise<LogEnd> => {
  const { size } = await file.stat();
  const finder = framing.finder(from);
  const chain = new Chain(from, behind);
  let kept = from;
  let { encoder } = finder;
  let lineEnd = from.offset;
  const keep = (offset: number, { seq, link }: Link = chain.at): void => {
    kept = { seq, link, offset };
    encoder = finder.encoder;
  };
  try {
    for await (const piece of piecesOf(file, from.offset, size))
      for (const { bytes, end } of finder.push(piece)) {
        lineEnd = end;
        if (chain.take(bytes) === undefined) keep(end);
      }
    if (chain.isClosed) keep(finder.offset);
    checkTorn(finder, chain);
  } catch (error) {
    // Behind the last batch a member of a compressed log may have ended, which was kept as well.
    if (chain.isClosed && finder.offset > lineEnd) keep(finder.offset);
    if (!(error instanceof Damage) || !isHole(await bytesBetween(file, kept.offset, size), kept.offset, framing)) throw error;
  }
  const recovered = { after: kept.seq, entries: chain.at.seq - kept.seq, bytes: size - kept.offset };
  if (recovered.bytes > 0) await file.truncate(kept.offset);
  await makeSafe(file, from.offset, kept.offset);
  return { kept, encoder, recovered: recovered.bytes > 0 ? recovered : undefined };
};

/**
 * What was read may stand in the memory of the operating system alone: a process was killed before its sync, or its sync
 * failed, and then no later one makes up for it. Written again and synced, it is on the disk before anyone is told of it.
 */
const makeSafe = async (file: DiskFile, from: number, to: number): Promise<void> => {
  let at = from;
  for await (const piece of piecesOf(file, from, to)) {
    await writeAll(file, piece, at);
    at += piece.length;
  }
  await file.datasync();
};

/**
 * Whether a power cut can have left the end of a log like this: the file has its new length, and some of what was written
 * there is missing. Where a whole batch stands behind the gap, it was synced, and so was what is missing.
 */
export const isHole = (end: Buffer, offset: number, framing: Framing): boolean => {
  for (let from = 0; from < end.length; ) {
    const to = from + sectorBytes - ((offset + from) % sectorBytes);
    const piece = end.subarray(from, to);
    if (piece.every((byte) => byte === 0)) return framing.endings(end.subarray(from)) <= 1;
    from = to;
  }
  return end.subarray(-zerosAtEnd.length).equals(zerosAtEnd);
};

/** What disks write at once, at least; and how many zeros stand behind the end of what was written, at least. */
const sectorBytes = 512;
const zerosAtEnd = Buffer.alloc(8);

/** Whether a place is one of this log. */
export const isPlaceIn = async (file: DiskFile, framing: Framing, place: FilePosition): Promise<boolean> => {
  const { size } = await file.stat();
  if (place.offset > size) return false;
  const { offset, bytes } = framing.witness(place);
  const there = await bytesBetween(file, Math.max(offset, 0), offset + bytes.length);
  return there.equals(bytes.subarray(0, there.length));
};
