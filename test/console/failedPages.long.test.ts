import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { afterEach, describe, expect, test, vi } from 'vitest';
import type { PageData } from '../../adapters/console/app/pageData.ts';
import { playRun } from '../../adapters/console/app/source/player.ts';
import { failureReport } from '../../adapters/testing/failureReport.ts';
import { createWorld } from '../../adapters/testing/testWorld.ts';
import { reportSchema } from '../../engine/scenario/format/reportFormat.ts';
import { podsimProcess } from '../support/bundle.ts';
import { podsim } from '../support/commandLine.ts';
import { Folder } from '../support/folder.ts';

const folder = new Folder();
let made = 0;

/** A folder of its own for each test, by its name in the shared one. */
const fresh = () => {
  const name = `test-${++made}`;
  const at = (path: string) => folder.at(`${name}/${path}`);
  return { path: folder.at(name), at, write: (path: string, text: string) => folder.write(`${name}/${path}`, text) };
};

const dataOf = (path: string): PageData =>
  JSON.parse(/<script type="application\/json" id="podsim-data">([^<]*)<\/script>/.exec(readFileSync(path, 'utf8'))?.[1] ?? 'null');

/** Plays what is in a page, as its worker does. */
const playedIn = (path: string) => {
  const [scenario] = dataOf(path).scenarios;
  const [run] = scenario?.runs ?? [];
  if (scenario === undefined || run === undefined) throw new Error(`${path} has no run`);
  const told: { readonly verdict: string; readonly failures: readonly string[]; readonly fingerprint: string }[] = [];
  playRun({ scenario, index: run.index }, (message) => {
    if (message.type === 'failed') throw new Error(message.problems.join('\n'));
    if (message.type === 'ended') told.push(message.outcome);
  });
  return { known: run, ...told[0] };
};

const scenario = (jobsCompleted: number) => `title: one job, ${jobsCompleted} expected
seed: s
world: { endpoints: [{ id: ep-a, workers: { min: 1, max: 1 }, handler: { duration: { fixed: 2s } } }] }
steps:
  - { act: run, with: { endpoint: ep-a, body: { input: {} } }, save: { job: id } }
  - { when: job $job is COMPLETED, within: 1h }
assert:
  - { count: JobCompleted, is: ${jobsCompleted} }
`;

describe('podsim run --page', () => {
  test.each([
    ['in one thread', '1'],
    ['in two threads', '2'],
  ])('writes a page for each run that does not pass, and the report names it: %s', (_, jobs) => {
    const folder = fresh();
    folder.write('good.scenario.yaml', scenario(1));
    folder.write('bad.scenario.yaml', scenario(2));
    folder.write('worse.scenario.yaml', scenario(3));
    const said = podsimProcess(['run', folder.path, '--page', folder.at('pages'), '--reporter', 'json', '--jobs', jobs]);
    expect(said.code).toBe(1);
    const report = reportSchema.parse(JSON.parse(said.out));
    expect(report.runs.map(({ page }) => page !== undefined)).toStrictEqual([true, false, true]);
    const pages = report.runs.flatMap(({ page, fingerprint }) => (page === undefined ? [] : [{ page, fingerprint }]));
    expect(pages.map(({ page }) => page).sort()).toStrictEqual(
      readdirSync(folder.at('pages'))
        .sort()
        .map((name) => folder.at(`pages/${name}`)),
    );
    for (const { page, fingerprint } of pages) {
      const played = playedIn(page);
      expect([played.verdict, played.fingerprint, played.known.fingerprint]).toStrictEqual(['fail', fingerprint, fingerprint]);
      expect(played.failures).toHaveLength(1);
    }
  });

  test('names it for people, and for build servers; the same run has the same page', async () => {
    const folder = fresh();
    folder.write('bad.scenario.yaml', scenario(2));
    for (const [reporter, words] of [
      ['pretty', '  to look at: '],
      ['tap', '# to look at: '],
      ['junit', 'to look at: '],
    ] as const) {
      const { out } = await podsim('run', folder.at('bad.scenario.yaml'), '--page', folder.at('pages'), '--reporter', reporter);
      expect(out).toContain(`${words}${folder.at('pages')}/`);
    }
    expect(readdirSync(folder.at('pages'))).toHaveLength(1);
  });

  test('writes the run of that seed', async () => {
    const folder = fresh();
    folder.write('bad.scenario.yaml', scenario(2));
    const { out } = await podsim(
      'run',
      folder.at('bad.scenario.yaml'),
      '--seeds',
      '1..3',
      '--page',
      folder.at('pages'),
      '--reporter',
      'json',
    );
    for (const { page = '', fingerprint } of reportSchema.parse(JSON.parse(out)).runs) expect(playedIn(page).fingerprint).toBe(fingerprint);
    expect(readdirSync(folder.at('pages'))).toHaveLength(3);
  });

  test('writes nothing where every run passes', async () => {
    const folder = fresh();
    folder.write('good.scenario.yaml', scenario(1));
    expect((await podsim('run', folder.at('good.scenario.yaml'), '--page', folder.at('pages'))).code).toBe(0);
    expect(existsSync(folder.at('pages'))).toBe(false);
  });

  test('says where it cannot write', async () => {
    const folder = fresh();
    folder.write('bad.scenario.yaml', scenario(2));
    const { code, err } = await podsim('run', folder.at('bad.scenario.yaml'), '--page', folder.at('bad.scenario.yaml'));
    expect([code, err]).toStrictEqual([3, expect.stringContaining('bad.scenario.yaml cannot be a folder: name another one')]);
  });
});

describe('PODSIM_PAGES', () => {
  afterEach(() => vi.unstubAllEnvs());
  const options = { world: { endpoints: [{ id: 'ep', handler: { duration: { fixed: '2s' }, outcomes: ['fail'] as const } }] } } as const;

  test('makes a failed test write a page that plays the inputs of its world, and name it', async () => {
    const folder = fresh();
    vi.stubEnv('PODSIM_PAGES', folder.at('pages'));
    await using world = createWorld(options);
    await world.call.run({ endpoint_id: 'ep', body: { input: { prompt: 'hi' } } });
    await world.advance('1h');
    await world.call.run({ endpoint_id: 'nowhere', body: { input: {} } });
    const report = failureReport(world, { name: 'jobs › fail / twice', command: 'npx vitest run a.test.ts' });
    const path = /^ {2}page (.*\.html): open it in a browser$/m.exec(report)?.[1] ?? '';
    expect(path.startsWith(`${folder.at('pages')}/jobs-fail-twice-`)).toBe(true);
    const played = playedIn(path);
    expect([played.fingerprint, played.known.title]).toStrictEqual([world.fingerprint(), 'jobs › fail / twice']);
    expect(failureReport(world, { name: 'jobs › fail / twice', command: 'npx vitest run a.test.ts' })).toContain(path);
    expect(readdirSync(folder.at('pages'))).toHaveLength(1);
  });

  test('writes none for a world whose inputs do not say what its handlers do, and says so', async () => {
    const folder = fresh();
    vi.stubEnv('PODSIM_PAGES', folder.at('pages'));
    await using world = createWorld({
      ...options,
      handlers: { ep: () => ({ runsMs: 7 as never, ending: 'complete' as const, output: 1 }) },
    });
    await world.call.run({ endpoint_id: 'ep', body: { input: {} } });
    await world.advance('1h');
    expect(failureReport(world)).toMatch(/^ {2}no page: /m);
    expect(existsSync(folder.at('pages'))).toBe(false);
  });

  test('that names no folder, or none that can be written, hides nothing of the report', async () => {
    await using world = createWorld(options);
    const plain = failureReport(world);
    expect(plain).not.toMatch(/page/);
    const folder = fresh();
    folder.write('file', '');
    vi.stubEnv('PODSIM_PAGES', folder.at('file'));
    expect(failureReport(world).replace(/^ {2}no page: .*\n/m, '')).toBe(plain);
  });
});
