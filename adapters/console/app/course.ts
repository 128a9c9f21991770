import { Course } from './lessons/course.ts';
import { makeLivePage } from './livePage.ts';
import { Desk } from './model/desk.ts';
import { Panes } from './model/panes.ts';
import { Player } from './model/player.ts';
import type { PageData } from './pageData.ts';
import { Session } from './session.ts';
import { serveLessonRequest } from './source/lessonPlayer.ts';
import { localSource } from './source/local.ts';
import { askWorker } from './source/worker.ts';
import { type MadePage, start } from './start.tsx';
import { CourseHeader, CourseList } from './views/lessons/course.tsx';
import { LessonPage } from './views/lessons/lesson.tsx';
import { sideViews, views } from './views/registry.ts';

/** A page with lessons. */
const makeCourse = (data: PageData, script: string): MadePage => {
  const desk = new Desk();
  const panes = new Panes([...views, ...sideViews]);
  const player = new Player(desk);
  const course = new Course({
    lessons: data.lessons ?? [],
    isServed: data.isServed === true,
    desk,
    panes,
    ask: (request, hear) => askWorker(script, request, hear),
  });
  // It has no run of its own: nothing is chosen or measured.
  const openSource = (run: Parameters<typeof localSource>[0]) => localSource(run, script);
  const session = new Session({ desk, panes, data, live: undefined, openSource, ask: () => () => undefined });
  const source = () => course.chosen.value?.file ?? '';
  return {
    tools: {
      desk,
      panes,
      live: undefined,
      player,
      session,
      course,
      courseParts: { Header: CourseHeader, List: CourseList, Lesson: LessonPage },
      source,
    },
    begin: () => course.start(),
  };
};

/**
 * The script of pages that a server serves: lessons and its worlds. A page of runs carries neither, because it is passed on as one file.
 */
start(serveLessonRequest, (data, script) => (data.live === true ? makeLivePage : makeCourse)(data, script));
