import { shellWord } from '../../../engine/compare/index.ts';
import { Live } from './live/live.ts';
import { Desk } from './model/desk.ts';
import { Panes } from './model/panes.ts';
import { Player } from './model/player.ts';
import type { PageData } from './pageData.ts';
import { Session } from './session.ts';
import { localSource } from './source/local.ts';
import { recordedFile } from './source/named.ts';
import { readAddress } from './source/server.ts';
import { askWorker } from './source/worker.ts';
import type { MadePage } from './start.tsx';
import { liveViews } from './views/liveViews.ts';
import { sideViews, views } from './views/registry.ts';

/** A page of the worlds of the server that it came from. It also plays a scenario that a link has in it. */
export const makeLivePage = (data: PageData, script: string): MadePage => {
  const desk = new Desk();
  const panes = new Panes([...views, ...liveViews, ...sideViews]);
  const live = new Live({ desk, opened: readAddress(location.href), onFrame: framesApart(80) });
  live.watch(() => document.visibilityState === 'visible');
  const session = new Session({
    desk,
    panes,
    data,
    live,
    openSource: (request) => localSource(request, script),
    ask: (request, hear) => askWorker(script, request, hear),
  });
  const source = () => (session.live === undefined ? shellWord(session.file) : recordedFile);
  return { tools: { desk, panes, live, player: new Player(desk), session, source }, begin: () => void session.start() };
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
