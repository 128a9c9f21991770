import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { killGroup } from '../../adapters/fleet/processGroup.ts';
import { workerEnvironment } from '../../adapters/fleet/workerEnvironment.ts';
import { bundle } from '../support/bundle.ts';
import { podsim } from '../support/commandLine.ts';
import { ServingProcess } from '../support/serving/servingProcess.ts';

/** The first line that the sample worker prints with these variables. */
const firstWords = async (env: Readonly<Record<string, string>>): Promise<string> => {
  const worker = spawn(process.execPath, ['test/examples/workers/handler.mjs'], { env: { ...process.env, ...env } });
  try {
    return await new Promise((resolve) => worker.stderr.setEncoding('utf8').once('data', resolve));
  } finally {
    worker.kill('SIGKILL');
  }
};

test('a worker that gets no work says why: its key, its name, or its server is wrong', async () => {
  await using server = new ServingProcess(['serve', '--port', '0', '--scenario', 'test/examples/workers/world.yaml']);
  const url = await server.url();
  const env = workerEnvironment({ url, endpointId: 'ep-a', workerId: 'ep-a-w1', apiKey: 'podsim-dev-key', pingIntervalMs: 10_000 });
  expect(await firstWords({ ...env, RUNPOD_AI_API_KEY: 'another' })).toMatch(
    /job-take\/ep-a-w1\S* answers 401: unknown API key.*; asking again\n$/,
  );
  expect(await firstWords({ ...env, RUNPOD_POD_ID: 'ep-a-w9' })).toMatch(/ answers 429: this worker gets no jobs: .*; asking again\n$/);
  const nowhere = workerEnvironment({
    url: 'http://127.0.0.1:1',
    endpointId: 'ep-a',
    workerId: 'ep-a-w1',
    apiKey: 'podsim-dev-key',
    pingIntervalMs: 10_000,
  });
  expect(await firstWords(nowhere)).toMatch(/^http:\/\/127\.0\.0\.1:1 does not answer \(.+\); asking again\n$/);
});

test.skipIf(process.platform === 'win32')('a worker started by hand, as the page says, does a job', async () => {
  const written = /^env \$\(podsim worker-env ep-a\) python handler\.py$/m.exec(readFileSync('docs/workers.md', 'utf8'))?.[0] ?? '';
  await using server = new ServingProcess(['serve', '--port', '0', '--scenario', 'test/examples/workers/world.yaml']);
  const url = await server.url();
  const line = written
    .replace('podsim worker-env ep-a', `'${process.execPath}' '${bundle}' worker-env ep-a --url ${url}`)
    .replace('python handler.py', `'${process.execPath}' test/examples/workers/handler.mjs`);
  const worker = spawn('sh', ['-c', line], { stdio: 'ignore', detached: true });
  try {
    const response = await fetch(`${url}/v2/ep-a/runsync?wait=60000`, {
      method: 'POST',
      headers: { authorization: 'Bearer podsim-dev-key' },
      body: JSON.stringify({ input: { give: 'by hand' } }),
    });
    expect(await response.json()).toMatchObject({ status: 'COMPLETED', output: 'by hand' });
  } finally {
    killGroup(worker.pid);
  }
});

/** The variables that `podsim worker-env` prints. */
const printedEnv = async (url: string): Promise<Readonly<Record<string, string>>> => {
  const { out } = await podsim('worker-env', 'ep-a', '--url', url, '--api-key', 'podsim-dev-key');
  return Object.fromEntries(
    out
      .trimEnd()
      .split('\n')
      .map((line) => line.split(/=(.*)/s).slice(0, 2)),
  );
};

test('of two processes whose variables were printed in a row for one worker, the second gets no job while the first runs one, and all once it is gone', {
  timeout: 60_000,
}, async () => {
  const settings = ['--setting', 'worker.pingInterval=1s'];
  const world = ['--scenario', 'test/examples/workers/world.yaml'];
  await using server = new ServingProcess(['serve', '--port', '0', '--quiet', ...world, ...settings]);
  const url = await server.url();
  const [mine, others] = [await printedEnv(url), await printedEnv(url)];
  expect([mine['RUNPOD_POD_ID'], others['RUNPOD_POD_ID']]).toStrictEqual(['ep-a-w1', 'ep-a-w1']);
  const call = async (path: string, body?: object) => {
    const init = { headers: { authorization: 'Bearer podsim-dev-key' }, ...(body && { method: 'POST', body: JSON.stringify(body) }) };
    return (await (await fetch(`${url}/v2/ep-a/${path}`, init)).json()) as { readonly id: string; readonly status: string };
  };
  const start = (env: Readonly<Record<string, string>>) =>
    spawn(process.execPath, ['test/examples/workers/handler.mjs'], {
      env: { ...process.env, ...env },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
  const first = start(mine);
  try {
    const long = await call('run', { input: { seconds: 60 } });
    await expect.poll(async () => (await call(`status/${long.id}`)).status, { timeout: 10_000 }).toBe('IN_PROGRESS');
    const second = start(others);
    try {
      const waiting = await call('run', { input: { give: 'by the second' } });
      const [words] = await once(second.stderr, 'data');
      expect(String(words)).toContain('answers 429: another process asks as worker ep-a-w1 already');
      expect((await call(`status/${waiting.id}`)).status).toBe('IN_QUEUE');
      first.kill('SIGKILL');
      await call(`cancel/${long.id}`, {});
      await expect
        .poll(() => call(`status/${waiting.id}`), { timeout: 30_000 })
        .toMatchObject({ status: 'COMPLETED', output: 'by the second' });
    } finally {
      second.kill('SIGKILL');
    }
  } finally {
    first.kill('SIGKILL');
  }
});
