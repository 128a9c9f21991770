import { join } from 'node:path';
import { type Lesson, lessonEnding, lessonNumber } from '../../engine/lab/lesson/index.ts';
import { filesBelow } from '../cli/files.ts';
import { readLesson } from '../cli/learn/lessonFiles.ts';

/** Every lesson of the course, in its order. */
export const allLessons = (top: string): readonly Lesson[] =>
  filesBelow(join(top, 'scenarios', 'lessons'), [lessonEnding]).map((file) => readLesson(file));

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
