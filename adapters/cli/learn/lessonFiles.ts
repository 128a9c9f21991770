import { join } from 'node:path';
import { isLeft } from 'fp-ts/lib/Either.js';
import { type Lesson, lessonEnding, lessonNumber, parseLesson } from '../../../engine/lab/lesson/index.ts';
import { problemText, type Reader } from '../../../engine/scenario/index.ts';
import type { LessonText } from '../../console/app/pageData.ts';
import { filesBelow, lessonReaderFor, readText } from '../files.ts';
import { ownScenarios } from '../ownFiles.ts';
import { BadInput } from '../terminal/exit.ts';

/** The lessons that come with podsim, in their order. */
export const courseFiles = (): readonly string[] => {
  const folder = ownScenarios();
  return folder === undefined ? [] : filesBelow(join(folder, 'lessons'), [lessonEnding]);
};

/** Reads a lesson; the error lists everything that is wrong with it. */
export const readLesson = (file: string, reader: Reader = lessonReaderFor(file)): Lesson => {
  const lesson = parseLesson(file, readText(file), reader);
  if (isLeft(lesson)) throw new BadInput(lesson.left.map(problemText).join('\n'));
  return lesson.right;
};

/** A lesson with the text of every scenario file that it names. */
export const lessonText = (file: string): LessonText => {
  const files = new Map<string, string>();
  const readFile = lessonReaderFor(file);
  const { spec } = readLesson(file, (path) => {
    const text = readFile(path);
    if (text !== undefined) files.set(path, text);
    return text;
  });
  const { title, goal } = spec;
  return { file, text: readText(file), files: Object.fromEntries(files), number: lessonNumber(file), title, goal };
};
