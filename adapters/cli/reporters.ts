import { createColors } from 'picocolors';
import { formatVirtualTime, type VirtualTime } from '../../engine/index.ts';
import { BadInput } from './exit.ts';

/** What is told of one run. */
export interface Report {
  readonly file: string;
  readonly title: string;
  readonly member: string | undefined;
  readonly seed: string;
  readonly verdict: 'pass' | 'fail' | 'incomplete';
  readonly failures: readonly string[];
  readonly unfired: readonly string[];
  readonly events: number;
  readonly endedAt: VirtualTime;
  readonly fingerprint: string;
  readonly timeline: string;
  /** The one command that repeats it. */
  readonly again: string;
}

/** Colours only on a terminal, and not where `NO_COLOR` asks for none; a build server is no terminal. */
const pc = createColors(process.stdout.isTTY === true && !process.env['NO_COLOR'] && process.env['TERM'] !== 'dumb');

type Reporter = (reports: readonly Report[], view: { readonly single: boolean }) => string;

/** A run among many shows no more of its timeline than this; alone it shows all. */
const timelineLinesMax = 24;

/** What a file says must not move the cursor of whoever reads it. */
export const plain = (text: string): string => text.replaceAll(/\p{Cc}/gu, (control) => (/[\t\n]/.test(control) ? control : '\ufffd'));

const inPlainWords = (report: Report): Report => ({
  ...report,
  file: plain(report.file),
  title: plain(report.title),
  member: report.member === undefined ? undefined : plain(report.member),
  failures: report.failures.map(plain),
  unfired: report.unfired.map(plain),
  timeline: plain(report.timeline),
  again: plain(report.again),
});

const pretty: Reporter = (reports, { single }) => {
  const stories = reports.map(inPlainWords).map((report) => {
    const { title, file, member, verdict, events, endedAt, seed } = report;
    const head = `${mark(verdict)} ${pc.bold(title)}${member === undefined ? '' : ` [${member}]`}`;
    const facts = pc.dim(`  ${file} · seed ${seed} · ${events} events · ${formatVirtualTime(endedAt)} of virtual time`);
    return [head, facts, ...shownTimeline(report, single), ...complaints(report), ''].join('\n');
  });
  return `${stories.join('\n')}\n${summary(reports)}\n`;
};

const shownTimeline = ({ timeline, verdict }: Report, single: boolean): readonly string[] => {
  const lines = timeline.trimEnd().split('\n');
  const shown =
    single || verdict !== 'pass' || lines.length <= timelineLinesMax
      ? lines
      : [...lines.slice(0, timelineLinesMax), `… ${lines.length - timelineLinesMax} lines more`];
  return shown.map((line) => `    ${line}`.trimEnd());
};

const complaints = ({ failures, unfired, again }: Report): readonly string[] => {
  if (failures.length + unfired.length === 0) return [];
  return [
    ...failures.map((words) => pc.red(`  ✗ ${words}`)),
    ...unfired.map((words) => pc.yellow(`  … ${words}`)),
    `  once more: ${again}`,
  ];
};

const mark = (verdict: Report['verdict']): string => ({ pass: pc.green('✓'), fail: pc.red('✗'), incomplete: pc.yellow('…') })[verdict];

const summary = (reports: readonly Report[]): string => {
  const count = (verdict: Report['verdict']) => reports.filter((report) => report.verdict === verdict).length;
  const incomplete = count('incomplete') === 0 ? '' : `, ${count('incomplete')} incomplete`;
  return `${count('pass')} passed, ${count('fail')} failed${incomplete}`;
};

const json: Reporter = (reports) => `${JSON.stringify({ runs: reports.map(({ timeline: _timeline, ...report }) => report) }, null, 2)}\n`;

const junit: Reporter = (reports) => {
  const cases = reports.map(({ file, title, member, verdict, failures, unfired, seed, fingerprint, again }) => {
    const name = xml(member === undefined ? title : `${title} [${member}]`);
    const properties = `<properties><property name="seed" value="${xml(seed)}"/><property name="fingerprint" value="${fingerprint}"/></properties>`;
    const words = xml([...failures, ...unfired, `once more: ${again}`].join('\n'));
    const outcome =
      verdict === 'pass'
        ? ''
        : verdict === 'fail'
          ? `<failure message="fail">${words}</failure>`
          : `<failure message="incomplete">${words}</failure>`;
    return `    <testcase classname="${xml(file)}" name="${name}">${properties}${outcome}</testcase>`;
  });
  const failed = reports.filter(({ verdict }) => verdict !== 'pass').length;
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites>\n  <testsuite name="podsim" tests="${reports.length}" failures="${failed}">\n${cases.join('\n')}\n  </testsuite>\n</testsuites>\n`;
};

const xml = (text: string): string =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    // XML 1.0 allows no control characters but these three.
    .replaceAll(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '\ufffd');

const tap: Reporter = (reports) => {
  const lines = reports.map(inPlainWords).flatMap(({ title, member, verdict, failures, unfired, again }, k) => {
    const name = `${title}${member === undefined ? '' : ` [${member}]`}`.replaceAll(/\s+/g, ' ').replaceAll('#', '\\#');
    const notes = verdict === 'pass' ? [] : [...failures, ...unfired, `once more: ${again}`];
    return [
      `${verdict === 'pass' ? 'ok' : 'not ok'} ${k + 1} - ${name}`,
      ...notes.flatMap((words) => words.split(/[\r\n]+/)).map((words) => `# ${words}`),
    ];
  });
  return ['TAP version 13', `1..${reports.length}`, ...lines, ''].join('\n');
};

const reporters: ReadonlyMap<string, Reporter> = new Map(Object.entries({ pretty, json, junit, tap }));

export const reporterNamed = (name: string): Reporter => {
  const reporter = reporters.get(name);
  if (reporter === undefined) throw new BadInput(`there is no reporter '${name}'; there are ${[...reporters.keys()].join(', ')}`);
  return reporter;
};
