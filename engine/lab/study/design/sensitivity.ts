import { type Either, left, right } from 'fp-ts/lib/Either.js';
import type { Json } from '../../../kernel/canonical.ts';
import type { DataPath, FileProblem } from '../../../scenario/format/problem.ts';
import type { YamlFile } from '../../../scenario/format/yamlFile.ts';
import type { Scenario } from '../../../scenario/scenario.ts';
import type { StudySpec } from '../format/format.ts';
import { valueIn, withValue } from '../format/place.ts';
import { scaleValue } from './scaleValue.ts';
import { parseTarget } from './target.ts';

/** Scales a setting of a configuration to a percentage; undefined if the scenario does not allow the value. Memoized. */
export type Grow<One> = (configuration: One, name: string, percent: number) => One | undefined;

/** The places in the scenario of the settings that may grow. Left: the settings that cannot. */
export const growingTargets = (
  source: YamlFile,
  { sensitivity = [] }: StudySpec,
  data: Json,
): Either<readonly FileProblem[], ReadonlyMap<string, DataPath>> => {
  const targets = new Map<string, DataPath>();
  const problems: FileProblem[] = [];
  for (const [k, name] of sensitivity.entries()) {
    const target = parseTarget(name, data);
    const why = '_tag' in target && target._tag === 'Left' ? target.left : whyNot(data, target.right);
    if (why === undefined && target._tag === 'Right') targets.set(name, target.right);
    else problems.push({ file: source.file, ...source.placeOf(['sensitivity', k]), message: `sensitivity.${k}: ${name}: ${why}` });
  }
  return problems.length > 0 ? left(problems) : right(targets);
};

const whyNot = (data: Json, target: DataPath): string | undefined => {
  const value = valueIn(data, target);
  if (value === undefined) return 'is not written in the scenario: write its value there, so that it can grow';
  return scaleValue(value, 200) === undefined ? 'has nothing that grows: name a duration, a rate, a number, or a distribution' : undefined;
};

export const makeGrower = <One extends { readonly scenario: Scenario }>(
  targets: ReadonlyMap<string, DataPath>,
  dataOf: (configuration: One) => Json,
  scenarioOf: (data: Json) => Scenario | undefined,
): Grow<One> => {
  const grown = new WeakMap<One, Map<string, One | undefined>>();
  return (configuration, name, percent) => {
    const known = grown.get(configuration) ?? new Map<string, One | undefined>();
    grown.set(configuration, known);
    const key = `${name} ${percent}`;
    if (known.has(key)) return known.get(key);
    const [data, target] = [dataOf(configuration), targets.get(name) ?? []];
    const scenario = scenarioOf(withValue(data, target, scaleValue(valueIn(data, target), percent) ?? null));
    const made = scenario === undefined ? undefined : { ...configuration, scenario };
    known.set(key, made);
    return made;
  };
};
