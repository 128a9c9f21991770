import { constants, crc32, deflateRawSync, inflateRawSync } from 'node:zlib';
import { closing, Damage, type Link } from './chain.ts';
import type { Encoded, Encoder } from './framing.ts';

/** How much of the preceding text a batch is compressed with. Four times more makes the file no smaller, and takes twice the time. */
const windowBytes = 8_192;

/** A gzip member, with the text known so far. */
export class GzipMember {
  readonly #window: Buffer;
  readonly #crc: number;
  readonly #length: number;

  constructor(window: Buffer = Buffer.alloc(0), crc = 0, length = 0) {
    this.#window = window;
    this.#crc = crc;
    this.#length = length;
  }

  /** The same member with this text added. */
  with(text: Buffer): GzipMember {
    const window = text.length >= windowBytes ? text : Buffer.concat([this.#window, text]);
    // A copy: a view would keep all of the text in memory.
    return new GzipMember(Buffer.from(window.subarray(-windowBytes)), crc32(text, this.#crc), (this.#length + text.length) % 2 ** 32);
  }

  deflate(text: Buffer): Buffer {
    return deflateRawSync(text, this.#flushOptions());
  }

  /** The text of a piece that may be cut off. Throws if no piece begins like this. */
  inflate(piece: Buffer): Buffer {
    return inflateRawSync(piece, this.#flushOptions());
  }

  /** The end of the member: an empty last block, then the checksum and the length of its text. */
  trailer(): Buffer {
    const trailer = Buffer.alloc(trailerBytes);
    trailer.writeUInt16LE(emptyLastBlock, 0);
    trailer.writeUInt32LE(this.#crc, 2);
    trailer.writeUInt32LE(this.#length, 6);
    return trailer;
  }

  #flushOptions() {
    return { finishFlush: constants.Z_SYNC_FLUSH, ...(this.#window.length === 0 ? {} : { dictionary: this.#window }) };
  }
}

const emptyLastBlock = 0x0003;
export const trailerBytes = 10;

/** No time and no operating system, so that equal logs have equal bytes. `before` is undefined for the first member. */
export const memberHead = (before: Link | undefined): Buffer =>
  Buffer.concat([
    Buffer.from([0x1f, 0x8b, 8, hasComment, 0, 0, 0, 0, 0, 255]),
    Buffer.from(`${before === undefined ? '' : closing(before)}\0`, 'latin1'),
  ]);

const hasComment = 0x10;

/** The end of every piece: an empty stored block. */
export const flushMark = Buffer.from([0, 0, 0xff, 0xff]);

export class GzipEncoder implements Encoder {
  /** Undefined if the next batch begins a new member. */
  readonly #member: GzipMember | undefined;

  constructor(member: GzipMember | undefined) {
    this.#member = member;
  }

  batch(pieces: readonly Uint8Array[], before: Link | undefined): Encoded {
    const member = this.#member ?? new GzipMember();
    const text = Buffer.concat(pieces);
    const head = this.#member === undefined ? [memberHead(before)] : [];
    return { pieces: [...head, member.deflate(text)], next: new GzipEncoder(member.with(text)) };
  }

  ending(): Encoded {
    return { pieces: this.#member === undefined ? [] : [this.#member.trailer()], next: new GzipEncoder(undefined) };
  }
}

/** A damaged piece. Which of its entries is the first wrong one is not known. */
export const findDamagedPiece = (after: number): Damage =>
  new Damage(after + 1, `the compressed batch after entry ${after} was changed after it was written`);
