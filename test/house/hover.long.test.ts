import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { ts } from 'package-types';
import { describe, expect, test } from 'vitest';

/** What an editor shows over the word at a mark, by the language service of TypeScript over the types of the package. */
const hoverAt = (marked: string): string => {
  const [file, at] = [resolve('dist/declarations/hovered.ts'), marked.indexOf('|')];
  const text = marked.replace('|', '');
  const service = ts.createLanguageService({
    getCompilationSettings: () => ({ strict: true, target: ts.ScriptTarget.ES2023, module: ts.ModuleKind.NodeNext, types: [] }),
    getScriptFileNames: () => [file],
    getScriptVersion: () => '1',
    getScriptSnapshot: (name: string) => {
      const content = name === file ? text : ts.sys.readFile(name);
      return content === undefined ? undefined : ts.ScriptSnapshot.fromString(content);
    },
    getCurrentDirectory: () => process.cwd(),
    getDefaultLibFileName: ts.getDefaultLibFilePath,
    fileExists: (name: string) => name === file || ts.sys.fileExists(name),
    readFile: ts.sys.readFile,
  });
  const info = service.getQuickInfoAtPosition(file, at);
  return `${ts.displayPartsToString(info?.displayParts)}\n${ts.displayPartsToString(info?.documentation)}`;
};

describe('over a call of a world', () => {
  execFileSync(process.execPath, ['adapters/build/build.mjs', 'types'], { stdio: 'ignore' });

  test('an editor shows what the operation does, what it takes, and its rules', () => {
    const shown = hoverAt(
      "import { createWorld } from './testing.js';\nconst world = createWorld();\nworld.call.r|un({ endpoint_id: 'ep', body: { input: {} } });\n",
    );
    expect(shown).toContain('Submit a job and get its id: `POST /v2/{endpoint_id}/run`');
    expect(shown).toContain('- `input` (required): Defined by the worker');
    expect(shown).toMatch(/Rules: job\.run, .*`podsim spec operations run` says more\./);
  });

  test('and over a key of its world, of its settings and of a handler, what their schemas say', () => {
    const shownIn = (world: string) =>
      hoverAt(`import { createWorld } from './testing.js';\ncreateWorld({ world: { endpoints: [{ id: 'ep' }], ${world} } });\n`);
    expect(shownIn('ho|sts: []')).toContain('The host machines; the default is a large fleet');
    expect(shownIn('settings: { worker: { st|art: 1 } }')).toMatch(/start.*\n.+\(worker\.cold-start\)/);
    const handled =
      "import { createWorld } from './testing.js';\ncreateWorld({ world: { endpoints: [{ id: 'ep', handler: { out|comes: [] } }] } });\n";
    expect(hoverAt(handled)).toContain('One per attempt; the last repeats');
  });

  test('every operation has such words', () => {
    const text = readFileSync('dist/declarations/testing.d.ts', 'utf8');
    const { length } = text.match(/^ {4}readonly \w+: \(\.\.\.args: Arguments<'\w+'>\)/gm) ?? [];
    expect(length).toBeGreaterThan(100);
    expect(text.match(/Rules: .*`podsim spec operations \w+` says more\./g)).toHaveLength(length);
  });
});
