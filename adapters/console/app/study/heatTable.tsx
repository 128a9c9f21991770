import { amountText, levelText, type SettingLevels } from '../../../../engine/lab/study/index.ts';
import { fitScale } from '../charts/scale.ts';
import { plainText } from '../text.ts';
import * as css from './heatTable.css';
import * as looksCss from './looks.css';
import { Choice, Words } from './looks.tsx';
import type { StudyModel } from './studyModel.ts';
import * as studyPageCss from './studyPage.css';

/** A setting with more values shows its first; the table of configurations has all. */
const levelsMax = 40;
/** The greatest part of the accent in the ground of a cell, in percent: the text stays legible on it. */
const tintMax = 46;

/** One measure over two settings. A cell that is one configuration leads to its median run. */
export const HeatTable = ({ model }: { readonly model: StudyModel }) => {
  const { heatMap } = model;
  const choice = model.heat.value;
  const { settings } = model.report.picture;
  if (choice === undefined) return null;
  const names = model.report.measures.map(({ name }) => name);
  const choose = (change: Partial<typeof choice>): void => {
    const next = { ...choice, ...change };
    // The same setting cannot be both: then the two change places.
    const isTwice = next.across === next.down;
    const swapped = change.across === undefined ? { ...next, across: choice.down } : { ...next, down: choice.across };
    model.heat.value = isTwice ? swapped : next;
  };
  return (
    <section class={`${studyPageCss.part} ${css.heat}`} aria-label="Heat map">
      <header class={studyPageCss.partHead}>
        <h2>
          <bdi>{plainText(choice.measure, 40)}</bdi> over two settings
        </h2>
        <span class={looksCss.choices}>
          <Choice label="measure" value={choice.measure} names={names} onChoose={(measure) => choose({ measure })} />
          <Choice label="rows" value={choice.down} names={model.report.varied} onChoose={(down) => choose({ down })} />
          <Choice label="columns" value={choice.across} names={model.report.varied} onChoose={(across) => choose({ across })} />
        </span>
      </header>
      {heatMap.value === undefined ? null : (
        <Cells model={model} across={findSetting(settings, choice.across)} down={findSetting(settings, choice.down)} />
      )}
      <p class="small dim">
        {settings.length > 2 ? 'Each cell is the mean over the other settings. ' : ''}
        {model.findLimit(choice.measure) === undefined ? '' : '✓ this mean keeps to the limit. '}The deeper the color, the greater the
        value.
      </p>
    </section>
  );
};

const findSetting = (settings: readonly SettingLevels[], name: string): SettingLevels =>
  settings.find((setting) => setting.name === name) ?? { name, levels: [] };

const Cells = ({ model, across, down }: { readonly model: StudyModel; readonly across: SettingLevels; readonly down: SettingLevels }) => {
  const cells = model.heatMap.value?.cells ?? [];
  const measure = model.heat.value?.measure ?? '';
  const unit = model.findUnit(measure);
  const means = cells.flatMap((row) => row.flatMap((cell) => cell?.mean ?? []));
  const scale = fitScale(means, { unit, ticksMax: 2 });
  const places = means.map(scale.place);
  const [low, high] = [Math.min(...places), Math.max(...places)];
  const chooseTint = (mean: number): number =>
    high > low ? Math.round(((scale.place(mean) - low) / (high - low)) * tintMax) : tintMax / 2;
  const limit = model.findLimit(measure);
  const isWithin = (mean: number): boolean =>
    limit !== undefined && mean <= (limit.atMost ?? Number.POSITIVE_INFINITY) && mean >= (limit.atLeast ?? Number.NEGATIVE_INFINITY);
  const columns = across.levels.slice(0, levelsMax);
  const rows = down.levels.slice(0, levelsMax);
  const isCut = columns.length < across.levels.length || rows.length < down.levels.length;
  return (
    <div class={studyPageCss.scrollX} role="region" tabIndex={0} aria-label="Heat map as a table">
      <table class={css.heatTable}>
        <thead>
          <tr>
            <td />
            <th scope="colgroup" colSpan={columns.length}>
              <Words value={across.name} max={40} />
            </th>
          </tr>
          <tr>
            <th scope="col">
              <Words value={down.name} max={40} />
            </th>
            {columns.map((level, k) => (
              <th key={k} scope="col">
                <Words value={levelText(level)} max={30} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((level, r) => (
            <tr key={r}>
              <th scope="row">
                <Words value={levelText(level)} max={30} />
              </th>
              {columns.map((_, c) => {
                const cell = cells[r]?.[c] ?? null;
                if (cell === null) return <td key={c}>–</td>;
                const [number, ...others] = cell.configurations;
                const isOne = number !== undefined && others.length === 0;
                const words = `${amountText(cell.mean, unit)}${isWithin(cell.mean) ? ' ✓' : ''}`;
                const select = (): void => {
                  if (isOne) model.selected.value = number;
                };
                const address = isOne ? model.findRun(number) : undefined;
                return (
                  <td
                    key={c}
                    class={isOne && model.selected.value === number ? css.chosen : ''}
                    style={{ background: `color-mix(in srgb, var(--run) ${chooseTint(cell.mean)}%, var(--panel))` }}
                    onPointerEnter={select}
                  >
                    {address === undefined ? (
                      words
                    ) : (
                      <a href={address} onFocus={select} title={`Configuration ${number}: open its median run`}>
                        {words}
                      </a>
                    )}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
      {isCut ? <p class="small dim">The first {levelsMax} values are shown; the table of configurations has all.</p> : null}
    </div>
  );
};
