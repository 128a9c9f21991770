import Table from 'cli-table3';
import { formatDuration } from '../../engine/index.ts';
import { type ConfigurationReport, limitsOf, type MeasureReport, type Study, type StudyReport } from '../../engine/study/index.ts';
import { pc, plain } from './terminal.ts';

/** More rows would fill screens; JSON and CSV have them all. */
const rowsMax = 40;

/** The report of a study as a table, and what it says. */
export const studyText = (study: Study, report: StudyReport): string =>
  [
    pc.bold(plain(report.study)),
    `${study.configurations.length} configurations of ${study.spec.scenario}`,
    '',
    tableOf(report),
    '',
    ...conclusions(study, report),
  ].join('\n');

const noBorders = {
  top: '',
  'top-mid': '',
  'top-left': '',
  'top-right': '',
  bottom: '',
  'bottom-mid': '',
  'bottom-left': '',
  'bottom-right': '',
};
const noLines = { left: '', 'left-mid': '', mid: '', 'mid-mid': '', right: '', 'right-mid': '', middle: ' ' };

const tableOf = (report: StudyReport): string => {
  const { varied, measures, configurations } = report;
  const table = new Table({
    head: ['', ...varied, 'plays', ...measures.map(({ name }) => name)],
    chars: { ...noBorders, ...noLines },
    style: { head: [], border: [], 'padding-left': 0, 'padding-right': 1 },
    colAligns: ['left', ...varied.map(() => 'right' as const), 'right', ...measures.map(() => 'right' as const)],
  });
  for (const one of shownOf(report)) table.push(rowOf(one, report));
  const left = configurations.length - rowsMax;
  return `${table.toString().replaceAll(/ +$/gm, '')}${left > 0 ? `\n… and ${left} more: --json and --csv have them all` : ''}`;
};

/** Those that say most, if there are too many: the best, those on the frontier, and then the first. */
const shownOf = ({ configurations, best, frontier }: StudyReport): readonly ConfigurationReport[] => {
  if (configurations.length <= rowsMax) return configurations;
  const rank = ({ number }: ConfigurationReport): number => (number === best ? 0 : frontier.includes(number) ? 1 : 2);
  const chosen = [...configurations].sort((a, b) => rank(a) - rank(b) || a.number - b.number).slice(0, rowsMax);
  return chosen.sort((a, b) => a.number - b.number);
};

const rowOf = ({ number, values, plays, measures, meets }: ConfigurationReport, report: StudyReport): string[] => {
  const paint = number === report.best ? pc.green : meets === 'no' ? pc.dim : (text: string) => text;
  return [
    number === report.best ? '★' : report.frontier.includes(number) ? '·' : ' ',
    ...values.map((value) => (typeof value === 'string' ? value : JSON.stringify(value))),
    String(plays),
    ...report.measures.map(({ name, unit }) => measureText(measures[name] ?? null, unit)),
  ].map((text) => paint(plain(text)));
};

/** A mean, and how far its 95 % interval reaches to either side. */
export const measureText = (measure: MeasureReport | null, unit: string): string => {
  if (measure === null) return 'none';
  const { mean, high } = measure;
  const reach = high === null ? undefined : high - mean;
  return `${amount(mean, unit)}${reach === undefined || reach === 0 ? '' : ` ±${amount(reach, unit)}`}`;
};

const amount = (value: number, unit: string): string => {
  if (unit === 'ms') return value >= 10_000 ? `${Number((value / 1_000).toPrecision(4))}s` : formatDuration(Math.round(value));
  if (unit === 'USD') return value.toFixed(4);
  return unit === 'share' ? `${(value * 100).toFixed(1)}%` : String(Number(value.toPrecision(4)));
};

const conclusions = ({ spec: { goal } }: Study, report: StudyReport): readonly string[] => {
  const failed = report.configurations.flatMap(({ number, failed: plays }) =>
    plays.map(({ seed, why }) => `configuration ${number}, seed ${seed}: ${why}`),
  );
  const problems =
    failed.length === 0
      ? []
      : [pc.red(`${failed.length} plays did not come to their end:`), ...failed.slice(0, 5).map((words) => `  ${plain(words)}`)];
  if (goal === undefined) return problems;
  const limits = limitsOf(goal).map(
    ({ name, lte, gte }) => `${name}${lte === undefined ? '' : ` at most ${lte}`}${gte === undefined ? '' : ` at least ${gte}`}`,
  );
  const best = report.configurations.find(({ number }) => number === report.best);
  const unclear = report.configurations.filter(({ meets }) => meets === 'unclear').length;
  const words =
    best === undefined
      ? `no configuration surely meets the goal (${limits.join(', ')})`
      : `★ meets the goal (${limits.join(', ')}) ${goal.minimize === undefined ? 'best' : `with the least ${goal.minimize}`}: ${report.varied.map((name, k) => `${name}=${String(best.values[k])}`).join(' ')}`;
  return [
    ...problems,
    words,
    ...(unclear === 0 ? [] : [`${unclear} may or may not meet it: their intervals hold a limit; more seeds would say`]),
  ];
};
