import { render } from 'preact';
import { shellWord } from '../../../engine/index.ts';
import { Course } from './lessons/course.ts';
import { Live, recordedFile } from './live/live.ts';
import { openedAt } from './live/server.ts';
import { Desk } from './model/desk.ts';
import { Player } from './model/player.ts';
import { dataId, type PageData } from './pageData.ts';
import { Session } from './session.ts';
import { localSource } from './source/local.ts';
import { type PlayerScope, servePlays } from './source/player.ts';
import { askWorker } from './source/worker.ts';
import type { Console } from './views/context.ts';
import { Panes } from './views/panes.ts';
import { lessonView, liveViews, replayViews, views } from './views/registry.ts';
import { Shell } from './views/shell.tsx';

const startPage = (script: string): void => {
  const root = document.getElementById('app');
  const data = JSON.parse(document.getElementById(dataId)?.textContent ?? '{"scenarios":[]}') as PageData;
  if (root === null) return;
  const desk = new Desk();
  const { lessons } = data;
  if (lessons !== undefined) {
    // What comes next is what a lesson asks for.
    const panes = new Panes([lessonView, ...views.filter(({ id }) => id !== 'next')]);
    const player = new Player(desk);
    const course = new Course({
      lessons,
      isServed: data.isServed === true,
      desk,
      player,
      panes,
      ask: (request, hear) => askWorker(script, request, hear),
    });
    // It has no run of its own: nothing is chosen or measured.
    const session = new Session({
      desk,
      panes,
      data,
      live: undefined,
      sourceOf: (run) => localSource(run, script),
      measure: () => () => undefined,
    });
    const tools: Console = { desk, panes, live: undefined, player, session, course, source: () => course.chosen.value?.file ?? '' };
    render(<Shell tools={tools} />, root);
    return course.start();
  }
  const panes = new Panes(data.live === true ? [...views, ...liveViews] : [...views, ...replayViews]);
  const live = data.live === true ? new Live({ desk, opened: openedAt(location.href), onFrame: framesApart(80) }) : undefined;
  live?.watch(() => document.visibilityState === 'visible');
  const session = new Session({
    desk,
    panes,
    data,
    live,
    sourceOf: (request) => localSource(request, script),
    measure: (a, b, hear) => askWorker(script, { type: 'measure', a, b }, hear),
  });
  const source = () => (session.live === undefined ? shellWord(session.file) : recordedFile);
  const tools: Console = { desk, panes, live, player: new Player(desk), session, source };
  render(<Shell tools={tools} />, root);
  void session.start();
};

/** Works with the frames of the page, and leaves so much time between two of them: each draws everything again. */
const framesApart = (ms: number): ((work: () => void) => void) => {
  let last = Number.NEGATIVE_INFINITY;
  const inFrame = (work: () => void) =>
    requestAnimationFrame((now) => {
      last = now;
      work();
    });
  return (work) => {
    const wait = last + ms - performance.now();
    if (wait <= 0) inFrame(work);
    else setTimeout(() => inFrame(work), wait);
  };
};

// One script is both: the page, and the worker that the page makes of its own text.
if (typeof document === 'undefined') servePlays(globalThis as unknown as PlayerScope);
else startPage(document.currentScript?.textContent ?? '');
