import { dirname, join, relative, resolve } from 'node:path';
import type { Plugin } from 'vitest/config';

const root = join(import.meta.dirname, '../..');

/**
 * Tests import the sources of `engine/` and `adapters/`, and run what the build has made of them (`build.ts`): Node loads it as it is, with
 * imports that are bindings. Transformed by Vite, each use of an import is a call of a getter: tests took a fifth longer.
 */
export const built: Plugin = {
  name: 'built',
  enforce: 'pre',
  resolveId(id, importer) {
    if (importer === undefined || !/^\.{1,2}\/.*\.ts$/.test(id)) return undefined;
    const path = relative(root, resolve(dirname(importer), id));
    if (!/^(engine|adapters|test\/oracle)\//.test(path)) return undefined;
    return { id: join(root, 'dist', path.replace(/\.ts$/, '.js')), external: true };
  },
};

/** What the plugin resolves to is left to Node. */
export const leftToNode = [/\/dist\/(engine|adapters|test\/oracle)\//];
