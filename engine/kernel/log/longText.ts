import { canonicalText, type FieldNames } from '../canonical.ts';
import type { Steps } from '../steps.ts';

/** A value of up to so many parts and characters is short: its text is made at once. */
const partsMax = 512;
const charactersMax = 16_384;

/** Whether a value is long: its text is to be made in steps. It looks at no more of the value than is short. */
export const isLong = (value: unknown): boolean => roomAfter(value, partsMax) < 0;

/** How many parts more may follow a value; a negative number if it has too many of its own. */
const roomAfter = (value: unknown, room: number): number => {
  if (typeof value === 'string') return value.length > charactersMax ? -1 : room - 1 - (value.length >> 5);
  if (typeof value !== 'object' || value === null) return room - 1;
  let left = room - 1;
  if (Array.isArray(value)) {
    if (value.length > left) return -1;
    for (let k = 0; k < value.length && left >= 0; k++) left = roomAfter(value[k], left);
    return left;
  }
  for (const key in value) {
    left = roomAfter((value as Readonly<Record<string, unknown>>)[key], left - 1);
    if (left < 0) return left;
  }
  return left;
};

/** The canonical text of a value, made in steps, and in pieces: no piece ends between the halves of a letter. */
export function* longText(value: unknown, given: FieldNames): Steps<readonly string[]> {
  const writer = new Writer(given);
  yield* writer.write(value, false);
  return writer.end();
}

/** The same in the value's own order: the text of `JSON.stringify`, if that gives one. */
export function* longJson(value: unknown): Steps<readonly string[]> {
  const writer = new Writer(none);
  yield* writer.write(value, true);
  return writer.end();
}

const none: FieldNames = new Set();

/** A piece that is longer is closed. */
const pieceMin = 65_536;
/** Between two pauses, of a list or an object. Each may be as long as is short. */
const itemsInStep = 64;

class Writer {
  readonly #given: FieldNames;
  readonly #pieces: string[] = [];
  #rest = '';

  constructor(given: FieldNames) {
    this.#given = given;
  }

  end(): readonly string[] {
    if (this.#rest !== '') this.#pieces.push(this.#rest);
    return this.#pieces;
  }

  /** `asGiven`: the fields keep their order, here and below. */
  *write(value: unknown, asGiven: boolean): Steps<void> {
    if (!isLong(value)) this.#addShort(value, asGiven);
    else if (typeof value === 'string') yield* this.#writeString(value);
    else if (Array.isArray(value)) yield* this.#writeList(value, asGiven);
    else yield* this.#writeFields(value as TextFields, asGiven);
  }

  #addShort(value: unknown, asGiven: boolean): void {
    this.#add(asGiven ? (JSON.stringify(value) ?? 'null') : canonicalText(value, this.#given));
  }

  *#writeString(text: string): Steps<void> {
    this.#add('"');
    for (let at = 0; at < text.length; ) {
      const end = endOfPiece(text, at + charactersMax);
      this.#add(JSON.stringify(text.slice(at, end)).slice(1, -1));
      at = end;
      yield;
    }
    this.#add('"');
  }

  *#writeList(list: readonly unknown[], asGiven: boolean): Steps<void> {
    this.#add('[');
    for (let k = 0; k < list.length; k++) {
      const item = list[k];
      if (k > 0) this.#add(',');
      // Most items are short, and a generator for each would cost more than its text.
      if (isLong(item)) yield* this.write(item, asGiven);
      else this.#addShort(item, asGiven);
      if (k % itemsInStep === itemsInStep - 1) yield;
    }
    this.#add(']');
  }

  *#writeFields(fields: TextFields, asGiven: boolean): Steps<void> {
    const keys = asGiven ? Object.keys(fields) : yield* sortInSteps(Object.keys(fields));
    yield;
    let begin = '{';
    let count = 0;
    for (const key of keys) {
      const field = fields[key];
      if (field === undefined) continue;
      this.#add(`${begin}${JSON.stringify(key)}:`);
      begin = ',';
      yield* this.write(field, asGiven || this.#given.has(key));
      count += 1;
      if (count % itemsInStep === 0) yield;
    }
    this.#add(begin === '{' ? '{}' : '}');
  }

  #add(text: string): void {
    this.#rest += text;
    if (this.#rest.length < pieceMin) return;
    this.#pieces.push(this.#rest);
    this.#rest = '';
  }
}

type TextFields = Readonly<Record<string, unknown>>;

/** The end of a piece that would end here: one later, between the halves of a letter. */
const endOfPiece = (text: string, end: number): number => {
  if (end >= text.length) return text.length;
  const code = text.charCodeAt(end - 1);
  return code >= 0xd800 && code <= 0xdbff ? end + 1 : end;
};

/** As `sort()` does: merge sort, in steps. */
function* sortInSteps(keys: readonly string[]): Steps<readonly string[]> {
  let runs: (readonly string[])[] = [];
  for (let k = 0; k < keys.length; k += partsMax) {
    runs.push(keys.slice(k, k + partsMax).sort());
    yield;
  }
  while (runs.length > 1) {
    const merged: (readonly string[])[] = [];
    for (let k = 0; k < runs.length; k += 2) merged.push(yield* mergeInSteps(runs[k] ?? [], runs[k + 1] ?? []));
    runs = merged;
  }
  return runs[0] ?? [];
}

function* mergeInSteps(a: readonly string[], b: readonly string[]): Steps<readonly string[]> {
  const merged: string[] = [];
  let [i, k] = [0, 0];
  while (i < a.length || k < b.length) {
    const [one, other] = [a[i], b[k]];
    if (other === undefined || (one !== undefined && one <= other)) {
      merged.push(one as string);
      i += 1;
    } else {
      merged.push(other);
      k += 1;
    }
    if (merged.length % (partsMax * 4) === 0) yield;
  }
  return merged;
}
