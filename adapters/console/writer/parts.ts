import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { LessonText } from '../app/pageData.ts';
import { findBuilt, readBuilt } from './builtFile.ts';
import type { CourseParts, PageParts } from './page.ts';
import type { ReportParts } from './reportPage.ts';
import type { StudyParts } from './studyPage.ts';

/** The page's scripts and style. */
export const readPageParts = (): PageParts => ({ ...readCourseParts(), script: script('page.js'), editor: part('editor.js') });

/** The parts of a page with lessons, or of served worlds: a server reads them while it answers, so it reads nothing else. */
export const readCourseParts = (): CourseParts => ({ course: script('course.js'), style: part('page.css') });

/** The lessons in the package, as data of a page: the build lists them, because parsing all takes long, and their texts are beside `dist/`. */
export const readCourse = (): readonly LessonText[] => {
  const read = (path: string): string => readFileSync(join(findBuilt('console'), '..', '..', path), 'utf8');
  const listed = JSON.parse(part('lessons.json')) as readonly (Omit<LessonText, 'text' | 'files'> & {
    readonly files: readonly string[];
  })[];
  return listed.map(({ files, ...lesson }) => ({
    ...lesson,
    text: read(lesson.file),
    files: Object.fromEntries(files.map((path) => [path, read(path)])),
  }));
};

/** The parts of a study's page, which contains a replay page. */
export const readStudyParts = (): StudyParts => ({ replay: readPageParts(), script: part('study.js'), style: part('study.css') });

/** The parts of a page that reports without a run. It has the colors of the others. */
export const readReportParts = (): ReportParts => ({ script: part('reports.js'), style: `${part('page.css')}\n${part('reports.css')}` });

/** A script after the one that it shares with the others. */
const script = (name: string): string => `${part('shared.js')}${part(name)}`;

const part = (name: string): string => readBuilt(join(findBuilt('console'), name)).toString();
