import type { RunReport } from '../../../engine/scenario/index.ts';
import { requireKnown } from '../terminal/knownName.ts';
import { plain } from '../terminal/terminal.ts';
import { github } from './github.ts';
import { parsePlace } from './places.ts';
import { inPlainWords, pretty } from './pretty.ts';
import type { Report } from './report.ts';
import type { Reporting } from './reporter.ts';
import { resultsProperties } from './results/resultsProperties.ts';
import { resultsLines } from './results/resultsText.ts';

const json: Reporting = () => {
  const runs: RunReport[] = [];
  return {
    wanted: { fingerprint: true, timeline: false },
    add: ({ tookMs: _, timeline: _timeline, golden: _golden, coverage: _coverage, again, page, fingerprint = '', ...report }) => {
      const { failures, failedAssertions, properties, unfired, warnings } = report;
      const lists = {
        failures: [...failures],
        failedAssertions: [...failedAssertions],
        properties: [...properties],
        unfired: [...unfired],
        warnings: [...warnings],
      };
      runs.push({ ...report, ...lists, fingerprint, again, ...(page === undefined ? {} : { page }) });
      return '';
    },
    end: () => `${JSON.stringify({ runs }, null, 2)}\n`,
  };
};

const junit: Reporting = () => {
  const cases: string[] = [];
  let failed = 0;
  return {
    wanted: { fingerprint: true, timeline: false },
    add: (report) => {
      cases.push(testCase(report));
      if (report.verdict !== 'pass') failed += 1;
      return '';
    },
    end: () =>
      `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites>\n  <testsuite name="podsim" tests="${cases.length}" failures="${failed}">\n${cases.join('\n')}\n  </testsuite>\n</testsuites>\n`,
  };
};

const testCase = (report: Report): string => {
  const { file, title, member, verdict, failures, unfired, warnings, seed, fingerprint = '', results, tookMs } = report;
  const name = xml(member === undefined ? title : `${title} [${member}]`);
  const properties = Object.entries({ seed, fingerprint, ...resultsProperties(results) })
    .map(([key, value]) => `<property name="${xml(key)}" value="${xml(String(value))}"/>`)
    .join('');
  const reasons = [...failures, ...unfired];
  const words = xml([...reasons, ...nextSteps(report)].join('\n'));
  // The first reason is what lists of tests show; its line is where they lead.
  const [first = verdict] = reasons;
  const place = ` file="${xml(file)}" line="${parsePlace(file, first).line}"`;
  const outcome = verdict === 'pass' ? '' : `<failure type="${verdict}" message="${xml(parsePlace(file, first).words)}">${words}</failure>`;
  // Readers of JUnit show what a passing test wrote to its error output.
  const aside = warnings.length === 0 ? '' : `<system-err>${xml(warnings.map(warningLine).join('\n'))}</system-err>`;
  const time = (tookMs / 1_000).toFixed(3);
  return `    <testcase classname="${xml(file)}" name="${name}"${place} time="${time}"><properties>${properties}</properties>${outcome}${aside}</testcase>`;
};

/** How to get a run that does not pass again, and where to look at it. */
const nextSteps = ({ again, page }: Pick<Report, 'again' | 'page'>): readonly string[] => [
  `to repeat: ${again}`,
  ...(page === undefined ? [] : [`to look at: ${page}`]),
];

const warningLine = (words: string): string => `warning: ${words}`;

/** A text within an XML document. */
export const xml = (text: string): string =>
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
    wanted: { fingerprint: false, timeline: false },
    add: (report) => {
      points.push(testPoint(inPlainWords(report), points.length + 1));
      return '';
    },
    end: () => ['TAP version 13', `1..${points.length}`, ...points, ''].join('\n'),
  };
};

const testPoint = (report: Report, number: number): string => {
  const { title, member, verdict, failures, unfired, warnings, results } = report;
  const name = `${title}${member === undefined ? '' : ` [${member}]`}`.replaceAll(/\s+/g, ' ').replaceAll('#', '\\#');
  const notes = verdict === 'pass' ? [] : [...failures, ...unfired, ...nextSteps(report)];
  return [
    `${verdict === 'pass' ? 'ok' : 'not ok'} ${number} - ${name}`,
    ...[...notes, ...warnings.map(warningLine), ...(results === undefined ? [] : resultsLines(results).map(plain))]
      .flatMap((words) => words.split(/[\r\n]+/))
      .map((words) => `# ${words}`),
  ].join('\n');
};

const reporters = { pretty, json, junit, tap, github };

export const reporterNames = Object.keys(reporters) as readonly (keyof typeof reporters)[];

export const reporterNamed = (name: string): Reporting => reporters[requireKnown(name, reporterNames, `there is no reporter '${name}'`)];
