import type { Regret, RegretStep } from '../../../engine/agents/index.ts';
import { timesText } from '../../../engine/cloud/index.ts';
import { sayDuration } from '../../../engine/kernel/index.ts';
import { pluralize } from '../../../engine/process/index.ts';
import { xml } from '../run/reporters.ts';
import { requireKnown } from '../terminal/knownName.ts';
import type { PlayedTask } from './play.ts';

/** The output about runs of tasks: a part after each, and a part at the end. */
interface TaskReporter {
  readonly each: (played: PlayedTask) => string;
  readonly end: (played: readonly PlayedTask[]) => string;
}

const pretty: TaskReporter = {
  each: (played) =>
    [
      `${played.isDone ? '✓' : '✗'} ${played.title}`,
      `  ${writeLine(played)}`,
      ...played.verdicts.map(({ of, isMet, words }) => `  ${isMet ? '✓' : '✗'} ${of}: ${words}`),
      ...(played.regret === undefined ? [] : regretLines(played.regret)),
      ...(played.page === undefined ? [] : [`  to look at: ${played.page}`]),
      '',
      '',
    ].join('\n'),
  end: (played) => `${played.filter(({ isDone }) => isDone).length} of ${played.length} done\n`,
};

const writeLine = ({ file, seed, times, points, calls, dollars, end }: PlayedTask): string =>
  `${file} · seed ${seed} · times: ${timesText(times)} · ${points} points · ${pluralize(calls, 'call')} · $${dollars}${endWords(end, calls)}`;

const endWords = (end: number | string, calls: number): string => {
  if (end === 0) return '';
  return ` · the agent ended with ${end}${calls === 0 ? ', before it called: it runs in an empty folder, so give paths from the root' : ''}`;
};

/** Of many steps, only those that lost points. */
const regretLines = ({ steps, dollars, ms, inevitableSince, untried }: Regret): readonly string[] => [
  `  regret: $${dollars} and ${sayDuration(ms)} against the best that was found`,
  ...(inevitableSince === null ? [] : [`  inevitable since entry ${inevitableSince.seq}: ${inevitableSince.words}`]),
  ...steps.filter((step) => step.dollars > 0 || step.ms > 0 || step.loses).map((step) => `    ${stepLine(step)}`),
  ...(untried === 0 ? [] : [`    ${untried} actions more were not tried: what they lost counts to those before them`]),
];

const stepLine = ({ seq, words, dollars, ms, best, nothing }: RegretStep): string =>
  `entry ${seq}, ${words}: lost $${dollars} and ${sayDuration(ms)}; nothing more would have cost $${nothing.dollars}, the best $${best.dollars}: ${best.words}${best.from === seq ? '' : ` (from entry ${best.from} on)`}`;

const json: TaskReporter = { each: () => '', end: (played) => `${JSON.stringify({ runs: played }, null, 2)}\n` };

const junit: TaskReporter = {
  each: () => '',
  end: (played) => {
    const failed = played.filter(({ isDone }) => !isDone).length;
    return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites>\n  <testsuite name="podsim task" tests="${played.length}" failures="${failed}">\n${played.map(testCase).join('\n')}\n  </testsuite>\n</testsuites>\n`;
  },
};

const testCase = (played: PlayedTask): string => {
  const { file, title, seed, verdicts, isDone, points, dollars, calls, times, fingerprint, endedAfterMs, regret } = played;
  const known = {
    seed,
    points,
    dollars,
    calls,
    times: timesText(times),
    fingerprint,
    ...(regret === undefined ? {} : { regret: regret.dollars }),
  };
  const properties = Object.entries(known).map(([key, value]) => `<property name="${key}" value="${xml(String(value))}"/>`);
  const unmet = verdicts.filter(({ isMet }) => !isMet).map(({ of, words }) => `${of}: ${words}`);
  const words = xml([...unmet, ...(regret === undefined ? [] : regretLines(regret).map((line) => line.trim()))].join('\n'));
  const outcome = isDone ? '' : `<failure type="fail" message="${xml(unmet[0] ?? '')}">${words}</failure>`;
  // Virtual time: of real time, a run takes as much as its agent.
  const time = (endedAfterMs / 1_000).toFixed(3);
  return `    <testcase classname="${xml(file)}" name="${xml(`${title} [${seed}]`)}" file="${xml(file)}" time="${time}"><properties>${properties.join('')}</properties>${outcome}</testcase>`;
};

const reporters = { pretty, json, junit };

/** The reporter of that name. */
export const taskReporterNamed = (name: string): TaskReporter =>
  reporters[requireKnown(name, Object.keys(reporters) as readonly (keyof typeof reporters)[], `there is no reporter '${name}'`)];
