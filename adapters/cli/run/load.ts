import { join, relative } from 'node:path';
import { type Either, isLeft, left } from 'fp-ts/lib/Either.js';
import { type FileProblem, parseScenario, problemText, type Scenario, seedList } from '../../../engine/scenario/index.ts';
import { notYaml, readAnyText, readerFor, scenarioFiles, whyOtherKind } from '../files.ts';
import { ownScenarios } from '../ownFiles.ts';
import { BadInput } from '../terminal/exit.ts';
import { withSharedFindings } from './findings.ts';

/** Which runs of the files are wanted. */
export interface Selection {
  readonly seed?: string;
  readonly seeds?: string;
  readonly only?: string;
}

/** A file that was read: every run it asks for, or everything that is wrong with it. */
export type ParsedFile = Either<readonly FileProblem[], readonly Scenario[]>;

/** The paths that were given, or the example that comes with podsim. */
export const pathsFrom = (paths: readonly string[], { example }: { readonly example?: boolean }): readonly string[] => {
  if (example !== true) return paths;
  if (paths.length > 0) throw new BadInput(`give --example or ${paths.join(' ')}, not both`);
  return [relative(process.cwd(), join(ownScenarios() ?? 'scenarios', 'jobs/retry-after-failure.scenario.yaml'))];
};

/** All runs in the files. Throws with all that is wrong with the files. */
export const load = (paths: readonly string[], selection: Selection): readonly Scenario[] => {
  const seeds = readSelectedSeeds(selection);
  return select(
    scenarioFiles(paths).map((file) => parseFile(file, seeds)),
    selection,
  );
};

export const parseFile = (file: string, seeds: readonly string[] | undefined): ParsedFile => {
  const text = readAnyText(file);
  const message = whyOtherKind(file, 'run') ?? notYaml(file, text);
  return message === undefined ? parseScenario(file, text, readerFor(file), seeds) : left([{ file, line: 1, column: 1, message }]);
};

/** The wanted runs of files that were read, each with the findings that no run before it has. Throws with all that is wrong with them. */
export const select = (files: readonly ParsedFile[], selection: Selection): readonly Scenario[] =>
  withSharedFindings(selectRuns(files, selection));

/** The wanted runs of files that were read, as they are. Throws with all that is wrong with them. */
export const selectRuns = (files: readonly ParsedFile[], { only }: Selection): readonly Scenario[] => {
  const problems = files.flatMap((file) => (isLeft(file) ? file.left : []));
  if (problems.length > 0) throw new BadInput(problems.map(problemText).join('\n'));
  const scenarios = files.flatMap((file) => (isLeft(file) ? [] : file.right));
  return only === undefined ? scenarios : choose(scenarios, only);
};

/** The seeds that were given; undefined for those of the files. */
export const readSelectedSeeds = ({ seed, seeds }: Selection): readonly string[] | undefined => {
  if (seed !== undefined && seeds !== undefined) throw new BadInput('give --seed or --seeds, not both');
  if (seed !== undefined && isRange(seed))
    throw new BadInput(`--seed '${seed}' would be one seed of that name: for each of many, write --seeds ${seed}`);
  if (seed !== undefined) return [seed];
  if (seeds === undefined) return undefined;
  const list = isRange(seeds) ? seedList(seeds) : [];
  if (list?.length === 0) throw new BadInput(`--seeds '${seeds}' is no range; write it like 1..20`);
  return list;
};

const isRange = (text: string): boolean => /^\d{1,6}\.\.\d{1,6}$/.test(text);

/** The matrix members with exactly this name; if there is none, the runs that contain the text, in any letter case. */
const choose = (scenarios: readonly Scenario[], only: string): readonly Scenario[] => {
  const members = scenarios.filter(({ member }) => member === only);
  const wanted = only.toLowerCase();
  const texts = ({ file, spec, member }: Scenario) => `${file} ${spec.title} ${member ?? ''}`.toLowerCase();
  const runs = members.length > 0 ? members : scenarios.filter((scenario) => texts(scenario).includes(wanted));
  if (runs.length === 0)
    throw new BadInput(`--only '${only}' matches none of the ${scenarios.length} runs; it is compared with file, title and member`);
  return runs;
};
