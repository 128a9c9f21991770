import { type ChildProcess, spawn } from 'node:child_process';
import { expect, test } from 'vitest';
import { bundle } from '../support/bundle.ts';

/** The first line that a process prints. */
const firstLine = (child: ChildProcess): Promise<string> =>
  new Promise((resolve) => {
    let out = '';
    child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      out += text;
      if (out.includes('\n')) resolve(out.split('\n')[0] ?? '');
    });
  });

const endOf = (child: ChildProcess) => new Promise((resolve) => child.once('exit', (code, signal) => resolve(code ?? signal)));

const serving = ['serve', '--port', '0', '--json'];

test('a server ends in order when its standard input ends', async () => {
  const child = spawn(process.execPath, [bundle, ...serving, '--until-stdin-closes'], { stdio: ['pipe', 'pipe', 'inherit'] });
  const ended = endOf(child);
  await firstLine(child);
  child.stdin?.write('what is written is not looked at\n');
  child.stdin?.end();
  expect(await ended).toBe(0);
});

test('it ends when its parent is killed, which can tell it nothing', async () => {
  const script = `require('node:child_process').spawn(process.execPath, ${JSON.stringify([bundle, ...serving, '--until-stdin-closes'])}, { stdio: ['pipe', 'inherit', 'inherit'] })`;
  const parent = spawn(process.execPath, ['-e', script], { stdio: ['ignore', 'pipe', 'inherit'] });
  const { url } = JSON.parse(await firstLine(parent)) as { readonly url: string };
  const live = () =>
    fetch(`${url}/_podsim/v1/health/live`).then(
      ({ status }) => status,
      () => 'gone',
    );
  expect(await live()).toBe(200);
  parent.kill('SIGKILL');
  await expect.poll(live).toBe('gone');
});

test('a signal stops it also while its standard input is open', async () => {
  const child = spawn(process.execPath, [bundle, ...serving, '--until-stdin-closes'], { stdio: ['pipe', 'pipe', 'inherit'] });
  const ended = endOf(child);
  await firstLine(child);
  child.kill('SIGTERM');
  expect(await ended).toBe(0);
});

test('without the option its standard input means nothing', async () => {
  const child = spawn(process.execPath, [bundle, ...serving], { stdio: ['pipe', 'pipe', 'inherit'] });
  const ended = endOf(child);
  const { url } = JSON.parse(await firstLine(child)) as { readonly url: string };
  child.stdin?.end();
  await new Promise((later) => setTimeout(later, 200));
  expect((await fetch(`${url}/_podsim/v1/health/live`)).status).toBe(200);
  child.kill('SIGTERM');
  expect(await ended).toBe(0);
});
