import { sayDuration } from '../../../engine/kernel/index.ts';
import {
  type ExploreReport,
  futuresPlot,
  isOpen,
  type ReportedFailure,
  type ReportedFutures,
  summaryText,
} from '../../../engine/lab/explorer/index.ts';
import { pluralize } from '../../../engine/process/index.ts';
import { perSecond } from '../../explorer/report.ts';
import { shortText } from '../terminal/shortText.ts';
import { foldLine, pc, plain } from '../terminal/terminal.ts';
import { newCellsCurve } from './curve.ts';

/** So many of the cells never met are shown. */
const missesMax = 5;

/** The report for people, in lines of at most so many columns, except for the paths of files. Failures come first. */
export const exploreText = (report: ExploreReport, { columns, tookMs }: ExploreView): string =>
  [
    ...report.failures.flatMap((failure) => [...failureLines(failure, columns), '']),
    ...propertyLines(report, columns),
    ...coverageLines(report, columns),
    '',
    ...missLines(report, columns),
    ...curveLines(report, columns),
    '',
    ...linesOfUnseen(report, columns),
    ...linesOfProposals(report, columns),
    ...foldLine(plain(summary(report, tookMs)), columns),
    verdict(report),
    '',
  ].join('\n');

const failureLines = (failure: ReportedFailure, columns: number): readonly string[] => {
  const { property, words, story, file, steps, run, times, shortened, again, page, inevitable } = failure;
  return [
    ...foldLine(plain(`✗ ${property}: ${words}`), columns).map(pc.red),
    ...story.map((line) => `    ${shortText(line, columns - 4)}`),
    ...(inevitable === undefined ? [] : inevitableLines(inevitable, columns)),
    `  found in ${many(times, 'run')}, first in run ${run}; ${many(steps, 'step')}${notShort[shortened]}`,
    ...(file === null ? [] : [`  written: ${plain(file)}`]),
    `  to repeat: ${plain(again)}`,
    ...(page === undefined ? [] : [`  to look at: ${plain(page)}`]),
  ];
};

/** The sentence that dates the cause; and how the share of futures that fail changes, where it does. */
const inevitableLines = (inevitable: ReportedFutures, columns: number): readonly string[] => {
  const plot = futuresPlot(inevitable);
  return [
    ...foldLine(plain(`  ${inevitable.words}`), columns),
    ...(plot.length < 2 ? [] : plot.map((line) => `    ${shortText(line, columns - 4)}`)),
  ];
};

const notShort: Readonly<Record<ReportedFailure['shortened'], string>> = {
  fully: '',
  partly: ', as short as it was when it was interrupted',
  no: ', not shortened',
};

/** The properties that scenarios declare: first those that broke, or that no run has shown or tried. */
const propertyLines = ({ properties }: ExploreReport, columns: number): readonly string[] => {
  if (properties.length === 0) return [];
  const [open, others] = [properties.filter(isOpen), properties.filter((one) => !isOpen(one))];
  return [
    pc.bold('properties'),
    ...open.flatMap((one) => foldLine(plain(`! ${summaryText(one)}`), columns)).map(pc.yellow),
    ...others.flatMap((one) => foldLine(plain(`  ${summaryText(one)}`), columns)),
    '',
  ];
};

/** One line for each family of cells; what it is about continues below itself. */
const coverageLines = ({ coverage: { families } }: ExploreReport, columns: number): readonly string[] => {
  const rows = families.map(({ name, met, possible, about }) => [
    name,
    whole(met),
    possible === undefined ? '' : `of ${whole(possible)}`,
    about,
  ]);
  const widths = [0, 1, 2].map((column) => Math.max(...[heading, ...rows].map((cells) => (cells[column] ?? '').length)));
  const line = ([name = '', met = '', possible = '', about = '']: readonly string[]): readonly string[] => {
    const begin = `${name.padEnd(widths[0] ?? 0)}  ${met.padStart(widths[1] ?? 0)} ${possible.padEnd(widths[2] ?? 0)}  `;
    return wrap(about, columns - begin.length).map((words, k) => `${k === 0 ? begin : ' '.repeat(begin.length)}${words}`.trimEnd());
  };
  return [...line(heading).map(pc.bold), ...rows.flatMap(line)];
};

const heading = ['cells', 'met', '', ''];

const wrap = (text: string, columns: number): readonly string[] => {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const last = lines.at(-1);
    if (last === undefined || last.length + 1 + word.length > columns) lines.push(word);
    else lines[lines.length - 1] = `${last} ${word}`;
  }
  return lines;
};

/** The cells never met to which others came closest; of those that came equally close to several, one. */
const missLines = ({ coverage: { families } }: ExploreReport, columns: number): readonly string[] => {
  const all = families.flatMap(({ missing = [] }) => missing);
  const near = all
    .flatMap(({ cell, nearest }) => (nearest === undefined ? [] : [{ cell, nearest }]))
    .sort((a, b) => b.nearest.times - a.nearest.times)
    .filter(({ nearest }, k, misses) => misses.findIndex((other) => inFamily(other.nearest.cell) === inFamily(nearest.cell)) === k)
    .slice(0, missesMax);
  if (near.length === 0) return [];
  return [
    pc.bold(`never met: ${many(all.length, 'cell')}. The nearest misses:`),
    ...near.flatMap(({ cell, nearest }) => [
      shortText(`  ${cell}`, columns),
      pc.dim(shortText(`    ${many(nearest.times, 'run')} met ${inFamily(nearest.cell)}`, columns)),
    ]),
    ...(all.length > near.length ? [pc.dim('  --reporter json has all of them')] : []),
    '',
  ];
};

/** What no run has shown: statuses, changes of status, the nearest to the beginning of a life first and with the events that lead there, and refusals. */
const linesOfUnseen = (
  { runs, coverage: { neverReached, neverEntered, neverRefused } }: ExploreReport,
  columns: number,
): readonly string[] => {
  const changes = neverReached.map(({ kind, from, to, way }) => `${kind} ${from} → ${to} (${way.join(', ')})`);
  const lists = [
    ['statuses', neverEntered.map(({ kind, status }) => `${kind} ${status}`)],
    ['changes of status', changes],
    ['refusals', refusalsByOperation(neverRefused)],
  ] as const;
  const some = lists.filter(([, all]) => all.length > 0);
  if (some.length === 0) return [];
  return [
    pc.bold(`in ${many(runs, 'run')}, never seen:`),
    ...some.flatMap(([what, all]) => {
      const left = all.length - unseenMax;
      const words = `${what}: ${all.slice(0, unseenMax).join('; ')}${left > 0 ? `; and ${whole(left)} more` : ''}`;
      return foldLine(plain(`  ${words}`), columns);
    }),
    pc.dim('  --reporter json has all of them; most energy goes to what is near them'),
    '',
  ];
};

/** The scenarios that show what the files do not, and what no run has met either. */
const linesOfProposals = ({ runs, proposed }: ExploreReport, columns: number): readonly string[] => {
  if (proposed === undefined) return [];
  const { files, unmet } = proposed;
  if (files.length + unmet.length === 0) return [pc.bold('the files show all that a client should be ready for'), ''];
  const left = unmet.map(({ shows, rule }) => `${shows} (${rule})`).join('; ');
  return [
    ...(files.length === 0 ? [] : [pc.bold('the files never show, and these do:')]),
    ...files.flatMap(({ shows, file }) => [...foldLine(plain(`  ${shows}`), columns), `    ${plain(file)}`]),
    ...(unmet.length === 0 ? [] : foldLine(plain(`  nor did ${many(runs, 'run')} show: ${left}`), columns)),
    '',
  ];
};

/** So many of each are shown. */
const unseenMax = 12;

const refusalsByOperation = (refusals: ExploreReport['coverage']['neverRefused']): readonly string[] => {
  const rules = new Map<string, string[]>();
  for (const { operation, rule } of refusals) rules.set(operation, [...(rules.get(operation) ?? []), rule]);
  return [...rules].map(([operation, all]) => `${operation} by ${all.join(', ')}`);
};

/** A cell without the name of its family. */
const inFamily = (cell: string): string => cell.slice(cell.indexOf(': ') + 2);

const curveLines = ({ runs, coverage: { curve, lastNewIn } }: ExploreReport, columns: number): readonly string[] => {
  const picture = newCellsCurve(curve, columns);
  const isFlat = runs - lastNewIn >= Math.max(flatRunsMin, runs / 4);
  return [...picture, ...(isFlat ? foldLine(`flat since run ${whole(lastNewIn)}: stop, or vary other files`, columns).map(pc.yellow) : [])];
};

/** Fewer runs than this without a new cell say nothing. */
const flatRunsMin = 400;

const summary = ({ seed, runs, ended, outcomes: { held, failed, cut, invalid }, kept }: ExploreReport, tookMs: number): string => {
  const parts = [
    `${whole(held)} held`,
    ...(failed === 0 ? [] : [`${whole(failed)} failed`]),
    ...(cut === 0 ? [] : [`${whole(cut)} cut for their length`]),
    ...(invalid === 0 ? [] : [`${whole(invalid)} no scenario`]),
    ...(kept === undefined ? [] : [`${many(kept.length, 'file')} added to the corpus`]),
  ];
  const speed = `${many(runs, 'run')} in ${sayDuration(tookMs)}, ${whole(Math.round(perSecond(runs, tookMs)))} a second`;
  const why = ended === 'runs' ? '' : ended === 'time' ? `; as many again: --runs ${runs}` : '; interrupted';
  return `${speed}, from the seed ${seed}: ${parts.join(', ')}${why}`;
};

const verdict = ({ failures: { length } }: ExploreReport): string =>
  length === 0 ? pc.green('✓ nothing broke') : pc.red(`✗ ${many(length, 'failure')}`);

const many = (count: number, what: string): string => pluralize(count, what, whole(count));

/** `1,234,567`. */
const whole = (count: number): string => String(count).replaceAll(/\B(?=(\d{3})+$)/g, ',');

/** How an exploration is shown to people. */
export interface ExploreView {
  readonly columns: number;
  readonly tookMs: number;
}
