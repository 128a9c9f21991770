import { noKeyName } from '../../api/contract/parts/noKey.ts';
import { findOperation } from '../../api/operations.ts';
import type { Json } from '../../kernel/canonical.ts';
import { suggestion } from '../../kernel/collections/nearest.ts';
import { durationProblems } from '../format/durations.ts';
import { type PathProblem, problemAt } from '../format/problem.ts';
import { type LoadCall, listLoadCalls } from '../load/format.ts';
import { conditionProblem } from '../step/condition.ts';
import { findBrokenPatterns } from '../step/expectation.ts';
import { listLeaves, type StepSpec } from '../step/stepFormat.ts';
import type { ScenarioSpec } from './format.ts';

/** Lists the problems of steps in one list, and in its groups: names, conditions and patterns. Names are unique in the file. */
export const stepProblems = (
  steps: readonly StepSpec[],
  at: PathProblem['path'] = [],
  taken = new Set<string>(),
): readonly PathProblem[] => {
  const before = new Set<string>();
  return steps.flatMap(({ name, after, when, expect, steps: inner }, k) => {
    const path = [...at, 'steps', k];
    const issue = (key: string, words: string): PathProblem => problemAt([...path, key], words);
    const condition = when === undefined ? undefined : conditionProblem(when);
    const problems = [
      ...(after === undefined || before.has(after)
        ? []
        : [issue('after', `no step before this one is named '${after}'${suggestion(after, [...before], 'the file', 'those before it')}`)]),
      ...(name !== undefined && taken.has(name) ? [issue('name', `another step is named '${name}'`)] : []),
      ...(condition === undefined ? [] : [issue('when', condition)]),
      ...findBrokenPatterns((expect ?? {}) as Json).map((words) => issue('expect', words)),
    ];
    if (name !== undefined) {
      before.add(name);
      taken.add(name);
    }
    return [...problems, ...stepProblems((inner ?? []) as readonly StepSpec[], path, taken)];
  });
};

/** Callers that do not exist, that are named twice, or that the control plane does not need. */
export const callerProblems = (spec: ScenarioSpec): readonly PathProblem[] => {
  const keys = new Set([
    noKeyName,
    ...(spec.world?.accounts ?? [{ keys: [{ name: 'dev' }] }]).flatMap(({ keys = [] }) => keys.map(({ name }) => name)),
    ...listLeaves(spec.steps ?? []).flatMap(([, step]) => namesOfNewKeys(step)),
  ]);
  const callers: readonly Caller[] = [
    ...listLeaves(spec.steps ?? []).map(([path, { as, act = '', with: written }]) => ({ path, as, acts: [{ act, with: written }] })),
    ...(spec.load ?? []).map((load, k) => ({ path: ['load', k], as: load.as, acts: listLoadCalls(load) })),
  ];
  return callers.flatMap((caller) => checkCaller(caller, keys));
};

/** Texts that should be durations and are not, in calls that must not be refused. */
export const callProblems = ({ steps = [], load = [] }: ScenarioSpec): readonly PathProblem[] => {
  const calls = [
    ...listLeaves(steps).flatMap(([path, { act, with: written, expect }]) =>
      act === undefined || expect?.status !== undefined || expect?.rule !== undefined ? [] : [{ path, act, with: written }],
    ),
    ...load.flatMap((one, k) =>
      one.mayBeRefused === true
        ? []
        : listLoadCalls(one).map((call, n) => ({ path: ['load', k, ...(one.steps === undefined ? [] : ['steps', n])], ...call })),
    ),
  ];
  return calls.flatMap(({ path, act, with: written = {} }) =>
    durationProblems(act, written).map(([place, words]) => problemAt([...path, 'with', ...place], words)),
  );
};

/** A caller, and its calls. */
interface Caller {
  readonly path: readonly (string | number)[];
  readonly as: string | undefined;
  readonly acts: readonly Pick<LoadCall, 'act' | 'with'>[];
}

const checkCaller = ({ path, as, acts }: Caller, keys: ReadonlySet<string>): readonly PathProblem[] => {
  if (as === undefined) return [];
  const problem = (words: string): PathProblem => problemAt([...path, 'as'], words);
  const control = acts.find(({ act }) => findOperation(act)?.api === 'control');
  if (control !== undefined) return [problem(`${control.act} is an operation of the control plane, which needs no key`)];
  return [
    ...(acts.some(({ with: written }) => written?.headers?.['authorization'] !== undefined)
      ? [problem('the authorization header identifies the caller already: give only one of them')]
      : []),
    ...(as.startsWith('$') || keys.has(as) ? [] : [problem(`there is no key '${as}'${suggestion(as, [...keys], 'the world')}`)]),
  ];
};

/** A key that a step creates may be used by later steps. */
const namesOfNewKeys = ({ act, with: written }: StepSpec): string[] => {
  const name = act === 'createKey' ? (written?.body as { readonly name?: unknown } | undefined)?.name : undefined;
  return typeof name === 'string' ? [name] : [];
};
