import { expect, test } from 'vitest';
import type { Answer } from '../../../engine/api/operation.ts';
import { replayAnswers } from '../../../engine/world/history/answers.ts';
import type { Input } from '../../../engine/world/receive.ts';
import { World } from '../../../engine/world/world.ts';
import { callOf, endpointOf, worldOf } from '../../support/worlds/worlds.ts';

/** A world, and what its clients were answered, by the entry of the call. */
const answering = () => {
  const world = new World(worldOf({ endpoints: [endpointOf('ep-a', { workers: { min: 1, max: 1 } })] }));
  const given = new Map<number, Answer & { readonly at: number }>();
  const call = (input: Input): void => {
    let seq = 0;
    const keep = (answer: Answer): void => void given.set(seq, { ...answer, at: world.now });
    const reply = world.call(input, keep);
    seq = reply.seq ?? 0;
    if ('answer' in reply) keep(reply.answer);
  };
  return { world, given, call };
};

test('the answers to the calls of a log are those that were given, when they were given', () => {
  const { world, given, call } = answering();
  world.advance({ by: 60_000 });
  call(callOf('runsync', { endpoint_id: 'ep-a' }, { body: { input: { k: 1 } } }));
  world.advance({ untilIdle: true });
  call(callOf('run', { endpoint_id: 'ep-none' }, { body: { input: {} } }));
  const answers = replayAnswers(world.header, world.log.entries());
  expect([...answers]).toStrictEqual(
    [...given].map(([seq, { at, status, body, rule }]) => [seq, { at, status, body, ...(rule === undefined ? {} : { rule }) }]),
  );
  expect([...answers.values()].map(({ at, status, rule }) => [at, status, rule])).toStrictEqual([
    [61_000, 200, undefined],
    [world.now, 404, 'auth.tenancy'],
  ]);
});

test('a secret that an answer showed once is not shown again', () => {
  const { world, given, call } = answering();
  call({ operation: 'createKey', client: { key: null, because: 'operator' }, request: { params: {}, query: {}, body: { name: 'ci' } } });
  const keysIn = (answers: Iterable<{ readonly body?: unknown }>) => [...answers].map(({ body }) => (body as { readonly key: string }).key);
  const [key = ''] = keysIn(given.values());
  expect(key).toMatch(/^podsim-/);
  expect(keysIn(replayAnswers(world.header, world.log.entries()).values())).toStrictEqual([`…${key.slice(-4)}`]);
});
