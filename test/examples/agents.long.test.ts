import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { bundle } from '../support/bundle.ts';
import { Folder } from '../support/folder.ts';

/** Plays a task by a script through one of the adapters, with nothing of Python but its standard library. */
const play = (shape: string, style: string): Readonly<Record<string, unknown>> => {
  const task = 'scenarios/tasks/orphaned-pod.task.yaml';
  const env = { PATH: process.env['PATH'], PODSIM: `${process.execPath} ${bundle}` };
  const { stdout, stderr, status } = spawnSync('python3', ['-I', '-c', isolated, task, shape, style], { encoding: 'utf8', env });
  expect([status, stderr]).toStrictEqual([0, '']);
  return JSON.parse(stdout) as Readonly<Record<string, unknown>>;
};

/** `-I` keeps all other packages away, and the folder of the script, too: this brings it back. */
const isolated =
  "import runpy, sys; sys.path.insert(0, 'test/examples/agents'); sys.argv[0] = 'play.py'; runpy.run_path('test/examples/agents/play.py', run_name='__main__')";

test('a script that cleans up does its task, and one that does not leaves a pod behind', () => {
  const text = readFileSync('test/examples/agents/renter.mjs', 'utf8');
  const place = new Folder();
  place.write('careless.mjs', text.replace(/^await call\('DELETE'.*$/m, ''));
  const score = (agent: string) => {
    const args = [bundle, 'task', 'run', 'scenarios/tasks/orphaned-pod.task.yaml', '--agent', `${process.execPath} ${agent}`];
    return spawnSync(process.execPath, args, { encoding: 'utf8' });
  };
  expect(score(resolve('test/examples/agents/renter.mjs'))).toMatchObject({ status: 0, stdout: expect.stringContaining('1000 points') });
  expect(score(place.at('careless.mjs'))).toMatchObject({ status: 1, stdout: expect.stringContaining('✗ orphans: 1') });
});

describe('a task is an environment', () => {
  test('in the shape of gymnasium: the reward comes with the last step, and the same actions come to the same log', () => {
    const played = play('gymnasium', 'careful');
    expect(played).toMatchObject({ reward: 1, done: true });
    expect(play('gymnasium', 'careful')).toStrictEqual(played);
    expect(play('gymnasium', 'idle')).toMatchObject({ steps: 1, done: false, reward: expect.toSatisfy((reward: number) => reward < 0.5) });
  });

  test('in the shape of the verifiers package: a rubric of rewards over the messages of a model', () => {
    expect(play('verifiers', 'careful')).toMatchObject({ reward: 1, done: 1 });
    expect(play('verifiers', 'idle')).toMatchObject({ done: 0, reward: expect.toSatisfy((reward: number) => reward < 0.5) });
  });
});
