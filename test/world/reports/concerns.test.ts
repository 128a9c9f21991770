import { expect, test } from 'vitest';
import { concerns, isAbout } from '../../../engine/world/reports/concerns.ts';
import { World } from '../../../engine/world/world.ts';
import { callOf, endpointOf, jobIdOf, runOf, worldOf } from '../../support/worlds/worlds.ts';

const world = new World(worldOf({ endpoints: [endpointOf('ep-a', { workers: { min: 1, max: 1 } }), endpointOf('ep-b')] }));
const job = jobIdOf(world.call(runOf('ep-a', {})));
world.call(callOf('retry', { endpoint_id: 'ep-a', job_id: 'none' }));
world.call(callOf('retry', { endpoint_id: 'ep-a', job_id: job }));
world.call(runOf('ep-b', 'no object'));
world.advance({ untilIdle: true });

const find = (seq: number) => world.log.entry(seq);
const typesOf = (isWanted: (entry: NonNullable<ReturnType<typeof find>>) => boolean) =>
  [...world.log.entries()].flatMap((entry) => (isWanted(entry) ? [entry.event.type] : []));

test('what concerns a job: its own entries, those of others that name it, calls for it, and that they were refused', () => {
  const own = typesOf(({ event }) => isAbout(event, job));
  expect(own).toStrictEqual(['JobQueued', 'JobStarted', 'JobCompleted', 'JobExpired']);
  expect(typesOf((entry) => concerns(entry, job, find))).toStrictEqual([
    'JobQueued',
    'WorkerTookJob',
    'JobStarted',
    'InputReceived',
    'InputRefused',
    'JobCompleted',
    'WorkerFreed',
    'JobExpired',
  ]);
});

test('what concerns an endpoint that refuses a call is the call and the refusal, and nothing of the other one', () => {
  const refused = typesOf((entry) => concerns(entry, 'ep-b', find));
  expect(refused).toStrictEqual(['EndpointCreated', 'EndpointHandlerSet', 'InputReceived', 'InputRefused']);
});
