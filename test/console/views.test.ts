import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { type ConsoleView, Panes } from '../../adapters/console/app/model/panes.ts';

/** The rows of the registry as they are written: with its components would come the types of a browser, which tests have not. */
const registry = ['registry', 'replayViews', 'liveViews']
  .map((name) => readFileSync(`adapters/console/app/views/${name}.ts`, 'utf8'))
  .join('\n');
const rowsOf = (name: string) => {
  const [, list = ''] = registry.split(`export const ${name}:`);
  const [rows = ''] = list.split('];');
  const found = [...rows.matchAll(/\{ id: '(\w+)', title: '(\w+)',(?: key: '(.)',)? pane: '(\w+)'/g)];
  return found.map(([, id = '', title = '', key, pane = '']) => ({ id, title, pane, ...(key === undefined ? {} : { key }) }));
};
const [views, sideViews, replayViews, liveViews] = [rowsOf('views'), rowsOf('sideViews'), rowsOf('replayViews'), rowsOf('liveViews')];
const all = [...views, ...sideViews, ...replayViews, ...liveViews];

describe('each view of the console', () => {
  test('is a row that is read here', () => {
    expect(all.length).toBe(registry.match(/Component: /g)?.length);
    expect([views, replayViews, liveViews].filter(({ length }) => length < 2)).toStrictEqual([]);
  });

  test.each([
    ['replay', [...views, ...replayViews]],
    ['live', [...views, ...liveViews]],
  ])('is one of six of a %s page, with the key of its place', (_, shown) => {
    const keyed = new Panes(shown as unknown as readonly ConsoleView[]).views;
    expect(keyed.map(({ title, key }) => `${key} ${title}`)).toStrictEqual([
      '1 Timeline',
      '2 Now',
      '3 Log',
      '4 Requests',
      '5 Compare',
      '6 Change',
    ]);
  });

  test.each([
    ['replay', [...views, ...sideViews, ...replayViews]],
    ['live', [...views, ...sideViews, ...liveViews]],
  ])('has an id and a title of its own on a %s page, and a key that does nothing else', (_, shown) => {
    const keyed = new Panes(shown as unknown as readonly ConsoleView[]).views;
    for (const part of ['id', 'title', 'key'] as const) {
      const values = keyed.map((view) => view[part]);
      expect(values.filter((value, k) => values.indexOf(value) !== k)).toStrictEqual([]);
    }
    const keys = readFileSync('adapters/console/app/views/keys.ts', 'utf8');
    const taken = [...keys.matchAll(/\{ key: '(.+?)', /g)].map(([, key]) => key);
    expect(taken).toContain('/');
    expect(taken).toContain('w');
    expect(keyed.filter(({ key }) => taken.includes(key))).toStrictEqual([]);
  });

  test('is among the places where axe looks for what keeps people out', () => {
    const visited = readFileSync('test/browser/access.browser.mjs', 'utf8');
    // The first of each pane is open unless the address names another one.
    const open = [...visited.matchAll(/\b(?:view|side)=(\w+)/g)].map(([, id]) => id);
    const first = sideViews[0]?.id;
    expect(all.map(({ id }) => id).filter((id) => id !== first && !open.includes(id))).toStrictEqual([]);
  });

  test('has a sentence in the page for users', () => {
    const page = readFileSync('docs/time-travel.md', 'utf8');
    expect(all.map(({ title }) => title).filter((title) => !page.includes(`**${title}**`))).toStrictEqual([]);
  });
});
