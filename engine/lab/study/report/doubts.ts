import type { BacktestSpec } from '../format/backtestFormat.ts';
import type { StudySpec } from '../format/format.ts';
import { listLimits } from '../format/goalLimits.ts';
import type { StudyReport } from '../format/reportFormat.ts';

/** With a larger error of the backtest, nothing is recommended. */
const errorMost = 0.2;

/**
 * Why nothing may be recommended, whatever the plays say: contradictions between records and scenario, and a backtest that is far off in a
 * measure that the goal limits. Plays tell how sure a scenario is of itself; only records tell whether it is right.
 */
export const listDoubts = ({
  doubts = [],
  backtest = {},
  goal = {},
}: Pick<StudySpec, 'doubts' | 'backtest' | 'goal'>): readonly string[] => {
  const limited = listLimits(goal).map(({ name, share }) => share?.measure ?? name);
  const judged = Object.entries(backtest).filter(([name]) => limited.some((measure) => doesTell(name, measure, backtest)));
  return [...doubts, ...judged.flatMap(([name, test]) => (test === undefined ? [] : doubtBacktest(name, test)))];
};

/** A measure that was not backtested is judged by one of the same duration that was: a 99th percentile of waits by their 95th. */
const doesTell = (name: string, measure: string, backtest: object): boolean =>
  measure in backtest ? name === measure : name.split('.')[0] === measure.split('.')[0];

/** One sentence, or none: the objection of a measure's backtest to the scenario. */
export const doubtBacktest = (name: string, { words, error, inBand, because }: BacktestSpec): readonly string[] => {
  const why = because === undefined ? '' : `; ${because}`;
  if (error !== undefined && Math.abs(error) > errorMost)
    return [`the backtest has ${name} ${words}: over ${100 * errorMost} % is no ground to choose by${why}`];
  return inBand === false ? [`the backtest has ${name} ${words}, and what happened lies outside of what its plays let it be${why}`] : [];
};

/** The same for people; only the first line is the answer. */
export const doubtWords = ({ doubts }: Pick<StudyReport, 'doubts'>): readonly string[] =>
  doubts.length === 0
    ? []
    : [
        'No configuration is recommended, however sure the plays are: the records contradict the scenario.',
        ...doubts.map((words) => `- ${words}`),
      ];
