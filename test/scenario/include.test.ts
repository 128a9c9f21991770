import { mkdirSync, symlinkSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { wholeData } from '../../engine/scenario/editor/wholeData.ts';
import { podsim } from '../support/commandLine.ts';
import { Folder } from '../support/folder.ts';
import { problemsOf, scenariosOf } from '../support/worlds/playing.ts';

/** Reads from files that are given as texts. */
const from = (files: Readonly<Record<string, string>>) => (path: string) => files[path];
const including = (path: string, world = '') => `title: x\nworld: { include: ${path}${world} }`;

describe('an include', () => {
  test('brings the parts of the world that the file itself does not have', () => {
    const read = from({ 'w.yaml': 'accounts: [{ id: theirs, keys: [{ name: a }] }]\nendpoints: [{ id: ep-x }, { id: ep-y }]' });
    const [scenario] = scenariosOf(including('w.yaml', ', endpoints: [{ id: ep-a }]'), read);
    expect(scenario?.definition.endpoints.map(({ id }) => id)).toStrictEqual(['ep-a']);
    expect(scenario?.definition.accounts.map(({ id }) => id)).toStrictEqual(['theirs']);
  });

  test('may include in turn, from its own folder; the nearer file wins', () => {
    const read = from({
      'sub/w.yaml': 'include: more.yaml\nendpoints: [{ id: near }]',
      'sub/more.yaml': 'endpoints: [{ id: far }]\nhosts: [{ id: h-1, gpu: NVIDIA GeForce RTX 4090 }]',
    });
    const [scenario] = scenariosOf(including('sub/w.yaml'), read);
    expect(scenario?.definition.endpoints.map(({ id }) => id)).toStrictEqual(['near']);
    expect(scenario?.definition.hosts?.map(({ id, gpus }) => [id, gpus])).toStrictEqual([['h-1', 1]]);
  });

  // biome-ignore format: a table
  test.each([
    ['leads out of the folder',         '../w.yaml',         "2:19: include: '../w.yaml' leaves the scenario's folder"],
    ['leads out by a detour',           'sub/../../w.yaml',  "include: 'sub/../../w.yaml' leaves the scenario's folder"],
    ['is absolute',                     '/etc/passwd',       "include: '/etc/passwd' leaves the scenario's folder"],
    ['is absolute, as on Windows',      "'C:\\w.yaml'",      "leaves the scenario's folder"],
    ['goes by backslashes',             "'..\\w.yaml'",      "leaves the scenario's folder"],
    ['names nothing',                   '.',                 "include: '.' leaves the scenario's folder"],
    ['names a file that is not there',  'gone.yaml',         "2:19: include: there is no file 'gone.yaml' in the scenario's folder"],
    ['goes round in a circle',          'a.yaml',            'b.yaml:1:10: include: files include each other: a.scenario.yaml → a.yaml → b.yaml → a.yaml'],
    ['names itself',                    'self.yaml',         'self.yaml:1:10: include: files include each other'],
    ['is no YAML',                      'broken.yaml',       'broken.yaml:1:'],
    ['has keys that a world has not',   'story.yaml',        "story.yaml:1:1: unknown key 'steps'; the keys of a world are include, contract, timing, settings, images, hosts, accounts, templates, endpoints, exactly; see docs/reference/world.md"],
    ['holds what an API refuses',       'wrong.yaml',        'wrong.yaml:2:3: world.endpoints.0: there is no GPU pool ADA_25'],
  ])('that %s is refused, where it says so', (_, path, problem) => {
    const read = from({
      'a.yaml': 'include: b.yaml', 'b.yaml': 'include: a.yaml', 'self.yaml': 'include: self.yaml', 'broken.yaml': '{',
      'story.yaml': 'steps: []', 'wrong.yaml': 'endpoints:\n- { id: ep-a, gpu: { pools: [ADA_25] } }',
    });
    expect(problemsOf(including(path), read).join('\n')).toContain(problem);
  });
});

describe('on disk', () => {
  const folder = new Folder();
  folder.write('outside.yaml', 'endpoints: []');
  mkdirSync(folder.at('in'));
  symlinkSync(folder.at('outside.yaml'), folder.at('in/link.yaml'));
  symlinkSync(folder.at(''), folder.at('in/up'));
  folder.write('in/sub/w.yaml', 'endpoints: [{ id: ep-a }]');
  folder.write('in/large.yaml', `# ${'x'.repeat(4_000_000)}`);
  const validated = (path: string) => podsim('run', '--check', folder.write('in/a.scenario.yaml', including(path)));

  test('an include below the scenario is read', async () => {
    expect(await validated('sub/w.yaml')).toMatchObject({ code: 0, out: '1 run, nothing wrong\n' });
  });

  // biome-ignore format: a table
  test.each([
    ['a link that leads out',          'link.yaml',          "there is no file 'link.yaml' in the scenario's folder"],
    ['a linked folder that leads out', 'up/outside.yaml',    "there is no file 'up/outside.yaml' in the scenario's folder"],
    ['a folder',                       'sub',                "there is no file 'sub' in the scenario's folder"],
    ['a file of four megabytes',       'large.yaml',         'large.yaml: has 4000002 bytes; a scenario file has at most 4000000'],
  ])('%s is refused', async (_, path, problem) => {
    const { code, err } = await validated(path);
    expect(err).toContain(problem);
    expect(code).toBe(3);
  });
});

describe('a file with what it includes', () => {
  const whole = (world: object, files: Readonly<Record<string, string>>) =>
    wholeData({ title: 'x', world } as never, 'in/x.yaml', from(files));

  test('has the parts of both, its own first', () => {
    const files = { 'in/sub/w.yaml': 'include: more.yaml\nendpoints: [{ id: theirs }]', 'in/sub/more.yaml': 'accounts: [{ id: far }]' };
    expect(whole({ include: './sub/w.yaml', hosts: [] }, files)).toStrictEqual({
      title: 'x',
      world: { accounts: [{ id: 'far' }], endpoints: [{ id: 'theirs' }], hosts: [] },
    });
    expect(whole({ include: 'sub/w.yaml', endpoints: [] }, files)).toMatchObject({ world: { endpoints: [] } });
  });

  test('stays as it is written where what it includes cannot be read, or includes itself', () => {
    const alone = { include: 'w.yaml', hosts: [] };
    for (const files of [{}, { 'in/w.yaml': 'hosts: [' }]) expect(whole(alone, files)).toStrictEqual({ title: 'x', world: alone });
    expect(whole(alone, { 'in/w.yaml': 'include: w.yaml\naccounts: [{ id: a }]' })).toMatchObject({
      world: { accounts: [{ id: 'a' }], hosts: [] },
    });
  });
});
