import { expect, test } from 'vitest';
import { entryText } from '../../engine/kernel/entryText.ts';
import { rerun } from '../../engine/world/history/rerun.ts';
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

test.each([16_385, 40_000, 99_000])(
  'a password of %i characters is refused for the length that it has, and the log has no part of it',
  (length) => {
    const world = new World(worldOf({ settings: later }));
    const reply = world.call(callOf('createRegistry', {}, { body: { name: 'r', username: 'u', password: 'p'.repeat(length) } }));
    const refusal = { status: 422, body: { errors: [`$.password: maxLength: got ${length}, want 16384`] } };
    expect(reply).toMatchObject({ answer: refusal });
    const log = [...world.log.entries()].map((entry) => entryText(entry)).join('\n');
    expect(log).not.toContain('pp');
    expect(log.length).toBeLessThan(2_000);
    expect([...rerun(world.header, world.log.entries()).log.entries()]).toStrictEqual([...world.log.entries()]);
  },
);

test('a body is too large by what was sent, not by what is left without its secret', () => {
  const world = new World(worldOf({ settings: later }));
  const body = { name: 'r', username: 'u', password: 'p'.repeat(102_400) };
  expect(world.call(callOf('createRegistry', {}, { body }))).toMatchObject({ seq: null, answer: { status: 413 } });
  expect(world.call(callOf('createSecret', {}, { body: { name: 'LONG', value: 'v'.repeat(102_400) } }))).toMatchObject({
    answer: { status: 201 },
  });
});
