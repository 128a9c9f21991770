import { spawn } from 'node:child_process';
import { once } from 'node:events';

/** A server of its own for a test, on any free port. */
export const serving = async (args, use, port = '0') => {
  const child = spawn(process.execPath, ['dist/bin/podsim.js', 'serve', '--port', port, '--json', ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  running.add(child);
  try {
    const [line] = await once(child.stdout.setEncoding('utf8'), 'data');
    const { url } = JSON.parse(line.split('\n')[0]);
    child.stdout.resume();
    await use(url);
  } finally {
    await end(child);
  }
};

const running = new Set();

const end = async (child) => {
  if (!running.delete(child)) return;
  child.kill('SIGTERM');
  await once(child, 'exit');
};

export const endAll = () => Promise.all([...running].map(end));

export const post = async (url, body, key = 'podsim-dev-key') => {
  const answered = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(key === undefined ? {} : { authorization: `Bearer ${key}` }) },
    body: JSON.stringify(body),
  });
  return answered.json();
};

export const submit = (url, input = { prompt: 'hi' }) => post(`${url}/v2/ep-demo/run`, { input });
export const advance = (url, by) => post(`${url}/_podsim/v1/clock/advance`, { by }, undefined);

/** A page that follows its world, and a server whose clock is moved by hand. */
export const isLive = '#following[data-state=live]';
export const manual = ['--clock', 'manual'];
