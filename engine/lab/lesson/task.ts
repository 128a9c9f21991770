import { type Either, isLeft, left, right } from 'fp-ts/lib/Either.js';
import { z } from 'zod';
import { checkPart, scenarioFile } from '../../scenario/file/checkPart.ts';
import { scenarioNodes } from '../../scenario/file/schema.ts';
import type { AssertionSpec } from '../../scenario/format/assertionFormat.ts';
import type { FileProblem, PathProblem } from '../../scenario/format/problem.ts';
import { readYaml } from '../../scenario/format/yamlFile.ts';
import { lint } from '../../scenario/lint/lint.ts';
import { play } from '../../scenario/play/play.ts';
import type { PlayOptions, Run } from '../../scenario/play/run.ts';
import { referenceProblems } from '../../scenario/scenario.ts';
import { checkAssertion } from '../../scenario/step/assertion.ts';
import { textOfMeasured } from '../../scenario/step/assertionText.ts';
import { type StepSpec, step } from '../../scenario/step/stepFormat.ts';
import type { Lesson } from './lesson.ts';

/** How far the log of a sandbox meets the goal of a task. */
export interface Judgment {
  readonly isMet: boolean;
  readonly parts: readonly {
    readonly assertion: AssertionSpec;
    readonly unmet: readonly string[];
    /** The measures of the log, in place of the numbers of the goal: `p95 5s`; absent if it has none. */
    readonly measured?: string;
  }[];
}

/** Judges a run of the sandbox. */
export const judge = ({ spec }: Lesson, { world, variables }: Pick<Run, 'world' | 'variables'>): Judgment => {
  const parts = spec.task.goal.map((assertion) => {
    const measured = textOfMeasured(assertion, world, variables);
    return {
      assertion,
      unmet: checkAssertion(assertion, world, variables).map(({ message }) => message),
      ...(measured === undefined ? {} : { measured }),
    };
  });
  return { isMet: parts.every(({ unmet }) => unmet.length === 0), parts };
};

/** Plays the sandbox with these steps added to its own. Left has the problems of the steps, with paths that begin at them. */
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
    : checkPart(yaml.right, z.array(step, 'must be a list of steps'), yaml.right.data, [], {
        ...scenarioFile,
        nodesFor: (path) => scenarioNodes(['steps', ...path]),
      });
};

/** A problem as seen from the steps that were added. */
const fromStep = ({ path, message, ...rest }: PathProblem, own: number): PathProblem => {
  const [part, k, ...inner] = path;
  if (part !== 'steps' || typeof k !== 'number' || k < own) return { path: [], message, ...rest };
  return { path: [k - own, ...inner], message: message.replace(`steps.${k}`, `step ${k - own + 1}`), ...rest };
};
