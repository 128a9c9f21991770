/**
 * A source text without its comments and without what its strings, templates and regular expressions say; code inside
 * `${…}` stays. With `strings`, plain strings stay as well; with `comments`, comments, and the line breaks of templates.
 */
export const stripped = (text: string, { strings = false, comments = false }: Kept = {}): string => {
  let code = '';
  let at = 0;
  /** For each `${` that is open: how many braces are open inside it. */
  const open: number[] = [];
  const skipTemplate = (): void => {
    while (at < text.length) {
      if (text.startsWith('${', at)) {
        at += 2;
        open.push(0);
        return;
      }
      const character = text[at];
      if (comments && character === '\n') code += '\n';
      at += character === '\\' ? 2 : 1;
      if (character === '`') return;
    }
  };
  while (at < text.length) {
    skipped.lastIndex = at;
    const [words] = skipped.exec(text) ?? [];
    if (words !== undefined) {
      at += words.length;
      code += words.startsWith('/') ? (comments && /^\/[/*]/.test(words) ? words : ' ') : strings ? words : "''";
      continue;
    }
    const character = text[at++] ?? '';
    const braces = open.at(-1);
    if (character === '`') skipTemplate();
    else if (character === '}' && braces === 0) {
      open.pop();
      code += ' ';
      skipTemplate();
    } else {
      if (braces !== undefined && character === '{') open[open.length - 1] = braces + 1;
      if (braces !== undefined && character === '}') open[open.length - 1] = braces - 1;
      code += character;
    }
  }
  return code;
};

interface Kept {
  readonly strings?: boolean;
  readonly comments?: boolean;
}

/** A comment, a string, or a regular expression: a slash where a value may begin. */
const skipped =
  /\/\/[^\n]*|\/\*[\s\S]*?\*\/|(['"])(?:\\.|(?!\1)[^\\\n])*\1|(?<=(?:[=(,:[!&|?{;>]|\breturn)\s*)\/(?![*/])(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\[\n])+\/[a-z]*/y;
