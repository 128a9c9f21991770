import { suggestion } from '../../kernel/collections/nearest.ts';
import type { DurationMs } from '../../kernel/time.ts';
import type { ScenarioSpec } from '../file/format.ts';
import type { DataPath } from '../format/problem.ts';
import { namesUsed } from '../format/variables.ts';
import { type LoadSpec, listLoadCalls } from '../load/format.ts';
import { listLeaves, type StepSpec } from '../step/stepFormat.ts';
import { errorAt, type Finding } from './finding.ts';
import { StepOrder } from './order.ts';

/** The variables of steps, and in which of them each is saved. */
export interface SavedVariables {
  readonly names: readonly string[];
  readonly paths: ReadonlyMap<string, readonly DataPath[]>;
}

/** The variables that the steps or inputs of a scenario save. */
export const collectSaved = ({ steps = [], inputs = [] }: ScenarioSpec): SavedVariables => {
  const savers = [
    ...listLeaves(steps),
    ...inputs.flatMap((input, k): [DataPath, Pick<StepSpec, 'save'>][] => ('act' in input ? [[['inputs', k], input]] : [])),
  ];
  const paths = new Map<string, DataPath[]>();
  for (const [path, { save = {} }] of savers) {
    for (const name of Object.keys(save)) {
      const list = paths.get(name);
      if (list === undefined) paths.set(name, [path]);
      else list.push(path);
    }
  }
  return { names: [...paths.keys()], paths };
};

/** Finds variables that nothing saves, or that only later steps save. */
export const variableFindings = (spec: ScenarioSpec, saved: SavedVariables): readonly Finding[] => {
  const { steps = [], inputs = [], load = [], assert = [], properties = [] } = spec;
  const order = new StepOrder(steps);
  const checkKnown = (use: Use): readonly Finding[] => strange(use, saved.names, load);
  const inStep = (late: (saver: DataPath) => string | undefined) => (use: Use) =>
    saved.names.includes(use.name) ? early(use, saved.paths.get(use.name), late) : checkKnown(use);
  return [
    ...stepsIn(steps).flatMap(([path, { when, with: written, as, expect, repeat }]) => [
      ...listUses({ when, with: written, as, expect }, path).flatMap(inStep((saver) => order.saysLater(path, saver))),
      // Read when the step, or the last of its group, was taken.
      ...listUses({ repeat }, path).flatMap(inStep((saver) => (isWithin(saver, path) ? undefined : order.saysLater(path, saver)))),
    ]),
    ...inputs.flatMap((input, k) =>
      'act' in input
        ? listUses({ with: input.with, as: input.as, expect: input.expect }, ['inputs', k]).flatMap(inStep((saver) => laterInput(k, saver)))
        : [],
    ),
    ...load.flatMap((one, k) => loadFindings(one, ['load', k], saved, order, checkKnown)),
    ...assert.flatMap((one, k) => listUses(one, ['assert', k]).flatMap(checkKnown)),
    ...properties.flatMap((one, k) => listUses(one, ['properties', k]).flatMap(checkKnown)),
  ];
};

/** Every step, and every group of steps. */
const stepsIn = (steps: readonly StepSpec[], at: DataPath = []): readonly (readonly [DataPath, StepSpec])[] =>
  steps.flatMap((one, k) => {
    const path = [...at, 'steps', k];
    return [[path, one] as const, ...stepsIn((one.steps ?? []) as readonly StepSpec[], path)];
  });

const isWithin = (path: DataPath, other: DataPath): boolean => other.every((part, k) => path[k] === part);

const laterInput = (index: number, saver: DataPath): string | undefined => {
  const number = Number(saver[1]);
  if (number === index) return 'by this input, after its answer was compared';
  return number > index ? `by ${saver.join('.')}, which comes later` : undefined;
};

/** A user of a load has the values that steps have saved by then, and those of its own earlier calls. */
const loadFindings = (
  load: LoadSpec,
  path: DataPath,
  { paths }: SavedVariables,
  order: StepOrder,
  known: (use: Use) => readonly Finding[],
): readonly Finding[] => {
  const calls = listLoadCalls(load);
  const locateStep = (n: number): DataPath => (load.steps === undefined ? path : [...path, 'steps', n]);
  const uses = [
    ...listUses({ as: load.as }, path).map((use) => [use, 0] as const),
    ...calls.flatMap((call, n) => listUses({ with: call.with }, locateStep(n)).map((use) => [use, n] as const)),
  ];
  return uses.flatMap(([use, n]) => {
    const own = calls.flatMap(({ save = {} }, k) => (Object.hasOwn(save, use.name) ? [k] : []));
    if (own.some((k) => k < n)) return [];
    const savers = paths.get(use.name) ?? [];
    if (own.length === 0 && savers.length === 0) return known(use);
    const saysOwn = own.map((k) => (k === n ? 'by this call, from its answer' : `by ${locateStep(k).join('.')}, which comes later`));
    const late = savers.map((saver) => order.saysAfter(findFirstCall(load, n), saver));
    return late.includes(undefined) ? [] : [tooEarly(use, [...late, ...saysOwn][0] ?? '')];
  });
};

/** The time of a load's first call, if the file alone determines it; later calls are unknown. */
const findFirstCall = (
  { start = 0, poisson, renewal, ramp, piecewise, trace = [0], resample = 'none' }: LoadSpec,
  n: number,
): DurationMs | undefined =>
  n > 0 || resample !== 'none' || (poisson ?? renewal ?? ramp ?? piecewise) !== undefined
    ? undefined
    : ((start + Math.min(...trace)) as DurationMs);

/** A text with variables. */
interface Use {
  readonly path: DataPath;
  readonly name: string;
}

/** Every variable in a value, with its path. */
const listUses = (value: unknown, path: DataPath): readonly Use[] => {
  if (typeof value === 'string') return namesUsed(value).map((name) => ({ path, name }));
  if (value === null || typeof value !== 'object') return [];
  return Object.entries(value).flatMap(([key, field]) => listUses(field, [...path, Array.isArray(value) ? Number(key) : key]));
};

const strange = ({ path, name }: Use, names: readonly string[], load: readonly LoadSpec[]): readonly Finding[] => {
  if (names.includes(name)) return [];
  const ofUsers = load.findIndex((one) => listLoadCalls(one).some(({ save = {} }) => Object.hasOwn(save, name)));
  if (ofUsers !== -1) return [errorAt(path, `$${name} is saved only by the users of load.${ofUsers}, each for itself`)];
  const help =
    names.length === 0 ? '; `save: { NAME: id }` in an earlier step saves it' : suggestion(`$${name}`, dollars(names), 'the file', 'saved');
  return [errorAt(path, `$${name} is never saved${help} ($$ stands for a dollar)`)];
};

const dollars = (names: readonly string[]): readonly string[] => names.map((name) => `$${name}`);

/** A use before everything that saves the variable. */
const early = (use: Use, savers: readonly DataPath[] = [], late: (saver: DataPath) => string | undefined): readonly Finding[] => {
  const words = savers.map(late);
  return words.includes(undefined) ? [] : [tooEarly(use, words[0] ?? '')];
};

const tooEarly = ({ path, name }: Use, words: string): Finding => errorAt(path, `$${name} is saved only ${words}`);
