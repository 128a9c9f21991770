import { closingOn, type Damage, type Link } from './chain.ts';
import { countIn, type Encoder, type Framing, type Line, type LineFinder, lineFeed } from './framing.ts';
import { findDamagedPiece, flushMark, GzipEncoder, GzipMember, memberHead, trailerBytes } from './gzipEncoder.ts';

/**
 * A log as a gzip file that every tool can unpack. A gzip file is a sequence of members. Here
 * - every batch is one flushed piece of a member, so that it can be read when nothing follows it. It is compressed with the end of the
 *   preceding text as dictionary. No state of the compressor is needed, so a batch that could not be written leaves no trace, and a
 *   process that opens the log continues in the same member;
 * - a new member begins at each snapshot, and every few thousand entries. It refers to nothing before it, so reading can begin there. Its
 *   comment is the closing line of the batch before it, which identifies the position.
 */
export const gzipFraming: Framing = {
  fileName: 'log.ndjson.gz',
  isOpenAnywhere: false,
  finder: (from) => new GzipLines(from?.offset ?? 0, from),
  // The header is a member of its own.
  behindHeader: ({ end }) => end + trailerBytes,
  witness: (place) => ({ offset: place.offset, bytes: memberHead(place) }),
  endings: (bytes) => countIn(bytes, flushMark),
};

/** Every gzip file begins with these bytes. */
export const isGzip = (bytes: Buffer): boolean => bytes[0] === 0x1f && bytes[1] === 0x8b;

/** How many flush marks are tried as the end of a piece: the mark may occur within a piece by chance, but hardly ever does. */
const marksMax = 4;

/** Finds the lines of a compressed log, batch by batch. */
class GzipLines implements LineFinder {
  #offset: number;
  /** Bytes that were pushed and are after `#offset`. */
  #left: Buffer = Buffer.alloc(0);
  /** Undefined between two members. */
  #member: GzipMember | undefined;
  /** The last batch that was read. */
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
        if (!this.#consumeKnown(memberHead(this.#before))) return;
        this.#member = new GzipMember();
      } else if (isTrailer(this.#left)) {
        if (!this.#consumeKnown(this.#member.trailer())) return;
        this.#member = undefined;
      } else {
        const lines = this.#readPiece(this.#member);
        if (lines === undefined) return;
        for (const line of lines) yield { bytes: line, end: this.#offset };
      }
    }
  }

  takeRest(): { readonly lines: readonly Buffer[]; readonly beginning: Buffer } {
    const nothing = { lines: [], beginning: Buffer.alloc(0) };
    if (this.#member === undefined || this.#left.length === 0 || isTrailer(this.#left)) return nothing;
    // The piece has its end, so it was complete. Its lines are missing because it was changed.
    if (this.#left.includes(flushMark)) throw this.#damage();
    return splitLines(this.#inflate(this.#member, this.#left));
  }

  /** Consumes bytes that are known beforehand. Returns false while some of them are missing. */
  #consumeKnown(known: Buffer): boolean {
    const there = this.#left.subarray(0, known.length);
    if (!there.equals(known.subarray(0, there.length))) throw this.#damage();
    if (there.length < known.length) return false;
    this.#consume(known.length);
    return true;
  }

  /** The lines of the next piece; undefined while its end is missing. */
  #readPiece(member: GzipMember): readonly Buffer[] | undefined {
    let end = 0;
    for (let marks = 0; marks < marksMax; marks++) {
      const mark = this.#left.indexOf(flushMark, end);
      if (mark === -1) return undefined;
      end = mark + flushMark.length;
      const text = this.#inflate(member, this.#left.subarray(0, end));
      const { lines, beginning } = splitLines(text);
      const before = closingOn(lines.at(-1)?.toString('latin1') ?? '');
      if (beginning.length > 0 || before === undefined) continue;
      this.#consume(end);
      this.#member = member.with(text);
      this.#before = before;
      return lines;
    }
    throw this.#damage();
  }

  #inflate(member: GzipMember, piece: Buffer): Buffer {
    try {
      return member.inflate(piece);
    } catch {
      throw this.#damage();
    }
  }

  #damage(): Damage {
    return findDamagedPiece(this.#before?.seq ?? 0);
  }

  #consume(bytes: number): void {
    this.#offset += bytes;
    this.#left = this.#left.subarray(bytes);
  }
}

/** Only the last block of a member has its first bit set; a piece never begins with such a block. */
const isTrailer = (bytes: Buffer): boolean => ((bytes[0] ?? 0) & 1) === 1;

const splitLines = (text: Buffer): { readonly lines: readonly Buffer[]; readonly beginning: Buffer } => {
  const lines: Buffer[] = [];
  let from = 0;
  for (let end = text.indexOf(lineFeed); end !== -1; end = text.indexOf(lineFeed, from)) {
    lines.push(text.subarray(from, end));
    from = end + 1;
  }
  return { lines, beginning: text.subarray(from) };
};
