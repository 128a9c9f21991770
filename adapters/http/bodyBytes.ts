import { isUtf8 } from 'node:buffer';
import express, { type Request, type Response } from 'express';
import type { Steps } from '../../engine/index.ts';

/** The bytes of a body in the pieces in which they came: to join 19 MB takes longer than others may wait. */
export class BodyBytes {
  readonly #pieces: readonly Uint8Array[];
  readonly length: number;

  constructor(pieces: readonly Uint8Array[]) {
    this.#pieces = pieces;
    this.length = pieces.reduce((sum, { length }) => sum + length, 0);
  }

  /** Their text, with its byte order mark, in steps of so many bytes; undefined if they are not UTF-8. */
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
  /** As Express's reader names it, such as `entity.too.large`. */
  readonly type?: string;
}

type Take = (bytes: BodyBytes) => void;
type OnError = (error: BodyError) => void;

/**
 * Reads a body that is not packed, of at most this many bytes. The rest of a larger one is dropped as it comes in, and then `onError` hears of it.
 * Neither is called if the client disconnects before its end.
 */
export const readBytes = (req: Request, most: number, take: Take, onError: OnError): void => {
  const pieces: Uint8Array[] = [];
  let length = 0;
  const isTooLarge = (): boolean => Math.max(length, Number(req.headers['content-length'] ?? 0)) > most;
  req.on('data', (piece: Uint8Array) => {
    length += piece.length;
    if (isTooLarge()) pieces.length = 0;
    else pieces.push(piece);
  });
  req.once('end', () => (isTooLarge() ? onError({ type: 'entity.too.large' }) : take(new BodyBytes(pieces))));
};

/** Reads a packed body, which is unpacked to at most this many bytes. */
export const readPackedBytes = (most: number): ((req: Request, res: Response, take: Take, onError: OnError) => void) => {
  const read = express.raw({ limit: most, type: () => true });
  return (req, res, take, onError) =>
    read(req, res, (error?: unknown) => {
      if (error === undefined) take(new BodyBytes(req.body === undefined ? [] : [req.body as Buffer]));
      else onError(error as BodyError);
    });
};
