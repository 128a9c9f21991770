import { useSignal } from '@preact/signals';
import type { ComponentChild } from 'preact';
import { nextOrder, orderRows, type SheetColumn, type SheetOrder, writeCsv } from '../model/sheet.ts';
import { CopyButton } from './copy.tsx';
import * as css from './sheet.css';

interface ShownColumn<Row> extends SheetColumn<Row> {
  /** How a cell looks; its value unless given. */
  readonly show?: (row: Row) => ComponentChild;
  /** Of its cells. */
  readonly class?: string | ((row: Row) => string);
  /** Below its cells, for all rows. It is not copied. */
  readonly total?: string;
}

interface SheetProps<Row> {
  readonly name: string;
  readonly caption?: ComponentChild;
  readonly class?: string;
  /** The first of them names the row. */
  readonly columns: readonly ShownColumn<Row>[];
  readonly rows: readonly Row[];
  /** So many are shown; all are copied. */
  readonly most?: number;
  readonly rowClass?: (row: Row) => string | undefined;
}

/** A table that is sorted by a click on the head of a column, and copied as CSV in the order in which it stands. */
export const Sheet = <Row,>({ name, caption, class: own, columns, rows, most = rows.length, rowClass }: SheetProps<Row>) => {
  const order = useSignal<SheetOrder | undefined>(undefined);
  const ordered = orderRows(rows, columns, order.value);
  return (
    <section class="sheet" aria-label={name} tabIndex={0}>
      <CopyButton name={`(${name})`} text={() => writeCsv(columns, ordered)} words="Copy as CSV" />
      <table class={own}>
        {caption === undefined ? null : <caption>{caption}</caption>}
        <thead>
          <tr>
            {columns.map((column, k) => (
              <th
                key={column.name}
                scope="col"
                aria-sort={order.value?.column !== k ? 'none' : order.value.isDown ? 'descending' : 'ascending'}
              >
                <button
                  type="button"
                  class={css.sort}
                  onClick={() => {
                    order.value = nextOrder(order.value, k);
                  }}
                >
                  {column.name}
                  <span aria-hidden="true">{order.value?.column !== k ? '' : order.value.isDown ? ' ▾' : ' ▴'}</span>
                </button>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {ordered.slice(0, most).map((row, r) => (
            <tr key={r} class={rowClass?.(row)}>
              {columns.map(({ name: key, value, show, class: cell }, k) => {
                const content = show === undefined ? (value(row) ?? '–') : show(row);
                const look = typeof cell === 'function' ? cell(row) : cell;
                return k === 0 ? (
                  <th key={key} scope="row" class={look}>
                    {content}
                  </th>
                ) : (
                  <td key={key} class={look}>
                    {content}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
        {columns.every(({ total }) => total === undefined) ? null : (
          <tfoot>
            <tr>
              {columns.map(({ name: key, total, class: cell }, k) =>
                k === 0 ? (
                  <th key={key} scope="row">
                    {total}
                  </th>
                ) : (
                  <td key={key} class={typeof cell === 'string' ? cell : undefined}>
                    {total}
                  </td>
                ),
              )}
            </tr>
          </tfoot>
        )}
      </table>
    </section>
  );
};
