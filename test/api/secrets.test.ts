import { expect, test } from 'vitest';
import { entryText } from '../../engine/kernel/entryText.ts';
import { World } from '../../engine/world/world.ts';
import { callOf, endpointOf, worldOf } from '../support/worlds/worlds.ts';

const later = { account: { contract: '2026-11' } } as const;

test.each([
  ['createSecret', {}, { name: 'HF_TOKEN', value: 'hush' }],
  ['run', { endpoint_id: 'ep-a' }, { input: {}, s3Config: { accessId: 'a', accessSecret: 'hush', bucketName: 'b', endpointUrl: 'c' } }],
  [
    'createBatch',
    { endpoint_id: 'ep-a' },
    [{ input: {} }, { input: {}, s3Config: { accessId: 'a', accessSecret: 'hush', bucketName: 'b', endpointUrl: 'c' } }],
  ],
  ['createRegistry', {}, { name: 'r', username: 'u', password: 'hush' }],
])('the secrets in the body of %s are not in the log', (operation, params, body) => {
  const world = new World(worldOf({ endpoints: [endpointOf('ep-a')], settings: later }));
  const reply = world.call(callOf(operation, params, { body }));
  expect('answer' in reply && reply.answer.status).toBeLessThan(300);
  const log = [...world.log.entries()].map((entry) => entryText(entry)).join('\n');
  expect(log).not.toContain('hush');
  expect(log).toContain('(hidden)');
});
