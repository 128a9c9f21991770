import { canonicalText, type Json } from '../canonical.ts';
import { type JsonWriter, SharedTexts } from './jsonWriter.ts';

/** The lines of a batch of ordinary jobs fit. */
const bytesAtFirst = 262_144;

/**
 * JSON as UTF-8, written from left to right. Nearly all strings of a log are plain: to copy their characters one by one costs less than
 * to make a text of each line, to join the texts, and to encode them. All else is left to the canonical text.
 */
export class JsonBytes implements JsonWriter {
  #bytes = new Uint8Array(bytesAtFirst);
  #length = 0;
  readonly #shared = new SharedTexts();

  /** What was written. */
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

  writeString(text: string): void {
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
    let rest = value;
    for (let at = this.#length - 1; digits > 0; digits--) {
      const tenth = Math.floor(rest / 10);
      bytes[at--] = zero + (rest - tenth * 10);
      rest = tenth;
    }
  }

  writeValue(value: Json): void {
    this.writeJson(JSON.stringify(value));
  }

  writeShared(value: object): void {
    this.writeJson(this.#shared.of(value));
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

const [firstPlain, lastPlain, zero] = [0x20, 0x7e, 0x30];
const quote = 0x22;
const backslash = 0x5c;
const digitsMax = 16;
/** The most bytes that a UTF-16 unit takes. */
const bytesPerUnit = 3;
const continuation = 0x80;
const sixBits = 0x3f;
