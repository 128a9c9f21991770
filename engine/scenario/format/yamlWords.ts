/** After the first unexpected word, the parser expects none of those that follow. */
export const withoutConsequences = <E extends { readonly message: string }>(errors: readonly E[]): readonly E[] => {
  const isUnexpected = ({ message }: E): boolean => message.startsWith('Unexpected ');
  const first = errors.find(isUnexpected);
  return errors.filter((error) => error === first || !isUnexpected(error));
};

/** Adds advice to the parser's messages about the most common mistakes in YAML. */
export const yamlWords = (message: string): string =>
  message.startsWith('Source contains multiple documents')
    ? 'a second document begins here: a file has one; remove the line ---, or divide the file'
    : `${message}${yamlRemedies.find(([begin]) => begin.test(message))?.[1] ?? ''}`;

// biome-ignore format: a table
const yamlRemedies: readonly (readonly [begin: RegExp, remedy: string])[] = [
  [/^Nested mappings are not allowed in compact mappings/, ': a text that has `: ` in it stands in quotes, and the keys of one mapping stand in one column'],
  [/^Tabs are not allowed as indentation/,                 ': write spaces'],
  [/^Missing closing/,                                     ': a text before this begins with a quote, and nothing ends it'],
  [/^Unexpected flow-\w+-end/,                             ': it closes a bracket that is not open'],
  [/ end with a [}\]]$/,                                   ': a bracket is never closed, or before its block ends'],
];

/** Names the columns of a key that is out of line, and of the keys above it. */
export const columnRemedy = (message: string, text: string, line: number): string => {
  if (!/^All mapping items must start|^Sequence item without - indicator/.test(message)) return '';
  const lines = text.split('\n');
  const own = (lines[line - 1] ?? '').search(/\S/);
  const above = lines.slice(Math.max(0, line - 1 - linesAbove), line - 1).flatMap((one) => {
    const [, blanks, dash = ''] = /^( *)((?:- +)*)[^\s#]/.exec(one) ?? [];
    return blanks === undefined ? [] : [blanks.length, blanks.length + dash.length];
  });
  const nearest = Math.min(...above.filter((one) => one !== own).map((one) => Math.abs(one - own)));
  const columns = [...new Set(above.filter((one) => Math.abs(one - own) === nearest))].sort((a, b) => a - b);
  return columns.length === 0
    ? ''
    : `: this line begins in column ${own + 1}, and keys above it in column ${columns.map((one) => one + 1).join(' and ')}`;
};

/** So many lines are looked at for the column of a key. */
const linesAbove = 100;
