import { type BillRow, type BillTable, listBill, listBills, toUsd } from '../../model/charts/bill.ts';
import { usd } from '../../model/charts/units.ts';
import type { RunLog } from '../../model/runLog.ts';
import { useConsole, useMoment } from '../context.ts';
import { EntityButton, Time } from '../parts.tsx';
import { Sheet } from '../sheet.tsx';
import * as css from './bill.css';

/** So many rows of one bill stand among other details; a copy has all. */
const rowsMax = 8;

/** What everything has cost, or the endpoint that is looked at. A row leads to the details of what it is for. */
export const BillView = () => {
  const { desk } = useConsole();
  const moment = useMoment('settled');
  if (moment === undefined) return null;
  const { log, seq } = moment;
  const { endpoint } = desk.scope.value;
  const times = { range: desk.range.value, moment: desk.timeAt(seq) };
  const table = endpoint === undefined ? listBills(log, times) : listBill(log, endpoint, times);
  return (
    <div class={css.bill}>
      {table === undefined || table.rows.length === 0 ? (
        <p class="empty">Nothing has been billed.</p>
      ) : (
        <BillSheet name="Bill" table={table} />
      )}
    </div>
  );
};

interface OwnBillProps {
  readonly log: RunLog;
  readonly seq: number;
  readonly id: string;
}

/** What one thing has cost, and an endpoint or a cluster because of which of its workers or members; nothing for what is on no bill. */
export const OwnBill = ({ log, seq, id }: OwnBillProps) => {
  const { desk } = useConsole();
  const table = listBill(log, id, { range: desk.range.value, moment: desk.timeAt(seq) });
  return table === undefined || table.rows.length === 0 ? null : <BillSheet name="Its bill" table={table} most={rowsMax} />;
};

interface BillSheetProps {
  readonly name: string;
  readonly table: BillTable;
  readonly most?: number;
}

const BillSheet = ({ name, table: { rows, sum }, most = rows.length }: BillSheetProps) => {
  const { desk } = useConsole();
  const part = desk.chosenRange.value === undefined ? 'whole run' : 'range';
  const amount = (column: 'moment' | 'range', title: string) => ({
    name: title,
    unit: 'USD',
    class: 'number',
    value: (row: BillRow) => toUsd(row[column]),
    show: (row: BillRow) => usd(toUsd(row[column])),
    total: usd(toUsd(sum[column])),
  });
  return (
    <Sheet
      name={name}
      class={css.table}
      caption={
        <>
          {name} up to <Time at={desk.at.value} />, and in the {part}
          {rows.length > most ? `; the first ${most} of ${rows.length}` : ''}
        </>
      }
      rows={rows}
      most={most}
      columns={[
        {
          name: 'what',
          value: ({ kind, id }) => `${kind} ${desk.log?.labels.findName(id) ?? id}`,
          show: ({ kind, id }) => (
            <>
              <span class="dim">{kind}</span> <EntityButton kind={kind} id={id} />
            </>
          ),
          total: 'sum',
        },
        amount('moment', 'to the moment'),
        amount('range', part),
      ]}
    />
  );
};
