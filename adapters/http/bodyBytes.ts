import { isUtf8 } from 'node:buffer';
import type { Duplex } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import type { Request, Response } from 'express';
import type { Limits } from '../../engine/api/index.ts';
import type { Steps } from '../../engine/kernel/index.ts';

/** The bytes of a body in the pieces in which they came: to join 19 MB takes longer than others may wait. */
export class BodyBytes {
  readonly #pieces: readonly Uint8Array[];
  readonly length: number;

  constructor(pieces: readonly Uint8Array[]) {
    this.#pieces = pieces;
    this.length = pieces.reduce((sum, { length }) => sum + length, 0);
  }

  /** Decodes their text, with its byte order mark, in steps; undefined if they are not UTF-8. */
  *text(bytesAtOnce: number): Steps<string | undefined> {
    if (this.length <= bytesAtOnce) return this.#shortText();
    const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
    let text = '';
    try {
      for (const piece of this.#pieces)
        for (let at = 0; at < piece.length; at += bytesAtOnce) {
          text += decoder.decode(piece.subarray(at, at + bytesAtOnce), { stream: true });
          yield;
        }
      return text + decoder.decode();
    } catch {
      return undefined;
    }
  }

  /** Without a decoder, which takes longer to make than a small body to read. */
  #shortText(): string | undefined {
    const bytes = this.join();
    return isUtf8(bytes) ? bytes.toString('utf8') : undefined;
  }

  join(): Buffer {
    return Buffer.concat(this.#pieces);
  }
}

/** Why the bytes of a body could not be read. */
export interface BodyError {
  /** Absent if the bytes do not match the `content-encoding`. */
  readonly type?: 'entity.too.large' | 'bodies.too.large' | 'encoding.unsupported';
}

/** A body as it arrives. */
export class GrowingBody {
  pieces: Uint8Array[] = [];
  length = 0;
  /** Other bodies need its room. */
  isDropped = false;
}

/** The bodies that a server reads. Together they hold no more than the limit `bodiesRead`: if they have too many bytes, the largest is dropped. */
export class BodiesRead {
  readonly #most: number;
  readonly #growing = new Set<GrowingBody>();
  readonly #held = new Set<GrowingBody>();
  #sum = 0;

  constructor({ bodiesRead }: Pick<Limits, 'bodiesRead'>) {
    this.#most = bodiesRead;
  }

  grow(body: GrowingBody, piece: Uint8Array): void {
    body.pieces.push(piece);
    body.length += piece.length;
    this.#sum += piece.length;
    this.#growing.add(body);
    this.#held.add(body);
    while (this.#sum > this.#most) {
      const [first, ...others] = this.#growing;
      if (first === undefined) return;
      const largest = others.reduce((most, other) => (other.length > most.length ? other : most), first);
      largest.isDropped = true;
      this.forget(largest);
    }
  }

  /** The bytes of a whole body are held until it has become a value: to drop it would free nothing. */
  complete(body: GrowingBody): BodyBytes {
    this.#growing.delete(body);
    return new BodyBytes(body.pieces);
  }

  forget(body: GrowingBody): void {
    this.#growing.delete(body);
    if (this.#held.delete(body)) this.#sum -= body.length;
    body.pieces = [];
    body.length = 0;
  }
}

/** Reads a body of at most this many bytes, as one of those of a server. */
export interface BodyShare {
  readonly most: number;
  readonly body: GrowingBody;
  readonly bodies: BodiesRead;
}

type Take = (bytes: BodyBytes) => void;
type OnError = (error: BodyError) => void;

/**
 * Reads a body that is not packed. The rest of one that is too large is dropped as it arrives, and then `onError` is called. Neither
 * callback is called if the client disconnects before the end.
 */
export const readBytes = (req: Request, reading: BodyShare, take: Take, onError: OnError): void => {
  const { most, body, bodies } = reading;
  let error = Number(req.headers['content-length'] ?? 0) > most ? tooLarge : undefined;
  req.on('data', (piece: Uint8Array) => {
    error ??= addPiece(piece, reading);
  });
  req.once('end', () => {
    if (body.isDropped) onError(dropped);
    else if (error === undefined) take(bodies.complete(body));
    else onError(error);
  });
};

/** Reads a packed body, which is unpacked to at most as many bytes. No more of it is unpacked once it is too large, or is not packed so. */
export const readPackedBytes = (req: Request, res: Response, reading: BodyShare, take: Take, onError: OnError): void => {
  const unpack = unpackers.get(req.headers['content-encoding']?.toLowerCase() ?? '')?.();
  if (unpack === undefined) return onError({ type: 'encoding.unsupported' });
  let isOver = false;
  const stop = (error: BodyError): void => {
    if (isOver) return;
    isOver = true;
    req.unpipe(unpack);
    unpack.destroy();
    if (req.readableEnded) return onError(error);
    req.resume().once('end', () => onError(error));
  };
  unpack.on('error', () => stop({}));
  unpack.on('data', (piece: Uint8Array) => {
    const error = addPiece(piece, reading);
    if (error !== undefined) stop(error);
  });
  unpack.once('end', () => {
    if (reading.body.isDropped) return stop(dropped);
    isOver = true;
    take(reading.bodies.complete(reading.body));
  });
  // Also drops a body that has arrived and is still being unpacked: its client is gone.
  res.once('close', () => unpack.destroy());
  req.pipe(unpack);
};

const unpackers: ReadonlyMap<string, () => Duplex> = new Map<string, () => Duplex>([
  ['gzip', createGunzip],
  ['deflate', createInflate],
  ['br', createBrotliDecompress],
]);

const tooLarge: BodyError = { type: 'entity.too.large' };
const dropped: BodyError = { type: 'bodies.too.large' };

/** Why a body cannot have one piece more; undefined if it has it now. */
const addPiece = (piece: Uint8Array, { most, body, bodies }: BodyShare): BodyError | undefined => {
  if (!body.isDropped && body.length + piece.length > most) {
    bodies.forget(body);
    return tooLarge;
  }
  if (!body.isDropped) bodies.grow(body, piece);
  return body.isDropped ? dropped : undefined;
};
