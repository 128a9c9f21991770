import { isLeft } from 'fp-ts/lib/Either.js';
import type { Json } from '../../kernel/canonical.ts';
import type { FileProblem } from '../../scenario/format/problem.ts';
import { type PathProblem, problemAt } from '../../scenario/format/problem.ts';
import { substitute } from '../../scenario/format/variables.ts';
import { type Lesson, problemIn, rulesTaughtBy } from './lesson.ts';
import { type PlayedLesson, playLesson } from './play.ts';
import { entitiesIn, unknownNames } from './references.ts';
import { attempt, judge } from './task.ts';

/**
 * Every problem of a lesson: its scenario and its sandbox are played, and each answer, each wrong choice and the solution of its task are
 * compared with their logs.
 */
export const checkLesson = (lesson: Lesson, played: PlayedLesson = playLesson(lesson)): readonly FileProblem[] =>
  [...untaught(lesson), ...played.problems, ...taskProblems(lesson)].map((problem) => problemIn(lesson.source, problem));

const untaught = (lesson: Lesson): readonly PathProblem[] =>
  rulesTaughtBy(lesson)
    .filter((rule) => !lesson.spec.rules.includes(rule))
    .map((rule) => problemAt(['rules'], `a scenario of the lesson teaches ${rule}, which is not among its rules`));

const taskProblems = (lesson: Lesson): readonly PathProblem[] => {
  const path = ['task', 'solution'];
  const unsolved = attempt(lesson, []);
  const solved = attempt(lesson, lesson.spec.task.solution);
  if (isLeft(unsolved)) return unsolved.left.map(({ message }) => problemAt(['task', 'scenario'], message));
  if (isLeft(solved)) return solved.left.map((problem) => problemAt([...path, ...problem.path], problem.message));
  const { failures, unfired, world, variables } = solved.right;
  const entities = entitiesIn(world);
  return [
    ...lesson.spec.task.goal.flatMap((assertion, k) => {
      const filled = substitute(assertion as Json, variables);
      return isLeft(filled) ? [] : unknownNames(filled.right, entities).map((words) => problemAt(['task', 'goal', k], words));
    }),
    ...(judge(lesson, unsolved.right).isMet ? [problemAt(['task', 'goal'], 'is met already where nothing is done')] : []),
    ...[...failures, ...unfired].map((words) => problemAt(path, words)),
    ...judge(lesson, solved.right).parts.flatMap(({ unmet }, k) =>
      unmet.map((words) => problemAt(['task', 'goal', k], `the solution does not meet it: ${words}`)),
    ),
  ];
};
