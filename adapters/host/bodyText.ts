import type { Answer, Steps } from '../../engine/index.ts';

/** The body of an answer as it goes out: its text, or where that is long its bytes, in pieces. */
export type BodyText = string | readonly Uint8Array[];

/** A text of more characters is long: to encode it as one, or to count its bytes, may hold others too long. */
const pieceLength = 65_536;

/** The body of an answer as it goes out. A worker's text does so as it is, where its type is not JSON's. */
export const textOf = ({ body, headers }: Pick<Answer, 'body' | 'headers'>): string | undefined => {
  const type = headers?.['content-type'];
  return typeof body === 'string' && type !== undefined && !/[/+]json\b/.test(type) ? body : JSON.stringify(body);
};

/** The same, where the text is there already. */
export const piecesOf = (text: string | undefined): BodyText | undefined =>
  text === undefined || text.length <= pieceLength ? text : [new TextEncoder().encode(text)];

/** How many bytes it has. */
export const bytesOf = (text: BodyText): number =>
  typeof text === 'string' ? Buffer.byteLength(text) : text.reduce((sum, { length }) => sum + length, 0);

/** The text in one, where it has not many more characters than that. */
export const shortTextOf = (text: BodyText | undefined, charactersMax: number): string | undefined => {
  if (text === undefined || typeof text === 'string') return text;
  // A character takes three bytes at most.
  return bytesOf(text) > 3 * charactersMax ? undefined : Buffer.concat(text).toString();
};

/** So many items of a list, or parts of an object, are put into words at once. */
const partsAtOnce = 128;
/** Long lists lie no deeper than this. */
const depthMax = 3;

/** The text of a long answer, made in steps; of any other undefined, for it is made in no time when it goes out. */
export function* longTextOf({ body }: Answer): Steps<BodyText | undefined> {
  if (!isLong(body, 0)) return undefined;
  const pieces = new Pieces();
  yield* write(pieces, body, 0);
  return pieces.text;
}

const isLong = (value: unknown, depth: number): boolean => {
  if (typeof value !== 'object' || value === null || depth > depthMax) return false;
  if (Array.isArray(value)) return value.length > partsAtOnce;
  const parts = Object.values(value);
  return parts.length > partsAtOnce || parts.some((part) => isLong(part, depth + 1));
};

/** A text that grows; what is long of it has become bytes. */
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

/** Writes the same text as JSON.stringify makes. */
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
