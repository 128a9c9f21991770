import { basename, dirname, join } from 'node:path';
import { formatVirtualTime, sayDuration, type VirtualTime } from '../../../engine/kernel/index.ts';
import { type FailedAssertion, resultText } from '../../../engine/scenario/index.ts';
import { scenarioEnding } from '../files.ts';
import { cutTimeline } from '../terminal/cutTimeline.ts';
import { fitLines, pc, plain } from '../terminal/terminal.ts';
import { failureLines } from './failures.ts';
import type { Report, Verdict } from './report.ts';
import type { Reporting, View } from './reporter.ts';
import { resultsDigest, resultsLines } from './results/resultsText.ts';
import { colorTimeline } from './timelines.ts';

export const inPlainWords = (report: Report): Report => ({
  ...report,
  file: plain(report.file),
  title: plain(report.title),
  member: report.member === undefined ? undefined : plain(report.member),
  failures: report.failures.map(plain),
  failedAssertions: report.failedAssertions.map(inPlainFields),
  properties: report.properties.map((one) => ({ ...one, name: plain(one.name) })),
  unfired: report.unfired.map(plain),
  warnings: report.warnings.map(plain),
  again: plain(report.again),
  ...(report.page === undefined ? {} : { page: plain(report.page) }),
});

const inPlainFields = ({ line, column, nearest, ...texts }: FailedAssertion): FailedAssertion => ({
  file: plain(texts.file),
  line,
  column,
  what: plain(texts.what),
  expected: plain(texts.expected),
  actual: plain(texts.actual),
  nearest: nearest === null ? null : plain(nearest),
});

/**
 * For people. A run alone is shown with its timeline; each of many has one line, below the name of its folder. Measured times differ from
 * one time to the next: they are only in the summary of many runs, and, on a terminal, at the end of each line.
 */
export const pretty: Reporting = (view) => {
  const timeline = view.timeline === true || (view.single && view.quiet !== true);
  const reports: Summarized[] = [];
  let folder: string | undefined;
  return {
    wanted: { fingerprint: false, timeline },
    add: (raw) => {
      const report = inPlainWords(raw);
      const { verdict, events, endedAt, tookMs } = report;
      reports.push({ name: formatRunName(report), verdict, events, endedAt, tookMs });
      if (view.quiet === true && isUnremarkable(report, view)) return '';
      if (view.single)
        return joinLines(
          [
            ...heading(report, view),
            ...showTimeline(report, view),
            ...complaints(report),
            ...showProperties(report),
            ...showResults(report),
            '',
          ],
          view,
        );
      const isIn = dirname(report.file);
      const folderLines = isIn === folder ? [] : [...(folder === undefined ? [] : ['']), pc.bold(isIn)];
      folder = isIn;
      const more = timeline
        ? [...showTimeline(report, view), ...complaints(report), ...showProperties(report), ...showResults(report), '']
        : [...complaints(report), ...(verdict === 'pass' ? formatDigest(report, view) : showResults(report))];
      return joinLines([...folderLines, formatRunLine(report, view), ...more], view);
    },
    end: (tookMs) => joinLines([...(view.single ? [] : closing(reports, tookMs, view)), counts(reports)], view),
  };
};

/** On a terminal lines continue below their beginning, but for those that are copied from there. */
const joinLines = (lines: readonly string[], { columns }: View): string =>
  `${lines.flatMap((line) => (line.startsWith('  to ') ? [line] : fitLines([line], columns))).join('\n')}\n`;

/** A run that passes. The results of a load are what a run alone was played for. */
const isUnremarkable = ({ verdict, warnings, results }: Report, { single }: View): boolean =>
  verdict === 'pass' && warnings.length === 0 && !(single && results !== undefined);

/** What the summary needs of a run. Reports themselves are not retained: there may be thousands, with their timelines. */
type Summarized = Pick<Report, 'verdict' | 'events' | 'endedAt' | 'tookMs'> & { readonly name: string };

const heading = ({ title, file, member, verdict, events, endedAt, seed }: Report, { example }: View): readonly string[] => [
  `${mark(verdict)} ${pc.bold(title)}${member === undefined ? '' : ` [${member}]`}`,
  pc.dim(example === true ? `  ${file}` : `  ${file} · seed ${seed} · ${events} events · ${formatVirtualTime(endedAt)} of virtual time`),
];

/** Most names are shorter; titles then begin in one column. */
const nameWidth = 24;
const timeWidth = 9;

/** One run: its verdict, its name and its title; on a terminal, as much of these as there is room for, and how long it took. */
const formatRunLine = (report: Report, { columns }: View): string => {
  const name = formatShortName(report).padEnd(nameWidth);
  if (columns === undefined) return `  ${mark(report.verdict)} ${name}  ${report.title}`;
  // Some terminals break a line that fills its last column.
  const room = Math.max(1, columns - timeWidth - 5);
  const text = cut(`${name}  ${report.title}`, room).padEnd(room);
  const titleAt = Math.min(name.length, text.length);
  return `  ${mark(report.verdict)} ${text.slice(0, titleAt)}${pc.dim(text.slice(titleAt) + inMs(report.tookMs).padStart(timeWidth))}`;
};

const cut = (text: string, length: number): string => (text.length <= length ? text : `${text.slice(0, length - 1)}…`);

/** The name of a run within its folder. */
const formatShortName = ({ file, member }: Pick<Report, 'file' | 'member'>): string =>
  `${basename(file, scenarioEnding)}${member === undefined ? '' : ` [${member}]`}`;

const formatRunName = (report: Pick<Report, 'file' | 'member'>): string => join(dirname(report.file), formatShortName(report));

const showTimeline = ({ timeline = [] }: Report, { example }: View): readonly string[] =>
  example === true
    ? ['', ...cutTimeline(timeline.join('\n')).split('\n')]
    : colorTimeline(timeline.map((line) => `    ${plain(line)}`.trimEnd()));

const showResults = ({ results }: Report): readonly string[] =>
  results === undefined ? [] : resultsLines(results).map((line) => `  ${plain(line)}`.trimEnd());

/** Of a run that is shown alone: each property in a line. What broke is said before, with its place. */
const showProperties = ({ properties }: Report): readonly string[] =>
  properties.flatMap((one) => (one.broken === undefined ? [pc.dim(`  ${plain(resultText(one))}`)] : []));

/** Among many runs, the results of one that passes take one line. */
const formatDigest = ({ results }: Report, { columns }: View): readonly string[] => {
  if (results === undefined) return [];
  const text = `      ${resultsDigest(results)}`;
  return [pc.dim(columns === undefined ? text : cut(text, Math.max(1, columns - 1)))];
};

const complaints = ({ failures, failedAssertions, unfired, warnings, again, page }: Report): readonly string[] => {
  const warned = warnings.map((words) => pc.yellow(`  ! ${words}`));
  if (failures.length + unfired.length === 0) return warned;
  return [
    ...warned,
    ...failures.flatMap((words) => failureLines(words, failedAssertions).map((line, k) => pc.red(`  ${k === 0 ? '✗ ' : ''}${line}`))),
    ...unfired.map((words) => pc.yellow(`  … ${words}`)),
    `  to repeat: ${again}`,
    ...(page === undefined ? [] : [`  to look at: ${page}`]),
  ];
};

const mark = (verdict: Verdict): string => ({ pass: pc.green('✓'), fail: pc.red('✗'), incomplete: pc.yellow('…') })[verdict];

const slowestShown = 3;

/** What all runs have in common: how much was played in which time, the slowest, and again the names of those that do not pass. */
const closing = (runs: readonly Summarized[], tookMs: number, { quiet, threads }: View): readonly string[] => {
  const sum = (of: (run: Summarized) => number) => runs.reduce((total, run) => total + of(run), 0);
  const virtual = sum(({ endedAt }) => endedAt);
  const speed = Math.round(virtual / Math.max(1, tookMs));
  const slowest = [...runs].sort((a, b) => b.tookMs - a.tookMs).slice(0, slowestShown);
  const others = runs.filter(({ verdict }) => verdict !== 'pass');
  return [
    ...(quiet === true && others.length === 0 ? [] : ['']),
    ...others.map(({ name, verdict }) => `${mark(verdict)} ${name}`),
    ...(others.length === 0 ? [] : ['']),
    `${whole(runs.length)} runs · ${whole(sum(({ events }) => events))} events · ${threads === 1 ? '1 thread' : `${threads} threads`}`,
    `${formatVirtualTime(virtual as VirtualTime)} of virtual time in ${sayDuration(tookMs)}: ${whole(speed)} times as fast`,
    `slowest: ${slowest.map(({ name, tookMs }) => `${name} ${inMs(tookMs)}`).join('\n         ')}`,
  ];
};

const counts = (runs: readonly Summarized[]): string => {
  const count = (verdict: Verdict) => runs.filter((each) => each.verdict === verdict).length;
  const incomplete = count('incomplete') === 0 ? '' : `, ${count('incomplete')} incomplete`;
  return `${count('pass')} passed, ${count('fail')} failed${incomplete}`;
};

const inMs = (ms: number): string => `${whole(Math.round(ms))} ms`;

/** `1,234,567`. */
const whole = (n: number): string => String(n).replaceAll(/\B(?=(\d{3})+$)/g, ',');
