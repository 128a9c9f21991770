import { render } from 'preact';
import { Desk } from './model/desk.ts';
import { Player } from './model/player.ts';
import { dataId, type PageData } from './pageData.ts';
import { Session } from './session.ts';
import { localSource } from './source/local.ts';
import { type PlayerScope, servePlays } from './source/player.ts';
import { askWorker } from './source/worker.ts';
import type { Console } from './views/context.ts';
import { Panes } from './views/panes.ts';
import { views } from './views/registry.ts';
import { Shell } from './views/shell.tsx';

const startPage = (script: string): void => {
  const root = document.getElementById('app');
  const data = JSON.parse(document.getElementById(dataId)?.textContent ?? '{"scenarios":[]}') as PageData;
  if (root === null) return;
  const desk = new Desk();
  const panes = new Panes(views);
  const session = new Session({
    desk,
    panes,
    data,
    sourceOf: (request) => localSource(request, script),
    measure: (a, b, hear) => askWorker(script, { type: 'measure', a, b }, hear),
  });
  const tools: Console = { desk, panes, player: new Player(desk), session, source: () => session.file };
  render(<Shell tools={tools} session={session} />, root);
  void session.start();
};

// One script is both: the page, and the worker that the page makes of its own text.
if (typeof document === 'undefined') servePlays(globalThis as unknown as PlayerScope);
else startPage(document.currentScript?.textContent ?? '');
