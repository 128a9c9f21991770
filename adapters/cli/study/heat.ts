import { amountText, levelText, plotScale, type SettingLevels, type StudyReport } from '../../../engine/lab/study/index.ts';
import { shortText } from '../terminal/shortText.ts';
import { pc } from '../terminal/terminal.ts';

const shades = ['░░', '▒▒', '▓▓', '██'] as const;
/** More rows would fill the screen. */
const rowsMax = 16;
const labelMax = 18;
const nameMax = 20;

/** The heat map of the report: of each cell a shade and the number. No lines where fewer than two settings are varied. */
export const heatPicture = ({ picture, measures }: StudyReport): readonly string[] => {
  const { heatMap, settings, limits } = picture;
  const [across, down] = [heatMap?.across, heatMap?.down].map((name) => settings.find((one) => one.name === name));
  if (heatMap === null || across === undefined || down === undefined) return [];
  const unit = measures.find(({ name }) => name === heatMap.measure)?.unit ?? '';
  const means = heatMap.cells.flatMap((row) => row.flatMap((cell) => cell?.mean ?? []));
  if (means.length < 2) return [];
  const limit = limits.find(({ measure }) => measure === heatMap.measure);
  const isWithin = (mean: number): boolean =>
    limit !== undefined && mean <= (limit.atMost ?? Number.POSITIVE_INFINITY) && mean >= (limit.atLeast ?? Number.NEGATIVE_INFINITY);
  const scale = plotScale(means, unit, 2);
  const [low, high] = [Math.min(...means.map(scale.place)), Math.max(...means.map(scale.place))];
  const shadeOf = (mean: number): string =>
    high === low ? shades[1] : (shades[Math.min(3, Math.floor(((scale.place(mean) - low) / (high - low)) * 4))] ?? '');
  const labels = new Map([across, down].map((setting) => [setting, labelsOf(setting)]));
  const [heads = [], names = []] = [labels.get(across), labels.get(down)];
  const width = Math.max(...means.map((mean) => amountText(mean, unit).length + 5), ...heads.map(({ length }) => length)) + 2;
  const first = Math.max(shortText(down.name, nameMax).length, ...names.map(({ length }) => length), 4);
  const shownColumns = some(heads.length, Math.max(1, Math.floor((80 - first) / width)));
  const shownRows = some(names.length, rowsMax);
  const cellText = (mean: number | undefined): string => {
    if (mean === undefined) return '–'.padStart(width);
    const isMet = isWithin(mean);
    const words = ` ${amountText(mean, unit)}${limit === undefined ? '' : isMet ? '✓' : ' '}`;
    return `${' '.repeat(width - words.length - 2)}${pc.blue(shadeOf(mean))}${isMet ? pc.green(words) : words}`;
  };
  const left = [heads.length - shownColumns.length, names.length - shownRows.length];
  return [
    `${heatMap.measure} over ${shortText(down.name, nameMax)} and ${shortText(across.name, nameMax)}${settings.length > 2 ? ', mean over others' : ''}`,
    pc.dim(`${' '.repeat(first)}${shortText(across.name, nameMax).padStart(width * shownColumns.length)}`),
    pc.dim(`${shortText(down.name, nameMax).padEnd(first)}${shownColumns.map((k) => (heads[k] ?? '').padStart(width)).join('')}`),
    ...shownRows.map(
      (r) => `${(names[r] ?? '').padStart(first)}${shownColumns.map((c) => cellText(heatMap.cells[r]?.[c]?.mean)).join('')}`,
    ),
    pc.dim(
      [
        `${shades[0]} little … ${shades[3]} much${scale.isLog ? ', by its logarithm' : ''}`,
        ...(limit === undefined ? [] : ['✓ the mean keeps to the limit']),
        ...(left.some((count) => count > 0) ? ['not all values are shown: --json has them'] : []),
      ].join('; '),
    ),
  ];
};

const labelsOf = ({ levels }: SettingLevels): readonly string[] => levels.map((level) => shortText(levelText(level), labelMax));

/** So many of the numbers below `count`, at equal distances, with both ends. */
export const some = (count: number, most: number): readonly number[] =>
  count <= most
    ? Array.from({ length: count }, (_, k) => k)
    : Array.from({ length: most }, (_, k) => Math.round((k * (count - 1)) / Math.max(1, most - 1)));
