import { type Either, isLeft, left, right } from 'fp-ts/lib/Either.js';
import type { Json } from '../kernel/canonical.ts';
import { drawsFrom } from '../kernel/rng.ts';
import { checkPart } from '../scenario/checkPart.ts';
import { type FileProblem, firstOf } from '../scenario/problem.ts';
import { type Reader, type Scenario, scenariosFrom } from '../scenario/scenario.ts';
import { readYaml, type YamlFile } from '../scenario/yamlFile.ts';
import { type Axis, axisOf } from './axis.ts';
import { type StudySpec, studySchema } from './format.ts';
import { type Combination, combinationsOf } from './sample.ts';
import { studyNodes } from './schema.ts';
import { sobolAxesMax } from './sobol.ts';
import { targetOf, withValue } from './target.ts';

/** A study that was read: every configuration it plays, and with which seeds. */
export interface Study {
  readonly file: string;
  readonly spec: StudySpec;
  /** The names of what is varied, in the order of the file. */
  readonly varied: readonly string[];
  readonly configurations: readonly Configuration[];
}

/** One combination of values. */
export interface Configuration {
  /** From 1. */
  readonly number: number;
  /** `workers.max=4 idleTimeout=30s` */
  readonly name: string;
  readonly values: Combination;
  /** The scenario with these values; its seed is replaced for each play. */
  readonly scenario: Scenario;
}

/** Reads the files that a study names. */
export interface StudyFiles {
  /** A scenario file anywhere; undefined if there is none. */
  readonly scenario: Reader;
  /** What that scenario includes. */
  readonly includedBy: (scenario: string) => Reader;
}

/** The most configurations of a study. */
export const configurationsMax = 10_000;

/** Reads a study file: all that it asks for, or everything that is wrong with it. */
export const parseStudy = (file: string, text: string, files: StudyFiles): Either<readonly FileProblem[], Study> => {
  const yaml = readYaml(file, text);
  if (isLeft(yaml)) return yaml;
  const source = yaml.right;
  const spec = checkPart(source, studySchema, source.data, [], studyNodes);
  if (isLeft(spec)) return spec;
  const base = baseOf(source, spec.right, files);
  return isLeft(base) ? base : configured(source, spec.right, base.right);
};

/** The scenario as it is written, and what checks it after it was changed. */
interface Base {
  readonly data: Json;
  readonly parse: (data: Json) => Either<readonly FileProblem[], readonly Scenario[]>;
}

const baseOf = (source: YamlFile, { scenario }: StudySpec, files: StudyFiles): Either<readonly FileProblem[], Base> => {
  const path = besideFile(source.file, scenario);
  const text = files.scenario(path);
  if (text === undefined) return left([problem(source, ['scenario'], `there is no file '${scenario}' from the folder of the study`)]);
  const yaml = readYaml(path, text);
  if (isLeft(yaml)) return yaml;
  const read = files.includedBy(path);
  const whole = scenariosFrom(yaml.right, read);
  if (isLeft(whole)) return whole;
  return right({
    data: withIncluded(yaml.right.data, path, read),
    parse: (data) => scenariosFrom({ ...yaml.right, data }, read, [studySeed]),
  });
};

/** Any: every play has its own. */
const studySeed = 'study';

const configured = (source: YamlFile, spec: StudySpec, base: Base): Either<readonly FileProblem[], Study> => {
  const targets = new Map<string, readonly (string | number)[]>();
  const problems: FileProblem[] = [];
  for (const name of Object.keys(spec.vary)) {
    const target = targetOf(name, base.data);
    if (isLeft(target)) problems.push({ file: source.file, ...source.placeOfKey(['vary'], name), message: `vary.${name}: ${target.left}` });
    else targets.set(name, target.right);
  }
  const axes = Object.entries(spec.vary).map(([name, axis]) => axisOf(name, axis));
  problems.push(...axisProblems(source, spec, axes));
  if (problems.length > 0) return left(firstOf(problems, (one) => one));
  const combinations = combinationsOf(axes, spec.sample, drawsFrom('study'));
  const configurations: Configuration[] = [];
  for (const [k, values] of combinations.entries()) {
    const name = axes.map((axis, n) => `${axis.name}=${valueText(values[n])}`).join(' ');
    const data = axes.reduce((changed, axis, n) => withTarget(changed, targets.get(axis.name) ?? [], values[n] ?? null), base.data);
    const parsed = base.parse(withoutSeeds(data));
    if (isLeft(parsed)) return left(firstOf(parsed.left, ({ message }) => problem(source, ['vary'], `with ${name}: ${message}`)));
    const [scenario, ...others] = parsed.right;
    if (scenario === undefined || others.length > 0) return left([problem(source, ['scenario'], matrixWords(others.length + 1))]);
    configurations.push({ number: k + 1, name, values, scenario });
  }
  return right({ file: source.file, spec, varied: axes.map(({ name }) => name), configurations });
};

const axisProblems = (source: YamlFile, { sample }: StudySpec, axes: readonly Axis[]): readonly FileProblem[] => {
  if (sample !== 'grid')
    return 'sobol' in sample && axes.length > sobolAxesMax
      ? [problem(source, ['sample'], `a sequence of Sobol has at most ${sobolAxesMax} settings here, and ${axes.length} are varied`)]
      : [];
  const without = axes.filter(({ values }) => values === undefined);
  const count = axes.reduce((product, { values = [] }) => product * Math.max(1, values.length), 1);
  return [
    ...without.map(({ name }) => problem(source, ['vary', name], `a grid needs to know how many values: give \`steps\``)),
    ...(count > configurationsMax
      ? [problem(source, ['vary'], `makes ${count} combinations, and a study has at most ${configurationsMax}: use a \`sample\``)]
      : []),
  ];
};

/** A variable of a matrix has a list of values: here, of one. */
const withTarget = (data: Json, target: readonly (string | number)[], value: Json): Json =>
  withValue(data, target, target[0] === 'matrix' ? [value] : value);

const matrixWords = (members: number): string =>
  `its matrix has ${members} members left: vary its other variables, too, or give each one value`;

/** The seeds are those of the study, and what one run must come to is not said of others. */
const withoutSeeds = (data: Json): Json => {
  const { fingerprint: _fingerprint, recorded: _recorded, matrix, ...rest } = data as { readonly [key: string]: Json };
  const { seeds: _seeds, ...kept } = (matrix ?? {}) as { readonly [key: string]: Json };
  return matrix === undefined ? rest : { ...rest, matrix: kept };
};

/** The data with the parts of its world that other files hold. The files were read before, so that nothing is wrong with them. */
const withIncluded = (data: Json, path: string, read: Reader): Json => {
  const { world, ...rest } = data as { readonly [key: string]: Json };
  const { include, ...own } = (world ?? {}) as { readonly [key: string]: Json };
  if (typeof include !== 'string') return data;
  const file = besideFile(path, include);
  const yaml = readYaml(file, read(file) ?? '');
  if (isLeft(yaml)) return data;
  const { world: included } = withIncluded({ world: yaml.right.data }, file, read) as { readonly [key: string]: Json };
  return { ...rest, world: { ...(included as { readonly [key: string]: Json }), ...own } };
};

/** A path that a file names, from the folder of that file. */
const besideFile = (file: string, path: string): string => {
  const parts = path.startsWith('/') ? [] : file.split('/').slice(0, -1);
  for (const part of path.split('/')) {
    if (part === '' || part === '.') continue;
    if (part === '..' && parts.length > 0 && parts.at(-1) !== '..') parts.pop();
    else parts.push(part);
  }
  return `${path.startsWith('/') ? '/' : ''}${parts.join('/')}`;
};

const valueText = (value: Json | undefined): string => (typeof value === 'string' ? value : JSON.stringify(value ?? null));

const problem = ({ file, placeOf }: YamlFile, path: readonly (string | number)[], words: string): FileProblem => ({
  file,
  ...placeOf(path),
  message: `${path.join('.')}: ${words}`,
});
