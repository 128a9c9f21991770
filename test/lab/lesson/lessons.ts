import { isLeft } from 'fp-ts/lib/Either.js';
import { templates } from '../../../adapters/cli/write/templates.ts';
import { checkLesson } from '../../../engine/lab/lesson/check.ts';
import { type Lesson, parseLesson } from '../../../engine/lab/lesson/lesson.ts';
import { type PlayedLesson, playLesson } from '../../../engine/lab/lesson/play.ts';
import { problemText } from '../../../engine/scenario/format/problem.ts';
import type { Reader } from '../../../engine/scenario/scenario.ts';

/** Lessons for tests: the one that `podsim new` writes, with changes. */
export const goodLesson = templates['lesson'] ?? '';

const file = 'lessons/01-a.lesson.yaml';

/** The good lesson with a part of its text replaced; the part must be there. */
export const lessonWith = (from: string, to: string): string => {
  if (!goodLesson.includes(from)) throw new Error(`the lesson has no '${from}'`);
  return goodLesson.replace(from, () => to);
};

export const lessonOf = (text: string, read: Reader = () => undefined): Lesson => {
  const lesson = parseLesson(file, text, read);
  if (isLeft(lesson)) throw new Error(lesson.left.map(problemText).join('\n'));
  return lesson.right;
};

/** Everything that is wrong with a lesson, as `line:column: message`. */
export const problemsOfLesson = (text: string, read: Reader = () => undefined): string[] => {
  const lesson = parseLesson(file, text, read);
  const problems = isLeft(lesson) ? lesson.left : checkLesson(lesson.right);
  return problems.map((problem) => problemText(problem).replace(`${file}:`, ''));
};

export const playedText = (text: string): PlayedLesson => playLesson(lessonOf(text));
