import { closingOn, type Damage, type Link } from './chain.ts';
import { type Encoder, type Framing, type Line, type LineFinder, lineFeed, timesIn } from './framing.ts';
import { findDamagedPiece, flushMark, GzipEncoder, GzipMember, memberHead, trailerBytes } from './gzipEncoder.ts';

/**
 * A log as a gzip file that every tool can unpack. A gzip file is a row of members; here
 * - every batch is one piece of a member, flushed, so that it can be read when nothing comes behind it. It is compressed with
 *   the end of the text before it at hand: nothing of the compressor has to be kept, so a batch that could not be written
 *   leaves nothing behind, and whoever opens the log goes on where it stands;
 * - a new member begins where a snapshot stands, and every few thousand entries, and refers to nothing before it, so that one can begin to read there.
 *   Its comment is the closing line of the batch before it, by which the place is known.
 */
export const gzipFraming: Framing = {
  fileName: 'log.ndjson.gz',
  isOpenAnywhere: false,
  finder: (from) => new GzipLines(from?.offset ?? 0, from),
  // The header is a member of its own.
  behindHeader: ({ end }) => end + trailerBytes,
  witness: (place) => ({ offset: place.offset, bytes: memberHead(place) }),
  endings: (bytes) => timesIn(bytes, flushMark),
};

/** How a gzip file begins, whoever has made it. */
export const isGzip = (bytes: Buffer): boolean => bytes[0] === 0x1f && bytes[1] === 0x8b;

/** How many pieces are tried as one: the mark that ends a piece may come about within one, but hardly ever does. */
const marksMax = 4;

/** Finds the lines of a compressed log, batch by batch. */
class GzipLines implements LineFinder {
  #offset: number;
  /** What was pushed and lies behind `#offset`. */
  #left: Buffer = Buffer.alloc(0);
  /** Undefined between two members. */
  #member: GzipMember | undefined;
  /** The batch that was read last. */
  #before: Link | undefined;

  constructor(offset: number, before: Link | undefined) {
    this.#offset = offset;
    this.#before = before;
  }

  get offset(): number {
    return this.#offset;
  }

  get encoder(): Encoder {
    return new GzipEncoder(this.#member);
  }

  *push(bytes: Buffer): Generator<Line> {
    this.#left = this.#left.length === 0 ? bytes : Buffer.concat([this.#left, bytes]);
    while (this.#left.length > 0) {
      if (this.#member === undefined) {
        if (!this.#passes(memberHead(this.#before))) return;
        this.#member = new GzipMember();
      } else if (isTrailer(this.#left)) {
        if (!this.#passes(this.#member.trailer())) return;
        this.#member = undefined;
      } else {
        const lines = this.#piece(this.#member);
        if (lines === undefined) return;
        for (const line of lines) yield { bytes: line, end: this.#offset };
      }
    }
  }

  leftOver(): { readonly lines: readonly Buffer[]; readonly beginning: Buffer } {
    const nothing = { lines: [], beginning: Buffer.alloc(0) };
    if (this.#member === undefined || this.#left.length === 0 || isTrailer(this.#left)) return nothing;
    // Where a piece has its end, it was whole: what it should say is not there because it was changed.
    if (this.#left.includes(flushMark)) throw this.#damage();
    return linesOf(this.#inflated(this.#member, this.#left));
  }

  /** Goes past bytes that are known beforehand; false when not all of them are there yet. */
  #passes(known: Buffer): boolean {
    const there = this.#left.subarray(0, known.length);
    if (!there.equals(known.subarray(0, there.length))) throw this.#damage();
    if (there.length < known.length) return false;
    this.#pass(known.length);
    return true;
  }

  /** The lines of the next piece; undefined when its end is not there yet. */
  #piece(member: GzipMember): readonly Buffer[] | undefined {
    let end = 0;
    for (let marks = 0; marks < marksMax; marks++) {
      const mark = this.#left.indexOf(flushMark, end);
      if (mark === -1) return undefined;
      end = mark + flushMark.length;
      const text = this.#inflated(member, this.#left.subarray(0, end));
      const { lines, beginning } = linesOf(text);
      const before = closingOn(lines.at(-1)?.toString('latin1') ?? '');
      if (beginning.length > 0 || before === undefined) continue;
      this.#pass(end);
      this.#member = member.with(text);
      this.#before = before;
      return lines;
    }
    throw this.#damage();
  }

  #inflated(member: GzipMember, piece: Buffer): Buffer {
    try {
      return member.inflate(piece);
    } catch {
      throw this.#damage();
    }
  }

  #damage(): Damage {
    return findDamagedPiece(this.#before?.seq ?? 0);
  }

  #pass(bytes: number): void {
    this.#offset += bytes;
    this.#left = this.#left.subarray(bytes);
  }
}

/** The last block of a member is odd in its first bit, and a piece never begins with it. */
const isTrailer = (bytes: Buffer): boolean => ((bytes[0] ?? 0) & 1) === 1;

const linesOf = (text: Buffer): { readonly lines: readonly Buffer[]; readonly beginning: Buffer } => {
  const lines: Buffer[] = [];
  let from = 0;
  for (let end = text.indexOf(lineFeed); end !== -1; end = text.indexOf(lineFeed, from)) {
    lines.push(text.subarray(from, end));
    from = end + 1;
  }
  return { lines, beginning: text.subarray(from) };
};
