import { type Times, timesText } from '../../../engine/cloud/index.ts';
import {
  type Difference,
  differencesChart,
  differencesView,
  fewWords,
  type LogsCompared,
  logsText,
  logsView,
} from '../../../engine/compare/index.ts';
import { printChart } from '../terminal/chart.ts';
import { pc, print } from '../terminal/terminal.ts';
import { printThresholds, type Threshold } from './failIf.ts';

/** Two runs, or several pairs of runs with other seeds, side by side. */
export interface RunsCompared {
  /** The member of a matrix; undefined if there is none. */
  readonly member: string | undefined;
  readonly nameA: string;
  readonly nameB: string;
  /** The logs of the first pair. */
  readonly logs: LogsCompared;
  readonly seeds: readonly (readonly [a: string, b: string])[];
  /** Whether both are scenarios, so that other seeds can be played. */
  readonly plays: boolean;
  readonly differences: readonly Difference[];
  /** The times that the numbers of either were made with. */
  readonly times: readonly [a: Times, b: Times];
}

/** For programs. */
export const describeCompared = ({ logs, nameA, nameB, seeds, differences, times: [a, b] }: RunsCompared) => ({
  ...(logsView(logs, nameA, nameB) as object),
  seeds: seeds.map(([a, b]) => ({ a, b })),
  times: { a, b },
  metrics: differencesView(differences),
});

interface HowShown {
  /** Whether it is one of several, which are told apart by their members. */
  readonly amongOthers: boolean;
  readonly metricsOnly: boolean;
  readonly thresholds: readonly Threshold[];
}

/** For people. */
export const printCompared = (runs: RunsCompared, { amongOthers, metricsOnly, thresholds }: HowShown): void => {
  const { member, nameA, nameB, seeds, plays, differences, times } = runs;
  const other = seeds.find(([a, b]) => a !== b);
  if (amongOthers && member !== undefined) print(`== ${member}\n\n`, pc.bold);
  if (!metricsOnly) printLogs(runs);
  if (other !== undefined && plays) print(`\nthe seeds differ (${other.join(' and ')}): with --seeds 1..20 both draw the same numbers\n`);
  print(
    `${metricsOnly ? '' : '\n'}metrics${seeds.length === 1 ? '' : ` over ${seeds.length} seeds${fewWords(seeds.length)}`}: a = ${nameA}, b = ${nameB}\n`,
    pc.bold,
  );
  print(timesLines(times));
  printChart(differencesChart(differences, 'a', 'b'));
  printThresholds(thresholds, differences);
  if (amongOthers) print('\n');
};

const printLogs = ({ logs, nameA, nameB }: RunsCompared): void => {
  const [first = '', ...rest] = logsText(logs, nameA, nameB).split('\n');
  print(`${first}\n`, pc.bold);
  print(rest.join('\n'));
};

/** The times of both, in one line where they are the same. */
const timesLines = ([a, b]: RunsCompared['times']): string => {
  const [ofA, ofB] = [timesText(a), timesText(b)];
  return ofA === ofB ? `times: ${ofA}\n` : `times of a: ${ofA}\ntimes of b: ${ofB}\n`;
};
