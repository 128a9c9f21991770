import { describe, expect, test } from 'vitest';
import { partAt, scenarioParts } from '../../engine/scenario/file/parts.ts';
import { scenarioNodes } from '../../engine/scenario/file/schema.ts';

describe('the parts of a scenario', () => {
  test('are all there', () => {
    const lacking = scenarioParts.filter(({ path }) => scenarioNodes(pathOf(path)).length === 0).map(({ path }) => path);
    expect(lacking).toStrictEqual([]);
  });

  // biome-ignore format: a table
  test.each([
    ['of a scenario',              ['world', 'endpoints', 0],               'an endpoint'],
    ['inside of another',          ['world', 'endpoints', 0, 'handler'],    'a handler'],
    ['of a file of another kind',  ['scenario', 'steps', 3, 'expect'],      'an expectation'],
    ['under a name of another',    ['load', 0, 'steps', 1, 'with'],         'what a step calls with'],
    ['that is none',               ['sample'],                              undefined],
  ] as const)('a path leads to one: %s', (_, path, what) => expect(partAt(path)?.what).toBe(what));
});

/** The path of a part with a number in each list. */
const pathOf = (path: string): readonly (string | number)[] => {
  const names: (string | number)[] = [];
  for (const name of path === '' ? [] : path.split('.')) {
    if (scenarioNodes([...names, name]).length === 0) names.push(0);
    names.push(name);
  }
  return scenarioNodes([...names, 0]).length > 0 && names.length > 0 ? [...names, 0] : names;
};
