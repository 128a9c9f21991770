import type { LessonText } from '../../console/app/pageData.ts';
import { frame } from '../liveFigure.ts';
import { coursePage, nameLivePage, pageOfLesson } from '../playable.ts';
import { plainMarkdown, type SitePage } from '../sitePage.ts';

/** A page for each lesson, which is done in place, and one that lists them. */
export const lessonPages = (lessons: readonly LessonText[]): readonly SitePage[] => [
  page('lessons/index.html', 'Lessons', [
    '# Lessons',
    '',
    `You say what will happen, and then time runs. [All lessons in one page](../${coursePage}) keeps what you have answered in this browser. [About lessons](../docs/lessons.md) says how one is written.`,
    '',
    ...lessons.map(
      ({ file, number, title, goal }) => `- [${number}. ${plainMarkdown(title)}](../${pageOfLesson(file)}): ${plainMarkdown(goal)}`,
    ),
  ]),
  ...lessons.map((lesson, place) => lessonPage(lesson, lessons[place + 1])),
];

const lessonPage = ({ file, number, title, goal }: LessonText, next: LessonText | undefined): SitePage => {
  const path = pageOfLesson(file);
  return page(path, `${number}. ${title}`, [
    `# ${plainMarkdown(`${number}. ${title}`)}`,
    '',
    plainMarkdown(goal),
    '',
    frame(path, nameLivePage(path), title, path).replace('class="live"', 'class="live lesson"'),
    '',
    ...(next === undefined ? [] : [`Next: [${next.number}. ${plainMarkdown(next.title)}](../${pageOfLesson(next.file)})`]),
  ]);
};

const page = (path: string, title: string, lines: readonly string[]): SitePage => ({
  path,
  source: path,
  title,
  markdown: lines.join('\n'),
  kind: 'lesson',
});
