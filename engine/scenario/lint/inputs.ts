import type { Json } from '../../kernel/canonical.ts';
import { suggestion } from '../../kernel/collections/nearest.ts';
import { formatDuration } from '../../kernel/time.ts';
import type { ScenarioSpec } from '../file/format.ts';
import type { PathProblem } from '../format/problem.ts';
import { keysIn } from '../inputs/calls.ts';
import type { CallInput, InputItem } from '../inputs/format.ts';
import { requestProblem } from '../inputs/request.ts';
import { findBrokenPatterns } from '../step/expectation.ts';

/** Finds the problems that a schema cannot see in a scenario of inputs: times that run backwards, duplicate names, unknown names. */
export const inputProblems = ({ inputs, steps, load }: ScenarioSpec): readonly PathProblem[] => {
  if (inputs === undefined) return [];
  const seen: SeenNames = { now: 0, names: new Set() };
  const beside = [...(steps === undefined ? [] : ['steps']), ...(load === undefined ? [] : ['load'])];
  return [
    ...beside.map((part) => ({
      path: [part],
      message: `${part}: give \`inputs\` or \`${part}\`, not both: \`inputs\` contain everything that comes from outside`,
    })),
    ...inputs.flatMap((input, k) =>
      checkInput(input, seen).map(([key, words]) => ({ path: ['inputs', k, key], message: `inputs.${k}.${key}: ${words}` })),
    ),
  ];
};

/** The time and the names so far. */
interface SeenNames {
  now: number;
  readonly names: Set<string>;
}

type Problem = readonly [key: string, words: string];

const checkInput = (input: InputItem, seen: SeenNames): readonly Problem[] => {
  if ('leave' in input)
    return seen.names.has(input.leave)
      ? []
      : [
          [
            'leave',
            `no call before this one is named '${input.leave}'${suggestion(input.leave, [...seen.names], 'the file', 'those before it')}`,
          ],
        ];
  if ('clock' in input) return comesLater('clock', [input.clock.to], seen);
  if (!('act' in input)) return comesLater('at', [input.at], seen);
  const times = Array.isArray(input.at) ? input.at : [input.at];
  return [...comesLater('at', times, seen), ...nameProblems(input, seen), ...keyProblems(input, times.length), ...callProblems(input)];
};

const comesLater = (key: string, times: readonly number[], seen: SeenNames): readonly Problem[] => {
  for (const ms of times) {
    if (ms < seen.now) return [[key, `${formatDuration(ms)} comes after ${formatDuration(seen.now)}: time never runs backwards`]];
    seen.now = ms;
  }
  return [];
};

const nameProblems = ({ name }: CallInput, { names }: SeenNames): readonly Problem[] => {
  if (name === undefined) return [];
  if (names.has(name)) return [['name', `another call is named '${name}'`]];
  names.add(name);
  return [];
};

const keyProblems = ({ key, times }: CallInput, given: number): readonly Problem[] => {
  const count = times ?? given;
  if (key === undefined || count === 1 || keysIn(key) === count) return [];
  return [['key', `must stand for ${count} keys, as in load-1/1..${count}`]];
};

const callProblems = (input: CallInput): readonly Problem[] => {
  const unread = requestProblem(input);
  return [
    ...(unread === undefined ? [] : [['request', unread.replace(/^request: /, '')] as const]),
    ...findBrokenPatterns((input.expect ?? {}) as Json).map((words) => ['expect', words] as const),
  ];
};
