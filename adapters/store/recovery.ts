import type { DiskFile } from './disk.ts';
import { Chain, Damage, type Link, Outdated } from './file/chain.ts';
import { checkTorn, type Encoder, type FilePosition, type Framing } from './file/framing.ts';
import { endMarked, type Marked, markName, otherLogWords } from './file/tailMark.ts';
import { bytesBetween, readPieces, writeAll } from './files.ts';
import type { Recovered } from './store.ts';

/** The end of an opened log, and the state needed to continue it. */
export interface LogEnd {
  readonly kept: FilePosition;
  readonly encoder: Encoder;
  readonly recovered: Recovered | undefined;
  /** Whether its mark is of another log, or of a longer one: that was accepted. */
  readonly isBesideMark: boolean;
}

/**
 * Reads a log from a position to its end, and finds the end of its last complete batch. Any rest after that, which a crash may have left, is cut
 * off. Throws {@link Damage} for anything that no crash can have caused: that is never cut off.
 */
export const recover = async (
  file: DiskFile,
  framing: Framing,
  from: FilePosition,
  behind: 'header' | 'batch',
  { proven, marked, acceptsLoss }: Proven,
): Promise<LogEnd> => {
  const { size } = await file.stat();
  const finder = framing.finder(from);
  const chain = new Chain(from, behind);
  let kept = from;
  let { encoder } = finder;
  let lineEnd = from.offset;
  const setEnd = (offset: number, at: Link = chain.at): void => {
    kept = { ...at, offset };
    encoder = finder.encoder;
  };
  let isOutdated = false;
  const mark = endMarked(marked);
  let linkAtMark = mark?.seq === from.seq ? from.link : undefined;
  try {
    for await (const piece of readPieces(file, from.offset, size))
      for (const { bytes, end } of finder.push(piece)) {
        lineEnd = end;
        if (chain.take(bytes) === undefined) setEnd(end);
        else if (chain.at.seq === mark?.seq) linkAtMark = chain.at.link;
      }
    if (chain.isClosed) setEnd(finder.offset);
    checkTorn(finder, chain);
  } catch (error) {
    // A member of a compressed log may have ended after the last batch. Its end is part of the log.
    if (chain.isClosed && finder.offset > lineEnd) setEnd(finder.offset);
    // An owner writes at the end of its own last batch, so nothing of a later owner follows this one.
    isOutdated = error instanceof Outdated;
    if (!(error instanceof Damage)) throw error;
    if (!isOutdated && !isHole(await bytesBetween(file, kept.offset, size), kept.offset, framing)) throw error;
  }
  const had = Math.max(proven, mark?.seq ?? 0);
  const isShort = kept.seq < had;
  if (isShort && !acceptsLoss) throw new Damage(kept.seq + 1, `ends after entry ${kept.seq}: ${missingWords(kept.seq, proven, mark?.seq)}`);
  const isOther = mark !== undefined && linkAtMark !== undefined && linkAtMark !== mark.link;
  if (isOther && !acceptsLoss) throw new Damage(mark.seq, otherLogWords(mark, linkAtMark ?? ''));
  const [entries, bytes] = [chain.at.seq - kept.seq, size - kept.offset];
  if (bytes > 0) await file.truncate(kept.offset);
  await makeDurable(file, from.offset, kept.offset);
  const isUnmarked = marked === 'unreadable';
  const more = {
    ...(isOutdated ? { isOutdated } : {}),
    ...(isShort ? { missing: had } : {}),
    ...(isOther ? { isOther } : {}),
    ...(isUnmarked ? { isUnmarked } : {}),
  };
  const isChanged = bytes > 0 || isShort || isOther || isUnmarked;
  const isBesideMark = isOther || (mark !== undefined && kept.seq < mark.seq);
  return { kept, encoder, isBesideMark, recovered: isChanged ? { after: kept.seq, entries, bytes, ...more } : undefined };
};

/** The knowledge of a log beside its file. */
export interface Proven {
  /** The newest entry that it must have had: a snapshot was taken at it, which is never before its entry is durable. */
  readonly proven: number;
  /** The content of the mark beside it. */
  readonly marked: Marked;
  /** Whether it may be opened although entries are missing. */
  readonly acceptsLoss: boolean;
}

const missingWords = (after: number, proven: number, acknowledged = 0): string => {
  const [first, last] = [after + 1, Math.max(proven, acknowledged)];
  const range = first === last ? `entry ${first} is` : `entries ${first} to ${last} are`;
  const witness =
    acknowledged > proven
      ? `its mark '${markName}' says that entry ${acknowledged} was acknowledged`
      : `a snapshot of entry ${proven} proves that there were more`;
  return `${witness}, and at least ${range} missing; nothing was removed; bring the whole log back, or give --accept-loss`;
};

/**
 * The bytes read may be only in the operating system's cache: a process was killed before its sync, or its sync failed, and then no
 * later sync makes up for it. Therefore it is written again and synced before the log is used.
 */
const makeDurable = async (file: DiskFile, from: number, to: number): Promise<void> => {
  let at = from;
  for await (const piece of readPieces(file, from, to)) {
    await writeAll(file, piece, at);
    at += piece.length;
  }
  await file.datasync();
};

/**
 * Whether a power cut can have left the end of a log like this: the file has its new length, but part of the written data is missing.
 * A complete batch after the gap rules that out: it was synced, together with everything before it.
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

/** The least that a disk writes at once, and the number of zeros that must be at the end of a hole. */
const sectorBytes = 512;
const zerosAtEnd = Buffer.alloc(8);

/** Whether a position belongs to this log. */
export const isPlaceIn = async (file: DiskFile, framing: Framing, place: FilePosition): Promise<boolean> => {
  const { size } = await file.stat();
  if (place.offset > size) return false;
  // If the log ends at the position, a compressed one has nothing after it that could tell.
  const before = Buffer.from(place.before ?? '', 'hex');
  if (!(await bytesBetween(file, place.offset - before.length, place.offset)).equals(before)) return false;
  const { offset, bytes } = framing.witness(place);
  const there = await bytesBetween(file, Math.max(offset, 0), offset + bytes.length);
  return there.equals(bytes.subarray(0, there.length));
};
