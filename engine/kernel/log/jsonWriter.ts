import { canonicalText, type Json } from '../canonical.ts';
import { givenFields } from '../entryText.ts';

/** JSON that is written from left to right, as canonical text. */
export interface JsonWriter {
  /** Writes text that is JSON already. */
  writeJson(text: string): void;
  /** Writes a piece of JSON in ASCII that occurs in very many entries. There are few such pieces, so their bytes are remembered. */
  writePart(text: string): void;
  writeString(text: string): void;
  writeNumber(value: number): void;
  /** Writes a value from a caller or a handler, in its own order. */
  writeValue(value: Json): void;
  /** Writes an object that many entries have in common, such as the terms of jobs. */
  writeShared(value: object): void;
}

/** Text for one entry after the other. */
export class JsonText implements JsonWriter {
  #text = '';
  /** The texts of objects that entries share: each is made once, as long as there are few. */
  readonly #shared = new Map<object, string>();

  /** The bytes written since the last call of this. */
  take(): string {
    const text = this.#text;
    this.#text = '';
    return text;
  }

  writeJson(text: string): void {
    this.#text += text;
  }

  writePart(text: string): void {
    this.#text += text;
  }

  writeString(text: string): void {
    this.#text += canonicalText(text);
  }

  writeNumber(value: number): void {
    this.#text += canonicalText(value);
  }

  writeValue(value: Json): void {
    this.#text += JSON.stringify(value);
  }

  writeShared(value: object): void {
    const known = this.#shared.get(value);
    if (known !== undefined) {
      this.#text += known;
      return;
    }
    const text = canonicalText(value, givenFields);
    if (this.#shared.size === sharedMax) this.#shared.clear();
    this.#shared.set(value, text);
    this.#text += text;
  }
}

const sharedMax = 1_024;
