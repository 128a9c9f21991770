import { shellWord } from '../../../engine/compare/index.ts';
import { Desk } from './model/desk.ts';
import { Panes } from './model/panes.ts';
import { Player } from './model/player.ts';
import type { PageData } from './pageData.ts';
import { Session } from './session.ts';
import { localSource } from './source/local.ts';
import { serveRequest } from './source/player.ts';
import { askWorker } from './source/worker.ts';
import { type MadePage, start } from './start.tsx';
import { sideViews, views } from './views/registry.ts';
import { replayViews } from './views/replayViews.ts';

/** A page that plays its runs itself. */
const makePage = (data: PageData, script: string): MadePage => {
  const desk = new Desk();
  const panes = new Panes([...views, ...replayViews, ...sideViews]);
  const session = new Session({
    desk,
    panes,
    data,
    live: undefined,
    openSource: (request) => localSource(request, script),
    ask: (request, hear) => askWorker(script, request, hear),
  });
  const source = () => shellWord(session.file);
  return { tools: { desk, panes, live: undefined, player: new Player(desk), session, source }, begin: () => void session.start() };
};

start(serveRequest, makePage);
