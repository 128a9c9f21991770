import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

test('what the benches load has a source', () => {
  const benches = readdirSync('test/bench').filter((name) => name.endsWith('.mjs'));
  const named = benches.flatMap((name) => {
    const text = readFileSync(`test/bench/${name}`, 'utf8');
    return [...text.matchAll(/\bfrom\('((?:engine|adapters)\/[\w/]+)\.js'\)/g)].map(([, path = '']) => [name, path] as const);
  });
  expect(named.length).toBeGreaterThan(20);
  expect(named.filter(([, path]) => !existsSync(`${path}.ts`))).toStrictEqual([]);
});
