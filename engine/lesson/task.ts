import { type Either, isLeft, left, right } from 'fp-ts/lib/Either.js';
import { z } from 'zod';
import type { Json } from '../kernel/canonical.ts';
import { failuresOf } from '../scenario/assertion.ts';
import type { PathProblem } from '../scenario/build.ts';
import { checkPart } from '../scenario/checkPart.ts';
import { operatorsOf } from '../scenario/expectation.ts';
import type { AssertionSpec } from '../scenario/format.ts';
import { lint } from '../scenario/lint/lint.ts';
import { play } from '../scenario/play.ts';
import type { FileProblem } from '../scenario/problem.ts';
import type { Run } from '../scenario/run.ts';
import { referenceProblems } from '../scenario/scenario.ts';
import { scenarioNodes } from '../scenario/schema.ts';
import { type StepSpec, step } from '../scenario/stepFormat.ts';
import { readYaml } from '../scenario/yamlFile.ts';
import type { Lesson } from './lesson.ts';

/** How far the log of a sandbox meets the goal of a task. */
export interface Judgement {
  readonly isMet: boolean;
  readonly parts: readonly { readonly assertion: AssertionSpec; readonly unmet: readonly string[] }[];
}

/** Judges a run of the sandbox. */
export const judge = ({ spec }: Lesson, { world, variables }: Pick<Run, 'world' | 'variables'>): Judgement => {
  const parts = spec.task.goal.map((assertion) => ({
    assertion,
    unmet: failuresOf(assertion, world, variables).map(({ message }) => message),
  }));
  return { isMet: parts.every(({ unmet }) => unmet.length === 0), parts };
};

/** A part of a goal in words: `p95 of delayTime of ep-a ≤ 5s`. */
export const goalText = (assertion: AssertionSpec): string => {
  const of = assertion.of === undefined ? '' : ` of ${assertion.of}`;
  if ('sequence' in assertion) return `the events${of}: ${assertion.sequence.join(', ')}`;
  if ('never' in assertion) return `no ${assertion.never}${of}`;
  if ('count' in assertion) return `count of ${assertion.count}${of} ${comparison(assertion.is as Json)}`;
  const { metric } = assertion;
  const parts = (['p50', 'p95', 'max', 'is'] as const).flatMap((which) =>
    assertion[which] === undefined ? [] : [`${which === 'is' ? '' : `${which} of `}${metric}${of} ${comparison(assertion[which] as Json)}`],
  );
  return parts.join(', ');
};

const signs: Readonly<Record<string, string>> = { lt: '<', lte: '≤', gt: '>', gte: '≥', ne: '≠', eq: '=' };

const comparison = (wanted: Json): string =>
  (operatorsOf(wanted) ?? [['eq', wanted]]).map(([name, value]) => `${signs[name] ?? name} ${String(value)}`).join(' and ');

/** Plays the sandbox with these steps added to its own. Left says what is wrong with the steps, with paths that begin at them. */
export const attempt = ({ sandbox }: Lesson, steps: readonly StepSpec[]): Either<readonly PathProblem[], Run> => {
  const { assert: _, ...spec } = sandbox.spec;
  const own = spec.steps ?? [];
  const whole = { ...spec, steps: [...own, ...steps] };
  const problems = [...referenceProblems(whole), ...lint(whole, sandbox.definition).filter(({ isError }) => isError)];
  if (problems.length > 0) return left(problems.map((problem) => fromStep(problem, own.length)));
  return right(play({ ...sandbox, spec: whole, findings: [] }));
};

/** Reads a file with steps, as a learner writes it. */
export const parseSteps = (file: string, text: string): Either<readonly FileProblem[], readonly StepSpec[]> => {
  const yaml = readYaml(file, text);
  return isLeft(yaml)
    ? yaml
    : checkPart(yaml.right, z.array(step, 'must be a list of steps'), yaml.right.data, [], (path) => scenarioNodes(['steps', ...path]));
};

/** A problem as seen from the steps that were added. */
const fromStep = ({ path, message, ...rest }: PathProblem, own: number): PathProblem => {
  const [part, k, ...inner] = path;
  if (part !== 'steps' || typeof k !== 'number' || k < own) return { path: [], message, ...rest };
  return { path: [k - own, ...inner], message: message.replace(`steps.${k}`, `step ${k - own + 1}`), ...rest };
};
