import { createColors } from 'picocolors';
import { formatVirtualTime, type VirtualTime } from '../../engine/index.ts';
import { BadInput } from './exit.ts';

export type Verdict = 'pass' | 'fail' | 'incomplete';

/** The report of one run. */
export interface Report {
  readonly file: string;
  readonly title: string;
  readonly member: string | undefined;
  readonly seed: string;
  readonly verdict: Verdict;
  readonly failures: readonly string[];
  readonly unfired: readonly string[];
  /** Parts of the file that had no effect; they do not fail a run. */
  readonly warnings: readonly string[];
  readonly events: number;
  readonly endedAt: VirtualTime;
  /** Computed only where it is shown. */
  readonly fingerprint: () => string;
  /** Its lines, made only where they are shown or compared. */
  readonly timeline: () => readonly string[];
  /** The command that repeats exactly this run. */
  readonly again: string;
}

/** Colors only on a terminal, and only without `NO_COLOR`; a build server has no terminal. */
const pc = createColors(process.stdout.isTTY === true && !process.env['NO_COLOR'] && process.env['TERM'] !== 'dumb');

/** Gets each report right after its run, because no world is retained, and returns the rest of the output at the end. */
interface Reporter {
  readonly add: (report: Report) => void;
  readonly end: () => string;
}

type Reporting = (view: { readonly single: boolean }) => Reporter;

/** The most timeline lines of a run among others; a single run shows all. */
const timelineLinesMax = 24;

/** Texts from files must not contain control characters, which could move the terminal's cursor. */
export const plain = (text: string): string => text.replaceAll(/\p{Cc}/gu, (control) => (/[\t\n]/.test(control) ? control : '\ufffd'));

const inPlainWords = (report: Report): Report => ({
  ...report,
  file: plain(report.file),
  title: plain(report.title),
  member: report.member === undefined ? undefined : plain(report.member),
  failures: report.failures.map(plain),
  unfired: report.unfired.map(plain),
  warnings: report.warnings.map(plain),
  again: plain(report.again),
});

const pretty: Reporting = ({ single }) => {
  const texts: string[] = [];
  const verdicts: Verdict[] = [];
  return {
    add: (report) => {
      texts.push(describeRun(inPlainWords(report), single));
      verdicts.push(report.verdict);
    },
    end: () => `${texts.join('\n')}\n${summary(verdicts)}\n`,
  };
};

const describeRun = (report: Report, single: boolean): string => {
  const { title, file, member, verdict, events, endedAt, seed } = report;
  const head = `${mark(verdict)} ${pc.bold(title)}${member === undefined ? '' : ` [${member}]`}`;
  const facts = pc.dim(`  ${file} · seed ${seed} · ${events} events · ${formatVirtualTime(endedAt)} of virtual time`);
  return [head, facts, ...shownTimeline(report, single), ...complaints(report), ''].join('\n');
};

const shownTimeline = ({ timeline, verdict }: Report, single: boolean): readonly string[] => {
  const lines = timeline();
  const shown =
    single || verdict !== 'pass' || lines.length <= timelineLinesMax
      ? lines
      : [...lines.slice(0, timelineLinesMax), `… ${lines.length - timelineLinesMax} more lines`];
  return shown.map((line) => `    ${plain(line)}`.trimEnd());
};

const complaints = ({ failures, unfired, warnings, again }: Report): readonly string[] => {
  const warned = warnings.map((words) => pc.yellow(`  ! ${words}`));
  if (failures.length + unfired.length === 0) return warned;
  return [
    ...warned,
    ...failures.map((words) => pc.red(`  ✗ ${words}`)),
    ...unfired.map((words) => pc.yellow(`  … ${words}`)),
    `  to repeat: ${again}`,
  ];
};

const mark = (verdict: Verdict): string => ({ pass: pc.green('✓'), fail: pc.red('✗'), incomplete: pc.yellow('…') })[verdict];

const summary = (verdicts: readonly Verdict[]): string => {
  const count = (verdict: Verdict) => verdicts.filter((each) => each === verdict).length;
  const incomplete = count('incomplete') === 0 ? '' : `, ${count('incomplete')} incomplete`;
  return `${count('pass')} passed, ${count('fail')} failed${incomplete}`;
};

const json: Reporting = () => {
  const runs: object[] = [];
  return {
    add: ({ fingerprint, timeline: _timeline, again, ...report }) => runs.push({ ...report, fingerprint: fingerprint(), again }),
    end: () => `${JSON.stringify({ runs }, null, 2)}\n`,
  };
};

const junit: Reporting = () => {
  const cases: string[] = [];
  let failed = 0;
  return {
    add: (report) => {
      cases.push(testCase(report));
      if (report.verdict !== 'pass') failed += 1;
    },
    end: () =>
      `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites>\n  <testsuite name="podsim" tests="${cases.length}" failures="${failed}">\n${cases.join('\n')}\n  </testsuite>\n</testsuites>\n`,
  };
};

const testCase = ({ file, title, member, verdict, failures, unfired, seed, fingerprint, again }: Report): string => {
  const name = xml(member === undefined ? title : `${title} [${member}]`);
  const properties = `<properties><property name="seed" value="${xml(seed)}"/><property name="fingerprint" value="${fingerprint()}"/></properties>`;
  const words = xml([...failures, ...unfired, `to repeat: ${again}`].join('\n'));
  const outcome =
    verdict === 'pass'
      ? ''
      : verdict === 'fail'
        ? `<failure message="fail">${words}</failure>`
        : `<failure message="incomplete">${words}</failure>`;
  return `    <testcase classname="${xml(file)}" name="${name}">${properties}${outcome}</testcase>`;
};

const xml = (text: string): string =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    // XML 1.0 allows no control characters except these three.
    .replaceAll(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '\ufffd');

const tap: Reporting = () => {
  const points: string[] = [];
  return {
    add: (report) => points.push(testPoint(inPlainWords(report), points.length + 1)),
    end: () => ['TAP version 13', `1..${points.length}`, ...points, ''].join('\n'),
  };
};

const testPoint = ({ title, member, verdict, failures, unfired, again }: Report, number: number): string => {
  const name = `${title}${member === undefined ? '' : ` [${member}]`}`.replaceAll(/\s+/g, ' ').replaceAll('#', '\\#');
  const notes = verdict === 'pass' ? [] : [...failures, ...unfired, `to repeat: ${again}`];
  return [
    `${verdict === 'pass' ? 'ok' : 'not ok'} ${number} - ${name}`,
    ...notes.flatMap((words) => words.split(/[\r\n]+/)).map((words) => `# ${words}`),
  ].join('\n');
};

const reporters: ReadonlyMap<string, Reporting> = new Map(Object.entries({ pretty, json, junit, tap }));

export const reporterNamed = (name: string): Reporting => {
  const reporting = reporters.get(name);
  if (reporting === undefined) throw new BadInput(`there is no reporter '${name}'; there are ${[...reporters.keys()].join(', ')}`);
  return reporting;
};
