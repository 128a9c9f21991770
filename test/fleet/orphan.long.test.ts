import { spawn } from 'node:child_process';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { killGroup } from '../../adapters/fleet/processGroup.ts';
import { workerEnvironment } from '../../adapters/fleet/workerEnvironment.ts';
import { rerun } from '../../engine/world/history/rerun.ts';
import { Folder } from '../support/folder.ts';
import { HandWall } from '../support/handWall.ts';
import { isRunning } from '../support/serving/processGroup.ts';
import { served } from '../support/serving/served.ts';
import { endpointOf, worldOf } from '../support/worlds/worlds.ts';

const folder = new Folder();

/** A worker that pings in a process of its own, as the SDK does, and crashes in its first job: its pings go on, with that job. */
const worker = folder.write(
  'worker.mjs',
  `import { spawn } from 'node:child_process';
import { startWorker } from '${pathToFileURL('dist/lib/worker.js').href}';
const { RUNPOD_WEBHOOK_PING, RUNPOD_POD_ID, RUNPOD_AI_API_KEY: authorization } = process.env;
await startWorker(({ id }) => {
  const url = RUNPOD_WEBHOOK_PING.replace('$RUNPOD_POD_ID', RUNPOD_POD_ID) + '?job_id=' + id;
  const ping = \`setInterval(() => fetch('\${url}', { headers: { authorization: '\${authorization}' } }).catch(() => process.exit()), 20)\`;
  spawn(process.execPath, ['-e', ping], { stdio: 'ignore' }).once('spawn', () => process.kill(process.pid, 'SIGKILL'));
  return new Promise(() => undefined);
});
`,
);

const definition = worldOf({
  settings: { worker: { imagePull: 0, start: 0 } },
  endpoints: [endpointOf('ep-a', { workers: { min: 1, max: 1 } }, { external: { scale: 1, timeoutMs: 600_000 } })],
});

test.skipIf(process.platform === 'win32')('what a crashed worker leaves behind keeps no job alive, however long it pings', async () => {
  const wall = new HandWall();
  await using server = await served({ definition, wall, watchesSilence: true });
  const { world } = server;
  const real = () => world.state.find('worker', 'ep-a-w1')?.real;
  let pings = 0;
  server.default.tap = (row, input) => {
    if (row.id === 'pingWorker') pings += 1;
    return { input, answered: () => undefined, failed: () => undefined };
  };
  await server.advance({ by: '0s' });
  const { url, apiKey } = server;
  const env = { ...process.env, ...workerEnvironment({ url, endpointId: 'ep-a', workerId: 'ep-a-w1', apiKey, pingIntervalMs: 10_000 }) };
  const { pid } = spawn(process.execPath, [worker], { stdio: 'ignore', detached: true, env });
  try {
    await server.untilWaiting(2);
    const job: string = (await server.post('/v2/ep-a/run', { input: {} })).body.id;
    const status = async () => (await server.get(`/v2/ep-a/status/${job}`)).body;
    await server.until(() => real()?.leftAt != null, 'the poll for jobs to stop is closed');
    // Almost as long as a worker may be silent, again and again: only its pings keep it.
    const pinged = pings;
    await server.until(() => pings > pinged + 5, 'the orphan pings');
    wall.pass(9_999);
    const later = pings;
    await server.until(() => pings > later + 5, 'the orphan still pings');
    expect(await status()).toMatchObject({ status: 'IN_PROGRESS' });
    wall.pass(1);
    expect(await status()).toMatchObject({ status: 'IN_QUEUE', retries: 1 });
    // Nor does it make the next start of the worker ready.
    await server.advance({ by: '10s' });
    const last = pings;
    await server.until(() => pings > last + 5, 'the orphan pings on');
    expect(world.state.find('worker', 'ep-a-w1')?.status).toBe('INITIALIZING');
    expect(rerun(world.header, world.log.entries()).fingerprint()).toBe(world.fingerprint());
  } finally {
    killGroup(pid);
  }
  await server.until(() => !isRunning(pid ?? 0), 'all of it has ended');
});
