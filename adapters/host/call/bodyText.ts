import type { Answer } from '../../../engine/api/index.ts';
import { isLong, longJson, type Steps } from '../../../engine/kernel/index.ts';

/** The body of an answer in the form in which it is sent: a string, or encoded pieces if the text is long. */
export type BodyText = string | readonly Uint8Array[];

/** A longer text is encoded piece by piece: encoding it in one go, or counting its bytes, would block the event loop too long. */
const pieceLength = 65_536;

/** The text of an answer's body. A worker's text is sent unchanged if its content type is not JSON, one that a fault gives in any case. */
export const formatBody = ({ body, headers, asGiven }: Pick<Answer, 'body' | 'headers' | 'asGiven'>): string | undefined => {
  if (asGiven === true && typeof body === 'string') return body;
  const type = headers?.['content-type'];
  return typeof body === 'string' && type !== undefined && !/[/+]json\b/.test(type) ? body : JSON.stringify(body);
};

/** Encodes a text that exists already, if it is long. */
export const splitText = (text: string | undefined): BodyText | undefined =>
  text === undefined || text.length <= pieceLength ? text : [new TextEncoder().encode(text)];

/** How many bytes it has. */
export const countBytes = (text: BodyText): number =>
  typeof text === 'string' ? Buffer.byteLength(text) : text.reduce((sum, { length }) => sum + length, 0);

/** The text, or a beginning of it that has more than `charactersMax` characters. */
export const takeBeginning = (text: BodyText | undefined, charactersMax: number): string | undefined => {
  if (text === undefined || typeof text === 'string') return text;
  // A character takes at most three bytes, and a character that is cut in two is one more.
  const bytesMax = 3 * charactersMax + 3;
  let count = 0;
  let bytes = 0;
  for (; count < text.length && bytes < bytesMax; count++) bytes += text[count]?.length ?? 0;
  return Buffer.concat(text.slice(0, count)).subarray(0, bytesMax).toString();
};

/** The text of a long body, made in steps. Undefined for any other body: that is serialized in one go when it is sent. */
export function* formatLongBody({ body, headers }: Answer): Steps<BodyText | undefined> {
  if (!isLong(body) || (typeof body === 'string' && headers?.['content-type'] !== undefined)) return undefined;
  const pieces = yield* longJson(body);
  if (pieces.length === 1) return pieces[0];
  const encoder = new TextEncoder();
  const encoded: Uint8Array[] = [];
  for (const piece of pieces) {
    encoded.push(encoder.encode(piece));
    yield;
  }
  return encoded;
}

/** The answer to which these steps lead, and its text if that is long. */
export function* withLongText(steps: Steps<Answer>): Steps<readonly [answer: Answer, text: BodyText | undefined]> {
  const answer = yield* steps;
  return [answer, yield* formatLongBody(answer)];
}
