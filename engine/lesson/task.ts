import { type Either, isLeft, left, right } from 'fp-ts/lib/Either.js';
import { z } from 'zod';
import type { Json } from '../kernel/canonical.ts';
import { formatDuration } from '../kernel/time.ts';
import { entriesWith, failuresOf, type LogView, numberOf, samplesOf } from '../scenario/assertion.ts';
import type { PathProblem } from '../scenario/build.ts';
import { checkPart } from '../scenario/checkPart.ts';
import { operatorsOf } from '../scenario/expectation.ts';
import type { AssertionSpec } from '../scenario/format.ts';
import { lint } from '../scenario/lint/lint.ts';
import { isSingle, metricUnits } from '../scenario/metrics.ts';
import { play } from '../scenario/play.ts';
import type { FileProblem } from '../scenario/problem.ts';
import type { PlayOptions, Run } from '../scenario/run.ts';
import { referenceProblems } from '../scenario/scenario.ts';
import { scenarioNodes } from '../scenario/schema.ts';
import { type StepSpec, step } from '../scenario/stepFormat.ts';
import { substitute, type Variables } from '../scenario/variables.ts';
import { readYaml } from '../scenario/yamlFile.ts';
import type { Lesson } from './lesson.ts';

/** How far the log of a sandbox meets the goal of a task. */
export interface Judgement {
  readonly isMet: boolean;
  readonly parts: readonly {
    readonly assertion: AssertionSpec;
    readonly unmet: readonly string[];
    /** What the log says instead of the numbers of the goal: `p95 5s`; absent where it has none. */
    readonly measured?: string;
  }[];
}

/** Judges a run of the sandbox. */
export const judge = ({ spec }: Lesson, { world, variables }: Pick<Run, 'world' | 'variables'>): Judgement => {
  const parts = spec.task.goal.map((assertion) => {
    const measured = measuredFor(assertion, world, variables);
    return {
      assertion,
      unmet: failuresOf(assertion, world, variables).map(({ message }) => message),
      ...(measured === undefined ? {} : { measured }),
    };
  });
  return { isMet: parts.every(({ unmet }) => unmet.length === 0), parts };
};

/** The numbers of a log that a part of a goal is about. */
const measuredFor = (written: AssertionSpec, view: LogView, variables: Variables): string | undefined => {
  const filled = substitute(written as Json, variables);
  if (isLeft(filled)) return undefined;
  const assertion = filled.right as AssertionSpec;
  if ('sequence' in assertion) return undefined;
  if ('never' in assertion) return String(entriesWith(view, assertion.never, assertion).length);
  if ('count' in assertion) return String(entriesWith(view, assertion.count, assertion).length);
  const { metric, of } = assertion;
  if (isSingle(metric)) return `${String(Number(numberOf(metric, of, view).toFixed(6)))}${metricUnits[metric] === 'USD' ? ' USD' : ''}`;
  const samples = samplesOf(metric, of, view).at([50, 95, 100]);
  const parts = (['p50', 'p95', 'max'] as const).flatMap((which, k) => {
    const ms = samples[k]?.ms;
    return assertion[which] === undefined || ms === undefined ? [] : [`${which} ${formatDuration(ms)}`];
  });
  return parts.length === 0 ? undefined : parts.join(', ');
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
export const attempt = (
  { sandbox }: Lesson,
  steps: readonly StepSpec[],
  options: PlayOptions = {},
): Either<readonly PathProblem[], Run> => {
  const { assert: _, ...spec } = sandbox.spec;
  const own = spec.steps ?? [];
  const whole = { ...spec, steps: [...own, ...steps] };
  const problems = [...referenceProblems(whole), ...lint(whole, sandbox.definition).filter(({ isError }) => isError)];
  if (problems.length > 0) return left(problems.map((problem) => fromStep(problem, own.length)));
  return right(play({ ...sandbox, spec: whole, findings: [] }, options));
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
