import { existsSync, readFileSync } from 'node:fs';
import { Ajv } from 'ajv';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { referenceRows } from '../../adapters/docs/reference/pages.ts';
import { referencePage, scenarioParts } from '../../engine/process/index.ts';
import { scenarioJsonSchema } from '../../engine/scenario/editor/editorSchema.ts';

describe('the reference of the format', () => {
  const rows = referenceRows('.');
  const { definitions } = scenarioJsonSchema();
  const ajv = new Ajv({ strict: false, validateFormats: false });

  /** Whether a value fits one of the forms that a key has. */
  const fits = (nodes: readonly object[], value: unknown): boolean => ajv.validate({ definitions, anyOf: nodes }, value);

  test('has the keys of all files, each with an example; those that no file has are as their schema says', () => {
    expect(rows.length).toBeGreaterThan(600);
    const wrong = rows
      .filter(({ isMadeUp }) => isMadeUp)
      .filter(({ nodes, example = '' }) => !fits(nodes, parse(example, { version: '1.2', schema: 'core' })));
    expect(wrong.map(({ id, example }) => `${id}: ${example}`)).toStrictEqual([]);
  }, 60_000);

  test('a wrong example is noticed', () => {
    const [row] = rows.filter(({ id }) => id === 'scenario: load.burst.size');
    expect(fits(row?.nodes ?? [], 'many')).toBe(false);
  });

  test('has a page for each part that messages name, with its heading', () => {
    const lacking = scenarioParts.filter(({ page, what }) => {
      const path = referencePage(page);
      return !existsSync(path) || !readFileSync(path, 'utf8').toLowerCase().includes(`## ${what.toLowerCase()}\n`);
    });
    expect(lacking).toStrictEqual([]);
  });
});
