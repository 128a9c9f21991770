import { showCount } from '../../../engine/lab/exhaustive/index.ts';
import { pluralize } from '../../../engine/process/index.ts';
import { perSecond } from '../../explorer/report.ts';
import { shortText } from '../terminal/shortText.ts';
import { foldLine, pc, plain } from '../terminal/terminal.ts';
import type { ExhaustiveReport } from './exhaustiveReport.ts';
import type { ExploreView } from './text.ts';

/** What came of the search of a small world, for people. `updates`: the number of states was written into the file. */
export const exhaustiveText = (report: ExhaustiveReport, { columns, tookMs }: ExploreView, updates: boolean): string => {
  const { title, file, states, failure, whole, sentence, neverSeen } = report;
  const speed = `${showCount(states)} states in ${(tookMs / 1_000).toFixed(1)} s, ${showCount(Math.round(perSecond(states, tookMs)))} a second`;
  return [
    pc.bold(shortText(`${title} (${file})`, columns)),
    ...(failure === null ? sentenceLines(sentence, whole, columns) : failureLines(report, failure, columns)),
    ...neverSeen.flatMap((name) => foldLine(plain(`  ! no state shows ${name}`), columns)).map(pc.yellow),
    ...countLines(report, updates, columns),
    pc.dim(`  ${speed}`),
    '',
  ].join('\n');
};

const sentenceLines = (sentence: string, whole: boolean, columns: number): readonly string[] =>
  foldLine(plain(`  ${whole ? '✓' : '!'} ${sentence}`), columns).map(whole ? pc.green : pc.yellow);

const failureLines = (
  { states }: ExhaustiveReport,
  { property, words, story, file, again, shortened }: NonNullable<ExhaustiveReport['failure']>,
  columns: number,
): readonly string[] => [
  ...foldLine(plain(`  ✗ ${property}: ${words}`), columns).map(pc.red),
  ...story.map((line) => `      ${shortText(line, columns - 6)}`),
  ...foldLine(`    found after ${pluralize(states, 'state', showCount(states))}${shortened === 'fully' ? '' : ', not shortened'}`, columns),
  ...(file === null ? [] : [`    written: ${plain(file)}`]),
  `    to repeat: ${plain(again)}`,
];

const countLines = (report: ExhaustiveReport, updates: boolean, columns: number): readonly string[] => {
  const { failure, whole, kept, states } = report;
  if (failure !== null) return [];
  const problem = countProblem(report, updates)?.flatMap((line) => foldLine(`  ${whole ? '✗ ' : ''}${line}`, columns));
  if (problem !== undefined) return problem.map(whole ? pc.red : pc.yellow);
  if (kept === states) return [];
  if (updates) return [`  kept: ${showCount(states)} states`];
  return foldLine('  the file keeps no number of states: --update writes it', columns);
};

/** What is wrong with the number of states of a world in which nothing broke; undefined where nothing is. */
export const countProblem = ({ whole, kept, states, acts, within }: ExhaustiveReport, updates: boolean): readonly string[] | undefined => {
  if (!whole)
    return [
      `ended before all ways of ${pluralize(within, 'act')} were taken, after those of ${pluralize(acts, 'act')}: give fewer acts (\`within\`), a smaller world, or --states-max`,
    ];
  if (kept === null || kept === states || updates) return undefined;
  return [
    `the file says ${showCount(kept)} states, and there are ${showCount(states)}: something goes otherwise than before; --update writes the new number`,
  ];
};
