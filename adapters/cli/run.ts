import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { isLeft } from 'fp-ts/lib/Either.js';
import { type FileProblem, parseScenario, play, problemText, type Run, type Scenario, seedList, timeline } from '../../engine/index.ts';
import { LogWriter } from '../store/logFile.ts';
import { BadInput, exitCodes } from './exit.ts';
import { readerFor, readText, scenarioEnding, scenarioFiles } from './files.ts';
import { progressBar } from './progress.ts';
import { type Report, reporters } from './reporters.ts';

export interface RunOptions {
  readonly seed?: string;
  readonly seeds?: string;
  readonly only?: string;
  readonly bail?: boolean;
  readonly update?: boolean;
  readonly reporter: string;
  readonly log?: string;
}

/** Plays scenario files and reports; gives the exit code. */
export const run = (paths: readonly string[], options: RunOptions): number => {
  const reporter = reporters[options.reporter];
  if (reporter === undefined)
    throw new BadInput(`there is no reporter '${options.reporter}'; there are ${Object.keys(reporters).join(', ')}`);
  const scenarios = load(paths, options);
  if (options.log !== undefined && scenarios.length !== 1)
    throw new BadInput(`--log writes the log of one run, and ${scenarios.length} were asked for; name one file, or use --only`);
  const reports: Report[] = [];
  const progress = progressBar(scenarios.length, options.reporter === 'pretty');
  for (const scenario of scenarios) {
    const report = playOne(scenario, options);
    reports.push(report);
    progress.step();
    if (options.bail === true && report.verdict !== 'pass') break;
  }
  progress.stop();
  process.stdout.write(reporter(reports, { single: scenarios.length === 1 }));
  if (reports.some(({ verdict }) => verdict === 'fail')) return exitCodes.fail;
  return reports.some(({ verdict }) => verdict === 'incomplete') ? exitCodes.incomplete : exitCodes.pass;
};

/** Every run that the files ask for; throws with all that is wrong with them. */
export const load = (paths: readonly string[], { seed, seeds, only }: Pick<RunOptions, 'seed' | 'seeds' | 'only'>): readonly Scenario[] => {
  const wanted = seed !== undefined ? [seed] : seedList(seedRange(seeds));
  const problems: FileProblem[] = [];
  const scenarios = scenarioFiles(paths).flatMap((file) => {
    const parsed = parseScenario(file, readText(file), readerFor(file), wanted);
    if (isLeft(parsed)) problems.push(...parsed.left);
    return isLeft(parsed) ? [] : parsed.right;
  });
  if (problems.length > 0) throw new BadInput(problems.map(problemText).join('\n'));
  const chosen = scenarios.filter(({ file, spec, member }) => only === undefined || `${file} ${spec.title} ${member ?? ''}`.includes(only));
  if (chosen.length === 0)
    throw new BadInput(`--only '${only}' names none of the ${scenarios.length} runs; it is looked for in file, title and member`);
  return chosen;
};

const seedRange = (seeds: string | undefined): string | undefined => {
  if (seeds === undefined || /^\d{1,6}\.\.\d{1,6}$/.test(seeds)) return seeds;
  throw new BadInput(`--seeds '${seeds}' is no range; write it like 1..20`);
};

const playOne = (scenario: Scenario, options: RunOptions): Report => {
  const run = play(scenario);
  if (options.log !== undefined) writeLog(options.log, run);
  const text = timeline(run.world.log.entries());
  const golden = goldenOf(scenario, options);
  const differs = golden === undefined ? [] : compareGolden(golden, text, run, options.update === true);
  const failures = [...run.failures, ...differs];
  return {
    file: scenario.file,
    title: scenario.spec.title,
    member: scenario.member,
    seed: scenario.definition.seed,
    verdict: differs.length > 0 && run.verdict !== 'fail' ? 'fail' : run.verdict,
    failures,
    unfired: run.unfired,
    events: run.world.log.length,
    endedAt: run.world.now,
    fingerprint: run.world.fingerprint(),
    timeline: text,
  };
};

const writeLog = (path: string, { world }: Run): void => {
  const writer = new LogWriter(path, world.header);
  writer.sink(world.log.entries());
  writer.close();
};

/** Where the golden timeline of a run stands; a run of another seed, or a further member of a matrix, has none. */
const goldenOf = ({ file, first }: Scenario, { seed, seeds }: RunOptions): string | undefined =>
  first && seed === undefined && seeds === undefined && file.endsWith(scenarioEnding)
    ? `${file.slice(0, -scenarioEnding.length)}.timeline.txt`
    : undefined;

const compareGolden = (path: string, text: string, { verdict }: Run, update: boolean): string[] => {
  if (update) {
    if (verdict === 'pass') writeFileSync(path, text);
    return [];
  }
  if (!existsSync(path)) return [];
  const golden = readFileSync(path, 'utf8').replaceAll('\r\n', '\n');
  if (golden === text) return [];
  const [was, is] = [golden.split('\n'), text.split('\n')];
  const line = was.findIndex((words, k) => words !== is[k]);
  const at = line === -1 ? was.length : line;
  return [
    `${path}:${at + 1}: the timeline is another one:\n      was ${was[at] ?? '(nothing)'}\n      is  ${is[at] ?? '(nothing)'}\n      where that is right, write it with --update`,
  ];
};
