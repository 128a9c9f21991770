import pc from 'picocolors';
import { formatVirtualTime, type VirtualTime } from '../../engine/index.ts';

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
}

type Reporter = (reports: readonly Report[], view: { readonly single: boolean }) => string;

/** A run among many shows no more of its timeline than this; alone it shows all. */
const timelineLinesMax = 24;

const pretty: Reporter = (reports, { single }) => {
  const stories = reports.map((report) => {
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

const complaints = ({ file, seed, member, failures, unfired }: Report): readonly string[] => {
  if (failures.length + unfired.length === 0) return [];
  const again = member === undefined ? `podsim run ${file} --seed ${quoted(seed)}` : `podsim run ${file} --only ${quoted(member)}`;
  return [
    ...failures.map((words) => pc.red(`  ✗ ${words}`)),
    ...unfired.map((words) => pc.yellow(`  … ${words}`)),
    `  once more: ${again}`,
  ];
};

const quoted = (text: string): string => (/^[\w.=-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`);

const mark = (verdict: Report['verdict']): string => ({ pass: pc.green('✓'), fail: pc.red('✗'), incomplete: pc.yellow('…') })[verdict];

const summary = (reports: readonly Report[]): string => {
  const count = (verdict: Report['verdict']) => reports.filter((report) => report.verdict === verdict).length;
  const incomplete = count('incomplete') === 0 ? '' : `, ${count('incomplete')} incomplete`;
  return `${count('pass')} passed, ${count('fail')} failed${incomplete}`;
};

const json: Reporter = (reports) => `${JSON.stringify({ runs: reports.map(({ timeline: _timeline, ...report }) => report) }, null, 2)}\n`;

const junit: Reporter = (reports) => {
  const cases = reports.map(({ file, title, member, verdict, failures, unfired, seed, fingerprint }) => {
    const name = xml(member === undefined ? title : `${title} [${member}]`);
    const properties = `<properties><property name="seed" value="${xml(seed)}"/><property name="fingerprint" value="${fingerprint}"/></properties>`;
    const words = xml([...failures, ...unfired].join('\n'));
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
    // biome-ignore lint/suspicious/noControlCharactersInRegex: XML 1.0 allows no control characters but these three
    .replaceAll(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '\ufffd');

const tap: Reporter = (reports) => {
  const lines = reports.flatMap(({ title, member, verdict, failures, unfired }, k) => {
    const name = `${title}${member === undefined ? '' : ` [${member}]`}`.replaceAll('#', '\\#');
    const notes = [...failures, ...unfired].flatMap((words) => words.split('\n')).map((words) => `# ${words}`);
    return [`${verdict === 'pass' ? 'ok' : 'not ok'} ${k + 1} - ${name}`, ...notes];
  });
  return ['TAP version 13', `1..${reports.length}`, ...lines, ''].join('\n');
};

export const reporters: Readonly<Record<string, Reporter>> = { pretty, json, junit, tap };
