import { timesText } from '../../../engine/cloud/index.ts';
import {
  amountText,
  type ConfigurationReport,
  describeBound,
  doubtWords,
  findMeasure,
  findWorst,
  frontierAxes,
  type Goal,
  listLimits,
  missWords,
  openWords,
  type Study,
  type StudyReport,
  sensitivityWords,
} from '../../../engine/lab/study/index.ts';
import { pluralize } from '../../../engine/process/index.ts';
import { foldLine, pc, plain } from '../terminal/terminal.ts';
import { goalWords, measureText } from './amounts.ts';
import { playCommand } from './play.ts';
import { differencesText, warmUpWords, warningWords } from './statistics.ts';
import { legend, studyTable } from './table.ts';

/** What to set and what it costs, what any scaler would, how sure that is, and what it rests on: a planner reads these first. */
const countHeadlines = ({ bound }: StudyReport): number => (bound === undefined ? 3 : 4);

/** More failed plays are counted, not listed. */
const failedMax = 5;

/** The report of a study as a table, and what it says; in lines of at most so many columns, as far as its words can be broken. */
export const studyText = (study: Study, report: StudyReport, columns: number): string => {
  const marks = legend(report);
  const conclusions = listConclusions(study, report);
  const headlines = countHeadlines(report);
  return [
    pc.bold(plain(report.study)),
    ...section(conclusions.slice(0, headlines), columns),
    '',
    ...foldLine(subtitle(study, report), columns),
    ...report.times.flatMap((times) => foldLine(`times: ${timesText(times)}`, columns)),
    '',
    ...studyTable(report, goalMeasures(study), columns),
    ...(marks === '' ? [] : ['', ...foldLine(marks, columns)]),
    ...section(failures(study, report), columns, pc.red),
    ...section(conclusions.slice(headlines), columns),
    ...differencesText(report, columns),
    ...section(warmUpWords(report), columns),
    ...section(warningWords(report), columns, pc.yellow),
  ].join('\n');
};

const section = (lines: readonly string[], columns: number, paint = (text: string): string => text): readonly string[] =>
  lines.length === 0 ? [] : ['', ...lines.flatMap((line) => foldLine(plain(line), columns)).map((line) => paint(line))];

const goalMeasures = ({ spec: { goal } }: Study): readonly string[] =>
  goal === undefined ? [] : [...listLimits(goal).map(({ name }) => name), goal.minimize ?? goal.maximize ?? ''];

const subtitle = ({ spec: { scenario } }: Study, { configurations, circumstances }: StudyReport): string => {
  const plays = configurations.map((one) => one.plays);
  const [least, most] = [Math.min(...plays), Math.max(...plays)];
  const each = least === most ? pluralize(least, 'play') : `${least} to ${most} plays`;
  const of = typeof scenario === 'string' ? ` of ${scenario}` : '';
  const met = circumstances.length === 0 ? '' : ` in ${circumstances.length} circumstances`;
  return plain(`${pluralize(configurations.length, 'configuration')}${of}${met}, ${each} each; mean ± the reach of its 95 % interval`);
};

/** The plays that did not come to their end, each with the command that plays it again. */
const failures = (study: Study, { configurations }: StudyReport): readonly string[] => {
  const failed = configurations.flatMap((one) => one.failed);
  if (failed.length === 0) return [];
  return [
    `${pluralize(failed.length, 'play')} did not come to the end, and ${failed.length === 1 ? 'is' : 'are'} in no mean:`,
    ...failed
      .slice(0, failedMax)
      .flatMap(({ configuration, seed, why }) => [
        `  configuration ${configuration}, seed ${seed}: ${why}`,
        `    ${playCommand(study, configuration, seed)}`,
      ]),
    ...(failed.length > failedMax ? [`  … and ${failed.length - failedMax} more: --json has them all`] : []),
  ];
};

/** What a study says of its goal: first whether a configuration meets it, and which. */
export const listConclusions = (study: Study, report: StudyReport): readonly string[] => {
  const { goal } = study.spec;
  const { configurations } = study;
  if (report.doubts.length > 0) return doubtWords(report);
  if (goal === undefined) return ['No goal is given, so nothing is recommended: what is to be reached stands under `goal` in the study.'];
  const limits = goalWords(goal);
  const inWords = limits === '' ? '' : ` (${limits})`;
  const wanted = goal.minimize ?? goal.maximize;
  const best = report.configurations.find(({ number }) => number === report.best);
  const name = configurations.find(({ number }) => number === report.best)?.name ?? '';
  const measured = best === undefined || wanted === undefined ? null : (best.measures[wanted] ?? null);
  const unit = report.measures.find((one) => one.name === wanted)?.unit ?? '';
  const because =
    wanted === undefined || measured === null
      ? ', the first to do so'
      : ` with the ${goal.maximize === undefined ? 'least' : 'most'} ${wanted}, ${amountText(measured.mean, unit)}`;
  const inEach = report.circumstances.length === 0 ? '' : ` in each of ${report.circumstances.length} circumstances`;
  const axes = report.frontier.length === 0 ? undefined : frontierAxes(goal);
  return [
    best === undefined
      ? `No configuration surely meets the goal${inWords}${inEach}.`
      : `★ ${name} meets the goal${inWords}${inEach}${because}${report.circumstances.length === 0 ? '' : ', in their mean'}.`,
    ...listBound(report),
    ...(best === undefined ? missWords(goal, report) : []),
    ...sureWords(report),
    ...listQuotes(study, report),
    ...(best === undefined ? [] : worstWords(best, goal)),
    ...sensitivityWords(report),
    ...openWords(report).map((words) => `? ${words}`),
    ...unclearWords(report),
    ...(axes === undefined ? [] : [`● No other configuration is better in both ${axes.across.name} and ${axes.up.name}.`]),
  ];
};

/** How sure a choice is that was to be sure. */
const sureWords = ({ decision, configurations }: StudyReport): readonly string[] => {
  if (decision === null || decision.wanted === null) return [];
  const plays = configurations.reduce((sum, one) => sum + one.plays, 0);
  const confidence = `${Number((decision.wanted * 100).toPrecision(4))} %`;
  return [
    decision.isSure
      ? `That is sure with ${confidence}, after ${plays} plays.`
      : `That is not sure with ${confidence} after ${plays} plays, and \`max\` allows no more: raise it, and what was played counts.`,
  ];
};

/** Those that would not be the choice, whatever more seeds say. */
const unclearWords = ({ configurations, decision }: StudyReport): readonly string[] => {
  const unclear = configurations.filter(({ number, meets }) => meets === 'unclear' && !isOpen(decision, number)).length;
  const worse = decision === null ? '' : ', and would not be better';
  return unclear === 0 ? [] : [`? ${pluralize(unclear, 'configuration')} may or may not meet it${worse}.`];
};

const isOpen = (decision: StudyReport['decision'], number: number): boolean =>
  decision?.open.some(({ configuration }) => configuration === number) === true;

/** Of each limited measure: what it is where it is worst. */
const worstWords = (best: ConfigurationReport, goal: Goal): readonly string[] =>
  listLimits(goal).flatMap(({ name }) => {
    const worst = findWorst(best, name);
    const unit = findMeasure(name)?.unit ?? '';
    return worst === undefined ? [] : [`Its ${name} is worst with ${worst.circumstance}: ${measureText(worst.measure, unit)}.`];
  });

/** The error beside the number: of the best configuration, how far off its scenario was on what really happened. */
export const listQuotes = ({ spec: { backtest = {} } }: Study, { configurations, best }: StudyReport): readonly string[] => {
  const chosen = configurations.find(({ number }) => number === best);
  if (chosen === undefined) return [];
  return Object.entries(backtest).map(
    ([name, test]) =>
      `Its ${name} is ${measureText(chosen.measures[name] ?? null, findMeasure(name)?.unit ?? '')} (backtest: ${test?.words}).`,
  );
};

/** How far the recommendation is from the least that any scaler needs. */
export const listBound = ({ bound }: StudyReport): readonly string[] => (bound === undefined ? [] : [describeBound(bound)]);
