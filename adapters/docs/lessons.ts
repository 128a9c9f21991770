import { join } from 'node:path';
import { isLeft } from 'fp-ts/lib/Either.js';
import { type Lesson, lessonEnding, lessonNumber, parseLesson, problemText } from '../../engine/index.ts';
import { filesBelow, lessonReaderFor, readText } from '../cli/files.ts';

/** Every lesson of the course, in its order. */
export const allLessons = (top: string): readonly Lesson[] =>
  filesBelow(join(top, 'scenarios', 'lessons'), [lessonEnding]).map((file) => {
    const lesson = parseLesson(file, readText(file), lessonReaderFor(file));
    if (isLeft(lesson)) throw new Error(lesson.left.map(problemText).join('\n'));
    return lesson.right;
  });

/** The course as a table of a page in `docs/`. */
export const courseTable = (lessons: readonly Lesson[]): string =>
  [
    '| | lesson | rules | met by people in |',
    '|---|---|---|---|',
    ...lessons.map(({ file, spec: { title, rules, sources = [] } }) => {
      const link = `[${title.replaceAll('|', '\\|')}](../${file.replace(/^.*?scenarios\//, 'scenarios/')})`;
      const threads = sources.map(({ thread }) => `[${thread}](https://github.com/${thread.replace('#', '/issues/')})`);
      return `| ${lessonNumber(file)} | ${link} | ${rules.map((id) => `\`${id}\``).join(', ')} | ${threads.join(', ')} |`;
    }),
  ].join('\n');
