import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { podsimProcess } from '../support/bundle.ts';
import { podsim } from '../support/commandLine.ts';
import { Folder } from '../support/folder.ts';

const scenario = 'scenarios/jobs/retry-after-failure.scenario.yaml';
const study = 'scenarios/studies/flashboot.study.yaml';
const folder = new Folder();
const empty = folder.write('empty.scenario.yaml', '# nothing yet\n\n');
const emptyStudy = folder.write('empty.study.yaml', '');
const log = `${folder.path}/good.log`;
await podsim('run', scenario, '--quiet', '--log', log);
const cut = folder.write('cut.log', readFileSync(log, 'utf8').slice(0, 3_000));

describe('a file of another kind', () => {
  // biome-ignore format: a table
  test.each([
    ['an empty file is no scenario',       ['run', empty],                                  `${empty}:1:1: is empty: \`podsim new\` writes files to start from`],
    ['an empty file is no study',          ['study', emptyStudy],                           'is empty: `podsim new` writes files to start from'],
    ['an empty file is not explored',      ['explore', empty, '--runs', '2'],               'none of the scenarios can be varied'],
    ['a log is no scenario',               ['run', log],                                    `is a log, not a scenario: \`podsim log record ${log} --out NAME.scenario.yaml\` writes it as one`],
    ['a scenario is no log',               ['log', 'rerun', scenario],                             'so this is no log: `podsim run FILE --log LOG` writes one'],
    ['a log that was cut can be repaired', ['log', 'rerun', cut],                                  `\`podsim log repair ${cut}\` writes what can be saved`],
    ['a folder is no file',                ['learn', '3', '--try', folder.path],            'is a folder, not a file'],
    ['a file is no folder of findings',    ['explore', scenario, '--out', empty],           `${empty} is a file, so ${empty} cannot be a folder: name another one`],
    ['a file is no folder of pages',       ['explore', scenario, '--page', empty],          'cannot be a folder'],
    ['a file is no folder of results',     ['study', study, '--results', `${empty}/x`],     `so ${empty}/x cannot be a folder`],
    ['a file is no folder of a client',    ['explore', 'test/examples/clients/poller.mjs', '--out', empty], 'cannot be a folder'],
    ['a new file is where one is',         ['new', empty],                                  'already exists: name another file, or delete this one'],
    ['a page in no folder',                ['page', log, '--out', '/nowhere/a.html'],       '/nowhere/a.html: cannot be written (ENOENT): make its folder first'],
    ['a page in place of a folder',        ['page', log, '--out', folder.path],             'cannot be written (EISDIR): name a file, not a folder'],
    ['a command without its file',         ['run'],                                         'name scenario files, or folders with some below; `podsim run --example` plays one that comes with podsim'],
  ])('%s', async (_, args, words) => {
    const { code, err } = await podsim(...args);
    expect(err).toContain(words);
    expect(code).toBe(3);
  });

  test('is named among others that are checked', async () => {
    const { code, err } = await podsim('run', '--check', empty, scenario, log);
    expect(err.match(/is empty|is a log/g)).toStrictEqual(['is empty', 'is a log']);
    expect(code).toBe(3);
  });

  test('a log of a data directory becomes a page, as any log does', async () => {
    const kept = folder.write('log.ndjson', readFileSync(log, 'utf8'));
    const page = `${folder.path}/kept.html`;
    expect(await podsim('page', kept, '--out', page)).toMatchObject({ code: 0, err: '' });
    expect(existsSync(page)).toBe(true);
  });
});

describe('what a command reads is never what it writes over', () => {
  const original = readFileSync(log, 'utf8');

  // biome-ignore format: a table
  test.each([
    ['record',  ['log', 'record', log, '--out', log],                                        '--out'],
    ['fork',    ['log', 'fork', log, '--at', '1s', '--out', `${folder.path}/../${folder.path.split('/').at(-1)}/good.log`], '--out'],
    ['page',    ['page', log, '--out', log],                                          '--out'],
    ['run',     ['run', scenario, '--log', scenario],                                 '--log'],
    ['study',   ['study', study, '--results', `${folder.path}/r`, '--out', study],    '--out'],
    ['learn',   ['learn', 'scenarios/lessons/02-retry.lesson.yaml', '--out', 'scenarios/lessons/02-retry.lesson.yaml'], '--out'],
  ])('%s', async (_, args, option) => {
    const { code, err } = await podsim(...args);
    expect(err).toContain(`${option} ${args.at(-1)} would overwrite what is read: name another file\n`);
    expect(code).toBe(3);
    expect(readFileSync(log, 'utf8')).toBe(original);
  });
});

describe('a client that cannot be explored is not one without mistakes', () => {
  // biome-ignore format: a table
  test.each([
    ['one that asks another server', 'export default async () => { await fetch("http://127.0.0.1:8787/v2/pods"); };', 'its last words: fetch failed; only http://podsim.test can be reached'],
    ['one that ends its process',    'export default async () => { process.exit(3); };',                             'the client ended its process with exit code 3: it must return, or throw, instead'],
    ['one that cannot be loaded',    'export default async () => { ) };',                                             "cannot be loaded: Unexpected token ')'"],
    ['one that throws at once',      'throw new Error("no key"); export default () => {};',                           'cannot be loaded: no key; a client does its work in the function that it exports'],
  ])('%s', (name, text, words) => {
    const file = folder.write(`${name.replaceAll(' ', '-')}.mjs`, text);
    const { code, out, err } = podsimProcess(['explore', file, '--runs', '2']);
    expect([code, out]).toStrictEqual([3, '']);
    expect(err).toContain(words);
  });

  test('a command that does not exist', () => {
    const { code, out, err } = podsimProcess(['explore', '--exec', 'nothing-of-this-name', '--runs', '2']);
    expect([code, out]).toStrictEqual([3, '']);
    expect(err).toContain('the client made no call to its world in any of 2 runs, so nothing was checked');
    expect(err).toMatch(/its last words: .*nothing-of-this-name.*not found/);
  });
});

test('a worker whose command is wrong is named, also where its lines are not shown', () => {
  const world = 'test/examples/workers/world.yaml';
  const untilItIsGone = "while (!(await (await fetch(process.env.PODSIM_URL + '/_podsim/v1/events')).text()).includes('workerGone'));";
  const workers = ['--workers', 'ep-a=nothing-of-this-name'];
  const { code, err } = podsimProcess([
    ...['exec', '--quiet', '--scenario', world, ...workers, '--', process.execPath, '--input-type=module', '-e', untilItIsGone],
  ]);
  expect(err).toBe('ep-a-w1 | the process ended with exit code 127 before it asked for work: without --quiet, what it prints is shown\n');
  expect(code).toBe(0);
});
