import { join } from 'node:path';
import type { LessonText } from '../app/pageData.ts';
import { findBuilt, readBuilt } from './builtFile.ts';
import type { CourseParts, PageParts } from './page.ts';
import type { StudyParts } from './studyPage.ts';
import type { TwinParts } from './twinPage.ts';

/** The page's scripts and style. */
export const readPageParts = (): PageParts => ({ ...readCourseParts(), script: script('page.js'), editor: part('editor.js') });

/** Those of a page with lessons, or of served worlds: a server reads them while it answers, so it reads nothing else. */
export const readCourseParts = (): CourseParts => ({ course: script('course.js'), style: part('page.css') });

/** The lessons that come with podsim, as data of a page. */
export const readCourse = (): readonly LessonText[] => JSON.parse(part('lessons.json')) as readonly LessonText[];

/** Those of the page of a study, which has a replay page in it. */
export const readStudyParts = (): StudyParts => ({ replay: readPageParts(), script: part('study.js'), style: part('study.css') });

/** Those of the page of a twin, which has the colors of the others. */
export const readTwinParts = (): TwinParts => ({ script: part('twin.js'), style: `${part('page.css')}\n${part('twin.css')}` });

/** A script after what it shares with the other. */
const script = (name: string): string => `${part('shared.js')}${part(name)}`;

const part = (name: string): string => readBuilt(join(findBuilt('console'), name)).toString();
