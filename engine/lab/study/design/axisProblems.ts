import { type Either, isLeft, left, right } from 'fp-ts/lib/Either.js';
import type { Json } from '../../../kernel/canonical.ts';
import type { DataPath, FileProblem } from '../../../scenario/format/problem.ts';
import type { YamlFile } from '../../../scenario/format/yamlFile.ts';
import type { StudySpec } from '../format/format.ts';
import type { Axis } from './axis.ts';
import { sobolAxesMax } from './sobol.ts';
import { parseTarget } from './target.ts';

/** The most configurations of a study. */
const configurationsMax = 10_000;

/**
 * The path in the scenario of each varied setting, by its name. Left lists the names that match no setting, or the same one as another
 * name.
 */
export const parseTargets = (
  source: YamlFile,
  { vary, circumstances = {} }: StudySpec,
  data: Json,
): Either<readonly FileProblem[], ReadonlyMap<string, DataPath>> => {
  const targets = new Map<string, DataPath>();
  const problems: FileProblem[] = [];
  const find = (section: string, name: string): void => {
    const problem = (words: string): void => {
      problems.push({ file: source.file, ...source.placeOfKey([section], name), message: `${section}.${name}: ${words}` });
    };
    const target = parseTarget(name, data);
    if (isLeft(target)) {
      problem(target.left);
      return;
    }
    for (const [other, path] of targets) if (overlap(path, target.right)) problem(overlapWords(other, path, target.right));
    targets.set(name, target.right);
  };
  for (const name of Object.keys(vary)) find('vary', name);
  for (const name of Object.keys(circumstances)) find('circumstances', name);
  return problems.length > 0 ? left(problems) : right(targets);
};

const overlap = (one: DataPath, other: DataPath): boolean => one.every((key, k) => k >= other.length || key === other[k]);

const overlapWords = (other: string, otherPath: DataPath, path: DataPath): string => {
  if (otherPath.length === path.length) return `is the same setting as ${other}`;
  return otherPath.length < path.length ? `is a part of ${other}, which is varied too` : `contains ${other}, which is varied too`;
};

/** The problems of sampling the axes. */
export const axisProblems = (
  source: YamlFile,
  { sample }: StudySpec,
  axes: readonly Axis[],
  circumstances: readonly Axis[] = [],
): readonly FileProblem[] => {
  const problem = (path: DataPath, words: string): FileProblem => ({
    file: source.file,
    ...source.placeOf(path),
    message: `${path.join('.')}: ${words}`,
  });
  const stepless = circumstances.filter(({ values }) => values === undefined);
  if (stepless.length > 0)
    return stepless.map(({ name }) => problem(['circumstances', name], 'all of its values are played: give `steps`, or a list'));
  if (sample !== 'grid')
    return 'sobol' in sample && axes.length > sobolAxesMax
      ? [
          problem(
            ['sample'],
            `Sobol’s sequence has at most ${sobolAxesMax} settings here, and ${axes.length} are varied: use latin-hypercube`,
          ),
        ]
      : [];
  const without = axes.filter(({ values }) => values === undefined);
  if (without.length > 0)
    return without.map(({ name }) => problem(['vary', name], 'a grid needs to know how many values: give `steps`, or choose a `sample`'));
  const count = [...axes, ...circumstances].reduce((product, { values = [] }) => product * values.length, 1);
  return count > configurationsMax
    ? [problem(['vary'], `makes ${count} combinations, and a study has at most ${configurationsMax}: choose a \`sample\``)]
    : [];
};
