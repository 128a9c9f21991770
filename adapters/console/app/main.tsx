import { render } from 'preact';
import { Course } from './lessons/course.ts';
import { shellWord } from './model/acts.ts';
import { Desk } from './model/desk.ts';
import { Player } from './model/player.ts';
import { dataId, type PageData } from './pageData.ts';
import { Session } from './session.ts';
import { localSource, workersOf } from './source/local.ts';
import { type PlayerScope, servePlays } from './source/player.ts';
import type { Console } from './views/context.ts';
import { Panes } from './views/panes.ts';
import { lessonView, views } from './views/registry.ts';
import { Shell } from './views/shell.tsx';

const startPage = (script: string): void => {
  const root = document.getElementById('app');
  const data = JSON.parse(document.getElementById(dataId)?.textContent ?? '{"scenarios":[]}') as PageData;
  if (root === null) return;
  const desk = new Desk();
  const player = new Player(desk);
  const { lessons } = data;
  if (lessons !== undefined) {
    // What comes next is what a lesson asks for.
    const panes = new Panes([lessonView, ...views.filter(({ id }) => id !== 'next')]);
    const course = new Course({ lessons, desk, player, panes, workers: workersOf(script) });
    const tools: Console = { desk, panes, player, course, source: () => course.chosen.value?.file ?? '' };
    render(<Shell tools={tools} session={undefined} />, root);
    return course.start();
  }
  const panes = new Panes(views);
  const session = new Session({ desk, panes, data, sourceOf: (request) => localSource(request, script) });
  const tools: Console = { desk, panes, player, source: () => shellWord(session.file) };
  render(<Shell tools={tools} session={session} />, root);
  void session.start();
};

// One script is both: the page, and the worker that the page makes of its own text.
if (typeof document === 'undefined') servePlays(globalThis as unknown as PlayerScope);
else startPage(document.currentScript?.textContent ?? '');
