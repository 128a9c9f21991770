import { canonicalText, type Json } from '../canonical.ts';
import { givenFields } from '../entryText.ts';
import type { JsonWriter } from './jsonWriter.ts';

/** The lines of a batch of ordinary jobs fit. */
const bytesAtFirst = 262_144;

/**
 * JSON as UTF-8, written from left to right. Nearly all strings of a log are plain: to copy their characters one by one costs less than
 * to make a text of each line, to join the texts, and to encode them. All else is left to the canonical text.
 */
export class JsonBytes implements JsonWriter {
  #bytes = new Uint8Array(bytesAtFirst);
  #length = 0;
  /** The bytes of objects that entries share. */
  readonly #shared = new Map<object, Uint8Array>();
  /** The positions of long strings that were written: the id of a job is in each of its entries. */
  readonly #places = new Map<string, number>();
  /** The last value, and its text: an input is in the call and then in the job. */
  #value: Json | undefined;
  #valueText = '';

  /** The bytes written so far. */
  get bytes(): Uint8Array {
    return this.#bytes.subarray(0, this.#length);
  }

  writeJson(text: string): void {
    const bytes = this.#roomFor(text.length);
    let at = this.#length;
    for (let k = 0; k < text.length; k++) {
      const code = text.charCodeAt(k);
      if (code > lastPlain) return this.#encode(text);
      bytes[at++] = code;
    }
    this.#length = at;
  }

  writePart(text: string): void {
    const bytes = parts.get(text) ?? encodePart(text);
    this.#roomFor(bytes.length).set(bytes, this.#length);
    this.#length += bytes.length;
  }

  writeString(text: string): void {
    if (text.length < longFrom) return this.#writePlain(text);
    const place = this.#places.get(text);
    const start = this.#length;
    if (place === undefined) {
      this.#writePlain(text);
      // A string with escapes takes more bytes, and its place is not remembered.
      if (this.#length - start === text.length + 2) this.#places.set(text, start);
    } else {
      const length = text.length + 2;
      this.#roomFor(length).copyWithin(start, place, place + length);
      this.#length += length;
    }
  }

  #writePlain(text: string): void {
    const bytes = this.#roomFor(text.length + 2);
    let at = this.#length;
    bytes[at++] = quote;
    for (let k = 0; k < text.length; k++) {
      const code = text.charCodeAt(k);
      if (code < firstPlain || code > lastPlain || code === quote || code === backslash) return this.writeJson(canonicalText(text));
      bytes[at++] = code;
    }
    bytes[at++] = quote;
    this.#length = at;
  }

  writeNumber(value: number): void {
    // Above, not every whole number has all of its digits.
    if (!(Number.isInteger(value) && value >= 0 && value <= Number.MAX_SAFE_INTEGER)) return this.writeJson(canonicalText(value));
    const bytes = this.#roomFor(digitsMax);
    let digits = 1;
    for (let power = 10; power <= value; power *= 10) digits += 1;
    this.#length += digits;
    let at = this.#length;
    let rest = value;
    for (; rest > smallMax; rest = Math.floor(rest / 10)) bytes[--at] = zero + (rest % 10);
    // Small numbers are divided as whole ones, which is quicker.
    let small = rest | 0;
    do {
      const tenth = (small / 10) | 0;
      bytes[--at] = zero + (small - tenth * 10);
      small = tenth;
    } while (small > 0);
  }

  writeValue(value: Json): void {
    if (value !== this.#value) {
      this.#value = value;
      this.#valueText = JSON.stringify(value);
    }
    this.writeJson(this.#valueText);
  }

  writeShared(value: object): void {
    const known = this.#shared.get(value);
    const start = this.#length;
    if (known === undefined) {
      this.writeJson(canonicalText(value, givenFields));
      this.#shared.set(value, this.#bytes.slice(start, this.#length));
    } else {
      this.#roomFor(known.length).set(known, start);
      this.#length += known.length;
    }
  }

  #encode(text: string): void {
    const bytes = this.#roomFor(text.length * bytesPerUnit);
    let at = this.#length;
    // By code point: canonical text has no half of a surrogate pair.
    for (const character of text) {
      const code = character.codePointAt(0) as number;
      if (code < 0x80) bytes[at++] = code;
      else {
        if (code < 0x800) bytes[at++] = 0xc0 | (code >> 6);
        else {
          if (code < 0x1_0000) bytes[at++] = 0xe0 | (code >> 12);
          else {
            bytes[at++] = 0xf0 | (code >> 18);
            bytes[at++] = continuation | ((code >> 12) & sixBits);
          }
          bytes[at++] = continuation | ((code >> 6) & sixBits);
        }
        bytes[at++] = continuation | (code & sixBits);
      }
    }
    this.#length = at;
  }

  #roomFor(more: number): Uint8Array {
    if (this.#length + more <= this.#bytes.length) return this.#bytes;
    const bytes = new Uint8Array(Math.max(2 * this.#bytes.length, this.#length + more));
    bytes.set(this.bytes);
    this.#bytes = bytes;
    return bytes;
  }
}

/** The bytes of pieces that occur in very many entries: copying them takes half the time of writing them. */
const parts = new Map<string, Uint8Array>();
const encodePart = (text: string): Uint8Array => {
  const bytes = Uint8Array.from(text, (character) => character.charCodeAt(0));
  parts.set(text, bytes);
  return bytes;
};

const [firstPlain, lastPlain, zero] = [0x20, 0x7e, 0x30];
/** Copying an earlier string pays from about this length on. */
const longFrom = 24;
const quote = 0x22;
const backslash = 0x5c;
const digitsMax = 16;
const smallMax = 0x7fff_ffff;
/** The most bytes that a UTF-16 unit takes. */
const bytesPerUnit = 3;
const continuation = 0x80;
const sixBits = 0x3f;
