import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join, normalize, resolve } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { inScript } from '../../adapters/console/writer/page.ts';
import { readPageParts } from '../../adapters/console/writer/parts.ts';
import { Folder } from '../support/folder.ts';
import { brokenLinks, pages, staysInRepository } from '../support/house/links.ts';

const manifest = JSON.parse(readFileSync('package.json', 'utf8'));
const entries = Object.keys(manifest.exports).map((entry) => entry.replace(/^\./, 'podsim'));

/** What a fresh clone does not have: `npm pack` builds in it. */
const leftOut = ['.git', 'node_modules', 'dist'];
const isCache = (path: string): boolean => /^dist\/.*\.(?:tsbuildinfo|cache)$/.test(path);

describe('the package, made from a clone and installed into an empty project', () => {
  const [clone, folder] = [new Folder(), new Folder()];
  let installed: readonly string[] = [];
  let packed: readonly string[] = [];
  let [packedBytes, unpackedBytes] = [0, 0];

  const podsim = folder.at('node_modules/.bin/podsim');

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
    cpSync('.', clone.path, { recursive: true, filter: (path) => !leftOut.includes(path) && !isCache(path) });
    symlinkSync(resolve('node_modules'), clone.at('node_modules'));
    const [{ filename, files, size, unpackedSize }] = JSON.parse(
      run('npm', 'pack', clone.path, '--json', '--foreground-scripts=false', '--loglevel=error'),
    );
    [packedBytes, unpackedBytes] = [size, unpackedSize];
    packed = files.map(({ path }: { readonly path: string }) => path);
    folder.write('package.json', JSON.stringify({ name: 'empty', private: true, type: 'module' }));
    run('npm', 'install', filename, '--prefer-offline', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error');
    installed = folder.names('node_modules');
    // What a project that tests has anyway, from our own folder rather than the network.
    mkdirSync(folder.at('node_modules/@types'));
    for (const name of ['vitest', '@types/node']) symlinkSync(resolve('node_modules', name), folder.at(join('node_modules', name)));
  });

  test('could be published', () => {
    const { status, stderr } = spawnSync('npm', ['publish', '--dry-run', '--ignore-scripts'], { encoding: 'utf8' });
    expect([status, stderr.includes(`npm notice name: ${manifest.name}`)]).toStrictEqual([0, true]);
  });

  test('is of at most 3 MB, and 10 MB unpacked, and needs no other package', () => {
    expect(packedBytes).toBeLessThan(3_000_000);
    expect(unpackedBytes).toBeLessThan(10_000_000);
    expect(Object.keys(manifest)).not.toContain('dependencies');
  });

  test('has whole pages, though it holds their parts compressed', () => {
    expect(packed).toEqual(expect.arrayContaining(['dist/console/shared.js.br', 'dist/docs/swagger-ui-bundle.js.br']));
    run(podsim, 'page', 'node_modules/podsim/scenarios/jobs/retry-after-failure.scenario.yaml', '-o', 'run.html');
    run(podsim, 'learn', '-o', 'course.html');
    const { script, course, editor } = readPageParts();
    const [page, lessons] = [folder.read('run.html'), folder.read('course.html')];
    expect([script, editor].filter((part) => !page.includes(inScript(part)))).toStrictEqual([]);
    expect(lessons.includes(inScript(course))).toBe(true);
  });

  test('brings fixtures for pytest, of which a wheel can be built', () => {
    const wheel = folder.at('wheel');
    mkdirSync(wheel);
    const built = spawnSync('python3', ['-c', `from setuptools.build_meta import build_wheel; print(build_wheel('${wheel}'))`], {
      cwd: folder.at('node_modules/podsim/adapters/python'),
      encoding: 'utf8',
    });
    // Where Python has no setuptools, pip gets them.
    if (built.status !== 0)
      run('python3', '-m', 'pip', 'wheel', '--quiet', '--no-deps', '-w', wheel, folder.at('node_modules/podsim/adapters/python'));
    expect(folder.names('wheel')).toContainEqual(expect.stringMatching(/^podsim_pytest-.*\.whl$/));
  });

  test('has its command', () => {
    expect(run(podsim, '--version')).toBe(`${manifest.version}\n`);
    expect(run(podsim, '--help')).toContain('Usage: podsim [options] [command]');
  });

  test('contains no build file that is never read', () => {
    const isRead = (path: string) => /^dist\/(bin|lib|docs|console|declarations)\//.test(path);
    const named = [manifest.bin.podsim, ...Object.values(manifest.exports).flatMap((entry) => Object.values(entry as object))];
    expect(named.map(normalize).filter((path) => !packed.includes(path))).toStrictEqual([]);
    expect(packed.filter((path) => path.startsWith('dist/') && !isRead(path))).toStrictEqual([]);
    expect(packed.filter((path) => /\.(tsbuildinfo|cache|log)$|\.test\./.test(path))).toStrictEqual([]);
  });

  test('contains all pages for users, and every link of theirs leads somewhere in it, or to what stays in the repository', () => {
    const known = new Set(packed.flatMap((path) => path.split('/').map((_, depth, parts) => parts.slice(0, depth + 1).join('/'))));
    const packedPages = packed.filter((path) => path.endsWith('.md'));
    const forUsers = pages.filter(
      (page) =>
        /^(docs\/|scenarios\/|engine\/FIDELITY|adapters\/python\/)/.test(page) && !/^docs\/(?:gallery|contributing-facts)/.test(page),
    );
    expect([...packedPages].sort()).toStrictEqual(['README.md', 'SECURITY.md', ...forUsers].sort());
    const broken = packedPages.flatMap((page) =>
      brokenLinks(page, (path) => known.has(path) || staysInRepository(path)).map((link) => `${page}: ${link}`),
    );
    expect(broken).toStrictEqual([]);
  });

  test('contains nothing that only builders read', () => {
    expect(packed.filter((path) => /^(engine|adapters)\/.*\.[a-z]*s$|\.timeline\.txt$|^docs\/pictures\//.test(path))).toStrictEqual([]);
  });

  test('serves both APIs, the control plane with its threads, and the reference', () => {
    const script = `
      const statuses = [];
      for (const path of ['/v2/pods', '/v2/ep-demo/health', '/_podsim/v1/scenario', '/console', '/docs', '/docs/page.css', '/docs/swagger-ui.css']) {
        const headers = { authorization: 'Bearer ' + process.env.PODSIM_API_KEY };
        statuses.push((await fetch(process.env.PODSIM_URL + path, { headers })).status);
      }
      process.stdout.write(statuses.join());`;
    const said = run(podsim, 'exec', '--quiet', '--', process.execPath, '--input-type=module', '-e', script);
    expect(said.trim().split('\n').at(-1)).toBe('200,200,200,200,200,200,200');
  });

  test('brings its scenarios along', () => {
    expect(run(podsim, 'run', 'node_modules/podsim/scenarios/jobs/retry-after-failure.scenario.yaml')).toContain('JobRetried');
  });

  test('writes pages', () => {
    run(podsim, 'page', 'node_modules/podsim/scenarios/jobs/retry-after-failure.scenario.yaml', '--out', 'replay.html');
    expect(folder.read('replay.html')).toContain("default-src 'none'");
  });

  test('plays them in threads', () => {
    const out = run(podsim, 'run', 'node_modules/podsim/scenarios/jobs', '--only', 'retr', '--jobs', '2');
    expect(out).toMatch(/ · 2 threads\n/);
    expect(out).toMatch(/\n\d+ passed, 0 failed\n$/);
  });

  test('installs nothing but itself', () => {
    expect(manifest.dependencies).toBeUndefined();
    expect(installed.filter((name) => !name.startsWith('.'))).toStrictEqual(['podsim']);
  });

  test.each(entries)('can be imported as %s', (entry) => {
    const script = `const names = Object.keys(await import('${entry}')); if (names.length === 0) throw new Error(names.join());`;
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

  test('plays studies, and refuses one that is broken', () => {
    const script = `
      import { playStudy } from 'podsim/lab';
      const files = { scenario: () => undefined, includedBy: () => () => undefined };
      const scenario = 'world: { endpoints: [{ id: ep }] }, steps: [{ act: run, with: { endpoint: ep, body: { input: {} } } }]';
      const lines = ['study: s', 'scenario: { ' + scenario + ' }', 'vary: { workers.max: [1, 2] }', 'seeds: 2'];
      const played = await playStudy('a.study.yaml', lines.join('\\n'), files);
      const broken = await playStudy('a.study.yaml', 'study: s', files);
      process.stdout.write([played.right?.configurations.length, broken._tag].join());`;
    expect(run(process.execPath, '--input-type=module', '-e', script)).toBe('2,Left');
  });

  test('has a worker in Node, of one function', () => {
    folder.write(
      'work.mjs',
      "import { startWorker } from 'podsim/worker';\nawait startWorker(({ input }) => ({ twice: 2 * input.of }));\n",
    );
    const script = `
      const url = process.env.PODSIM_URL + '/v2/ep-a/runsync';
      const headers = { authorization: 'Bearer ' + process.env.PODSIM_API_KEY, 'content-type': 'application/json' };
      const answer = await fetch(url, { method: 'POST', headers, body: JSON.stringify({ input: { of: 21 } }) });
      process.stdout.write(JSON.stringify((await answer.json()).output));`;
    const world = 'node_modules/podsim/test/examples/workers/world.yaml';
    const workers = `ep-a=${process.execPath} work.mjs`;
    const client = [process.execPath, '--input-type=module', '-e', script];
    expect(run(podsim, 'exec', '--quiet', '--scenario', world, '--workers', workers, '--', ...client)).toContain('{"twice":42}');
  });

  test('tests with vitest', () => {
    folder.write('examples/retry.test.ts', exampleOf('retry'));
    expect(run(process.execPath, 'node_modules/vitest/vitest.mjs', 'run', '--reporter=json')).toMatch(/"numPassedTests":1,/);
  });

  test('tests with node:test', () => {
    folder.write('examples/node.test.mjs', readFileSync('test/examples/node.test.mjs', 'utf8'));
    expect(run(process.execPath, '--test', 'examples/node.test.mjs')).toMatch(/^# pass 1$/m);
  });

  const compile = (options: object, ...include: readonly string[]): void => {
    const compilerOptions = { module: 'nodenext', strict: true, noEmit: true, types: ['node'], target: 'es2023', ...options };
    folder.write('tsconfig.json', JSON.stringify({ compilerOptions, include }));
    run(process.execPath, resolve('node_modules/typescript/bin/tsc'), '-p', '.');
  };

  test('has types, which find mistakes, and need no other package', () => {
    folder.write('examples/whatIf.test.ts', exampleOf('whatIf'));
    folder.write('mistakes.ts', mistakes);
    compile({ skipLibCheck: false, exactOptionalPropertyTypes: true }, '*.ts', 'examples');
    // As most projects have it.
    compile({ skipLibCheck: false }, '*.ts', 'examples');
  });

  test('has the types of its sources, though they are written out', () => {
    folder.write('same.mts', sameTypes.replaceAll('SOURCES', resolve('dist/types/engine')));
    compile({ skipLibCheck: true, exactOptionalPropertyTypes: true }, 'same.mts');
  });
});

/** What is computed from schemas, as the package has it and as its sources have it: each can be used as the other. */
const sameTypes = `
import type * as made from 'podsim';
import type * as madeLab from 'podsim/lab';
import type { CallArguments, CallResult, OperationId } from 'SOURCES/api/operations.js';
import type * as sources from 'SOURCES/index.js';
import type { LessonSpec } from 'SOURCES/lab/lesson/index.js';
import type { StudyReport } from 'SOURCES/lab/study/index.js';

type IsAny<T> = 0 extends 1 & T ? true : false;
type Same<A, B> = [IsAny<A>, IsAny<B>] extends [false, false] ? ([A] extends [B] ? ([B] extends [A] ? true : 'less') : 'more') : 'any';
type True<T extends true> = T;

export type Names = True<Same<made.OperationId, OperationId>>;
export type Arguments = True<{ [Id in OperationId]: Same<made.CallArguments<Id>, CallArguments<Id>> }[OperationId]>;
export type Results = True<{ [Id in OperationId]: Same<made.CallResult<Id>, CallResult<Id>> }[OperationId]>;
export type Others = [
  True<Same<made.HandlerWritten, sources.HandlerWritten>>,
  True<Same<made.WorldWritten, sources.WorldWritten>>,
  True<Same<made.SettingsWritten, sources.SettingsWritten>>,
  True<Same<made.Scenario['spec'], sources.Scenario['spec']>>,
  True<Same<madeLab.LessonSpec, LessonSpec>>,
  True<Same<madeLab.StudyReport, StudyReport>>,
  True<Same<made.RunReport, sources.RunReport>>,
  True<Same<made.Results, sources.Results>>,
  True<Same<made.PropertyResult, sources.PropertyResult>>,
  // @ts-expect-error: they are not the same
  True<Same<made.PropertyResult, sources.Results>>,
];
`;

/** An example of the pages, as a reader would paste it. */
const exampleOf = (name: string): string =>
  readFileSync(`test/examples/${name}.test.ts`, 'utf8').replace('../../adapters/vitest/index.ts', 'podsim/vitest');

const mistakes = `
import { expect } from 'vitest';
import { parseScenario, type World } from 'podsim';
import { parseScenario as parse } from 'podsim/engine';
import { playStudy } from 'podsim/lab';
import { assertEmitted, withWorld } from 'podsim/testing';
import { createWorld } from 'podsim/vitest';
import { type JobFunction, startWorker } from 'podsim/worker';

export const twice: JobFunction = ({ input }, { signal }) => (signal.aborted ? undefined : { output: 2 * input.of });
// @ts-expect-error: a worker needs a function
startWorker({ handler: twice });
// @ts-expect-error: a study is of a file
playStudy('study: a');
const world = createWorld();
export const engine: World = world.engine;
export const read = parseScenario('a', 'title: a', () => undefined);
// @ts-expect-error: there is no such operation
world.call.runs({});
// @ts-expect-error: a job belongs to an endpoint
world.call.run({ body: { input: {} } });
// @ts-expect-error: a job has an input
world.call.run({ endpoint_id: 'ep', body: {} });
// @ts-expect-error: a job has no such key, though the queue discards it
world.call.run({ endpoint_id: 'ep', body: { input: {}, priority: 5 } });
// @ts-expect-error: a handler is that of an endpoint
world.call.setHandler({ body: {} });
world.call.setHandler({ endpoint_id: 'ep', body: {} });
// @ts-expect-error: an answer may be a refusal
world.call.run({ endpoint_id: 'ep', body: { input: {} } }).then(({ body }) => body.id);
// @ts-expect-error: there is no such event
assertEmitted(world, 'JobDone');
withWorld({ onWebhook: ({ attempt }) => (attempt === 1 ? 500 : undefined) }, (own) => assertEmitted(own, 'JobWebhookPosted', { payload: {} }));
export const same: typeof parseScenario = parse;
// @ts-expect-error: there is no such event
expect(world).toHaveEmitted('JobDone');
// @ts-expect-error: it has no such field
expect(world).toHaveEmitted('JobStarted', { worker: 'ep-w1' });
`;
