import { spawnSync } from 'node:child_process';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundleFromString, createConfig } from '@redocly/openapi-core';
import { astToString, openApiTypes } from 'open-api-types';
import { describe, expect, test } from 'vitest';
import type { Document } from '../support/contract/openApi.ts';
import { Folder } from '../support/folder.ts';
import { changed, controlDocument, document, excerpt, is, newestDocument } from './documents.ts';

const folder = new Folder();
const tsc = join(dirname(fileURLToPath(import.meta.resolve('typescript/package.json'))), 'bin/tsc');

/** What the compiler says of the types that `openapi-typescript` makes of a document, and of code that uses them. */
const compile = async (of: Document, use = ''): Promise<string> => {
  folder.write('api.ts', astToString(await openApiTypes(JSON.stringify(of))));
  folder.write('use.ts', `import type { paths } from './api.ts';\nexport type { paths };\n${use}`);
  const options = ['--ignoreConfig', '--noEmit', '--strict', '--module', 'nodenext', '--allowImportingTsExtensions', '--types', ''];
  return spawnSync(process.execPath, [tsc, ...options, 'use.ts'], { cwd: folder.path, encoding: 'utf8' }).stdout;
};

/** Whether the document still contains itself when every reference is replaced by what it refers to. */
const isCircular = async (of: Document): Promise<boolean> => {
  const { bundle } = await bundleFromString({ source: JSON.stringify(of), config: await createConfig({}), dereference: true });
  return holdsItself(bundle.parsed, []);
};

const holdsItself = (node: unknown, above: readonly unknown[]): boolean =>
  typeof node === 'object' &&
  node !== null &&
  (above.includes(node) || Object.values(node).some((one) => holdsItself(one, [...above, node])));

const documents = [
  ['both APIs', document],
  ['both APIs under the newest contract', newestDocument],
  ['the control plane', controlDocument],
] as const;

/** A schema of any JSON that is written out refers to itself. */
const anyJson = { anyOf: [{ type: 'string' }, { type: 'array', items: { $ref: '#/components/schemas/Pod' } }] };
const ofItself = changed('components schemas Pod', is(anyJson), excerpt(['/v2/pods'], []));

describe('generators of clients', () => {
  test.each(documents)('replace every reference of the document of %s: none leads back to itself', async (_, one) => {
    expect(await isCircular(one)).toBe(false);
  });

  test.each(documents)('make types of the document of %s, and they compile', async (_, one) => {
    expect(await compile(one)).toBe('');
  });

  test('make types that say what a call takes and answers', async () => {
    const created = "paths['/v2/pods']['post']['responses'][201]['content']['application/json']";
    const use = (type: string) => `export const cost = (pod: ${created}): ${type} => pod.cost;`;
    expect(await compile(document, use('number'))).toBe('');
    expect(await compile(document, use('string'))).toContain("Type 'number' is not assignable to type 'string'");
  });

  test('fail at a document that refers to itself', async () => {
    expect(await isCircular(ofItself)).toBe(true);
    expect(await compile(ofItself)).toContain("'Pod' is referenced directly or indirectly in its own type annotation");
  });
});
