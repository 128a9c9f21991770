import { Chain, Damage, type Link } from './chain.ts';
import type { DiskFile } from './disk.ts';
import { bytesBetween, piecesOf } from './files.ts';
import { checkTorn, type Encoder, type Framing, type Place } from './framing.ts';
import type { Recovered } from './store.ts';

/** How a log ends that is opened, and how one goes on there. */
export interface Ending {
  readonly kept: Place;
  readonly encoder: Encoder;
  readonly recovered: Recovered | undefined;
}

/**
 * Goes through a log from a place to its end, and finds where its last whole batch ends. What a crash can have left behind it
 * is cut off. Throws {@link Damage} for anything that no crash can have done: it is never cut off.
 */
export const recover = async (file: DiskFile, framing: Framing, from: Place, behind: 'header' | 'batch'): Promise<Ending> => {
  const { size } = await file.stat();
  const finder = framing.finder(from);
  const chain = new Chain(from, behind);
  let kept = from;
  let { encoder } = finder;
  const keep = (offset: number, { seq, link }: Link = chain.at): void => {
    kept = { seq, link, offset };
    encoder = finder.encoder;
  };
  try {
    for await (const piece of piecesOf(file, from.offset, size))
      for (const { bytes, end } of finder.push(piece)) if (chain.take(bytes) === undefined) keep(end);
    if (chain.isClosed) keep(finder.offset);
    checkTorn(finder, chain);
  } catch (error) {
    if (!(error instanceof Damage) || !isHole(await bytesBetween(file, kept.offset, size), framing)) throw error;
  }
  const recovered = { after: kept.seq, entries: chain.at.seq - kept.seq, bytes: size - kept.offset };
  if (recovered.bytes === 0) return { kept, encoder, recovered: undefined };
  await file.truncate(kept.offset);
  await file.datasync();
  return { kept, encoder, recovered };
};

/**
 * Whether a power cut can have left the end of a log like this: the file has its new length, and some of what was written
 * there is missing. Where a whole batch stands behind the gap, it was synced, and so was what is missing.
 */
export const isHole = (end: Buffer, framing: Framing): boolean => {
  const gap = end.indexOf(sector);
  if (gap === -1) return end.subarray(-zerosAtEnd.length).equals(zerosAtEnd);
  return framing.endings(end.subarray(gap)) <= 1;
};

/** What disks write at once, at least; and how many zeros stand behind the end of what was written, at least. */
const sector = Buffer.alloc(512);
const zerosAtEnd = Buffer.alloc(8);

/** Whether a place is one of this log. */
export const isPlaceIn = async (file: DiskFile, framing: Framing, place: Place): Promise<boolean> => {
  const { size } = await file.stat();
  if (place.offset > size) return false;
  const { offset, bytes } = framing.witness(place);
  const there = await bytesBetween(file, Math.max(offset, 0), offset + bytes.length);
  return there.equals(bytes.subarray(0, there.length));
};
