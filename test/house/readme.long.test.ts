import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { describe, expect, test, vi } from 'vitest';
import { withAllBlocks, withBlocks } from '../../adapters/docs/blocks.ts';
import { generateFiles, pagesWithBlocks } from '../../adapters/docs/generated.ts';
import { engineVersion } from '../../engine/simulator/version.ts';
import { podsimBundled, podsimProcess } from '../support/bundle.ts';
import { podsim, type Said } from '../support/commandLine.ts';
import { Folder } from '../support/folder.ts';
import { emptyProject } from '../support/packed.ts';
import { ServingProcess } from '../support/serving/servingProcess.ts';

const read = (path: string): string => readFileSync(path, 'utf8');
const manifest = JSON.parse(read('package.json'));
const folder = new Folder();
/** Every page with commands or examples. */
const pages = [...pagesWithBlocks('.'), 'CONTRIBUTING.md', 'CHANGELOG.md'];

/** The blocks of a page in one language, in order. */
const blocksOf = (page: string, language: string): string[] =>
  [...read(page).matchAll(/^```(\w+)\n(.*?)^```$/gms)].flatMap(([, name, block = '']) => (name === language ? [block.trimEnd()] : []));

const lines = pages.flatMap((page) => blocksOf(page, 'sh').flatMap((block) => block.split('\n').map((line) => [page, line] as const)));
const startingWith = (...beginnings: string[]) => lines.filter(([, line]) => beginnings.some((beginning) => line.startsWith(beginning)));
const [ofNpm, ofServers, ofClients] = [startingWith('npm '), startingWith('npx podsim serve'), startingWith('curl ')];
/** It shows a first request and its answer. */
const anyLanguage = 'docs/start/other-languages.md';
const commands = startingWith('npx podsim ').filter((row) => !ofServers.includes(row));

/** Where a reader types the commands: in a project that has podsim, and nothing of the repository. */
const project = emptyProject('runpod-sdk');
const inProject = async <Result>(work: () => Result | Promise<Result>): Promise<Result> => {
  const top = process.cwd();
  process.chdir(project.path);
  try {
    return await work();
  } finally {
    process.chdir(top);
  }
};

/** The arguments of a command line. What it writes, into /tmp or beside the reader, is written into a folder of this test. */
const argsOf = (line: string): string[] =>
  line
    .replaceAll('/tmp/', `${folder.path}/`)
    .replace(/^npx podsim study \S+/, `$& --results ${folder.path}/results`)
    .replace(/ (-o|--out) (?=\w)/, ` $1 ${folder.path}/`)
    .match(/"[^"]*"|\S+/g)
    ?.map((word) => word.replaceAll('"', ''))
    .slice(2) ?? [];

/** Commands without processes or threads, which read nothing that the reader types. */
const endAtOnce = ['log', 'explain', 'page', 'new', 'learn'];

/** Those that go on after they have started: the first of each is a process. */
const endLater = ['study', 'explore'];

/** Most are run in this process, where nothing has to start: studies and explorations on its thread. The others are started as the package has them. */
const runCommand = async (line: string): Promise<Said> => {
  const [command = '', ...args] = argsOf(line);
  if (endAtOnce.includes(command) || (command === 'run' && !args.includes('--seeds'))) return await podsimBundled(command, ...args);
  const isFirst = commands.find(([, other]) => other.startsWith(`npx podsim ${command} `))?.[1] === line;
  if (endLater.includes(command) && !isFirst) return await podsimBundled(command, ...args, '--jobs', '1');
  return podsimProcess([command, ...args], { cwd: project.path, script: 'node_modules/podsim/dist/bin/podsim.js' });
};

describe('the pages', () => {
  test('begin with two npm commands, and show no others', () => {
    expect(ofNpm).toStrictEqual([
      ['README.md', 'npm ci && npm run scenarios'],
      ['README.md', 'npm ci && npm test'],
    ]);
    expect(lines[0]).toBe(ofNpm[0]);
  });

  test('show no command that is not run here', () => {
    expect(lines.length).toBe(ofNpm.length + ofServers.length + ofClients.length + commands.length);
    expect(commands.length).toBeGreaterThan(10);
  });

  test.each(pages)('%s: names scripts that exist', (page) => {
    for (const [, script = ''] of read(page).matchAll(/`npm run ([A-Za-z:]+)/g)) expect(Object.keys(manifest.scripts)).toContain(script);
  });

  test('name every script', () => {
    const named = Object.keys(manifest.scripts).filter((name) => new RegExp(`\`npm (run )?${name}[ \`]`).test(read('CONTRIBUTING.md')));
    expect(named).toStrictEqual(Object.keys(manifest.scripts));
  });

  test.each(pages)('%s: has only examples that are made from files, which are run', (page) => {
    const byHand = read(page).replace(/<!-- begin (.*?) -->\n.*?<!-- end \1 -->/gs, '');
    expect(byHand).not.toMatch(/^```(ts|js|yaml)$/m);
  });

  // Commands of a page use the files that earlier ones have written, so a page is one test.
  test.each([...new Set(commands.map(([page]) => page))])('%s: its commands work, in their order', async (page) => {
    for (const [of, line] of commands) {
      if (of !== page) continue;
      // The exit code says that two logs differ, as with other such tools; that a client has a mistake; or that a scenario fails.
      const fails = /^npx podsim (?:log compare \/tmp\/|explore .*\/clients\/\w+\.mjs |run \/tmp\/found)/;
      const code = fails.test(line) ? 1 : 0;
      expect(await inProject(() => runCommand(line)), line).toMatchObject({ code, err: '' });
    }
  });

  const inline = pages.flatMap((page) =>
    [...read(page).matchAll(/`((?:npx )?podsim (?:spec (?:rules|schema|times|operations)|help|(?:\w+ ?)*--help)[^`]*)`/g)].map(
      ([, line = '']) => line.replace(/^npx /, ''),
    ),
  );
  test.each([...new Set(inline)])('%s: works', async (line) => {
    const args = line.split(' ').slice(1);
    // What describes studies and explorations is loaded on demand.
    const said = /--(?:study|explore|client|fidelity|world|jobs|observation|task)/.test(line)
      ? await podsim(...args)
      : await podsim(...args);
    expect(said).toMatchObject({ code: 0, out: expect.stringMatching(/\S/), err: '' });
  });

  test('show a server and a client of it, and what it answers', async () => {
    expect([ofServers.length, ofClients.length, blocksOf(anyLanguage, 'json').length]).toStrictEqual([1, 1, 1]);
    await using server = new ServingProcess([...argsOf(ofServers[0]?.[1] ?? ''), '--port', '0']);
    const command = ofClients[0]?.[1].replace('http://127.0.0.1:8787', await server.url()) ?? '';
    const { status, stdout, stderr } = spawnSync('sh', ['-c', command.replace('curl ', 'curl --silent --show-error --noproxy "*" ')], {
      encoding: 'utf8',
    });
    expect([status, stderr]).toStrictEqual([0, '']);
    expect(stdout).toBe(blocksOf(anyLanguage, 'json')[0]);
  });

  test('show what a server says when it starts', async () => {
    await using server = new ServingProcess(['serve', '--port', '0']);
    const url = await server.url();
    const [shown] = blocksOf('docs/serving.md', 'text');
    await expect.poll(() => server.out.replaceAll(url, 'http://127.0.0.1:8787').trimEnd()).toBe(shown);
  });

  test('show examples of the library that work', async () => {
    const said: unknown[][] = [];
    const spy = vi.spyOn(console, 'log').mockImplementation((...words) => said.push(words));
    await import('./readmeExample.ts');
    expect(said[0]?.slice(0, 2)).toStrictEqual(['pass', []]);
    expect(said.splice(0)[1]?.[0]).toContain('JobCancelled');
    await import('./worldExample.ts');
    expect(said[0]?.[0]).toContain('JobCompleted');
    expect(said[1]?.[0]).toContain('is COMPLETED');
    expect(said.splice(0)[2]).toStrictEqual([false]);
    await import('./labExample.ts');
    spy.mockRestore();
    expect(said).toStrictEqual([
      [[2], 'no'],
      [[4], 'yes'],
    ]);
  });
});

describe('generated files are current', async () => {
  const generated = await generateFiles('.');
  const made = [
    'scenarios/scenario.schema.json',
    'scenarios/lesson.schema.json',
    'scenarios/study.schema.json',
    'scenarios/task.schema.json',
    'scenarios/report.schema.json',
    'scenarios/explore-report.schema.json',
    'scenarios/client-report.schema.json',
    'scenarios/fidelity-report.schema.json',
    'scenarios/fidelity-check.schema.json',
    'scenarios/jobs.schema.json',
    'scenarios/observation.schema.json',
    'engine/cloud/timing/measured202612.ts',
    'engine/cloud/timing/grounds202612.ts',
    'engine/cloud/timing/judged202612.ts',
    'scenarios/README.md',
    'engine/FIDELITY.md',
    ...readdirSync('docs/reference').map((name) => `docs/reference/${name}`),
    'adapters/console/diagrams.json',
    'adapters/console/app/sheets.d.ts',
    'docs/pictures/T047.svg',
    'docs/pictures/T049.svg',
    'docs/pictures/T043.svg',
    'docs/pictures/T044.svg',
    'docs/pictures/run.svg',
    ...pagesWithBlocks('.'),
  ];

  test.each(made)('%s', (path) => {
    expect(read(path)).toBe(generated.get(path));
  });

  test('and there is no more of it', () => {
    expect([...generated.keys()].sort()).toStrictEqual([...made].sort());
    expect(made.length).toBeGreaterThan(5);
  });
});

describe('a block of a page', () => {
  const blocks = new Map([['of words', 'new']]);
  const page = 'a\n<!-- begin of words -->\nold\n<!-- end of words -->\nb';

  test('is filled with what it should show', () => {
    expect(withBlocks(page, blocks)).toBe('a\n<!-- begin of words -->\nnew\n<!-- end of words -->\nb');
  });

  test('is filled again, and wherever else it stands', () => {
    const filled = withBlocks(page + page, blocks);
    expect(filled.split('new')).toHaveLength(3);
    expect(withBlocks(filled, blocks)).toBe(filled);
  });

  test('has a begin, and then an end', () => {
    for (const text of ['<!-- begin of words -->\n', '<!-- end of words -->', '<!-- end of words --><!-- begin of words -->'])
      expect(() => withBlocks(text, blocks)).toThrow('the block of words needs a begin line, and after it an end line');
  });

  test('has something to show', () => {
    expect(() => withBlocks(page, new Map())).toThrow('the block of words has no content: name it in adapters/docs/blocks.ts');
  });

  test('is on some page', () => {
    const pages = new Map([
      ['a.md', 'nothing'],
      ['b.md', page],
    ]);
    expect([...withAllBlocks(pages, blocks).values()]).toStrictEqual(['nothing', withBlocks(page, blocks)]);
    expect(() => withAllBlocks(pages, new Map([...blocks, ['of more', 'x']]))).toThrow('no page shows the block of more');
  });

  test('may hold anything', () => {
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
    expect(read(manifest.bin.podsim)).toMatch(/^#!\/usr\/bin\/env node\n/);
    expect(statSync(manifest.bin.podsim).mode & 0o111).toBe(0o111);
  });

  // The types of all entries are looked for in the package itself: test/house/package.long.test.ts makes them.
  test('has what it exports', () => {
    expect(existsSync(manifest.exports['.'].default)).toBe(true);
  });
});
