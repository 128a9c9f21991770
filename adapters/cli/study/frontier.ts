import {
  amountText,
  type ConfigurationReport,
  type PlotScale,
  plotScale,
  type StudyReport,
  valueText,
} from '../../../engine/lab/study/index.ts';
import { shortText } from '../terminal/shortText.ts';
import { pc } from '../terminal/terminal.ts';

/** The size of the plot, without its axes. */
const [columns, rows] = [68, 15];
const axisWidth = 80 - columns - 2;
/** More labels would hide points. */
const labelsMax = 8;

/** How a configuration looks. The later in the list, the more it covers others at the same place. */
// biome-ignore format: a table
const looks = [
  { shape: '✗', words: 'misses the goal',      paint: pc.dim },
  { shape: '?', words: 'may meet it',          paint: pc.yellow },
  { shape: '○', words: 'meets the goal',       paint: pc.cyan },
  { shape: '●', words: 'on the frontier',      paint: pc.cyan },
  { shape: '★', words: 'best',                 paint: pc.green },
] as const;

/** A cell of the plot: a sign, and which look it has; lines and labels have none. */
interface Cell {
  readonly sign: string;
  readonly paint: (text: string) => string;
  readonly look: number;
}

/** The configurations by the two measures that the goal weighs against each other, with the limit as a line. No lines without such a goal. */
export const frontierPicture = (report: StudyReport): readonly string[] => {
  const { frontier, limits } = report.picture;
  if (frontier === null) return [];
  const [x, y] = [frontier.across.name, frontier.up.name];
  const points = report.configurations.flatMap((one) => {
    const [a, b] = [one.measures[x]?.mean, one.measures[y]?.mean];
    return a === undefined || b === undefined ? [] : [{ one, a, b }];
  });
  if (points.length < 2) return [];
  const limit = limits.find(({ measure }) => measure === y);
  const bounds = [limit?.atMost, limit?.atLeast].flatMap((bound) => bound ?? []);
  const [unitX, unitY] = [x, y].map((name) => report.measures.find((measure) => measure.name === name)?.unit ?? '') as [string, string];
  const across = plotScale(
    points.map(({ a }) => a),
    unitX,
    6,
  );
  const up = plotScale([...points.map(({ b }) => b), ...bounds], unitY, 6);
  const grid = new Map<string, Cell>();
  const rowOf = (value: number): number => rows - 1 - Math.round(up.place(value) * (rows - 1));
  const columnOf = (value: number): number => Math.round(across.place(value) * (columns - 1));
  for (const bound of bounds) for (let k = 0; k < columns; k++) grid.set(`${rowOf(bound)} ${k}`, { sign: '╌', paint: pc.green, look: -1 });
  const placed = points.map(({ one, a, b }) => ({ one, row: rowOf(b), column: columnOf(a), look: lookOf(one, report) }));
  for (const { row, column, look } of placed) {
    if ((grid.get(`${row} ${column}`)?.look ?? -1) >= look) continue;
    const { shape, paint } = looks[look] ?? looks[0];
    grid.set(`${row} ${column}`, { sign: shape, paint, look });
  }
  for (const { one, row, column, look } of placed.filter((point) => point.look >= 3).slice(0, labelsMax))
    if (grid.get(`${row} ${column}`)?.look === look) label(grid, row, column, one);
  if (limit !== undefined) for (const bound of bounds) limitWords(grid, rowOf(bound), bound === limit.atMost, amountText(bound, unitY));
  const seen = new Set(placed.map(({ row, column }) => grid.get(`${row} ${column}`)?.look));
  return [
    `${nameWithUnit(y, unitY)} against ${nameWithUnit(x, unitX)}`,
    ...Array.from({ length: rows }, (_, row) => `${yAxis(row, up, unitY, rowOf)}${rowText(grid, row)}`),
    `${' '.repeat(axisWidth)}└${'─'.repeat(columns)}`,
    xAxis(across, unitX, columnOf),
    '',
    looks
      .flatMap(({ shape, words, paint }, k) => (seen.has(k) ? [`${paint(shape)} ${words}`] : []))
      .reverse()
      .join('   '),
  ];
};

/** Durations and shares say their unit themselves. */
const nameWithUnit = (measure: string, unit: string): string => (unit === 'ms' || unit === 'share' ? measure : `${measure} (${unit})`);

const lookOf = ({ number, meets }: ConfigurationReport, { best, frontier }: StudyReport): number => {
  if (number === best) return 4;
  if (frontier.includes(number)) return 3;
  return meets === 'yes' ? 2 : meets === 'unclear' ? 1 : 0;
};

/** The values of a configuration beside its point, where they hide nothing. */
const label = (grid: Map<string, Cell>, row: number, column: number, { values }: ConfigurationReport): void => {
  const text = shortText(values.map(valueText).join(' '), 24);
  const hides = (from: number): boolean =>
    from < 0 || from + text.length > columns || [...` ${text} `].some((_, k) => isPoint(from - 1 + k, column));
  const isPoint = (at: number, own: number): boolean => at !== own && (grid.get(`${row} ${at}`)?.look ?? -1) >= 0;
  const from = [column + 2, column - 1 - text.length].find((start) => !hides(start));
  if (from === undefined) return;
  for (const [k, sign] of [...` ${text} `].entries()) grid.set(`${row} ${from - 1 + k}`, { sign, paint: (words) => words, look: 0 });
};

const limitWords = (grid: Map<string, Cell>, row: number, isMost: boolean, amount: string): void => {
  const text = ` ${isMost ? 'at most' : 'at least'} ${amount}`;
  const signs = [...text].entries();
  const from = columns - text.length;
  if ([...text].some((_, k) => (grid.get(`${row} ${from + k}`)?.look ?? -1) >= 0)) return;
  for (const [k, sign] of signs) grid.set(`${row} ${from + k}`, { sign, paint: pc.green, look: -1 });
};

/** Signs of the same paint are painted together. */
const rowText = (grid: ReadonlyMap<string, Cell>, row: number): string => {
  let [text, run] = ['', ''];
  let paint: ((words: string) => string) | undefined;
  const flush = (): void => {
    text += run === '' ? '' : (paint ?? ((words: string) => words))(run);
    run = '';
  };
  for (let column = 0; column < columns; column++) {
    const cell = grid.get(`${row} ${column}`);
    if (cell?.paint !== paint) flush();
    paint = cell?.paint;
    run += cell?.sign ?? ' ';
  }
  if (paint !== undefined) flush();
  return text;
};

const yAxis = (row: number, up: PlotScale, unit: string, rowOf: (value: number) => number): string => {
  const tick = up.ticks.find((value) => rowOf(value) === row);
  return `${(tick === undefined ? '' : amountText(tick, unit)).padStart(axisWidth - 1)} ${tick === undefined ? '│' : '┤'}`;
};

const xAxis = (across: PlotScale, unit: string, columnOf: (value: number) => number): string => {
  let line = '';
  for (const tick of across.ticks) {
    const text = amountText(tick, unit);
    const start = axisWidth + 1 + columnOf(tick) - Math.floor(text.length / 2);
    if (start > line.length || line === '') line = `${line.padEnd(start)}${text}`;
  }
  return line;
};
