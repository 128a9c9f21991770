import { type Either, isLeft, left, right, tryCatch } from 'fp-ts/lib/Either.js';
import type { Json } from '../../kernel/canonical.ts';
import { suggestion } from '../../kernel/collections/nearest.ts';
import { type FileRow, type LineProblem, readCsv } from './csv.ts';

// Far above what a scenario replays, and far below what fills the memory with its log.
const charactersMax = 4_000_000;
const rowsMax = 100_000;

/** One column of a CSV file, or of an NDJSON file if `file` ends like one: the text of each cell, with its line. */
export const columnIn = (file: string, text: string, column: string): Either<LineProblem, readonly FileRow<string>[]> => {
  if (text.length > charactersMax)
    return left({ line: 1, message: `the file has ${text.length} characters; a scenario reads at most ${charactersMax}` });
  const whole = text.replace(/^\uFEFF/, '');
  const cells = isOfLines(file) ? cellsOfLines(whole, column) : cellsOfCsv(whole, column);
  if (isLeft(cells)) return cells;
  const { [rowsMax]: tooMany } = cells.right;
  if (tooMany !== undefined) return left({ line: tooMany.line, message: `more than ${rowsMax} rows: cut the file` });
  const empty = cells.right.find((row) => row.cells === '');
  return empty === undefined ? cells : left({ line: empty.line, message: `${column}: is empty` });
};

/** The names of the columns of a file; none of one that cannot be read. */
export const columnsIn = (file: string, text: string): readonly string[] => {
  const [first = ''] = text
    .replace(/^\uFEFF/, '')
    .split('\n')
    .filter((line) => line.trim() !== '');
  if (!isOfLines(file)) {
    const header = readCsv(first);
    return isLeft(header) ? [] : (header.right[0]?.cells ?? []);
  }
  const row = tryCatch(
    () => JSON.parse(first) as Json,
    () => null,
  );
  return isLeft(row) || row.right === null || typeof row.right !== 'object' ? [] : Object.keys(row.right);
};

const isOfLines = (file: string): boolean => /\.(?:ndjson|jsonl)$/i.test(file);

const noRows: LineProblem = { line: 1, message: 'has no rows: the first line names the columns, and each line below it is one row' };

const cellsOfCsv = (text: string, column: string): Either<LineProblem, readonly FileRow<string>[]> => {
  const read = readCsv(text);
  if (isLeft(read)) return read;
  const [header, ...rows] = read.right;
  if (header === undefined) return left(noRows);
  const k = header.cells.indexOf(column);
  if (k < 0) return left({ line: header.line, message: noColumn(column, header.cells) });
  return rows.length === 0 ? left(noRows) : right(rows.map(({ line, cells }) => ({ line, cells: cells[k] ?? '' })));
};

const cellsOfLines = (text: string, column: string): Either<LineProblem, readonly FileRow<string>[]> => {
  const rows: FileRow<string>[] = [];
  for (const [k, line] of text.split('\n').entries()) {
    if (line.trim() === '') continue;
    const value = tryCatch(
      () => JSON.parse(line) as Json,
      () => null,
    );
    if (isLeft(value) || value.right === null || typeof value.right !== 'object' || Array.isArray(value.right))
      return left({ line: k + 1, message: `is not a JSON object, such as {"${column}": 1.5}` });
    const fields = value.right as { readonly [name: string]: Json };
    const field = Object.hasOwn(fields, column) ? fields[column] : undefined;
    if (field === undefined) return left({ line: k + 1, message: noColumn(column, Object.keys(fields)) });
    rows.push({ line: k + 1, cells: typeof field === 'object' ? JSON.stringify(field) : String(field) });
  }
  return rows.length === 0 ? left({ line: 1, message: 'has no rows: each line is one JSON object' }) : right(rows);
};

const noColumn = (column: string, columns: readonly string[]): string =>
  `there is no column '${column}'${suggestion(column, columns, 'the first line', 'the columns')}`;
