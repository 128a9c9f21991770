import { expect, test } from 'vitest';
import type { Kind } from '../../../engine/cloud/entities.ts';
import { World } from '../../../engine/world/world.ts';
import { callOf, endpointOf, worldOf } from '../../support/worlds/worlds.ts';

const run = callOf('run', { endpoint_id: 'ep-a' }, { body: { input: {} } });
const createPod = callOf('createPod', {}, { body: { name: 'p', image: 'an-image', gpu: { id: 'NVIDIA GeForce RTX 4090' } } });

/** Plays an hour of a world in which reads find what is stored of each entity of a kind changed, as a wrong view would show it. */
const playAnHour = (kind: Kind, lie: (entity: object) => object): void => {
  const world = new World(worldOf({ endpoints: [endpointOf('ep-a')] }));
  const { find } = world.state;
  let isReading = false;
  world.state.find = ((of: Kind, id: string) => {
    const entity = find.call(world.state, of, id);
    return isReading && entity !== undefined && of === kind ? lie(entity) : entity;
  }) as typeof find;
  world.call(run);
  world.call(createPod);
  // A stored entity is only looked at by reads while nothing else happens.
  isReading = true;
  world.advance({ by: 3_600_000 });
};

test.each([
  { of: 'a job', kind: 'job', lie: { error: 'none' }, words: /^reads-recounted: job \S+ is shown as .*"error":"none".* should be / },
  { of: 'the workers', kind: 'worker', lie: { version: 7 }, words: /^reads-recounted: workers ep-a is shown as .* 7 true.* should be / },
  { of: 'a pod', kind: 'pod', lie: { status: 'EXITED' }, words: /^reads-recounted: pod \S+ is shown as .*"EXITED".* should be / },
] as const)('what is read of $of is compared with what the log says', ({ kind, lie, words }) => {
  expect(() => playAnHour(kind, (entity) => ({ ...entity, ...lie }))).toThrow(words);
});

test('what is right is let pass', () => {
  expect(() => playAnHour('job', (job) => ({ ...job }))).not.toThrow();
});
