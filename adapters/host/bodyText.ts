import type { Answer, Steps } from '../../engine/index.ts';

/** The body of an answer in the form in which it is sent: a string, or encoded pieces where the text is long. */
export type BodyText = string | readonly Uint8Array[];

/** A longer text is encoded piece by piece: encoding it in one go, or counting its bytes, would block the event loop too long. */
const pieceLength = 65_536;

/** The text of an answer's body. A worker's text is sent unchanged where its content type is not JSON. */
export const textOf = ({ body, headers }: Pick<Answer, 'body' | 'headers'>): string | undefined => {
  const type = headers?.['content-type'];
  return typeof body === 'string' && type !== undefined && !/[/+]json\b/.test(type) ? body : JSON.stringify(body);
};

/** Encodes a text that exists already, where it is long. */
export const piecesOf = (text: string | undefined): BodyText | undefined =>
  text === undefined || text.length <= pieceLength ? text : [new TextEncoder().encode(text)];

/** How many bytes it has. */
export const bytesOf = (text: BodyText): number =>
  typeof text === 'string' ? Buffer.byteLength(text) : text.reduce((sum, { length }) => sum + length, 0);

/** The text, or a beginning of it that has more than `charactersMax` characters. */
export const beginningOf = (text: BodyText | undefined, charactersMax: number): string | undefined => {
  if (text === undefined || typeof text === 'string') return text;
  // A character takes at most three bytes, and a character that is cut in two is one more.
  const bytesMax = 3 * charactersMax + 3;
  let count = 0;
  let bytes = 0;
  for (; count < text.length && bytes < bytesMax; count++) bytes += text[count]?.length ?? 0;
  return Buffer.concat(text.slice(0, count)).subarray(0, bytesMax).toString();
};

/** At most this many items of a list, or parts of an object, are serialized in one step. */
const partsAtOnce = 128;
/** Long lists are looked for down to this depth only. */
const depthMax = 3;

/** The text of a long body, made in steps. Undefined for any other body: that is serialized in one go when it is sent. */
export function* longTextOf({ body }: Answer): Steps<BodyText | undefined> {
  if (!isLong(body, 0)) return undefined;
  const pieces = new Pieces();
  yield* write(pieces, body, 0);
  return pieces.text;
}

/** The answer to which these steps lead, and its text where that is long. */
export function* withLongText(steps: Steps<Answer>): Steps<readonly [answer: Answer, text: BodyText | undefined]> {
  const answer = yield* steps;
  return [answer, yield* longTextOf(answer)];
}

const isLong = (value: unknown, depth: number): boolean => {
  if (typeof value !== 'object' || value === null || depth > depthMax) return false;
  if (Array.isArray(value)) return value.length > partsAtOnce;
  const parts = Object.values(value);
  return parts.length > partsAtOnce || parts.some((part) => isLong(part, depth + 1));
};

/** A growing text. Each full piece is encoded at once. */
class Pieces {
  readonly #pieces: Uint8Array[] = [];
  #rest = '';

  add(text: string): void {
    this.#rest += text;
    if (this.#rest.length > pieceLength) this.#cut();
  }

  get text(): BodyText {
    if (this.#pieces.length === 0) return this.#rest;
    this.#cut();
    return this.#pieces;
  }

  #cut(): void {
    this.#pieces.push(Buffer.from(this.#rest));
    this.#rest = '';
  }
}

/** Writes the same text that JSON.stringify makes. */
function* write(to: Pieces, value: unknown, depth: number): Steps<void> {
  if (!isLong(value, depth)) return to.add(JSON.stringify(value));
  if (Array.isArray(value)) {
    for (let k = 0; k < value.length; k += partsAtOnce) {
      to.add(`${k === 0 ? '[' : ','}${JSON.stringify(value.slice(k, k + partsAtOnce)).slice(1, -1)}`);
      yield;
    }
    return to.add(']');
  }
  let count = 0;
  for (const [key, part] of Object.entries(value as object)) {
    if (part === undefined) continue;
    to.add(`${count === 0 ? '{' : ','}${JSON.stringify(key)}:`);
    yield* write(to, part, depth + 1);
    count += 1;
    if (count % partsAtOnce === 0) yield;
  }
  to.add(count === 0 ? '{}' : '}');
}
