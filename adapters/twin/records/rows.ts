import { BadRecords } from './badRecords.ts';
import { readChunks } from './chunks.ts';
import { RowCells } from './rowCells.ts';

/** A row of a file: the text of each of its columns. */
export interface RecordRow {
  readonly line: number;
  /** Undefined: the row lacks it. */
  readonly cell: (column: string) => string | undefined;
}

/** The error in a line, or in several lines of one quoted cell. */
interface UnreadableRow {
  readonly line: number;
  readonly lines?: number;
  readonly problem: string;
}

/** The rows of a file. `columns` come from the first row. */
export interface RowFile {
  readonly form: 'CSV' | 'NDJSON' | 'JSON';
  readonly columns: readonly string[];
  readonly rows: AsyncGenerator<RecordRow | UnreadableRow>;
}

/** Longer lines are no rows. */
const lineMax = 1_000_000;
const columnsMax = 1_500;

/** Opens a file of rows, whatever its form. */
export const openRows = async (file: string): Promise<RowFile> => {
  const lines = readLines(file);
  let first = await lines.next();
  while (first.done !== true && first.value.text.trim() === '') first = await lines.next();
  if (first.done === true) throw new BadRecords(`${file}: is empty: it should have a row for each job`);
  const begin = first.value;
  const sign = begin.text.trimStart()[0];
  if (sign === '[' || sign === '{') return openJson(file, begin, lines, sign === '[' ? 'JSON' : 'NDJSON');
  return openCsv(file, begin, lines);
};

interface TextLine {
  readonly line: number;
  readonly text: string;
}

async function* readLines(file: string): AsyncGenerator<TextLine> {
  let rest = '';
  let line = 1;
  let isFirst = true;
  for await (const chunk of readChunks(file)) {
    const text = rest + (isFirst ? chunk.replace(/^\uFEFF/, '') : chunk);
    isFirst = false;
    let from = 0;
    for (let end = text.indexOf('\n', from); end >= 0; end = text.indexOf('\n', from)) {
      yield { line, text: text.slice(from, text[end - 1] === '\r' ? end - 1 : end) };
      line += 1;
      from = end + 1;
    }
    rest = text.slice(from);
    // A JSON array may be one line, so its objects do not end with lines.
    while (rest.length > lineMax) {
      const cut = rest.lastIndexOf('},', lineMax) + 1;
      if (cut === 0) throw new BadRecords(`${file}:${line}: the line is longer than ${lineMax} characters: each job has a line of its own`);
      yield { line, text: rest.slice(0, cut) };
      rest = rest.slice(cut);
    }
  }
  if (rest !== '') yield { line, text: rest };
}

const openCsv = (file: string, head: TextLine, lines: AsyncGenerator<TextLine>): RowFile => {
  const separator = [',', ';', '\t'].reduce((best, one) => (countSigns(head.text, one) > countSigns(head.text, best) ? one : best));
  const columns = new RowCells(separator).add(head.text)?.map((cell) => cell.trim()) ?? [];
  if (columns.length > columnsMax)
    throw new BadRecords(`${file}:${head.line}: has ${columns.length} columns; at most ${columnsMax} are read`);
  if (/[\0\uFFFD]/.test(head.text))
    throw new BadRecords(`${file}: is no text in UTF-8: save it as that; or give CSV, NDJSON or JSON, as it is or as gzip`);
  const twice = columns.find((column, k) => columns.indexOf(column) !== k);
  if (twice !== undefined)
    throw new BadRecords(`${file}:${head.line}: two columns are named '${twice}': rename one of them, or leave it out`);
  return { form: 'CSV', columns, rows: csvRows(columns, separator, lines) };
};

async function* csvRows(columns: readonly string[], separator: string, lines: AsyncGenerator<TextLine>): RowFile['rows'] {
  const places = new Map(columns.map((column, k) => [column, k]));
  const row = new RowCells(separator);
  let [begun, last] = [0, 0];
  for await (const { line, text } of lines) {
    last = line;
    if (!row.isOpen) {
      if (text.trim() === '') continue;
      begun = line;
    }
    const cells = row.add(text);
    if (cells === undefined && row.length <= lineMax) continue;
    if (cells?.length === columns.length) {
      yield { line: begun, cell: (column) => cells[places.get(column) ?? -1]?.trim() };
      continue;
    }
    row.drop();
    yield {
      line: begun,
      problem: `has ${cells?.length ?? 0} cells, and the first line ${columns.length} columns, separated by ${separatorWords[separator]}`,
    };
  }
  if (row.isOpen) yield { line: begun, lines: last - begun + 1, problem: 'a cell begins with a quote that nothing ends' };
}

const separatorWords: Readonly<Record<string, string>> = { ',': 'commas', ';': 'semicolons', '\t': 'tabs' };

const countSigns = (text: string, sign: string): number => text.split(sign).length;

const openJson = async (file: string, head: TextLine, lines: AsyncGenerator<TextLine>, form: 'JSON' | 'NDJSON'): Promise<RowFile> => {
  const objects = form === 'JSON' ? arrayObjects(file, head, lines) : ownLines(head, lines);
  const first = await objects.next();
  if (first.done === true) throw new BadRecords(`${file}: has no rows: it should have an object for each job`);
  const object = objectIn(first.value);
  if (object === undefined) throw new BadRecords(`${file}:${first.value.line}: is not a JSON object, such as {"executionTime": 1500}`);
  return { form, columns: Object.keys(object), rows: jsonRows(first.value, objects) };
};

async function* ownLines(head: TextLine, lines: AsyncGenerator<TextLine>): AsyncGenerator<TextLine> {
  yield head;
  for await (const line of lines) if (line.text.trim() !== '') yield line;
}

async function* jsonRows(head: TextLine, objects: AsyncGenerator<TextLine>): RowFile['rows'] {
  for await (const one of ownLines(head, objects)) {
    const object = objectIn(one);
    if (object === undefined) yield { line: one.line, problem: 'is not a JSON object' };
    else
      yield {
        line: one.line,
        cell: (column) => {
          const value = object[column];
          return value === undefined || value === null ? undefined : typeof value === 'object' ? JSON.stringify(value) : String(value);
        },
      };
  }
}

const objectIn = ({ text }: TextLine): Readonly<Record<string, unknown>> | undefined => {
  try {
    const value: unknown = JSON.parse(text);
    return value !== null && typeof value === 'object' && !Array.isArray(value) ? (value as Readonly<Record<string, unknown>>) : undefined;
  } catch {
    return undefined;
  }
};

/** The objects of an array, each as soon as it is whole: the array itself is never in memory. */
async function* arrayObjects(file: string, head: TextLine, lines: AsyncGenerator<TextLine>): AsyncGenerator<TextLine> {
  let depth = 0;
  let isText = false;
  let part = '';
  let begun = head.line;
  for await (const { line, text } of ownLines(head, lines)) {
    let from = 0;
    for (let at = 0; at < text.length; at++) {
      const sign = text[at];
      if (isText) {
        if (sign === '\\') at += 1;
        else if (sign === '"') isText = false;
      } else if (sign === '"') isText = true;
      else if (sign === '{' || (sign === '[' && depth > 0)) {
        if (depth === 0) [from, begun] = [at, line];
        depth += 1;
      } else if (sign === '}' || (sign === ']' && depth > 0)) {
        depth -= 1;
        if (depth > 0) continue;
        yield { line: begun, text: part + text.slice(from, at + 1) };
        part = '';
      }
    }
    if (depth > 0) part += `${text.slice(from)}\n`;
    if (part.length > lineMax) throw new BadRecords(`${file}:${begun}: an object is longer than ${lineMax} characters`);
  }
  if (depth > 0) throw new BadRecords(`${file}:${begun}: the object that begins here has no end: the file was cut`);
}
