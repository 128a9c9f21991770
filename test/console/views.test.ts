import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { keyRows } from '../../adapters/console/app/keys.ts';
import { liveViews, replayViews, views } from '../../adapters/console/app/views/registry.ts';

const all = [...views, ...replayViews, ...liveViews];

describe('each view of the console', () => {
  test.each([
    ['replay', [...views, ...replayViews]],
    ['live', [...views, ...liveViews]],
  ])('has an id and a title of its own on a %s page, and a key that does nothing else', (_, shown) => {
    for (const part of ['id', 'title', 'key'] as const) {
      const values = shown.map((view) => view[part]);
      expect(values.filter((value, k) => values.indexOf(value) !== k)).toStrictEqual([]);
    }
    const taken = keyRows.flatMap(({ keys }) => keys.split(' '));
    expect(shown.filter(({ key }) => taken.includes(key))).toStrictEqual([]);
  });

  test('is among the places where axe looks for what keeps people out', () => {
    const visited = readFileSync('test/browser/access.browser.mjs', 'utf8');
    // The first of each pane is open unless the address names another one.
    const open = [...visited.matchAll(/\b(?:view|side)=(\w+)/g)].map(([, id]) => id);
    const first = views.find(({ pane }) => pane === 'side')?.id;
    expect(all.map(({ id }) => id).filter((id) => id !== first && !open.includes(id))).toStrictEqual([]);
  });

  test('has a sentence in the page for users', () => {
    const page = readFileSync('docs/time-travel.md', 'utf8');
    expect(all.map(({ title }) => title).filter((title) => !page.includes(`**${title}**`))).toStrictEqual([]);
  });
});
