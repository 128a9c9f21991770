import MiniSearch from 'minisearch';
import { type FoundSection, searchOptions } from './searchOptions.ts';

declare global {
  /** The data of the script with the index. */
  var podsimIndex: string | undefined;
}

/** As many as are looked through. */
const shownMax = 20;

const [field, list, status] = ['#search', '#found', '#found-count'].map((selector) => document.querySelector<HTMLElement>(selector));
const top = document.documentElement.dataset['top'] ?? '';
let index: MiniSearch | undefined;

/** Loads the index when a person begins to search: few who read a page do. */
const load = (): void => {
  if (document.querySelector('#search-index') !== null) return;
  const script = document.createElement('script');
  script.id = 'search-index';
  script.src = `${top}assets/index.js`;
  script.onload = () => {
    index = MiniSearch.loadJSON(globalThis.podsimIndex ?? '', searchOptions as never);
    show();
  };
  document.head.append(script);
};

const show = (): void => {
  if (!(field instanceof HTMLInputElement) || !list || !status) return;
  const words = field.value.trim();
  const found = words === '' || index === undefined ? [] : index.search(words);
  list.replaceChildren(...found.slice(0, shownMax).map((one) => makeItem(one as unknown as FoundSection)));
  status.textContent = words === '' ? '' : index === undefined ? 'Loading …' : countText(found.length);
};

const countText = (count: number): string =>
  count === 0
    ? 'Nothing is found: try fewer words, or the beginning of one'
    : `${count} found${count > shownMax ? `, the first ${shownMax} are shown` : ''}`;

const makeItem = ({ path, title, section, kind }: FoundSection): HTMLElement => {
  const [item, link, words] = [document.createElement('li'), document.createElement('a'), document.createElement('span')];
  link.href = `${top}${path}`;
  link.textContent = section === '' ? title : `${title}: ${section}`;
  words.textContent = kind === 'page' ? '' : ` ${kind}`;
  item.append(link, words);
  return item;
};

field?.addEventListener('focus', load);
field?.addEventListener('input', show);
field?.addEventListener('keydown', (event) => {
  if (event.key === 'Enter') list?.querySelector('a')?.click();
  if (event.key !== 'Escape' || !(field instanceof HTMLInputElement)) return;
  field.value = '';
  show();
});
addEventListener('keydown', (event) => {
  if (event.key !== '/' || event.target !== document.body) return;
  event.preventDefault();
  field?.focus();
});
