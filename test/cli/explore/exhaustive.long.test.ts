import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { oneJob } from '../../lab/exhaustive/smallWorlds.ts';
import { podsimProcess } from '../../support/bundle.ts';
import { podsim } from '../../support/commandLine.ts';
import { Folder } from '../../support/folder.ts';

const folder = new Folder();
const small = folder.write('a.world.yaml', oneJob('', 1));
const explore = (...args: string[]) => podsimProcess(['explore', '--exhaustive', ...args, '--out', folder.at('found')]);

test('the sentence and the number of states are the same for any number of threads', () => {
  const [one, two] = ['1', '2'].map((jobs) => explore(small, '--reporter', 'json', '--jobs', jobs));
  expect(one?.out).toBe(two?.out);
  const [world] = JSON.parse(one?.out ?? '').worlds;
  expect(world).toMatchObject({ whole: true, acts: 1, kept: null, failure: null });
  expect(world.sentence).toContain(`all ${world.states} states of this world within 1 act: no invariant breaks`);
});

test('the number of states is kept in the file, and another one is a failure', () => {
  expect(explore(small)).toMatchObject({ code: 0, out: expect.stringContaining('keeps no number of states: --update writes it') });
  expect(explore(small, '--update').out).toMatch(/kept: \d+ states/);
  const text = readFileSync(small, 'utf8');
  expect(text).toMatch(/^within: 1\nstates: \d+$/m);
  expect(explore(small).code).toBe(0);
  const other = folder.write('other.world.yaml', text.replace(/^states: \d+$/m, 'states: 7'));
  expect(explore(other)).toMatchObject({ code: 1, out: expect.stringMatching(/✗ the file says 7 states, and there are \d+/) });
});

test('what breaks is written as the shortest scenario, which fails by itself', () => {
  const file = folder.write('broken.world.yaml', oneJob('properties: [{ never: JobCancelled }]\n', 2));
  const { code, out } = explore(file);
  expect([code, out]).toStrictEqual([1, expect.stringContaining('✗ never JobCancelled')]);
  const [, written = ''] = /written: (.*)$/m.exec(out) ?? [];
  expect(readFileSync(written, 'utf8')).toContain('act: cancel');
  expect(podsim('run', written).code).toBe(1);
});

test('a build server gets a test for each world, failed where something broke or the number of states is another', () => {
  const broken = folder.write('never.world.yaml', oneJob('properties: [{ never: JobCancelled }]\n', 2));
  const other = folder.write('seven.world.yaml', oneJob('states: 7\n', 1));
  const { code, out } = explore(broken, folder.write('good.world.yaml', oneJob('', 1)), other, '--reporter', 'junit');
  expect(code).toBe(1);
  expect(out).toContain('<testsuite name="podsim explore" tests="3" failures="2">');
  expect(out).toContain('never JobCancelled, after ');
  expect(out).toMatch(/good\.world\.yaml" name="a job"\/>/);
  expect(out).toContain('the file says 7 states, and there are ');
});

test('a search that ends at a number of states claims no more than it knows', () => {
  const { code, out } = explore(small, '--states-max', '10');
  expect([code, out]).toStrictEqual([2, expect.stringMatching(/! \d+ states of this world, all of those within \d acts? among them/)]);
});

test('options of other explorations are refused, and so are files that are none', () => {
  expect(explore(small, '--for', '1s')).toMatchObject({ code: 3, err: expect.stringContaining('--for belongs to other explorations') });
  expect(podsimProcess(['explore', 'a.scenario.yaml', '--update'])).toMatchObject({
    code: 3,
    err: expect.stringContaining('--update belongs'),
  });
  expect(explore(folder.write('b.world.yaml', 'title: a\n'))).toMatchObject({ code: 3, err: expect.stringContaining('b.world.yaml:') });
});
