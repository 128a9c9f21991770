import type { Response } from 'express';
import { sha256 } from '../../store/sha256.ts';
import { sendText } from '../answers.ts';
import { findLocals } from '../routes.ts';

/** A document or page that is made once, and sent to every client as the same bytes. */
export interface FixedBody {
  readonly contentType: string;
  readonly pieces: readonly Uint8Array[];
  /** Identifies the bytes: a client that has them already is told so, and gets none (RFC 9110, 13.1.2). */
  readonly etag: string;
}

/** `etag`: of something else that tells these bytes from others. */
export const makeFixed = (contentType: string, bytes: Uint8Array | string, etag = makeEtag(bytes)): FixedBody => ({
  contentType,
  pieces: [Buffer.from(bytes as string)],
  etag,
});

/** The first 128 bits of the digest of these bytes. */
export const makeEtag = (bytes: Uint8Array | string): string => `"${sha256(bytes).slice(0, 32)}"`;

/** Sends it, no faster than the client reads; or 304 if the client has it. `guards`: headers instead of those of the APIs. */
export const sendFixed = (res: Response, { contentType, pieces, etag }: FixedBody, guards?: Readonly<Record<string, string>>): void => {
  const { served, requestId } = findLocals(res);
  const headers = { 'cache-control': 'no-cache', etag };
  const answer = isHeld(etag, res.req.headers['if-none-match'])
    ? { status: 304, headers }
    : { status: 200, headers: { ...headers, 'content-type': contentType } };
  sendText(res, answer, () => (answer.status === 304 ? undefined : pieces), served?.stamp, requestId, guards);
};

/** Whether a client holds these bytes: it lists their tag, or accepts any. A tag that it calls weak is compared without that mark. */
const isHeld = (etag: string, listed: string | undefined): boolean =>
  listed?.trim() === '*' || listed?.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag) === true;
