/**
 * Where a text stops being JSON, in a text of our own: a parser's messages differ between versions, and the detail of an unreadable body
 * is in the log. Undefined where the text is JSON. It uses no recursion, because a text may be deep. It is slower than a parser, so it is
 * called only after a parser has refused the text.
 */
export const notJson = (text: string): string | undefined => {
  const open: string[] = [];
  let [at, wanted] = [0, 'a value'];
  for (;;) {
    at = after(space, text, at);
    if (wanted === nothing && at === text.length) return undefined;
    const sign = text[at];
    if (sign !== undefined && closes(sign, wanted, open)) {
      open.pop();
      at += 1;
      wanted = next(open);
    } else if (isComma(wanted) && sign === ',') {
      at += 1;
      wanted = open.at(-1) === '{' ? aName : aValue;
    } else if (wanted === aColon && sign === ':') {
      at += 1;
      wanted = aValue;
    } else if (wanted.startsWith(aName) && sign === '"') {
      const end = endOfString(text, at);
      if (typeof end === 'string') return end;
      at = end;
      wanted = aColon;
    } else if (wanted.startsWith(aValue) && (sign === '{' || sign === '[')) {
      open.push(sign);
      at += 1;
      wanted = sign === '{' ? `${aName} or }` : `${aValue} or ]`;
    } else {
      const end = wanted.startsWith(aValue) ? endOfScalar(text, at) : at;
      if (typeof end === 'string') return end;
      if (end === at) return describeExpected(wanted, text, at);
      at = end;
      wanted = next(open);
    }
  }
};

const [aValue, aName, aColon, nothing] = ['a value', 'a name in double quotes', ':', 'nothing more'];

/** What may follow a value. */
const next = (open: readonly string[]): string => (open.length === 0 ? nothing : `, or ${closing(open)}`);

const closing = (open: readonly string[]): string => (open.at(-1) === '{' ? '}' : ']');

const isComma = (wanted: string): boolean => wanted.startsWith(', or ');

const closes = (sign: string, wanted: string, open: readonly string[]): boolean => wanted.endsWith(`or ${sign}`) && sign === closing(open);

/** The position after the string that begins here, or an error text. */
const endOfString = (text: string, from: number): number | string => {
  let at = from + 1;
  for (;;) {
    at = after(plain, text, at);
    if (text[at] === '"') return at + 1;
    if (text[at] !== '\\')
      return describeExpected(text[at] === undefined ? 'the " that ends a string' : 'an escape, such as \\n', text, at);
    const end = after(escaped, text, at);
    if (end === at) return describeExpected('an escape, such as \\n or \\u0041', text, at + 1);
    at = end;
  }
};

/** The position after a string, a number, or one of the three literals; `at` itself, where none of these begins. */
const endOfScalar = (text: string, at: number): number | string => (text[at] === '"' ? endOfString(text, at) : after(scalar, text, at));

const space = /[ \t\n\r]*/y;
/** All characters except the quote, the backslash and control characters. */
const plain = /[ !#-[\]-\uffff]*/y;
const escaped = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y;
const scalar = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y;

/** The position after the match that begins here; `at` itself, where nothing matches. */
const after = (pattern: RegExp, text: string, at: number): number => {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : at;
};

const describeExpected = (wanted: string, text: string, at: number): string => {
  const before = text.slice(0, at);
  const line = before.split('\n').length;
  const found = at < text.length ? JSON.stringify(String.fromCodePoint(text.codePointAt(at) ?? 0)) : 'the end of the text';
  return `line ${line}, column ${at - before.lastIndexOf('\n')}: expected ${wanted}, found ${found}`;
};
