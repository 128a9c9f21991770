import { type ConfigurationReport, findWorst, type StudyReport, valueText } from '../../../engine/lab/study/index.ts';
import { alignColumns } from '../../../engine/process/index.ts';
import { foldLine, pc, plain } from '../terminal/terminal.ts';
import { measureText } from './amounts.ts';

/** More rows would fill screens; JSON and CSV have them all. */
const rowsMax = 40;
/** Longer values are cut. */
const valueWidthMax = 24;
/** The beginning of a name is cut where it is longer than this, and than what stands below it. */
const headWidthMin = 12;
const gap = '  ';

export interface Column {
  /** Two lines. */
  readonly head: readonly [string, string];
  readonly cells: readonly string[];
  readonly isRight: boolean;
}

/** The configurations as a table that is at most so many columns wide, with what was left out of it: last, the measures of the goal. */
export const studyTable = (report: StudyReport, goal: readonly string[], columns: number): readonly string[] => {
  const rows = rowsToShow(report);
  const plays = rows.some(({ plays }) => plays !== rows[0]?.plays)
    ? [
        alignColumn(
          'plays',
          rows.map(({ plays }) => String(plays)),
        ),
      ]
    : [];
  const fixed = [
    { head: ['', ''], cells: rows.map((one) => markConfiguration(one, report)), isRight: false } as const,
    ...report.varied.map((name, k) =>
      alignColumn(
        name,
        rows.map(({ values }) => cut(plain(valueText(values[k])))),
      ),
    ),
    ...plays,
  ];
  const measures = report.measures.flatMap(({ name, unit }): readonly MeasureColumn[] => [
    {
      name,
      column: alignColumn(
        name,
        rows.map(({ measures }) => measureText(measures[name] ?? null, unit)),
      ),
    },
    ...(report.circumstances.length > 0 && goal.includes(name)
      ? [
          {
            name: worstName(name),
            column: alignColumn(
              worstName(name),
              rows.map((one) => measureText(findWorst(one, name)?.measure ?? null, unit)),
            ),
          },
        ]
      : []),
  ]);
  const shown = fitting(measures, goal, (some) => measureWidth([...fixed, ...some.map(({ column }) => column)]) <= columns);
  const hidden = measures.filter((one) => !shown.includes(one)).map(({ name }) => name);
  const left = report.configurations.length - rows.length;
  return [
    ...formatLines([...fixed, ...shown.map(({ column }) => column)]).map((line, k) =>
      k < 2 ? line : paintLine(line, rows[k - 2], report),
    ),
    ...(left > 0 ? foldLine(`… and ${left} configurations more: --csv and --json have them all`, columns) : []),
    ...(hidden.length > 0 ? foldLine(`no room for ${hidden.join(', ')}: --csv and --json have them`, columns) : []),
  ];
};

export interface MeasureColumn {
  readonly name: string;
  readonly column: Column;
}

/** As many measures as there is room for: last, those of the goal are left out. */
export const fitting = (
  measures: readonly MeasureColumn[],
  goal: readonly string[],
  fits: (some: readonly MeasureColumn[]) => boolean,
): readonly MeasureColumn[] => {
  let shown = measures;
  while (shown.length > 1 && !fits(shown)) {
    const least = shown.filter(({ name }) => !goal.includes(name)).at(-1) ?? shown.at(-1);
    shown = shown.filter((one) => one !== least);
  }
  return shown;
};

/** The heads in two lines, so that long names need less room: `delayTime` over `p95`. */
export const alignColumn = (name: string, cells: readonly string[]): Column => {
  const point = name.lastIndexOf('.');
  const text = plain(name);
  const last = cut(text.slice(point + 1));
  const first = text.slice(0, point + 1);
  const room = Math.max(headWidthMin, last.length, ...cells.map(({ length }) => length));
  return { head: [first.length > room ? `…${first.slice(1 - room)}` : first, last], cells, isRight: true };
};

const cut = (text: string): string => (text.length > valueWidthMax ? `${text.slice(0, valueWidthMax - 1)}…` : text);

const widthIn = ({ head, cells }: Column): number => Math.max(...[...head, ...cells].map(({ length }) => length));

export const measureWidth = (columns: readonly Column[]): number =>
  columns.reduce((sum, column) => sum + widthIn(column), 0) + gap.length * (columns.length - 1);

export const formatLines = (columns: readonly Column[]): readonly string[] => {
  const rows = Array.from({ length: columns[0]?.cells.length ?? 0 }, (_, k) => columns.map(({ cells }) => cells[k] ?? ''));
  return alignColumns(
    [columns.map(({ head }) => head[0]), columns.map(({ head }) => head[1]), ...rows],
    (k) => columns[k]?.isRight === true,
  );
};

/** Those that say most, if there are too many: the best, those on the frontier, and then the first. */
const rowsToShow = ({ configurations, best, frontier }: StudyReport): readonly ConfigurationReport[] => {
  if (configurations.length <= rowsMax) return configurations;
  const isOnFrontier = new Set(frontier);
  const rank = ({ number }: ConfigurationReport): number => (number === best ? 0 : isOnFrontier.has(number) ? 1 : 2);
  const chosen = [...configurations].sort((a, b) => rank(a) - rank(b) || a.number - b.number).slice(0, rowsMax);
  return chosen.sort((a, b) => a.number - b.number);
};

/** What the first column says of a configuration. {@link legend} explains it. */
const markConfiguration = ({ number, meets }: ConfigurationReport, { best, frontier }: StudyReport): string => {
  const mark = number === best ? '★' : meets === null ? ' ' : { yes: '✓', no: '✗', unclear: '?' }[meets];
  return `${mark}${frontier.includes(number) ? '●' : ' '}`;
};

/** What the marks in the first column mean: those that there are. */
export const legend = ({ configurations, best, frontier }: StudyReport): string => {
  const has = (met: ConfigurationReport['meets']): boolean => configurations.some(({ number, meets }) => meets === met && number !== best);
  return [
    ...(best === null ? [] : ['★ best']),
    ...(has('yes') ? ['✓ meets the goal'] : []),
    ...(has('unclear') ? ['? unclear'] : []),
    ...(has('no') ? ['✗ misses the goal'] : []),
    ...(frontier.length === 0 ? [] : ['● on the frontier']),
  ].join('   ');
};

const paintLine = (line: string, one: ConfigurationReport | undefined, { best }: StudyReport): string => {
  if (one?.number === best) return pc.green(line);
  return one?.meets === 'no' ? pc.dim(line) : line;
};

/** `worst.p95`: a head of two lines. */
const worstName = (measure: string): string => `worst.${measure.split('.').at(-1)}`;
