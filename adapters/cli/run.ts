import { existsSync } from 'node:fs';
import { isLeft } from 'fp-ts/lib/Either.js';
import {
  type FileProblem,
  InvariantViolation,
  parseScenario,
  play,
  problemText,
  type Run,
  type Scenario,
  seedList,
  timelineLines,
} from '../../engine/index.ts';
import { LogFileWriter } from '../store/logFile.ts';
import { sha256 } from '../store/sha256.ts';
import { BadInput, exitCodes } from './exit.ts';
import { readerFor, readText, scenarioEnding, scenarioFiles, writeText } from './files.ts';
import { progressBar } from './progress.ts';
import { type Report, reporterNamed, type Verdict } from './reporters.ts';
import { warningsOf } from './warnings.ts';

export interface RunOptions {
  readonly seed?: string;
  readonly seeds?: string;
  readonly only?: string;
  readonly bail?: boolean;
  readonly strict?: boolean;
  readonly update?: boolean;
  readonly reporter: string;
  readonly log?: string;
}

/** Plays scenario files and reports. Returns the exit code. */
export const run = (paths: readonly string[], options: RunOptions): number => {
  const reporting = reporterNamed(options.reporter);
  const scenarios = load(paths, options);
  if (options.log !== undefined && scenarios.length !== 1)
    throw new BadInput(`--log writes the log of one run, but there are ${scenarios.length}: name one file, or use --only`);
  const reporter = reporting({ single: scenarios.length === 1 });
  const verdicts = new Set<Verdict>();
  const progress = progressBar(scenarios.length, options.reporter === 'pretty');
  for (const scenario of scenarios) {
    const report = playOne(scenario, options);
    reporter.add(report);
    verdicts.add(options.strict === true && report.warnings.length > 0 && report.verdict === 'pass' ? 'fail' : report.verdict);
    progress.step();
    if (options.bail === true && report.verdict !== 'pass') break;
  }
  progress.stop();
  process.stdout.write(reporter.end());
  if (verdicts.has('fail')) return exitCodes.fail;
  return verdicts.has('incomplete') ? exitCodes.incomplete : exitCodes.pass;
};

/** All runs in the files. Throws with all that is wrong with the files. */
export const load = (paths: readonly string[], { seed, seeds, only }: Pick<RunOptions, 'seed' | 'seeds' | 'only'>): readonly Scenario[] => {
  if (seed !== undefined && seeds !== undefined) throw new BadInput('give --seed or --seeds, not both');
  const wanted = seed !== undefined ? [seed] : seedRange(seeds);
  const problems: FileProblem[] = [];
  const scenarios = scenarioFiles(paths).flatMap((file) => {
    const parsed = parseScenario(file, readText(file), readerFor(file), wanted);
    if (isLeft(parsed)) problems.push(...parsed.left);
    return isLeft(parsed) ? [] : parsed.right;
  });
  if (problems.length > 0) throw new BadInput(problems.map(problemText).join('\n'));
  return only === undefined ? scenarios : choose(scenarios, only);
};

/** The matrix members with exactly this name; if there is none, the runs that contain the text. */
const choose = (scenarios: readonly Scenario[], only: string): readonly Scenario[] => {
  const members = scenarios.filter(({ member }) => member === only);
  const runs =
    members.length > 0 ? members : scenarios.filter(({ file, spec, member }) => `${file} ${spec.title} ${member ?? ''}`.includes(only));
  if (runs.length === 0)
    throw new BadInput(`--only '${only}' matches none of the ${scenarios.length} runs; it is compared with file, title and member`);
  return runs;
};

const seedRange = (seeds: string | undefined): readonly string[] | undefined => {
  if (seeds === undefined) return undefined;
  const list = /^\d{1,6}\.\.\d{1,6}$/.test(seeds) ? seedList(seeds) : [];
  if (list?.length === 0) throw new BadInput(`--seeds '${seeds}' is no range; write it like 1..20`);
  return list;
};

const playOne = (scenario: Scenario, options: RunOptions): Report => {
  const again = commandFor(scenario, options);
  const run = playRun(scenario, again);
  if (options.log !== undefined) writeLog(options.log, run);
  let lines: readonly string[] | undefined;
  // An entry's text may contain line breaks.
  const timeline = () => (lines ??= timelineLines(run.world.log.entries(), { sha256 }).flatMap((line) => line.split('\n')));
  const golden = goldenOf(scenario, options);
  const differs = golden === undefined ? [] : compareGolden(golden, timeline, run, options.update === true);
  const failures = [...run.failures, ...differs];
  return {
    file: scenario.file,
    title: scenario.spec.title,
    member: scenario.member,
    seed: scenario.definition.seed,
    verdict: differs.length > 0 && run.verdict !== 'fail' ? 'fail' : run.verdict,
    failures,
    unfired: run.unfired,
    warnings: warningsOf(scenario, run),
    events: run.world.log.length,
    endedAt: run.world.now,
    fingerprint: () => run.world.fingerprint(),
    timeline,
    again,
  };
};

/** Adds the run to the message of an invariant violation: among many runs one must know which one failed. */
const playRun = (scenario: Scenario, again: string): Run => {
  try {
    return play(scenario, { sha256 });
  } catch (error) {
    throw error instanceof InvariantViolation ? new InvariantViolation(`${error.message}, in ${again}`) : error;
  }
};

/** The command that repeats exactly this run. */
const commandFor = ({ file, member, definition }: Scenario, { seed, seeds }: RunOptions): string => {
  const seeded = seed !== undefined || seeds !== undefined;
  const alone = member === undefined || (seeded && member === `seed=${definition.seed}`);
  return [
    `podsim run ${quote(file)}`,
    ...(seeded ? [`--seed ${quote(definition.seed)}`] : []),
    ...(alone ? [] : [`--only ${quote(member)}`]),
  ].join(' ');
};

const quote = (text: string): string => (/^[\w./=-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`);

const writeLog = (path: string, { world }: Run): void => {
  const writer = new LogFileWriter(path, world.header);
  writer.sink(world.log.entries());
  writer.close();
};

/** The file of a run's golden timeline. A run with another seed has none, and only the first member of a matrix has one. */
const goldenOf = ({ file, first }: Scenario, { seed, seeds }: RunOptions): string | undefined =>
  first && seed === undefined && seeds === undefined && file.endsWith(scenarioEnding)
    ? `${file.slice(0, -scenarioEnding.length)}.timeline.txt`
    : undefined;

const compareGolden = (path: string, timeline: () => readonly string[], { verdict }: Run, update: boolean): string[] => {
  if (update) {
    if (verdict === 'pass') writeText(path, `${timeline().join('\n')}\n`);
    return [];
  }
  if (!existsSync(path)) return [];
  // The last line ends with a line feed, too.
  const [was, is] = [readText(path).replaceAll('\r\n', '\n').split('\n'), [...timeline(), '']];
  let at = 0;
  while (at < was.length && was[at] === is[at]) at++;
  if (at === was.length && at === is.length) return [];
  return [
    `${path}:${at + 1}: the timeline differs:\n      was ${was[at] ?? '(nothing)'}\n      is  ${is[at] ?? '(nothing)'}\n      if the new one is right, write it with --update`,
  ];
};
