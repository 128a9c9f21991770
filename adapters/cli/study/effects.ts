import { amountText, levelText, type MeasureEffects, type StudyReport } from '../../../engine/lab/study/index.ts';
import { shortText } from '../terminal/shortText.ts';
import { pc } from '../terminal/terminal.ts';
import { some } from './heat.ts';

/** The width of a track, and of the number behind it. */
const [track, number] = [17, 9];
const labelMax = 20;
const nameMax = 16;
/** Of a setting with more values some are shown. */
const levelsMax = 8;
/** More measures do not fit side by side. */
const measuresMax = 2;

/** The mean of the goal's measures at each value of each setting, as a point between the least and the greatest of these means. */
export const effectsPicture = (report: StudyReport): readonly string[] => {
  const { settings } = report.picture;
  const shown = chooseMeasures(report).filter(({ settings: all }) => all.some(({ share }) => share !== null));
  if (shown.length === 0) return [];
  const columns = shown.map((effects) => columnOf(effects, report));
  const names = settings.flatMap(({ name, levels }) => [name.length, ...levels.map((level) => levelText(level).length + 2)]);
  const first = Math.min(labelMax, Math.max(...names)) + 2;
  const line = (label: string, cells: readonly string[]): string => `${shortText(label, first - 2).padEnd(first)}${cells.join('  ')}`;
  const lines = settings.flatMap(({ name, levels }, k) => [
    line(
      name,
      columns.map(({ shareText }) => shareText(k)),
    ),
    ...some(levels.length, levelsMax).map((level) =>
      line(
        `  ${levelText(levels[level] ?? { from: null, to: null })}`,
        columns.map(({ cellText }) => cellText(k, level)),
      ),
    ),
  ]);
  return [
    'main effects: the mean at each value, and the share of the variance explained',
    pc.dim(
      line(
        '',
        shown.map(({ measure }) => measure.padEnd(track + number + 1)),
      ),
    ),
    ...lines,
    ...shown.flatMap(togetherWords),
  ];
};

/** The measures of the goal, or the first. */
const chooseMeasures = ({ picture: { frontier, effects } }: StudyReport): readonly MeasureEffects[] => {
  const names = frontier === null ? [] : [frontier.up.name, frontier.across.name];
  const wanted = names.flatMap((name) => effects.find(({ measure }) => measure === name) ?? []);
  return (wanted.length === 0 ? effects : wanted).slice(0, measuresMax);
};

const columnOf = ({ measure, settings }: MeasureEffects, { measures }: StudyReport) => {
  const unit = measures.find(({ name }) => name === measure)?.unit ?? '';
  const all = settings.flatMap(({ means }) => means.flatMap((mean) => mean ?? []));
  const [low, high] = [Math.min(...all), Math.max(...all)];
  const cellText = (setting: number, level: number): string => {
    const mean = settings[setting]?.means[level] ?? null;
    if (mean === null) return '–'.padStart(track + number + 1);
    const place = high === low ? (track - 1) / 2 : Math.round(((mean - low) / (high - low)) * (track - 1));
    return `${pc.dim('·'.repeat(place))}${pc.cyan('●')}${pc.dim('·'.repeat(track - 1 - place))} ${amountText(mean, unit).padStart(number)}`;
  };
  const shareText = (setting: number): string => {
    const share = settings[setting]?.share ?? null;
    const words = share === null ? 'no difference' : `${(share * 100).toFixed(0)}%`;
    return pc.bold(words.padStart(track + number + 1));
  };
  return { cellText, shareText };
};

/** Shares below this are not worth a line. */
const shareMin = 0.01;

const togetherWords = ({ measure, interaction }: MeasureEffects): readonly string[] =>
  interaction === null || interaction.share < shareMin
    ? []
    : [
        `${interaction.of.map((name) => shortText(name, nameMax)).join(' and ')} together explain ${(interaction.share * 100).toFixed(0)}% more of ${measure}`,
      ];
