import { type Either, left, right } from 'fp-ts/lib/Either.js';

/** A row of a file, with the line on which it begins. */
export interface FileRow<Cells> {
  readonly line: number;
  readonly cells: Cells;
}

/** The problem of a file, and its line. */
export interface LineProblem {
  readonly line: number;
  readonly message: string;
}

/** A cell in quotes, in which a quote is doubled, or a bare one; and the character that ends it. */
const cellPattern = /(?:"([^"]*(?:""[^"]*)*)"|([^",\r\n][^,\r\n]*)?)(,|\r?\n|$)/y;

/** Reads CSV (RFC 4180): the first row has the names of the columns. Blank lines, and spaces around bare cells, do not count. */
export const readCsv = (text: string): Either<LineProblem, readonly FileRow<readonly string[]>[]> => {
  const rows: FileRow<readonly string[]>[] = [];
  let cells: string[] = [];
  let [at, line, begun] = [0, 1, 1];
  while (at < text.length || cells.length > 0) {
    cellPattern.lastIndex = at;
    const match = cellPattern.exec(text);
    if (match === null)
      return left({ line, message: 'a cell with quotes must begin and end with one, and double those within: "a ""b"" c"' });
    const [whole, quoted, bare = '', end] = match;
    cells.push(quoted === undefined ? bare.trim() : quoted.replaceAll('""', '"'));
    at += whole.length;
    line += whole.split('\n').length - 1;
    if (end === ',') continue;
    if (cells.length > 1 || cells[0] !== '') rows.push({ line: begun, cells });
    cells = [];
    begun = line;
  }
  return right(rows);
};
