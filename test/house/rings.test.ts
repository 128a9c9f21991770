// biome-ignore-all lint/suspicious/noTemplateCurlyInString: a source is given as a string here
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { stripped } from '../support/house/source.ts';
import { longest } from '../support/longestFirst.ts';

/** The name of a test file says what it costs. This reads what the files import, so that no name promises too much. */

const read = (path: string): string => readFileSync(path, 'utf8');
const files = readdirSync('test', { recursive: true, encoding: 'utf8' })
  .map((name) => `test/${name}`)
  .filter((path) => path.endsWith('.test.ts') && !path.includes('/node_modules/') && !path.includes('/failing/'));

/** The modules below `test/` that a file imports, and those that they import, with the file itself. */
const closureOf = (file: string): string[] => {
  const closure = new Set([file]);
  for (const path of closure)
    for (const [, name = ''] of read(path).matchAll(/ from '(\.[^']+\.ts)'/g)) {
      const imported = join(dirname(path), name);
      if (imported.startsWith('test/') && existsSync(imported)) closure.add(imported);
    }
  return [...closure];
};

/** Whether a module starts processes, or names a bundle that only the build makes. The brackets keep this file from meaning itself. */
const isBoundToProcesses = (text: string): boolean =>
  /from '(?:node:child[_]process|rolldown)'|['"`}/]dist\/(?:bin|lib|console)/.test(text);

const triesFew = (file: string): boolean => closureOf(file).includes('test/support/long.ts');

describe('the name of a test file', () => {
  test('says that it starts processes', () => {
    const silent = files.filter(
      (file) => !/\.(?:process|long)\.test\.ts$/.test(file) && closureOf(file).some((path) => isBoundToProcesses(read(path))),
    );
    expect(silent).toStrictEqual([]);
  });

  test('says that it is slow, if it tries few of many cases', () => {
    expect(files.filter((file) => !/\.(?:process|slow|long)\.test\.ts$/.test(file) && triesFew(file))).toStrictEqual([]);
  });
});

/** What says how long something really took, or what time it really is. */
const wallClock = /\bDate\.now\b|(?<![\w.])(?:new )?Date\(\)|\bperformance\.(?:now|timeOrigin)\b|\bhrtime\b|\.uptime\b/;

/** The one shows that the engine is refused a clock; the other throws where time is not virtual. */
const mayNameClocks = ['test/determinism.slow.test.ts', 'test/support/virtualTime.ts'];

describe('a wall clock', () => {
  const readsWallClock = (text: string) => wallClock.test(text) && wallClock.test(stripped(text));

  test('is looked at by no test: a busy machine fails none', () => {
    const sources = readdirSync('test', { recursive: true, encoding: 'utf8' })
      .map((name) => `test/${name}`)
      .filter((path) => path.endsWith('.ts') && !path.includes('/node_modules/'));
    expect(sources.length).toBeGreaterThan(files.length);
    expect(sources.filter((path) => readsWallClock(read(path)))).toStrictEqual(mayNameClocks);
  });

  test.each([
    'const begun = Date.now();',
    'const now = new Date();',
    'const took = performance.now() - begun;',
    'const { now } = performance; const begun = process.hrtime.bigint();',
    'expect(process.uptime()).toBeLessThan(5);',
    'const text = `it took ${Date.now() - begun} ms`;',
  ])('is found in %s', (text) => {
    expect(readsWallClock(text)).toBe(true);
  });

  test.each(["const text = 'Date.now()';", '// performance.now() is faked', 'const at = new Date(0);', 'const now = world.now;'])(
    'is not found in %s',
    (text) => {
      expect(readsWallClock(text)).toBe(false);
    },
  );
});

describe('what tries few of many cases', () => {
  const page = read('CONTRIBUTING.md');
  const table = page.slice(page.indexOf('## What the long version adds'), page.indexOf('## Generated files'));

  test('has its row in the table of the long version', () => {
    const searches = files.filter(triesFew);
    expect(searches.length).toBeGreaterThan(15);
    expect(searches.filter((file) => !table.includes(`\`${file.replace(/^test\//, '')}\``))).toStrictEqual([]);
  });

  test('tries the same ones each time: no property is asserted on new examples', () => {
    const others = files.filter((file) => / fc\.assert\(/.test(read(file)) && !/\bseed\b/.test(read(file)));
    expect(others).toStrictEqual([]);
  });
});

test('the files that run first are there', () => {
  expect(longest.map((name) => `test/${name}.test.ts`).filter((file) => !files.includes(file))).toStrictEqual([]);
});
