import { appendFileSync } from 'node:fs';
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

/**
 * What the page of a workflow says of all runs, where GitHub asks for it: a sentence, and a table. It is added to what other steps say
 * there. Undefined anywhere else.
 */
export const stepSummary = (): StepSummary | undefined => {
  const path = process.env['GITHUB_STEP_SUMMARY'] ?? '';
  return path === '' ? undefined : new StepSummary(path);
};

/** So many runs have a row; those that do not pass come first. GitHub takes a megabyte. */
const rowsMax = 500;
const wordsMax = 400;

type SummaryRow = Pick<Report, 'verdict'> & {
  readonly name: string;
  readonly title: string;
  readonly reason: string;
  readonly page: string;
};

class StepSummary {
  readonly #path: string;
  readonly #rows: SummaryRow[] = [];

  constructor(path: string) {
    this.#path = path;
  }

  add(played: Report): void {
    const { file, title, member, verdict, failures, unfired, page = '' } = inPlainWords(played);
    const [first] = verdict === 'pass' ? [] : [...failures, ...unfired];
    const { line, words } = parsePlace(file, first ?? '');
    const reason = first === undefined ? '' : `${words} (line ${line})`;
    this.#rows.push({ verdict, name: member === undefined ? file : `${file} [${member}]`, title, reason, page });
  }

  /** Runs are what they are, whether or not this can be written. */
  end(): void {
    try {
      appendFileSync(this.#path, summaryText(this.#rows));
    } catch (error) {
      const { code = 'unknown' } = error as NodeJS.ErrnoException;
      process.stderr.write(`warning: GITHUB_STEP_SUMMARY ${this.#path} cannot be written (${code}); the runs stand above\n`);
    }
  }
}

const summaryText = (rows: readonly SummaryRow[]): string => {
  const failed = rows.filter(({ verdict }) => verdict !== 'pass');
  const shown = [...failed, ...rows.filter(({ verdict }) => verdict === 'pass')].slice(0, rowsMax);
  const hasPages = shown.some(({ page }) => page !== '');
  const cells = (texts: readonly string[]): string => `| ${texts.join(' | ')} |`;
  return [
    `### ${summarySentence(rows, failed)}`,
    '',
    cells(['Verdict', 'Scenario', 'First that was not as expected', ...(hasPages ? ['Page'] : [])]),
    cells(['---', '---', '---', ...(hasPages ? ['---'] : [])]),
    ...shown.map(({ verdict, name, title, reason, page }) =>
      cells([
        verdictWords[verdict],
        `${inMarkdown(title)}<br>${inMarkdown(name)}`,
        inMarkdown(reason),
        ...(hasPages ? [inMarkdown(page)] : []),
      ]),
    ),
    ...(shown.length === rows.length ? [] : ['', `and ${pluralize(rows.length - shown.length, 'more run')}`]),
    '',
    '',
  ].join('\n');
};

const verdictWords: Readonly<Record<Report['verdict'], string>> = { pass: '✅ passes', fail: '❌ fails', incomplete: '❌ incomplete' };

const summarySentence = ({ length }: readonly SummaryRow[], [first, ...others]: readonly SummaryRow[]): string => {
  if (first === undefined) return `podsim: ${length === 1 ? 'the run passes' : `all ${length} runs pass`}`;
  const words = `${inMarkdown(first.title)} ${first.verdict === 'fail' ? 'fails' : 'is incomplete'}: ${inMarkdown(first.reason)}`;
  return others.length === 0 ? `podsim: ${words}` : `podsim: ${others.length + 1} of ${length} runs do not pass. ${words}`;
};

/** A text of a run on one line, without meaning of its own in a table. */
const inMarkdown = (text: string): string =>
  (text.length > wordsMax ? `${text.slice(0, wordsMax)}…` : text)
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/[\\`*_{}[\]<>()#+!|~$&@-]/g, (sign) => `&#${sign.charCodeAt(0)};`);
