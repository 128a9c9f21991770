import { type Either, isLeft, left, right } from 'fp-ts/lib/Either.js';
import type { SomeSettings } from '../cloud/entities.ts';
import type { Json } from '../kernel/canonical.ts';
import type { WorldDefinition } from '../simulator/definition.ts';
import { buildDefinition, withSettings } from './file/build.ts';
import { checkPart } from './file/checkPart.ts';
import { withTables } from './file/fillTables.ts';
import { type ScenarioSpec, scenarioSchema } from './file/format.ts';
import { scenarioNodes } from './file/schema.ts';
import { callerProblems, callProblems, stepProblems } from './file/stepProblems.ts';
import { listMembers, memberCount, membersMax } from './format/matrix.ts';
import { pathBeside } from './format/paths.ts';
import { byPlace, type FileFinding, type FileProblem, limitProblems, type PathProblem } from './format/problem.ts';
import { fillIn, type Variables } from './format/variables.ts';
import { type WorldSpec, worldSchema } from './format/worldFormat.ts';
import { readYaml, type YamlFile } from './format/yamlFile.ts';
import { inputProblems } from './lint/inputs.ts';
import { lint } from './lint/lint.ts';
import { matrixFindings } from './lint/matrix.ts';
import { loadNames } from './load/keys.ts';
import { findWorldsSpec, listProperties, nameOfProperty, namesItsFile } from './properties/table.ts';
import { findBrokenPatterns } from './step/expectation.ts';

/** One run that a scenario file asks for: the file itself, or a member of its matrix. */
export interface Scenario {
  readonly file: string;
  /** Which member of the matrix it is; undefined when the file has none. */
  readonly member: string | undefined;
  /** Whether it is the first run of its file: the one whose timeline is stored beside the file. */
  readonly first: boolean;
  readonly spec: ScenarioSpec;
  readonly definition: WorldDefinition;
  /** Mistakes that do not prevent the run, in the order of their places. Runs that differ only in their seeds have the same ones. */
  readonly findings: readonly FileFinding[];
}

/** Reads a file that a scenario names; undefined if it does not exist. It never leaves the scenario's folder. */
export type Reader = (path: string) => string | undefined;

/** Reads a scenario file: every run it asks for, or everything that is wrong with it. Settings given here override the file's. */
export const parseScenario = (
  file: string,
  text: string,
  read: Reader,
  seeds?: readonly string[],
  settings: SomeSettings = {},
): Either<readonly FileProblem[], readonly Scenario[]> => {
  const yaml = readYaml(file, text);
  return isLeft(yaml) ? yaml : scenariosFrom(yaml.right, read, seeds, settings);
};

/** What is left out where nothing would show it. */
export interface ReadOptions {
  /** Whether mistakes that do not prevent a run are looked for; they are unless given. */
  readonly lint?: boolean;
}

/** The same for a file that is read already, or for a part of one. */
export const scenariosFrom = (
  source: YamlFile,
  read: Reader,
  seeds?: readonly string[],
  settings: SomeSettings = {},
  options: ReadOptions = {},
): Either<readonly FileProblem[], readonly Scenario[]> => {
  const { file } = source;
  const matrix = checkPart(source, scenarioSchema.shape.matrix, (source.data as { matrix?: Json } | null)?.matrix, ['matrix']);
  if (isLeft(matrix)) return matrix;
  const count = memberCount(matrix.right, seeds);
  if (count > membersMax)
    return left([{ file, ...source.placeOf(['matrix']), message: `asks for ${count} runs; a file may ask for at most ${membersMax}` }]);
  const scenarios: Scenario[] = [];
  // Members with other seeds have the same contents.
  const known = new Map<Variables, Contents & { readonly findings: readonly FileFinding[] }>();
  for (const member of listMembers(matrix.right, seeds)) {
    const before = known.get(member.variables);
    const contents = before === undefined ? readContents(source, fillIn(source.data, member.variables), read, settings) : right(before);
    if (isLeft(contents)) return contents;
    const { spec, world, problems } = contents.right;
    const definition = buildDefinition(spec, member.seed);
    const wrong = [...problems, ...(isLeft(definition) ? definition.left : [])];
    if (wrong.length > 0) return left(limitProblems(wrong, (problem) => placeProblem(problem, source, world)));
    if (isLeft(definition)) continue;
    const findings =
      before?.findings ??
      (options.lint === false ? [] : [...matrixFindings(matrix.right, source.data), ...lint(spec, definition.right)])
        .map(({ isError, ...problem }) => ({ ...placeProblem(problem, source, world), isError }))
        .sort(byPlace);
    known.set(member.variables, { ...contents.right, findings });
    scenarios.push({ file, member: member.name, first: scenarios.length === 0, spec, definition: definition.right, findings });
  }
  return right(scenarios);
};

/** A scenario's data as read, and the problems of its parts together. */
interface Contents {
  readonly spec: ScenarioSpec;
  readonly world: IncludedWorld;
  readonly problems: readonly PathProblem[];
}

const readContents = (source: YamlFile, data: Json, read: Reader, settings: SomeSettings): Either<readonly FileProblem[], Contents> => {
  const filled = withTables(source, withoutMatrix(data), read);
  if (isLeft(filled)) return filled;
  const spec = checkPart(source, scenarioSchema, filled.right);
  if (isLeft(spec)) return spec;
  const world = mergeIncludes(source.file, spec.right.world ?? {}, source, read, [source.file]);
  if (isLeft(world)) return world;
  const whole = { ...spec.right, world: withSettings(world.right.world, settings) };
  return right({ spec: whole, world: world.right, problems: referenceProblems(whole) });
};

const withoutMatrix = (data: Json): Json => {
  if (data === null || typeof data !== 'object' || Array.isArray(data)) return data;
  return Object.fromEntries(Object.entries(data).filter(([key]) => key !== 'matrix')) as Json;
};

/** A world, and the files in which those parts of it were found that were included. */
interface IncludedWorld {
  readonly world: WorldSpec;
  readonly elsewhere: ReadonlyMap<string, YamlFile>;
}

/** The world with its `include` merged in; the including file overrides. */
const mergeIncludes = (
  file: string,
  world: WorldSpec,
  source: YamlFile,
  read: Reader,
  chain: readonly string[],
): Either<readonly FileProblem[], IncludedWorld> => {
  const { include, ...own } = world;
  if (include === undefined) return right({ world: own, elsewhere: new Map() });
  const at = source.placeOf(chain.length === 1 ? ['world', 'include'] : ['include']);
  const no = (message: string): Either<readonly FileProblem[], never> => left([{ file, ...at, message }]);
  const path = pathBeside(file, include);
  if (path === undefined) return no(`include: '${include}' leaves the scenario's folder`);
  if (chain.includes(path)) return no(`include: files include each other: ${[...chain, path].join(' → ')}`);
  const text = read(path);
  if (text === undefined) return no(`include: there is no file '${include}' in the scenario's folder`);
  const yaml = readYaml(path, text);
  if (isLeft(yaml)) return yaml;
  const data = withTables(yaml.right, yaml.right.data, read, ['world']);
  if (isLeft(data)) return data;
  const spec = checkPart(yaml.right, worldSchema, data.right, [], {
    nodesFor: (path) => scenarioNodes(['world', ...path]),
    what: 'a world',
    page: 'world',
  });
  if (isLeft(spec)) return spec;
  const more = mergeIncludes(path, spec.right, yaml.right, read, [...chain, path]);
  if (isLeft(more)) return more;
  const parts = [...more.right.elsewhere, ...Object.keys(spec.right).map((part) => [part, yaml.right] as const)];
  return right({ world: { ...more.right.world, ...own }, elsewhere: new Map(parts.filter(([part]) => !Object.hasOwn(own, part))) });
};

/** Reports a problem with a part of the world in the file that contains the part. */
const placeProblem = ({ path, message, ofKey }: PathProblem, source: YamlFile, { elsewhere }: IncludedWorld): FileProblem => {
  const other = path[0] === 'world' ? elsewhere.get(String(path[1])) : undefined;
  const { file, placeOf, placeOfKey } = other ?? source;
  const place = other === undefined ? path : path.slice(1);
  return { file, ...(ofKey === true ? placeOfKey(place.slice(0, -1), String(place.at(-1))) : placeOf(place)), message };
};

/** Finds the problems that a schema cannot see: references between steps, conditions and patterns that cannot be read, unknown keys. */
export const referenceProblems = (spec: ScenarioSpec): PathProblem[] => {
  const problems: PathProblem[] = [];
  problems.push(...stepProblems(spec.steps ?? []));
  (spec.assert ?? []).forEach((assertion, k) => {
    for (const words of findBrokenPatterns(assertion as Json)) problems.push({ path: ['assert', k], message: `assert.${k}: ${words}` });
  });
  problems.push(...propertyProblems(spec));
  const loads = loadNames(spec.load ?? []);
  loads.forEach((name, k) => {
    if (loads.indexOf(name) < k) problems.push({ path: ['load', k], message: `load.${k}: another load is named '${name}'` });
  });
  problems.push(...inputProblems(spec));
  return [...problems, ...callerProblems(spec), ...callProblems(spec)];
};

/** Reports name properties, and the explorer finds them by their names. */
const propertyProblems = (spec: ScenarioSpec): readonly PathProblem[] => {
  const names = listProperties(spec).map(nameOfProperty);
  return listProperties(spec).flatMap((one, k): readonly PathProblem[] => [
    ...findBrokenPatterns(one as Json).map((words) => ({ path: ['properties', k], message: `properties.${k}: ${words}` })),
    ...(names.indexOf(names[k] ?? '') < k
      ? [
          {
            path: ['properties', k],
            message: `properties.${k}: another property is named '${names[k]}'; give one of them another \`name\``,
          },
        ]
      : []),
    ...(findWorldsSpec(one) !== 'own' && namesItsFile(one) ? [strangerElsewhere(k)] : []),
  ]);
};

const strangerElsewhere = (k: number): PathProblem => ({
  path: ['properties', k, 'worlds'],
  message: `properties.${k}: other files have nothing by the names in it: leave out \`worlds\`, or the variables and \`of\``,
});
