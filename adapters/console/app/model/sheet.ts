/** A column of a table that is sorted and copied. */
export interface SheetColumn<Row> {
  readonly name: string;
  /** The unit of its numbers, for readers of a copy. */
  readonly unit?: string;
  /** The value to sort by and to copy. */
  readonly value: (row: Row) => SheetValue;
}

export type SheetValue = string | number | undefined;

export interface SheetOrder {
  /** The place of the column. */
  readonly column: number;
  /** The greatest first. */
  readonly isDown: boolean;
}

/** The order after a click on a column's head: ascending, then descending, then the original one. */
export const nextOrder = (order: SheetOrder | undefined, column: number): SheetOrder | undefined => {
  if (order?.column !== column) return { column, isDown: false };
  return order.isDown ? undefined : { column, isDown: true };
};

/** Sorts rows: numbers before texts, rows without a value last in either direction, equal ones in their original order. */
export const orderRows = <Row>(
  rows: readonly Row[],
  columns: readonly SheetColumn<Row>[],
  order: SheetOrder | undefined,
): readonly Row[] => {
  const column = columns[order?.column ?? -1];
  if (order === undefined || column === undefined) return rows;
  const sign = order.isDown ? -1 : 1;
  return rows
    .map((row) => ({ row, key: column.value(row) }))
    .sort((a, b) => {
      if (a.key === undefined || b.key === undefined) return Number(a.key === undefined) - Number(b.key === undefined);
      if (typeof a.key !== typeof b.key) return typeof a.key === 'number' ? -1 : 1;
      return a.key === b.key ? 0 : a.key < b.key ? -sign : sign;
    })
    .map(({ row }) => row);
};

/** The table as CSV (RFC 4180), with a row of names. */
export const writeCsv = <Row>(columns: readonly SheetColumn<Row>[], rows: Iterable<Row>): string => {
  const lines = [columns.map(({ name, unit }) => writeCell(unit === undefined ? name : `${name} (${unit})`)).join(',')];
  for (const row of rows) lines.push(columns.map(({ value }) => writeCell(value(row))).join(','));
  return `${lines.join('\r\n')}\r\n`;
};

/** A text of a log must not become a formula of a spreadsheet, so that an apostrophe stands before it. */
const writeCell = (value: SheetValue): string => {
  if (value === undefined) return '';
  if (typeof value === 'number') return String(value);
  const text = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
};
