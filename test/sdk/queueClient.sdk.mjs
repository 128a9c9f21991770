// The SDK's queue client, unmodified, with asyncio and without; what it manages by GraphQL is refused with where to go.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';
import { environment } from './python.mjs';

const { PYTHON = 'python3' } = process.env;

test('the queue client of the SDK runs, waits, cancels, purges and reads the health', () => {
  const args = ['dist/bin/podsim.js', 'exec', '--quiet', '--clock', 'auto', '--', PYTHON, 'test/sdk/queueClient.py'];
  const { stdout, stderr, status } = spawnSync(process.execPath, args, { encoding: 'utf8', env: { ...process.env, ...environment } });
  assert.equal(status, 0, stderr);
  assert.deepEqual(JSON.parse(stdout), {
    runSync: { prompt: 'hi' },
    output: { prompt: 'later' },
    completed: 2,
    cancelled: 'CANCELLED',
    purged: 'completed',
    withAsyncio: { input: { prompt: 'asyncio' } },
  });
});
