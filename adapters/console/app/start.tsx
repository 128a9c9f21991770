import { render } from 'preact';
import { dataId, type PageData } from './pageData.ts';
import { type PlayerScope, type ServeRequest, servePlays } from './source/player.ts';
import type { Console } from './views/context.ts';
import { Shell } from './views/shell.tsx';

/** The parts of a page: the state that its views share, and what starts after they are drawn. */
export interface MadePage {
  readonly tools: Console;
  readonly begin: () => void;
}

/** Starts a script that is both: the page, and the worker that the page makes of its own text. */
export const start = (serve: ServeRequest, make: (data: PageData, script: string) => MadePage): void => {
  if (typeof document === 'undefined') return servePlays(globalThis as unknown as PlayerScope, serve);
  const root = document.getElementById('app');
  const data = JSON.parse(document.getElementById(dataId)?.textContent ?? '{"scenarios":[]}') as PageData;
  if (root === null) return;
  document.documentElement.style.setProperty('--scrollbar', `${measureScrollbar()}px`);
  const { tools, begin } = make(data, ownScript(document.currentScript));
  render(<Shell tools={tools} />, root);
  begin();
};

/** What a scrollbar takes of a track: the ruler, which has none, leaves as much free. */
const measureScrollbar = (): number => {
  const probe = document.createElement('div');
  probe.style.cssText = 'overflow: auto; scrollbar-gutter: stable; position: absolute';
  document.body.append(probe);
  const width = probe.offsetWidth - probe.clientWidth;
  probe.remove();
  return width;
};

/** The text of the page's script; where it is a file that pages share, its address. */
const ownScript = (element: HTMLOrSVGScriptElement | null): string =>
  element instanceof HTMLScriptElement && element.src !== '' ? element.src : (element?.textContent ?? '');
