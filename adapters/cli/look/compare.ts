import { isLeft } from 'fp-ts/lib/Either.js';
import { type DomainEvent, describeTimes, mechanismsIn, type Times } from '../../../engine/cloud/index.ts';
import {
  compareLogs,
  type Measured,
  measure,
  measureDifferences,
  type Pair,
  parseChange,
  sideBySide,
  whatIf,
  whatIfChart,
  whatIfView,
} from '../../../engine/compare/index.ts';
import type { LogEntry } from '../../../engine/kernel/index.ts';
import { play, problemText, recordScenario, type Scenario, seedList } from '../../../engine/scenario/index.ts';
import { makeHistory, replay } from '../../../engine/world/index.ts';
import { readLog } from '../../store/file/logFile.ts';
import { readText } from '../files.ts';
import { load } from '../run/load.ts';
import { isScenario } from '../run/playedLog.ts';
import { printChart } from '../terminal/chart.ts';
import { BadInput, exitCodes } from '../terminal/exit.ts';
import { withNote } from '../terminal/notes.ts';
import { printJson } from '../terminal/terminal.ts';
import { describeCompared, printCompared, type RunsCompared } from './compared.ts';
import { breaksThreshold, parseThresholds, printThresholds } from './failIf.ts';

export interface CompareOptions {
  readonly change?: string;
  readonly seeds?: string;
  readonly only?: string;
  readonly json?: boolean;
  /** Only the metrics, not where the logs differ. */
  readonly metrics?: boolean;
  /** Such as `delayTime.p95 > +10%`: then only these determine the exit code. */
  readonly failIf?: readonly string[];
}

/**
 * `podsim log compare A B`: where two runs differ, and their metrics. `podsim log compare MATRIX`: the same for the members of a matrix.
 * `podsim log compare BASE --change FILE`: the effect of a change, over many seeds, with common random numbers.
 */
export const compareCommand = (paths: readonly string[], options: CompareOptions): number => {
  const [first = '', second, ...more] = paths;
  // A threshold that cannot be read is said before anything is played.
  parseThresholds(options.failIf);
  if (options.change !== undefined) {
    if (second !== undefined) throw new BadInput('--change applies to one log or scenario: name only one file');
    return compareChange(first, options.change, options);
  }
  if (more.length > 0) throw new BadInput('name two logs or scenarios, or one with --change');
  if (second === undefined) return report(compareMembers(first, options), options);
  if (isScenario(first) && isScenario(second)) return report(compareScenarios(first, second, options), options);
  if (options.seeds !== undefined) throw new BadInput('--seeds is for scenarios; a log has its seed');
  return report([compareLogFiles(first, second, options)], options);
};

const report = (all: readonly RunsCompared[], { json, metrics, failIf }: CompareOptions): number => {
  const thresholds = parseThresholds(failIf);
  if (json === true) {
    const [only, ...others] = all.map((one) => ({ member: one.member ?? null, ...describeCompared(one) }));
    printJson(others.length === 0 ? only : { members: [only, ...others] });
  } else for (const one of all) printCompared(one, { amongOthers: all.length > 1, metricsOnly: metrics === true, thresholds });
  if (thresholds.length > 0)
    return all.some(({ differences }) => breaksThreshold(thresholds, differences)) ? exitCodes.fail : exitCodes.pass;
  return all.every(({ logs }) => logs.divergence === undefined) ? exitCodes.pass : exitCodes.fail;
};

const compareLogFiles = (pathA: string, pathB: string, options: CompareOptions): RunsCompared => {
  const [a, b] = [loadSide(pathA, options), loadSide(pathB, options)];
  return {
    member: undefined,
    nameA: pathA,
    nameB: pathB,
    logs: compareLogs(a.entries, b.entries),
    seeds: [[a.seed, b.seed]],
    plays: false,
    differences: measureDifferences([{ without: a.measured, with: b.measured }]),
    times: [a.times, b.times],
  };
};

interface ComparedSide {
  readonly seed: string;
  readonly entries: readonly LogEntry<DomainEvent>[];
  /** Up to the end of the log. */
  readonly measured: Measured;
  readonly times: Times;
}

const loadSide = (path: string, options: CompareOptions): ComparedSide => {
  const { header, entries } = isScenario(path) ? playLog(oneRun(path, options)) : readLog(path);
  const { log, now } = makeHistory(header, entries);
  const measured = measure({ log, state: replay(header, entries) }, now);
  return { seed: header.definition.seed, entries, measured, times: describeTimes(header.definition, () => mechanismsIn(entries)) };
};

const playLog = (scenario: Scenario) => {
  const { world } = play(scenario);
  return { header: world.header, entries: [...world.log.entries()] };
};

/** Every member of the one is compared with the member of the same name of the other. */
const compareScenarios = (pathA: string, pathB: string, options: CompareOptions): readonly RunsCompared[] => {
  const [a, b] = [membersIn(pathA, options), membersIn(pathB, options)];
  if (a.size === 1 && b.size === 1) return [compareRuns(undefined, [pathA, runsOfFirst(a)], [pathB, runsOfFirst(b)])];
  const names = [...a.keys()];
  if (a.size !== b.size || names.some((name) => !b.has(name)))
    throw new BadInput(
      `${pathA} has ${membersWords(a)}, and ${pathB} has ${membersWords(b)}: only members of the same names are compared; choose one of each with --only`,
    );
  return names.map((name) => compareRuns(name, [pathA, a.get(name) ?? []], [pathB, b.get(name) ?? []]));
};

/** The first member of a matrix with each of the others. */
const compareMembers = (path: string, options: CompareOptions): readonly RunsCompared[] => {
  if (!isScenario(path)) throw new BadInput('name two logs or scenarios, or one with --change');
  const [base, ...others] = membersIn(path, options);
  if (base === undefined || others.length === 0)
    throw new BadInput(`${path} has no matrix with several members to compare: name two logs or scenarios, or one with --change`);
  return others.map((one) => compareRuns(`${base[0]} and ${one[0]}`, base, one));
};

type Runs = readonly [name: string, runs: readonly Scenario[]];

const compareRuns = (member: string | undefined, [nameA, a]: Runs, [nameB, b]: Runs): RunsCompared => {
  if (a.length !== b.length)
    throw new BadInput(`${nameA} has ${a.length} seeds and ${nameB} has ${b.length}: give both the same with --seeds 1..20`);
  const pairs = a.flatMap((one, k): readonly Pair[] => (b[k] === undefined ? [] : [{ a: one, b: b[k] }]));
  const { compared, used, differences } = sideBySide(pairs);
  const [first] = pairs;
  if (compared === undefined || first === undefined) throw new BadInput(`${nameA}: contains no run`);
  const seeds = pairs.map((pair) => [pair.a.definition.seed, pair.b.definition.seed] as const);
  const times = [describeTimes(first.a.definition, () => used[0]), describeTimes(first.b.definition, () => used[1])] as const;
  return { member, nameA, nameB, logs: compared, seeds, plays: true, differences, times };
};

/** The most members that are compared at once. */
const membersMax = 10;

/** The runs of a file by the variables of its matrix; runs that only differ in their seeds are together. */
const membersIn = (path: string, { seeds, only }: CompareOptions): ReadonlyMap<string, readonly Scenario[]> => {
  const members = new Map<string, Scenario[]>();
  for (const run of load([path], seeds === undefined ? {} : { seeds })) {
    const name = (run.member ?? '').replace(/^seed=\S+ ?/, '');
    members.set(name, [...(members.get(name) ?? []), run]);
  }
  // A file without members to choose from is meant as it is: the other file may have some.
  const chosen = only === undefined || members.size === 1 ? members : chooseMember(path, members, only);
  if (chosen.size > membersMax)
    throw new BadInput(`${path} has ${chosen.size} members, and at most ${membersMax} are compared at once: choose with --only`);
  return chosen;
};

/** The member of exactly that name; if there is none, those that contain the text. */
const chooseMember = (path: string, members: ReadonlyMap<string, readonly Scenario[]>, only: string) => {
  const exact = members.get(only);
  const chosen = exact === undefined ? [...members].filter(([name]) => name.includes(only)) : [[only, exact] as const];
  if (chosen.length === 0) throw new BadInput(`--only '${only}' matches no member; ${path} has ${membersWords(members)}`);
  return new Map(chosen);
};

const membersWords = (members: ReadonlyMap<string, unknown>): string => {
  const names = [...members.keys()].filter((name) => name !== '');
  return names.length === 0 ? 'no matrix' : `the members ${names.map((name) => `'${name}'`).join(', ')}`;
};

const runsOfFirst = (members: ReadonlyMap<string, readonly Scenario[]>): readonly Scenario[] => [...members.values()][0] ?? [];

const compareChange = (path: string, changePath: string, options: CompareOptions): number => {
  if (/^[\w.]+=/.test(changePath))
    throw new BadInput(
      `--change ${changePath}: takes a file: with \`at: 30s\` and \`settings: { … }\`, or with \`act\` and \`with\`, as a step has them`,
    );
  const change = parseChange(changePath, readText(changePath));
  if (isLeft(change)) throw new BadInput(change.left.map(problemText).join('\n'));
  const { at, until, $schema: _schema, ...what } = change.right;
  const [base, seeds] = [loadBase(path, options), parseSeedRange(options.seeds ?? '1..20')];
  const result = withNote(`playing ${seeds.length} seeds, with and without the change`, () =>
    whatIf({ base, change: what, at, until, seeds }),
  );
  if (isLeft(result)) throw new BadInput(result.left);
  const thresholds = parseThresholds(options.failIf);
  const { differences } = result.right;
  if (options.json === true) printJson(whatIfView(result.right));
  else {
    printChart(whatIfChart(result.right));
    printThresholds(thresholds, differences);
  }
  return breaksThreshold(thresholds, differences) ? exitCodes.fail : exitCodes.pass;
};

const loadBase = (path: string, options: CompareOptions): Scenario => {
  if (isScenario(path)) return oneRun(path, options);
  const { header, entries } = readLog(path);
  const base = recordScenario(path, header, entries);
  if (isLeft(base)) throw new BadInput(`${path}: ${base.left}`);
  return base.right;
};

/** The first run of a file, of whose matrix one member is meant. */
const oneRun = (path: string, { only }: CompareOptions): Scenario => {
  const members = membersIn(path, only === undefined ? {} : { only });
  if (members.size > 1) throw new BadInput(`${path} has ${membersWords(members)}: choose one with --only`);
  const [run] = runsOfFirst(members);
  if (run === undefined) throw new BadInput(`${path}: contains no run`);
  return run;
};

const parseSeedRange = (range: string): readonly string[] => {
  const seeds = /^\d{1,6}\.\.\d{1,6}$/.test(range) ? (seedList(range) ?? []) : [];
  if (seeds.length === 0) throw new BadInput(`--seeds '${range}' is no range; write it like 1..20`);
  return seeds;
};
