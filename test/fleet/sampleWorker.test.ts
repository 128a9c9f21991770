import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { killGroup } from '../../adapters/fleet/processGroup.ts';
import { workerEnvironment } from '../../adapters/fleet/workerEnvironment.ts';
import { bundle } from '../support/commandLine.ts';
import { ServingProcess } from '../support/servingProcess.ts';

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
    /job-take\/ep-a-w1\S* answers 401: unknown API key; asking again\n$/,
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
