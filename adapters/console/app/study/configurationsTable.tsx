import type { ComponentChildren } from 'preact';
import { amountText, type ConfigurationReport, type MeasureReport, plusMinusText, valueText } from '../../../../engine/lab/study/index.ts';
import * as css from './configurationsTable.css';
import { chooseLook, LookSign, Words } from './looks.tsx';
import type { SortColumn } from './sorting.ts';
import type { StudyModel } from './studyModel.ts';
import * as studyPageCss from './studyPage.css';

/** More rows make a page slow. Those left out are reached by sorting. */
const rowsMax = 500;

/** Every configuration in a row. A click on a column sorts by it, and once more the other way round. */
export const ConfigurationsTable = ({ model }: { readonly model: StudyModel }) => {
  const { varied, measures } = model.report;
  const rows = model.sorted.value;
  return (
    <section class={studyPageCss.part} aria-label="Configurations">
      <header class={studyPageCss.partHead}>
        <h2>Configurations</h2>
        <span class="dim small">
          {rows.length > rowsMax ? `the first ${rowsMax} of ${rows.length} in this order; ` : ''}sort by a click on a column
        </span>
      </header>
      <div class={studyPageCss.scrollX} role="region" tabIndex={0} aria-label="Table of configurations">
        <table class={css.configurations}>
          <thead>
            <tr>
              <SortHead model={model} column="number">
                #
              </SortHead>
              <th scope="col">
                <span class="sr">Median run</span>
              </th>
              {varied.map((name) => (
                <SortHead key={name} model={model} column={`vary:${name}`}>
                  <Words value={name} max={40} />
                </SortHead>
              ))}
              <SortHead model={model} column="plays">
                plays
              </SortHead>
              {measures.map(({ name, unit }) => (
                <SortHead key={name} model={model} column={`of:${name}`}>
                  <Words value={unit === 'USD' ? `${name} (USD)` : name} max={40} />
                </SortHead>
              ))}
              <SortHead model={model} column="meets">
                goal
              </SortHead>
            </tr>
          </thead>
          <tbody>
            {rows.slice(0, rowsMax).map((one) => (
              <Row key={one.number} model={model} one={one} />
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
};

interface SortHeadProps {
  readonly model: StudyModel;
  readonly column: SortColumn;
  readonly children: ComponentChildren;
}

const SortHead = ({ model, column, children }: SortHeadProps) => {
  const { column: sorted, isDown } = model.order.value;
  const isSorted = sorted === column;
  return (
    <th scope="col" aria-sort={isSorted ? (isDown ? 'descending' : 'ascending') : 'none'}>
      <button type="button" class={css.sort} data-column={column} onClick={() => model.sortBy(column)}>
        <span class={css.sortSign} aria-hidden="true">
          {isSorted ? (isDown ? '▼' : '▲') : ''}
        </span>
        {children}
      </button>
    </th>
  );
};

const goalWords = { yes: 'yes', unclear: 'maybe', no: 'no' };

const Row = ({ model, one }: { readonly model: StudyModel; readonly one: ConfigurationReport }) => {
  const look = chooseLook(one, model.report);
  const address = model.findRun(one.number);
  const isSelected = model.selected.value === one.number;
  return (
    <tr
      class={isSelected ? css.chosen : one.meets === 'no' ? css.missed : ''}
      data-configuration={one.number}
      onPointerEnter={() => {
        model.selected.value = one.number;
      }}
    >
      <th scope="row">
        <LookSign look={look} />
        {one.number}
        <span class="sr">, {look.words}</span>
      </th>
      <td>
        {address === undefined ? null : (
          <a
            href={address}
            aria-label={`replay the median run of configuration ${one.number}`}
            onFocus={() => {
              model.selected.value = one.number;
            }}
          >
            replay
          </a>
        )}
      </td>
      {one.values.map((value, k) => (
        <td key={k}>
          <Words value={valueText(value)} max={40} />
        </td>
      ))}
      <td>
        {one.plays}
        {one.failed.length === 0 ? null : <span class="c-bad"> ({one.failed.length} failed)</span>}
      </td>
      {model.report.measures.map(({ name, unit }) => (
        <td key={name}>
          <Measure value={one.measures[name]} unit={unit} />
        </td>
      ))}
      <td>{one.meets === null ? '' : goalWords[one.meets]}</td>
    </tr>
  );
};

const Measure = ({ value, unit }: { readonly value: MeasureReport | null | undefined; readonly unit: string }) => {
  if (value === null || value === undefined) return <span class="dim">none</span>;
  const reach = plusMinusText(value, unit);
  return (
    <>
      {amountText(value.mean, unit)}
      {reach === '' ? null : <span class="dim">{reach}</span>}
    </>
  );
};
