/** Where in its file a failure or a warning is, and what it says: line 1 where it is about the whole file. */
export const parsePlace = (file: string, text: string): { readonly line: number; readonly column: number; readonly words: string } => {
  const [, line = '1', column = '1', words] = text.startsWith(`${file}:`)
    ? (/^:(\d+):(\d+): (.*)$/s.exec(text.slice(file.length)) ?? [])
    : [];
  return { line: Number(line), column: Number(column), words: words ?? text };
};
