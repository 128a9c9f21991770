import type { Chart } from '../../model/charts/charts.ts';
import { valueText } from '../../model/charts/units.ts';
import { useConsole } from '../context.ts';
import { Time } from '../parts.tsx';

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
    <section class="scrolls" tabIndex={0} aria-label="Charts as a table">
      <table class="numbers-table">
        <caption>The values at the moment, and at {parts + 1} times of the run</caption>
        <thead>
          <tr>
            <td />
            {charts.map(({ id, title, lines }) => (
              <th key={id} scope="colgroup" colSpan={lines.length}>
                {title}
              </th>
            ))}
          </tr>
          <tr>
            <th scope="col">time</th>
            {charts.flatMap(({ id, lines }) =>
              lines.map(({ name }) => (
                <th key={`${id} ${name}`} scope="col">
                  {name}
                </th>
              )),
            )}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ name, at }, k) => (
            <tr key={k}>
              <th scope="row">
                {name} <Time at={at} />
              </th>
              {charts.flatMap(({ id, unit, lines }) =>
                lines.map((line) => {
                  const value = line.at(at);
                  return <td key={`${id} ${line.name}`}>{value === undefined ? '–' : valueText(unit, value)}</td>;
                }),
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
};
