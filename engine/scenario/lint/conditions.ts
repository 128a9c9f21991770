import { isLeft } from 'fp-ts/lib/Either.js';
import type { ScenarioSpec } from '../file/format.ts';
import type { PathProblem } from '../format/problem.ts';
import { parseCondition } from '../step/condition.ts';
import { type StepSpec, untilTime } from '../step/stepFormat.ts';
import { errorAt, type Finding, warningAt } from './finding.ts';
import type { ScenarioIds } from './ids.ts';

/** Conditions about entities that will never exist. */
export const conditionFindings = ({ steps = [] }: ScenarioSpec, ids: ScenarioIds): readonly Finding[] => inList(steps, [], ids);

const inList = (steps: readonly StepSpec[], at: PathProblem['path'], ids: ScenarioIds): readonly Finding[] =>
  steps.flatMap(({ when, repeat, steps: inner }, k) => {
    const path = [...at, 'steps', k];
    return [
      ...(when === undefined ? [] : checkCondition(when, [...path, 'when'], ids)),
      ...(repeat?.until === undefined || untilTime(repeat.until) !== undefined
        ? []
        : checkCondition(repeat.until, [...path, 'repeat', 'until'], ids)),
      ...inList((inner ?? []) as readonly StepSpec[], path, ids),
    ];
  });

const checkCondition = (text: string, path: PathProblem['path'], ids: ScenarioIds): readonly Finding[] => {
  const condition = parseCondition(text);
  if (isLeft(condition)) return [];
  const { kind, id } = condition.right;
  const words = ids.stranger(kind, id);
  if (words === undefined) return [];
  const holdsAnyway = condition.right.type === 'count' ? condition.right.count === 0 : condition.right.statuses.includes('gone');
  return [holdsAnyway ? warningAt(path, `${words} (so this holds from the start)`) : errorAt(path, `${words} (so this never holds)`)];
};
