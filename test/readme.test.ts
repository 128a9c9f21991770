import { existsSync, readFileSync, statSync } from 'node:fs';
import { describe, expect, test, vi } from 'vitest';
import { generatedFiles, withBlocks } from '../adapters/docs/generated.ts';
import { engineVersion } from '../engine/version.ts';
import { podsimProcess } from './support/commandLine.ts';
import { Folder } from './support/folder.ts';

const readme = readFileSync('README.md', 'utf8');
const manifest = JSON.parse(readFileSync('package.json', 'utf8'));
const folder = new Folder();

/** The lines of the README's sh blocks, in order. */
const lines = [...readme.matchAll(/^```sh\n(.*?)^```$/gms)].flatMap(([, block = '']) => block.trimEnd().split('\n'));
const oneLiners = lines.filter((line) => line.startsWith('npm '));
const commands = lines.filter((line) => !line.startsWith('npm '));

/** The arguments of a command line, with paths in /tmp going to a folder of our own. */
const argsOf = (line: string): string[] =>
  line
    .replaceAll('/tmp/', `${folder.path}/`)
    .split(' ')
    .slice(line.startsWith('npx ') ? 2 : 1);

describe('the README', () => {
  test('begins with two commands, and their scripts are there', () => {
    expect(oneLiners).toStrictEqual(['npm ci && npm run scenarios', 'npm ci && npm test']);
    expect(Object.keys(manifest.scripts)).toEqual(expect.arrayContaining(['scenarios', 'test']));
    for (const [, script = ''] of readme.matchAll(/`npm run ([a-z]+)`/g)) expect(Object.keys(manifest.scripts)).toContain(script);
  });

  test('has commands of podsim', () => {
    expect(commands.length).toBeGreaterThan(5);
    expect(commands.filter((line) => !line.startsWith('npx podsim '))).toStrictEqual([]);
  });

  test.each(commands)('%s: works', (line) => {
    // Two logs that differ are told apart by the exit code, as with any such tool.
    const code = line.startsWith('npx podsim compare /tmp/') ? 1 : 0;
    expect(podsimProcess(argsOf(line))).toMatchObject({ code, err: '' });
  });

  test.each([...readme.matchAll(/`((?:npx )?podsim (?:rules|schema|--help)[^`]*)`/g)].map(([, line = '']) => line))('%s: works', (line) => {
    expect(podsimProcess(argsOf(line))).toMatchObject({ code: 0, err: '' });
  });

  test('tells an example that works', async () => {
    const said: unknown[][] = [];
    const spy = vi.spyOn(console, 'log').mockImplementation((...words) => said.push(words));
    await import('./readmeExample.ts');
    spy.mockRestore();
    expect(said[0]?.slice(0, 2)).toStrictEqual(['pass', []]);
    expect(said[1]?.[0]).toContain('JobCancelled');
  });
});

describe('what is made from the code is current', () => {
  const made = ['scenarios/scenario.schema.json', 'scenarios/README.md', 'engine/FIDELITY.md', 'README.md'];

  test.each(made)('%s', (path) => {
    expect(readFileSync(path, 'utf8')).toBe(generatedFiles('.').get(path));
  });

  test('and there is no more of it', () => {
    expect([...generatedFiles('.').keys()]).toStrictEqual(made);
  });

  test('and a block that is not there is missed', () => {
    const blocks = new Map([['of words', 'new']]);
    expect(withBlocks('a\n<!-- begin of words -->\nold\n<!-- end of words -->\nb', blocks)).toBe(
      'a\n<!-- begin of words -->\nnew\n<!-- end of words -->\nb',
    );
    for (const text of ['nothing', '<!-- begin of words -->', '<!-- end of words --><!-- begin of words -->'])
      expect(() => withBlocks(text, blocks)).toThrow('the block of words is missing');
  });

  test('whatever stands in a block', () => {
    expect(withBlocks('<!-- begin a -->\n<!-- end a -->', new Map([['a', "$& $1 $'"]]))).toBe("<!-- begin a -->\n$& $1 $'\n<!-- end a -->");
  });
});

describe('the package', () => {
  test('has the version that logs are written with', () => {
    expect(engineVersion).toBe(manifest.version);
  });

  test('runs nothing when it is installed', () => {
    const atInstall = ['preinstall', 'install', 'postinstall', 'prepublish', 'preprepare', 'prepare', 'postprepare'];
    expect(Object.keys(manifest.scripts).filter((name) => atInstall.includes(name))).toStrictEqual([]);
  });

  test('has the command that it names, as a file that can be executed', () => {
    expect(Object.keys(manifest.bin)).toStrictEqual(['podsim']);
    expect(readFileSync(manifest.bin.podsim, 'utf8')).toMatch(/^#!\/usr\/bin\/env node\n/);
    expect(statSync(manifest.bin.podsim).mode & 0o111).toBe(0o111);
  });

  test('has what it exports', () => {
    expect(existsSync(manifest.exports['.'].default)).toBe(true);
    expect(existsSync(manifest.exports['.'].types)).toBe(true);
  });
});
