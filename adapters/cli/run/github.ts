import { relative } from 'node:path';
import { pluralize } from '../../../engine/process/index.ts';
import { parsePlace } from './places.ts';
import { inPlainWords } from './pretty.ts';
import type { Report } from './report.ts';
import type { Reporting } from './reporter.ts';

/** Annotations of GitHub Actions: each failure and each warning beside its line of the file, in the list of what changed. */
export const github: Reporting = () => {
  const counts = { pass: 0, fail: 0, incomplete: 0 };
  return {
    wanted: { fingerprint: false, timeline: false },
    add: (played) => {
      const report = inPlainWords(played);
      counts[report.verdict] += 1;
      return formatAnnotations(report).join('');
    },
    end: () => `${pluralize(counts.pass + counts.fail + counts.incomplete, 'run')}: ${countsText(counts)}\n`,
  };
};

const countsText = ({ pass, fail, incomplete }: Readonly<Record<Report['verdict'], number>>): string =>
  `${pass} passed, ${fail} failed${incomplete === 0 ? '' : `, ${incomplete} incomplete`}`;

const formatAnnotations = (report: Report): readonly string[] => {
  const { file, title, member, verdict, failures, unfired, warnings, again } = report;
  const name = member === undefined ? title : `${title} [${member}]`;
  const reasons = verdict === 'pass' ? [] : [...failures, ...unfired];
  return [
    ...reasons.map((text) => annotation('error', file, name, text, `\nto repeat: ${again}`)),
    ...warnings.map((text) => annotation('warning', file, name, text)),
  ];
};

const annotation = (level: 'error' | 'warning', file: string, title: string, text: string, more = ''): string => {
  const { line, column, words } = parsePlace(file, text);
  // A file is found by its path from the top of the repository.
  const path = relative(process.cwd(), file).replaceAll('\\', '/');
  return `::${level} file=${escapeProperty(path)},line=${line},col=${column},title=${escapeProperty(title)}::${escapeText(`${words}${more}`)}\n`;
};

const escapeText = (text: string): string => text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');

const escapeProperty = (text: string): string => escapeText(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
