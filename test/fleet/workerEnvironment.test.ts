import { expect, test } from 'vitest';
import { workerEnvironment } from '../../adapters/fleet/workerEnvironment.ts';

const place = { url: 'http://127.0.0.1:1', endpointId: 'ep-a', workerId: 'ep-a-w1', apiKey: 'a-key' };

test('a process pings as often as its world counts on: every whole second at most, because the SDK knows no less', () => {
  const pings = (pingIntervalMs: number) => workerEnvironment({ ...place, pingIntervalMs })['RUNPOD_PING_INTERVAL'];
  expect([10_000, 2_500, 1_000, 999, 1].map(pings)).toStrictEqual(['10000', '2000', '1000', '1000', '1000']);
});
