import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { Folder } from './support/folder.ts';

const manifest = JSON.parse(readFileSync('package.json', 'utf8'));
const entries = Object.keys(manifest.exports).map((entry) => entry.replace(/^\./, 'podsim'));

describe('the package, installed into an empty project', () => {
  const folder = new Folder();
  let installed: readonly string[] = [];

  /** Runs a command in the project; throws with what it said unless it ends well. */
  const run = (command: string, ...args: string[]): string => {
    const { status, stdout, stderr, error } = spawnSync(command, args, {
      cwd: folder.path,
      encoding: 'utf8',
      env: { ...process.env, CI: '1' },
    });
    if (status !== 0) throw new Error(`${command} ${args.join(' ')}: exit ${status}\n${stdout}${stderr}${error ?? ''}`);
    return stdout;
  };

  beforeAll(() => {
    const [{ filename }] = JSON.parse(run('npm', 'pack', resolve('.'), '--json', '--loglevel=error'));
    folder.write('package.json', JSON.stringify({ name: 'empty', private: true, type: 'module' }));
    run('npm', 'install', filename, '--prefer-offline', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error');
    installed = folder.names('node_modules');
    // What a project that tests has anyway, from our own folder rather than the network.
    mkdirSync(folder.at('node_modules/@types'));
    for (const name of ['vitest', '@types/node']) symlinkSync(resolve('node_modules', name), folder.at(join('node_modules', name)));
  });

  test('has its command', () => {
    expect(run(folder.at('node_modules/.bin/podsim'), '--version')).toBe(`${manifest.version}\n`);
  });

  test('brings along what it runs on, and nothing that builds or tests it', () => {
    expect(installed).toEqual(expect.arrayContaining(Object.keys(manifest.dependencies).map(folderOf)));
    expect(
      ['typescript', 'vitest', 'rolldown', '@biomejs', 'fast-check', 'autocannon'].filter((name) => installed.includes(name)),
    ).toStrictEqual([]);
  });

  test.each(entries)('can be imported as %s', (entry) => {
    const script = `const names = Object.keys(await import('${entry}')); if (names.length < 3) throw new Error(names.join());`;
    run(process.execPath, '--input-type=module', '-e', script);
  });

  test('makes worlds without a run of vitest', () => {
    const script = `
      import { createWorld } from 'podsim/vitest';
      const world = createWorld({ clock: 'auto' });
      const { status } = await world.call.runsync({ endpoint_id: 'ep-demo', body: { input: {} } }).orThrow();
      await world.dispose();
      process.stdout.write(status);`;
    expect(run(process.execPath, '--input-type=module', '-e', script)).toBe('COMPLETED');
  });

  test('tests with vitest', () => {
    folder.write('examples/retry.test.ts', exampleOf('retry'));
    expect(run(process.execPath, 'node_modules/vitest/vitest.mjs', 'run', '--reporter=json')).toMatch(/"numPassedTests":1,/);
  });

  test('has types, which find mistakes', () => {
    folder.write(
      'tsconfig.json',
      JSON.stringify({
        compilerOptions: { module: 'nodenext', strict: true, noEmit: true, skipLibCheck: true, types: ['node'], target: 'es2023' },
        include: ['*.ts', 'examples'],
      }),
    );
    folder.write('examples/whatIf.test.ts', exampleOf('whatIf'));
    folder.write('mistakes.ts', mistakes);
    run(process.execPath, resolve('node_modules/typescript/bin/tsc'), '-p', '.');
  });
});

/** Packages of a scope share a folder. */
const folderOf = (name: string): string => name.split('/')[0] ?? name;

/** An example of the README, as somebody would paste it. */
const exampleOf = (name: string): string =>
  readFileSync(`test/examples/${name}.test.ts`, 'utf8').replace('../../adapters/vitest/index.ts', 'podsim/vitest');

const mistakes = `
import { expect } from 'vitest';
import { parseScenario, type World } from 'podsim';
import { createWorld } from 'podsim/vitest';

const world = createWorld();
export const engine: World = world.engine;
export const read = parseScenario('a', 'title: a', () => undefined);
// @ts-expect-error: there is no such operation
world.call.runs({});
// @ts-expect-error: a job belongs to an endpoint
world.call.run({ body: { input: {} } });
// @ts-expect-error: a job has an input
world.call.run({ endpoint_id: 'ep', body: {} });
// @ts-expect-error: an answer may be a refusal
world.call.run({ endpoint_id: 'ep', body: { input: {} } }).then(({ body }) => body.id);
// @ts-expect-error: there is no such event
expect(world).toHaveEmitted('JobDone');
// @ts-expect-error: it has no such field
expect(world).toHaveEmitted('JobStarted', { worker: 'ep-w1' });
`;
