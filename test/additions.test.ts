import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { entities, kinds } from '../engine/entities.ts';

const page = readFileSync('engine/README.md', 'utf8');
const section = page.slice(page.indexOf('## A new kind'), page.indexOf('## Glossary'));
const glossary = page.slice(page.indexOf('## Glossary'), page.indexOf('## Decisions'));

/** The paths that a text names as code: `api/table.ts`, `rules.ts` … */
const pathsIn = (text: string): readonly string[] => [...text.matchAll(/`([\w*/]+(?:\.ts|\/))`/g)].map(([, path]) => path ?? '');

/** From the engine's page, or from the top; a name that stands in every entity's folder is looked for in that of the job. */
const isThere = (path: string): boolean =>
  [`engine/${path}`, path, `engine/job/${path}`, `engine/${path.replace('*', 'job')}`].some((one) => existsSync(one));

describe('what the engine says of additions', () => {
  test('names files that are there', () => {
    const paths = [...pathsIn(section), ...pathsIn(glossary)];
    expect(paths.length).toBeGreaterThan(40);
    expect(paths.filter((path) => !isThere(path))).toStrictEqual([]);
    expect(isThere('jobs/decide.ts')).toBe(false);
  });

  test('has a list for each thing that is added often', () => {
    const added = ['rule', 'refusal', 'timer', 'field of a pod', 'operation', 'fault', 'metric', 'kind of entity'];
    expect(added.filter((one) => !section.includes(`**A new ${one}**`))).toStrictEqual([]);
  });

  test('lists the files that a kind has: those of each kind that has a folder of its own, and no others', () => {
    const files = ['decide.ts', 'events.ts', 'evolve.ts', 'lifecycle.ts', 'settings.ts', 'timers.ts'];
    const paragraph = section.slice(section.indexOf('**A new kind of entity**'));
    expect(files.filter((file) => !paragraph.includes(`\`${file}\``))).toStrictEqual([]);
    for (const kind of kinds.filter((one) => existsSync(`engine/${one}`))) {
      const there = readdirSync(`engine/${kind}`);
      const { settings, timers } = entities[kind];
      const wanted = files.filter((file) => {
        if (file === 'settings.ts') return Object.keys(settings).length > 0;
        return file !== 'timers.ts' || timers.length > 0;
      });
      expect(there, kind).toEqual(expect.arrayContaining([...wanted, `${kind}.ts`]));
      if (Object.keys(settings).length === 0) expect(there, kind).not.toContain('settings.ts');
      if (timers.length === 0) expect(there, kind).not.toContain('timers.ts');
    }
  });

  test('has one file for each kind without a folder', () => {
    const others = kinds.filter((kind) => !existsSync(`engine/${kind}`));
    expect(others.sort()).toStrictEqual(
      readdirSync('engine/resources')
        .filter((name) => name !== 'owned.ts')
        .map((name) => name.replace('.ts', ''))
        .sort(),
    );
  });

  test('says in at most forty terms what the words mean, each once', () => {
    const terms = [...glossary.matchAll(/^\| ([^|]+) \|/gm)].map(([, term]) => term ?? '').slice(2);
    expect(terms.length).toBeGreaterThan(20);
    expect(terms.length).toBeLessThanOrEqual(40);
    expect(new Set(terms).size).toBe(terms.length);
  });
});
