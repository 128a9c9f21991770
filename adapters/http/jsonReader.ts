import { finish, type Json, type Steps } from '../../engine/kernel/index.ts';

/** The limits of a text: values and names together, names of one object, and nesting of values. */
export interface JsonBounds {
  readonly values: number;
  readonly names: number;
  readonly depth: number;
}

/** A value, or the reason why there is none: a problem with the text, or with the value, or the exceeded bound. */
export type JsonRead =
  | { readonly value: Json }
  | { readonly notJson: string }
  | { readonly isTooLargeNumber: true }
  | { readonly over: keyof JsonBounds };

/** As how many names a name counts: to find the place of one of megabytes takes longer than others may wait. */
export const weighName = (name: string): number => 1 + Math.floor(name.length / charactersOfName);

const charactersOfName = 64;

/** The most to read between two pauses: tokens of the grammar, each string and number being one, or characters. */
const signsInStep = 512;
const charactersInStep = 65_536;

/**
 * Reads JSON in steps, so that a long text does not delay others, and only up to the bounds. The result is that of `JSON.parse`. It uses no
 * recursion, because a text may be deep. It describes problems in words of our own: a parser's messages differ between versions, and they
 * would be in the log.
 */
export function* readJson(text: string, bounds: JsonBounds): Steps<JsonRead> {
  const reader = new JsonReader(text, bounds);
  for (;;) {
    const read = reader.readOn();
    if (read !== undefined) return read;
    yield;
  }
}

/** Where a text stops being JSON; undefined where it is JSON. It is slower than a parser, so it is called after a parser has refused the text. */
export const notJson = (text: string): string | undefined => {
  const read = finish(readJson(text, unbounded));
  return 'notJson' in read ? read.notJson : undefined;
};

const unbounded = { values: Number.POSITIVE_INFINITY, names: Number.POSITIVE_INFINITY, depth: Number.POSITIVE_INFINITY };

/** The grammar's next token. Behind an opening bracket, the closing one may follow. */
type Wanted = 'value' | 'firstValue' | 'name' | 'firstName' | 'colon' | 'more' | 'nothing';

/** A list or an object that is not closed yet. */
type Open = { readonly list: Json[] } | { readonly fields: Record<string, Json>; name: string; names: number };

class JsonReader {
  readonly #text: string;
  readonly #bounds: JsonBounds;
  readonly #open: Open[] = [];
  #at = 0;
  #lines = 1;
  #lineBegin = 0;
  #values = 0;
  #wanted: Wanted = 'value';
  #root: Json = null;
  /** The string that is partly read. */
  #string: string | undefined;
  #hasTooLarge = false;

  constructor(text: string, bounds: JsonBounds) {
    this.#text = text;
    this.#bounds = bounds;
  }

  /** Reads a step further. Undefined: the text goes on. */
  readOn(): JsonRead | undefined {
    const until = this.#at + charactersInStep;
    for (let signs = 0; signs < signsInStep && this.#at < until; signs++) {
      const read = this.#string === undefined ? this.#readSign() : this.#readString(this.#string);
      if (read !== undefined) return read;
    }
    return undefined;
  }

  #readSign(): JsonRead | undefined {
    if (this.#skipsSpace()) return undefined;
    if (this.#at === this.#text.length && this.#wanted === 'nothing') return this.#end();
    const sign = this.#text[this.#at];
    if (sign === '"' && this.#wanted !== 'more' && this.#wanted !== 'colon' && this.#wanted !== 'nothing') {
      this.#at += 1;
      return this.#readString('');
    }
    switch (this.#wanted) {
      case 'nothing':
        return this.#refuse();
      case 'colon':
        return sign === ':' ? this.#pass('value') : this.#refuse();
      case 'more':
        if (sign === ',') return this.#pass('list' in this.#innermost ? 'value' : 'name');
        return sign === this.#closing ? this.#close() : this.#refuse();
      case 'name':
        return this.#refuse();
      case 'firstName':
        return sign === '}' ? this.#close() : this.#refuse();
      default:
        if (this.#wanted === 'firstValue' && sign === ']') return this.#close();
        return sign === '[' || sign === '{' ? this.#begin(sign) : this.#readScalar();
    }
  }

  /** Passes white space. Returns whether there may be more of it. */
  #skipsSpace(): boolean {
    const begin = this.#at;
    const end = after(space, this.#text, begin);
    if (end === begin) return false;
    const passed = this.#text.slice(begin, end);
    for (let at = passed.indexOf('\n'); at >= 0; at = passed.indexOf('\n', at + 1)) {
      this.#lines += 1;
      this.#lineBegin = begin + at + 1;
    }
    this.#at = end;
    return end - begin === spaceMax;
  }

  #end(): JsonRead {
    return this.#hasTooLarge ? { isTooLargeNumber: true } : { value: this.#root };
  }

  #pass(wanted: Wanted): undefined {
    this.#at += 1;
    this.#wanted = wanted;
  }

  #begin(sign: '[' | '{'): JsonRead | undefined {
    const value: Json = sign === '[' ? [] : {};
    const over = this.#put(value);
    if (over !== undefined) return over;
    this.#open.push(sign === '[' ? { list: value as Json[] } : { fields: value as Record<string, Json>, name: '', names: 0 });
    return this.#pass(sign === '[' ? 'firstValue' : 'firstName');
  }

  #close(): undefined {
    this.#open.pop();
    this.#pass(this.#open.length === 0 ? 'nothing' : 'more');
  }

  #readScalar(): JsonRead | undefined {
    const end = after(scalar, this.#text, this.#at);
    if (end === this.#at) return this.#refuse();
    const word = this.#text.slice(this.#at, end);
    this.#at = end;
    if (word === 'null') return this.#put(null);
    if (word === 'true' || word === 'false') return this.#put(word === 'true');
    const value = Number(word);
    if (!Number.isFinite(value)) this.#hasTooLarge = true;
    return this.#put(value);
  }

  /** Continues to read a string: a piece of it, and its end. */
  #readString(before: string): JsonRead | undefined {
    const end = after(piece, this.#text, this.#at);
    const read = before + (end === this.#at ? '' : (JSON.parse(`"${this.#text.slice(this.#at, end)}"`) as string));
    this.#string = read;
    const isWhole = end - this.#at < pieceMax;
    this.#at = end;
    if (!isWhole) return undefined;
    if (this.#text[end] !== '"') return this.#refuseString();
    this.#at += 1;
    this.#string = undefined;
    if (this.#wanted !== 'name' && this.#wanted !== 'firstName') return this.#put(read);
    return this.#name(read);
  }

  #name(name: string): JsonRead | undefined {
    const into = this.#innermost;
    this.#wanted = 'colon';
    if ('list' in into) return undefined;
    into.name = name;
    into.names += weighName(name);
    return into.names > this.#bounds.names ? { over: 'names' } : this.#count();
  }

  /** Puts a value where it belongs. */
  #put(value: Json): JsonRead | undefined {
    const { depth } = this.#bounds;
    if (this.#open.length > depth) return { over: 'depth' };
    const into = this.#open.at(-1);
    if (into === undefined) this.#root = value;
    else if ('list' in into) into.list.push(value);
    else if (into.name === '__proto__') Object.defineProperty(into.fields, into.name, { value, ...ordinary });
    else into.fields[into.name] = value;
    this.#wanted = into === undefined ? 'nothing' : 'more';
    return this.#count();
  }

  #count(): JsonRead | undefined {
    this.#values += 1;
    return this.#values > this.#bounds.values ? { over: 'values' } : undefined;
  }

  get #innermost(): Open {
    return this.#open.at(-1) as Open;
  }

  get #closing(): string {
    return 'list' in this.#innermost ? ']' : '}';
  }

  #refuse(): JsonRead {
    const words = this.#wanted === 'more' ? `, or ${this.#closing}` : wantedWords[this.#wanted];
    return this.#explainWrong(words, this.#at);
  }

  #refuseString(): JsonRead {
    const sign = this.#text[this.#at];
    if (sign === '\\') return this.#explainWrong('an escape, such as \\n or \\u0041', this.#at + 1);
    return this.#explainWrong(sign === undefined ? 'the " that ends a string' : 'an escape, such as \\n', this.#at);
  }

  #explainWrong(words: string, at: number): JsonRead {
    const found = at < this.#text.length ? JSON.stringify(String.fromCodePoint(this.#text.codePointAt(at) ?? 0)) : 'the end of the text';
    return { notJson: `line ${this.#lines}, column ${at - this.#lineBegin + 1}: expected ${words}, found ${found}` };
  }
}

const wantedWords: Readonly<Record<Exclude<Wanted, 'more'>, string>> = {
  value: 'a value',
  firstValue: 'a value or ]',
  name: 'a name in double quotes',
  firstName: 'a name in double quotes or }',
  colon: ':',
  nothing: 'nothing more',
};

const ordinary = { writable: true, enumerable: true, configurable: true } as const;

const spaceMax = 65_536;
const space = /[ \t\n\r]{0,65536}/y;
/** A piece of a string: characters except the quote, the backslash and control characters, and escapes. */
const pieceMax = 16_384;
const piece = /(?:[ !#-[\]-\uffff]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})){0,16384}/y;
const scalar = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y;

/** The position after the match that begins here; `at` itself, where nothing matches. */
const after = (pattern: RegExp, text: string, at: number): number => {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : at;
};
