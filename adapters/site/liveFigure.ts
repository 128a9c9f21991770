import { escapeHtml } from '../console/app/text.ts';
import { nameLivePage, type PlayableScenario, pageOfScenario } from './playable.ts';
import { topFrom } from './sitePage.ts';

/** A scenario that plays in place, in a page at a path. It loads when the reader scrolls to it. */
export const liveFigure = (path: string, { file, runs }: Pick<PlayableScenario, 'file' | 'runs'>): string =>
  frame(path, nameLivePage(pageOfScenario(file)), runs[0]?.spec.title ?? file, pageOfScenario(file));

/** The same with any replay page. `about`: the page about it, unless this is that. */
export const frame = (path: string, live: string, title: string, about: string): string => {
  const top = topFrom(path);
  const own = path === about ? escapeHtml(title) : `<a href="${top}${about}">${escapeHtml(title)}</a>`;
  return `<figure class="live"><figcaption>${own} <a class="whole" href="${top}${live}">as a page of its own</a></figcaption><iframe src="${top}${live}" title="${escapeHtml(title)}" loading="lazy"></iframe></figure>`;
};
