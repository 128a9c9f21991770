import type { PathProblem } from '../build.ts';
import type { ScenarioSpec } from '../format.ts';
import { callsOf } from '../load/format.ts';
import { suggestion } from '../nearest.ts';
import { leavesOf, type StepSpec } from '../stepFormat.ts';
import { namesUsed } from '../variables.ts';
import { errorAt, type Finding } from './finding.ts';

type Path = PathProblem['path'];

/** The variables of steps, and in which of them each is saved. */
export interface SavedVariables {
  readonly names: readonly string[];
  readonly paths: ReadonlyMap<string, readonly Path[]>;
}

/** What the steps or inputs of a scenario save. */
export const savedIn = ({ steps = [], inputs = [] }: ScenarioSpec): SavedVariables => {
  const savers = [
    ...leavesOf(steps),
    ...inputs.flatMap((input, k): [Path, Pick<StepSpec, 'save'>][] => ('act' in input ? [[['inputs', k], input]] : [])),
  ];
  const paths = new Map<string, Path[]>();
  for (const [path, { save = {} }] of savers) {
    for (const name of Object.keys(save)) {
      const list = paths.get(name);
      if (list === undefined) paths.set(name, [path]);
      else list.push(path);
    }
  }
  return { names: [...paths.keys()], paths };
};

/** Variables that nothing saves, or only what comes later. */
export const variableFindings = (spec: ScenarioSpec, saved: SavedVariables): readonly Finding[] => {
  const { steps = [], inputs = [], load = [], assert = [] } = spec;
  const ofLoads = load.map((one) => callsOf(one).flatMap(({ save = {} }) => Object.keys(save)));
  return [
    ...leavesOf(steps).flatMap(([path, { act: _, name: __, save: ___, settings: ____, ...uses }]) =>
      usesOf(uses, path).flatMap((use) => strange(use, saved.names) ?? early(use, path, steps, saved)),
    ),
    ...groupsOf(steps).flatMap((use) => strange(use, saved.names) ?? []),
    ...inputs.flatMap((input, k) =>
      'act' in input
        ? usesOf({ with: input.with, as: input.as, expect: input.expect }, ['inputs', k]).flatMap((use) => strange(use, saved.names) ?? [])
        : [],
    ),
    ...load.flatMap((one, k) =>
      usesOf({ with: one.with, as: one.as, steps: one.steps }, ['load', k]).flatMap(
        (use) => strange(use, [...(ofLoads[k] ?? []), ...saved.names]) ?? [],
      ),
    ),
    ...assert.flatMap((one, k) => usesOf(one, ['assert', k]).flatMap((use) => strange(use, saved.names) ?? [])),
  ];
};

/** A text with variables. */
interface Use {
  readonly path: Path;
  readonly name: string;
}

/** Every variable in a value, with its path. */
const usesOf = (value: unknown, path: Path): readonly Use[] => {
  if (typeof value === 'string') return namesUsed(value).map((name) => ({ path, name }));
  if (value === null || typeof value !== 'object') return [];
  return Object.entries(value).flatMap(([key, field]) => usesOf(field, [...path, Array.isArray(value) ? Number(key) : key]));
};

/** The variables in the triggers of groups; those of their steps are looked at by themselves. */
const groupsOf = (steps: readonly StepSpec[], at: Path = []): readonly Use[] =>
  steps.flatMap(({ steps: inner, when, repeat }, k) =>
    inner === undefined
      ? []
      : [...usesOf({ when, repeat }, [...at, 'steps', k]), ...groupsOf(inner as readonly StepSpec[], [...at, 'steps', k])],
  );

const strange = ({ path, name }: Use, names: readonly string[]): Finding | undefined =>
  names.includes(name)
    ? undefined
    : errorAt(
        path,
        `$${name} is never saved${names.length === 0 ? '; `save: { NAME: id }` in an earlier step saves it' : suggestion(`$${name}`, dollars(names), 'the file', 'saved')} ($$ stands for a dollar)`,
      );

const dollars = (names: readonly string[]): readonly string[] => names.map((name) => `$${name}`);

/** Steps of one list follow one another, unless one has a time of its own, or names the step it follows. */
const early = ({ path, name }: Use, at: Path, steps: readonly StepSpec[], { paths }: SavedVariables): readonly Finding[] => {
  const savers = paths.get(name) ?? [];
  const list = at.slice(0, -1).join('.');
  const index = Number(at.at(-1));
  const siblings = list === 'steps' ? steps : [];
  const isLater = (saver: Path): boolean =>
    saver.slice(0, -1).join('.') === list &&
    Number(saver.at(-1)) >= index &&
    siblings.slice(index + 1, Number(saver.at(-1)) + 1).every(({ at: time, after }) => time === undefined && after === undefined);
  if (list !== 'steps' || savers.length === 0 || !savers.every(isLater)) return [];
  const [saver = at] = savers;
  const words =
    saver.join('.') === at.join('.') ? 'by this step, after its answer was compared' : `by ${saver.join('.')}, which comes later`;
  return [errorAt(path, `$${name} is saved only ${words}`)];
};
