import { existsSync, readFileSync } from 'node:fs';
import { beforeAll, describe, expect, test } from 'vitest';
import { exploreReporters } from '../../../adapters/cli/explore/reporters.ts';
import { type ExploreReport, exploreReportSchema } from '../../../engine/lab/explorer/index.ts';
import { brokenBuild } from '../../support/brokenBuild.ts';
import { podsimProcess } from '../../support/bundle.ts';
import { podsim, type Said } from '../../support/commandLine.ts';
import { Folder } from '../../support/folder.ts';
import { ServingProcess } from '../../support/serving/servingProcess.ts';
import { wellFormed } from '../../support/xml.ts';

const folder = new Folder();
const ofOneJob = folder.write(
  'one.scenario.yaml',
  `title: a job
world: { endpoints: [{ id: ep-a, workers: { min: 1, max: 1 } }] }
steps:
  - { act: run, with: { endpoint: ep-a, body: { input: {} } }, save: { job: id } }
  - { when: job $job is COMPLETED, within: 1h, act: status, with: { endpoint: ep-a, job: $job } }
`,
);
/** Many jobs for few workers: each variation takes long to play. */
const ofManyJobs = folder.write(
  'many.scenario.yaml',
  `title: many jobs
world: { endpoints: [{ id: ep-a, workers: { min: 1, max: 3 } }] }
steps: [{ act: run, with: { endpoint: ep-a, body: { input: {} } }, save: { job: id } }]
load: [{ with: { endpoint: ep-a, body: { input: {} } }, mayBeRefused: true, constant: { every: 3s }, exactly: 80 }]
`,
);

/** A build that says that no job may ever be cancelled: what the real one does not find, this one does. */
let script = '';
beforeAll(() => {
  script = brokenBuild(folder, 'one-worker-a-job', 'JobCancelled');
});

/** The mistake is met in one of these runs: as many as are enough for a report. */
const few = ['--runs', '20', '--jobs', '1'];
const explored = (name: string, ...args: string[]): Said =>
  podsimProcess(['explore', ofOneJob, '--runs', '100', '--seed', '1', '--out', folder.at(name), ...args], { script });

const reportIn = ({ out }: Said): ExploreReport => exploreReportSchema.parse(JSON.parse(out)) as ExploreReport;

describe('the report of an exploration that found something', () => {
  let one: Said = { code: null, out: '', err: '' };

  test('is the same for any number of threads, and for programs it is data', () => {
    one = explored('found', '--reporter', 'json', '--page', folder.at('pages'), '--jobs', '1');
    const two = explored('found', '--reporter', 'json', '--page', folder.at('pages'), '--jobs', '2');
    expect(two.out).toBe(one.out);
    expect(one.code).toBe(1);
    const { failures, coverage, took, ended, outcomes } = reportIn(one);
    expect(failures).toMatchObject([
      { property: 'one-worker-a-job', words: expect.stringMatching(/^there is a JobCancelled/), shortened: 'fully' },
    ]);
    expect(failures[0]?.story.at(-1)).toMatch(/job-1: its endpoint is deleted/);
    const { inevitable } = failures[0] ?? {};
    expect(inevitable?.words).toMatch(/^it is not inevitable before the call deleteEndpoint and JobCancelled of job-1 /);
    expect(inevitable?.after).toBeNull();
    // Both steps are needed, and each comes in half of the futures.
    const [beginning, submitted] = inevitable?.moments ?? [];
    expect(submitted).toMatchObject({ of: 20, what: expect.stringMatching(/^run, /) });
    expect(beginning?.failing).toBeLessThan(submitted?.failing ?? 0);
    expect(coverage.curve.at(-1)).toStrictEqual({ runs: 100, met: coverage.met });
    expect(coverage.families.map(({ met }) => met)).not.toContain(0);
    expect([took, ended, outcomes.failed > 0]).toStrictEqual([undefined, 'runs', true]);
  });

  test('has a file that fails alone, by the command that it says, and a page', async () => {
    const [{ file, again, page } = {}] = reportIn(one).failures;
    expect(again).toBe(`podsim run ${file}`);
    const { code, out } = podsimProcess(['run', String(file)], { script });
    expect(code).toBe(1);
    expect(out).toContain('one-worker-a-job: there is a JobCancelled');
    expect((await podsim('run', String(file))).code).toBe(0);
    expect(existsSync(String(page))).toBe(true);
    expect(readFileSync(String(page), 'utf8')).toContain('"inevitable":{"words":"it is not inevitable before the call deleteEndpoint');
  });

  test('begins with the failure for people, and fits a terminal of 80 columns', () => {
    const { code, out, err } = explored('pretty', ...few);
    expect(code).toBe(1);
    expect(err).toMatch(/^found in run \d+: one-worker-a-job: there is a JobCancelled/);
    const lines = out.split('\n');
    expect(lines[0]).toMatch(/^✗ one-worker-a-job: /);
    expect(lines.filter((line) => line.length > 80 && !line.includes(folder.path))).toStrictEqual([]);
    expect(lines.filter((line) => /^ {4}00:00:00\.000 {2}[█░]{10} +\d+\/20 {2}#\d+ {2}/.test(line))).toHaveLength(2);
    expect(lines.find((line) => line.startsWith('  to repeat: '))).toMatch(/podsim run .*\.scenario\.yaml$/);
    for (const part of ['lifecycle', 'never met: ', 'never seen:', 'from the seed 1', '✗ 1 failure']) expect(out).toContain(part);
  });

  test('is a failed test for a build server', () => {
    const { out } = explored('junit', '--reporter', 'junit', ...few);
    expect(wellFormed(out)).toBeUndefined();
    expect(out).toContain('tests="1" failures="1"');
    expect(out).toMatch(/<failure message="fail">there is a JobCancelled[^<]*to repeat: podsim run /);
  });
});

describe('Ctrl-C', () => {
  // From this seed, the first run meets the mistake.
  const begin = (name: string, file: string, ...args: string[]) =>
    new ServingProcess(['explore', file, '--seed', '2', '--out', folder.at(name), '--reporter', 'json', ...args], {}, undefined, script);

  test('ends the search: what was found by then is shortened and reported, with the exit code of that', async () => {
    await using exploring = begin('interrupted', ofOneJob, '--for', '1h');
    await exploring.says('found in run ');
    exploring.signal('SIGINT');
    const said = await exploring.ended;
    expect(said.code).toBe(1);
    const { ended, failures, runs } = reportIn(said);
    expect([ended, failures.length, runs % 200]).toStrictEqual(['interrupted', 1, 0]);
    expect(failures[0]).toMatchObject({ shortened: 'fully' });
    expect(folder.names('interrupted')).toHaveLength(1);
  });

  test('ends shortening: the file is written as short as it is by then', async () => {
    await using exploring = begin('unshortened', ofManyJobs, '--runs', '4');
    await exploring.says('shortening what was found');
    exploring.signal('SIGINT');
    const said = await exploring.ended;
    expect(said.code).toBe(1);
    const { ended, failures } = reportIn(said);
    expect([ended, failures[0]?.shortened]).toStrictEqual(['runs', 'partly']);
    expect(podsimProcess(['run', String(failures[0]?.file), '--quiet'], { script }).code).toBe(1);
  });

  test('pressed again ends at once', async () => {
    await using exploring = begin('ended', ofManyJobs, '--for', '1h', '--jobs', '1');
    await exploring.says('found in run ');
    exploring.signal('SIGINT');
    await exploring.says('Ctrl-C again ends at once');
    exploring.signal('SIGINT');
    expect(await exploring.ended).toMatchObject({ code: 130, out: '' });
  });
});

describe('a corpus', () => {
  const corpus = folder.at('corpus');
  const exploredFrom = (seed: string) =>
    podsim('explore', ofOneJob, '--runs', '100', '--seed', seed, '--corpus', corpus, '--reporter', 'json', '--jobs', '1');

  test('holds scenarios that pass, named by what they show; the next call varies them, and adds what is new alone', async () => {
    const { kept = [] } = reportIn(await exploredFrom('1'));
    expect(kept.length).toBeGreaterThan(5);
    expect(kept.map((path) => path.slice(corpus.length + 1)).sort()).toStrictEqual(folder.names('corpus'));
    expect(folder.names('corpus').filter((name) => !/^[a-z-]+-[\w-]+\.scenario\.yaml$/.test(name))).toStrictEqual([]);
    expect(await podsim('run', corpus, '--quiet', '--jobs', '1')).toMatchObject({
      code: 0,
      out: expect.stringContaining(`${kept.length} passed, 0 failed`),
    });
    const { kept: more = [] } = reportIn(await exploredFrom('1'));
    expect(more.filter((path) => kept.includes(path))).toStrictEqual([]);
  });
});

describe('proposals', () => {
  const proposed = folder.at('proposed');

  test('are scenarios for what the files never show; each passes, and all together show it', async () => {
    const args = ['explore', ofOneJob, '--runs', '100', '--propose', proposed, '--reporter', 'json', '--jobs', '1'];
    const { files = [], unmet = [] } = reportIn(await podsim(...args)).proposed ?? {};
    expect(files.length).toBeGreaterThan(2);
    expect(unmet.length).toBeGreaterThan(0);
    expect(files.map(({ file }) => file.slice(proposed.length + 1)).sort()).toStrictEqual(folder.names('proposed'));
    const { code, out } = await podsim('run', proposed, '--coverage', '--jobs', '1');
    expect(code).toBe(0);
    expect(files.filter(({ shows }) => out.includes(`  ${shows}  `))).toStrictEqual([]);
  });
});

describe('an exploration that found nothing', () => {
  const report: ExploreReport = {
    seed: 's',
    runs: 1_000,
    ended: 'time',
    outcomes: { held: 990, failed: 0, cut: 4, invalid: 6 },
    failures: [],
    properties: [
      { name: 'the queue empties', kind: 'always', runs: 990, evaluated: 900, seen: 0, broken: 0 },
      { name: 'a worker crashes', kind: 'sometimes', runs: 990, evaluated: 990, seen: 0, broken: 0 },
      { name: 'five in a row', kind: 'reachable', runs: 9, evaluated: 9, seen: 0, broken: 0, best: { met: 3, of: 5, run: 7 } },
    ],
    coverage: {
      met: 9,
      families: [{ name: 'lifecycle', about: 'an event in a status', met: 9 }],
      neverReached: [{ kind: 'job', from: 'IN_PROGRESS', to: 'REMOVED', way: ['JobQueued', 'JobStarted', 'JobExpired'] }],
      neverEntered: [{ kind: 'pod', status: 'ERROR' }],
      neverRefused: ['job.not-found', 'errors.validation'].map((rule) => ({ operation: 'retry', rule })),
      curve: [200, 400, 600, 800, 1_000].map((runs) => ({ runs, met: runs === 200 ? 8 : 9 })),
      lastNewIn: 400,
    },
  };

  test('says at its end which statuses, changes of status and refusals were never seen', () => {
    const { neverReached, ...coverage } = report.coverage;
    const text = (changes: number) =>
      exploreReporters.pretty(
        { ...report, coverage: { ...coverage, neverReached: Array.from({ length: changes }, () => neverReached).flat() } },
        { columns: 100, tookMs: 2_000 },
      );
    expect(text(1)).toContain(
      [
        'in 1,000 runs, never seen:',
        '  statuses: pod ERROR',
        '  changes of status: job IN_PROGRESS → REMOVED (JobQueued, JobStarted, JobExpired)',
        '  refusals: retry by job.not-found, errors.validation',
        '  --reporter json has all of them',
      ].join('\n'),
    );
    const many = text(20).replaceAll(/\s+/g, ' ');
    expect(many.split('job IN_PROGRESS → REMOVED')).toHaveLength(13);
    expect(many).toContain('; and 8 more');
    expect(text(0)).not.toContain('changes of status');
  });

  test('is told to stop when nothing new was met for long', () => {
    const text = (lastNewIn: number) =>
      exploreReporters.pretty({ ...report, coverage: { ...report.coverage, lastNewIn } }, { columns: 80, tookMs: 2_000 });
    expect(text(400)).toContain('█▁     8 in the first 200 runs, 0 in the last 200');
    expect(text(400)).toContain('flat since run 400: stop, or vary other files');
    expect(text(800)).not.toContain('flat');
    expect(text(400)).toContain('1,000 runs in 2 s, 500 a second, from the seed s');
    expect(text(400)).toContain('as many again: --runs 1000');
    expect(text(400)).toContain('✓ nothing broke');
  });

  test('shows first which properties were never seen, and how far the runs came', () => {
    const text = exploreReporters.pretty(report, { columns: 80, tookMs: 1 });
    const [title, ...lines] = text.split('\n');
    expect(title).toBe('properties');
    expect(lines.slice(0, 3)).toStrictEqual([
      '! a worker crashes: never seen in 990 runs',
      '! five in a row: best 3 of 5, by run 7',
      '  the queue empties: held in 900 of 990 runs',
    ]);
  });

  test('is a test that passes for a build server', () => {
    const text = exploreReporters.junit(report);
    expect(wellFormed(text)).toBeUndefined();
    expect(text).toContain('tests="1" failures="0"');
  });
});

// biome-ignore format: a table
test.each([
  [['--runs', 'many'],       "--runs 'many' is no number of runs; give a whole number such as 1000\n"],
  [['--for', 'long'],        "--for 'long' is no time to explore; write it like 60s or 10m\n"],
  [['--for', '0s'],          "--for '0s' is no time to explore; write it like 60s or 10m\n"],
  [['--jobs', '0'],          "--jobs '0' is no number of threads; give a whole number from 1 to 999\n"],
  [['--reporter', 'jsno'],   "there is no reporter 'jsno' of explorations; did you mean 'json'? (there are pretty, json, junit)\n"],
  [['--property', 'no-orphans'], '--property belongs to explorations of a client: leave it out for scenarios\n'],
  [['--run', '7'],           '--run belongs to explorations of a client: leave it out for scenarios\n'],
  [['--exec', 'a client'],   expect.stringMatching(/^--exec gives the client already: explore it alone, without .*one\.scenario\.yaml\n$/)],
])('%s is refused', async (args, words) => {
  const { code, err } = await podsim('explore', ofOneJob, ...args);
  expect({ code, err }).toStrictEqual({ code: 3, err: words });
});

test.each([
  [['--for', '5s'], 'for'],
  [['--corpus', 'corpus'], 'corpus'],
  [['--propose', 'proposed'], 'propose'],
])('%s is refused for a client, and not left out in silence', async (args, option) => {
  const { code, err } = await podsim('explore', 'test/examples/clients/poller.mjs', ...args);
  expect([code, err]).toStrictEqual([3, `--${option} belongs to explorations of scenarios: leave it out for a client\n`]);
});

test('the schema of its report is published', async () => {
  const { code, out } = await podsim('spec', 'schema', '--explore-report');
  expect(code).toBe(0);
  expect(JSON.parse(out).required).toContain('failures');
  expect(await podsim('spec', 'schema', '--study', '--explore-report')).toMatchObject({ code: 3 });
});
