import { describe, expect, test } from 'vitest';
import { allLessons } from '../../../adapters/docs/lessons.ts';
import { checkLesson } from '../../../engine/lab/lesson/check.ts';
import { type Lesson, lessonNumber, rulesTaughtBy } from '../../../engine/lab/lesson/lesson.ts';
import { playLesson } from '../../../engine/lab/lesson/play.ts';
import { problemText } from '../../../engine/scenario/format/problem.ts';

const course = allLessons('.');
const lessons = course.map((lesson) => [lesson.file.replace(/^.*\//, ''), lesson] as const);
const typesOf = ({ spec }: Lesson) =>
  spec.steps.flatMap(({ question }) =>
    question === undefined
      ? []
      : (['choice', 'number', 'duration', 'entity', 'line'] as const).filter((type) => question[type] !== undefined),
  );

test('the course has eighteen lessons, numbered in their order', () => {
  expect(course.map(({ file }) => lessonNumber(file))).toStrictEqual(Array.from({ length: 18 }, (_, k) => String(k + 1)));
});

describe.each(lessons)('%s', (_, lesson) => {
  const played = playLesson(lesson);

  test('states the answers that its log gives, no wrong choice that is right, and a task that can be solved', () => {
    expect(checkLesson(lesson, played).map(problemText)).toStrictEqual([]);
  });

  test('has no warning in its scenarios', () => {
    expect([...lesson.scenario.findings, ...lesson.sandbox.findings].map(problemText)).toStrictEqual([]);
  });

  test('has two to five questions of more than one type, each asked before its answer is known', () => {
    const questions = played.steps.flatMap(({ moment, question }) => (question === undefined ? [] : [{ moment, ...question }]));
    expect(questions.length).toBeGreaterThanOrEqual(2);
    expect(questions.length).toBeLessThanOrEqual(5);
    expect(new Set(typesOf(lesson)).size).toBeGreaterThan(1);
    for (const { moment, known, under } of questions)
      expect(under !== undefined || known.at > moment.at || known.seq > moment.seq).toBe(true);
    expect(questions).toHaveLength(typesOf(lesson).length);
  });

  test('is played to the same answers again', () => {
    const again = playLesson(lesson);
    expect(again.steps).toStrictEqual(played.steps);
  });

  test('has short texts', () => {
    for (const { text } of lesson.spec.steps) expect(text.length).toBeLessThan(420);
  });
});

test('each of the first eight covers all that its scenarios teach', () => {
  for (const lesson of course.slice(0, 8)) {
    expect(rulesTaughtBy(lesson).length, lesson.file).toBeGreaterThan(1);
    expect(lesson.spec.rules, lesson.file).toEqual(expect.arrayContaining([...rulesTaughtBy(lesson)]));
  }
});

test('the others name the public threads in which people met it, but for the last', () => {
  for (const { file, spec } of course.slice(8, 15)) expect(spec.sources?.length ?? 0, file).toBeGreaterThan(0);
});

test('all types of questions are used', () => {
  expect(new Set(course.flatMap(typesOf))).toStrictEqual(new Set(['choice', 'number', 'duration', 'entity', 'line']));
});

test('no question has its right choice always at the same place', () => {
  const places = course.flatMap(({ spec }) =>
    spec.steps.flatMap(({ question }) => (question?.choice === undefined ? [] : [question.choice.findIndex((one) => 'right' in one)])),
  );
  const counts = [0, 1, 2].map((place) => places.filter((one) => one === place).length);
  expect(Math.max(...counts)).toBeLessThan(places.length * 0.6);
  expect(Math.min(...counts)).toBeGreaterThan(0);
});
