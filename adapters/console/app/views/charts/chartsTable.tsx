import type { Chart } from '../../model/charts/charts.ts';
import { valueText } from '../../model/charts/units.ts';
import { useConsole } from '../context.ts';
import { Time } from '../parts.tsx';
import { Sheet } from '../sheet.tsx';
import * as css from './chartsTable.css';

/** Into how many parts of the tape the table divides the run. */
const parts = 20;

/** What the charts show at some times and at the moment. */
export const ChartsTable = ({ charts }: { readonly charts: readonly Chart[] }) => {
  const { desk } = useConsole();
  desk.shown.value;
  const scale = desk.scale.value;
  const times = Array.from({ length: parts + 1 }, (_, part) => scale.time(part / parts));
  const rows = [{ name: 'moment', at: desk.at.value }, ...times.map((at) => ({ name: '', at }))];
  return (
    <Sheet
      name="Charts as a table"
      class={css.numbersTable}
      caption={`The values at the moment, and at ${parts + 1} times of the run`}
      rows={rows}
      columns={[
        {
          name: 'time',
          unit: 'ms',
          value: ({ at }) => at,
          show: ({ name, at }) => (
            <>
              {name} <Time at={at} />
            </>
          ),
        },
        ...charts.flatMap(({ title, unit, lines }) =>
          lines.map((line) => ({
            name: `${title}: ${line.name}`,
            value: ({ at }: { readonly at: number }) => line.at(at),
            show: ({ at }: { readonly at: number }) => {
              const value = line.at(at);
              return value === undefined ? '–' : valueText(unit, value);
            },
          })),
        ),
      ]}
    />
  );
};
