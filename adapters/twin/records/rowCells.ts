/**
 * The cells of rows of CSV, line by line: a cell in quotes may have several lines. However many they are, nothing is looked at again, so the work
 * is linear in the text, even if a quote is never closed.
 */
export class RowCells {
  readonly #separator: string;
  #cells: string[] = [];
  /** The lines so far of the quoted cell that is still open. */
  #open: string[] | undefined;
  /** How many characters the open row has. */
  length = 0;
  /** How many characters have been searched for the end of a cell, in all. */
  searched = 0;

  constructor(separator: string) {
    this.#separator = separator;
  }

  /** Whether a row is begun and not ended. */
  get isOpen(): boolean {
    return this.#open !== undefined;
  }

  /** Adds a line. Returns the cells of the row; undefined if a quoted cell continues in the next line. */
  add(text: string): readonly string[] | undefined {
    this.length += text.length + 1;
    if (this.#open === undefined && !text.includes('"')) return this.#end(text.split(this.#separator));
    let at = this.#open === undefined ? 0 : this.#readQuoted(text, 0);
    while (at !== undefined && at <= text.length) at = text[at] === '"' ? this.#beginQuoted(text, at + 1) : this.#readBare(text, at);
    return at === undefined ? undefined : this.#end(this.#cells);
  }

  /** Drops the open row. */
  drop(): void {
    this.#end([]);
  }

  #end(cells: readonly string[]): readonly string[] {
    this.#cells = [];
    this.#open = undefined;
    this.length = 0;
    return cells;
  }

  #beginQuoted(text: string, from: number): number | undefined {
    this.#open = [];
    return this.#readQuoted(text, from);
  }

  /** Continues to read a quoted cell. Returns the place behind it and its separator; undefined if it does not end in the line. */
  #readQuoted(text: string, from: number): number | undefined {
    const lines = this.#open ?? [];
    let end = this.#find('"', text, from);
    while (end >= 0 && text[end + 1] === '"') end = this.#find('"', text, end + 2);
    lines.push(text.slice(from, end < 0 ? text.length : end));
    if (end < 0) return undefined;
    this.#cells.push(lines.join('\n').replaceAll('""', '"'));
    this.#open = undefined;
    return end + 2;
  }

  #readBare(text: string, from: number): number {
    const end = this.#find(this.#separator, text, from);
    this.#cells.push(text.slice(from, end < 0 ? text.length : end));
    return end < 0 ? text.length + 1 : end + 1;
  }

  #find(sign: string, text: string, from: number): number {
    const at = text.indexOf(sign, from);
    this.searched += (at < 0 ? text.length : at + 1) - from;
    return at;
  }
}
