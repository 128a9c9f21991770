import { amountText, levelText, type MeasureEffects, type SettingEffect, type SettingLevels } from '../../../../engine/lab/study/index.ts';
import { plainText } from '../text.ts';
import * as css from './effectsTable.css';
import { Words } from './looks.tsx';
import type { StudyModel } from './studyModel.ts';
import * as studyPageCss from './studyPage.css';

const [width, height, edge] = [112, 46, 6];

/** For each setting and measure: the mean at each value, all on one scale, and the share of the variance that the setting explains. */
export const EffectsTable = ({ model }: { readonly model: StudyModel }) => {
  const { settings, effects: all, isSampled } = model.report.picture;
  const effects = all.filter((one) => one.settings.some(({ share }) => share !== null));
  const same = all.filter((one) => !effects.includes(one)).map(({ measure }) => measure);
  return (
    <section class={`${studyPageCss.part} ${css.effects}`} aria-label="Main effects">
      <header class={studyPageCss.partHead}>
        <h2>Main effects</h2>
      </header>
      <div class={studyPageCss.scrollX} role="region" tabIndex={0} aria-label="Main effects as a table">
        <table>
          <thead>
            <tr>
              <th scope="col">setting</th>
              {effects.map(({ measure }) => (
                <th key={measure} scope="col">
                  <Words value={measure} max={30} />
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {settings.map((setting, k) => (
              <tr key={setting.name}>
                <th scope="row">
                  <Words value={setting.name} max={40} />
                  <br />
                  <span class="dim small">{describeLevels(setting)}</span>
                </th>
                {effects.map((one) => (
                  <td key={one.measure}>
                    <Effect model={model} effects={one} effect={one.settings[k]} setting={setting} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p class="small dim">
        Each dot is the mean of all configurations with that value, in the order of the values. The percentage is the share of the variance
        between configurations that the setting explains by itself
        {isSampled ? ', less what a sample of this size would explain by chance' : ''}.{togetherWords(effects)}
        {same.length === 0 ? '' : ` The same in all configurations: ${plainText(same.join(', '), 200)}.`}
      </p>
    </section>
  );
};

const describeLevels = ({ levels }: SettingLevels): string => {
  const [first, last] = [levels[0], levels.at(-1)];
  if (first === undefined || last === undefined) return '';
  if (levels.length < 2) return plainText(levelText(first), 24);
  return plainText(levels.length <= 4 ? levels.map(levelText).join(' · ') : `${levelText(first)} … ${levelText(last)}`, 48);
};

interface EffectProps {
  readonly model: StudyModel;
  readonly effects: MeasureEffects;
  readonly effect: SettingEffect | undefined;
  readonly setting: SettingLevels;
}

const Effect = ({ model, effects: { measure, settings }, effect, setting }: EffectProps) => {
  if (effect === undefined || effect.share === null) return <span class="dim">no difference</span>;
  const all = settings.flatMap(({ means }) => means.flatMap((mean) => mean ?? []));
  const [low, high] = [Math.min(...all), Math.max(...all)];
  const unit = model.findUnit(measure);
  const count = effect.means.length;
  const places = effect.means.flatMap((mean, k) => {
    if (mean === null) return [];
    const x = count < 2 ? width / 2 : edge + (k / (count - 1)) * (width - 2 * edge);
    const y = high === low ? height / 2 : edge + (1 - (mean - low) / (high - low)) * (height - 2 * edge);
    return [{ x, y, words: `${levelText(setting.levels[k] ?? { from: null, to: null })}: ${amountText(mean, unit)}` }];
  });
  const said = places.map(({ words }) => words).join(', ');
  return (
    <figure class={css.effect}>
      <svg width={width} height={height} viewBox={`0 0 ${width} ${height}`} role="img" aria-label={plainText(said, 400)}>
        <title>{plainText(said, 400)}</title>
        <path class={css.line} d={places.map(({ x, y }, k) => `${k === 0 ? 'M' : 'L'}${x} ${y}`).join('')} />
        {count > 24 ? null : places.map(({ x, y }, k) => <circle key={k} cx={x} cy={y} r={3} />)}
      </svg>
      <p class={`${css.ends} small dim`}>
        <bdi>{ends(effect.means, unit)}</bdi>
      </p>
      <figcaption>
        <span class={css.share} aria-hidden="true">
          <span style={{ width: `${effect.share * 100}%` }} />
        </span>
        {(effect.share * 100).toFixed(0)}%
      </figcaption>
    </figure>
  );
};

/** The mean at the first value, and at the last. */
const ends = (means: readonly (number | null)[], unit: string): string => {
  const known = means.flatMap((mean) => mean ?? []);
  const [first = 0, last = 0] = [known[0], known.at(-1)];
  return known.length < 2 ? amountText(first, unit) : `${amountText(first, unit)} → ${amountText(last, unit)}`;
};

/** Less than this is not worth a sentence. */
const shareMin = 0.01;

const togetherWords = (effects: readonly MeasureEffects[]): string =>
  effects
    .flatMap(({ measure, interaction }) =>
      interaction === null || interaction.share < shareMin
        ? []
        : ` ${plainText(interaction.of.join(' and '), 80)} together explain ${(interaction.share * 100).toFixed(0)}% more of ${plainText(measure, 40)}.`,
    )
    .join('');
