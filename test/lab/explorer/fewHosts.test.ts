import { expect, test } from 'vitest';
import { Choice } from '../../../engine/lab/explorer/choice.ts';
import { withFewHosts, withRoomForClient } from '../../../engine/lab/explorer/mutate/fewHosts.ts';
import type { Story } from '../../../engine/lab/explorer/story.ts';

const used = [{ host: { id: 'a', gpu: 'NVIDIA L4', dataCenter: 'US-TX-3', cloud: 'SECURE' as const }, most: 2, pods: 2, worker: 0 }];
const story: Story = { world: {}, steps: [] };

const vary = (one: Story, hosts = used) => Array.from({ length: 200 }, (_, k) => withFewHosts(one, new Choice('few', String(k)), hosts));

test('most variations of a world that names no hosts have few, of those that the story used', () => {
  const few = vary(story).filter(({ world }) => Object.hasOwn(world as object, 'hosts'));
  expect(few.length).toBeGreaterThan(120);
  expect(few.length).toBeLessThan(180);
  for (const { world } of few) expect(world).toMatchObject({ hosts: [{ id: 'a', gpu: 'NVIDIA L4' }] });
});

test('a world that names its hosts keeps them, and one that used none has as many as there are', () => {
  const own: Story = { world: { hosts: [{ id: 'h', vcpus: 4 }] }, steps: [] };
  expect(new Set(vary(own))).toStrictEqual(new Set([own]));
  expect(new Set(vary(story, []))).toStrictEqual(new Set([story]));
});

test('a client has one host of each kind, with room for its pods, and for at least one worker', () => {
  const l4 = { gpu: 'NVIDIA L4', dataCenter: 'US-TX-3', cloud: 'SECURE' };
  const hosts = [
    { host: { id: 'a', ...l4 }, most: 2, pods: 3, worker: 2 },
    { host: { id: 'b', ...l4 }, most: 1, pods: 1, worker: 1 },
    { host: { id: 'c', ...l4, cloud: 'COMMUNITY' }, most: 1, pods: 1, worker: 0 },
    { host: { id: 'd', dataCenter: 'US-TX-3', cloud: 'SECURE' }, most: 4, pods: 0, worker: 4 },
  ];
  const rooms = Array.from({ length: 60 }, (_, k) => {
    const { world } = withRoomForClient(story, new Choice('room', String(k)), hosts) ?? {};
    return (world as unknown as World).hosts;
  });
  expect(new Set(rooms.map((all) => all.map(({ id }) => id).join()))).toStrictEqual(new Set(['a,c,d']));
  const amounts = (place: number) => new Set(rooms.map((all) => all[place]?.gpus ?? all[place]?.vcpus));
  expect([0, 1, 2].map(amounts)).toStrictEqual([new Set([6, 8, 10, 12, 14]), new Set([1, 2]), new Set([4, 8, 12])]);
});

interface World {
  readonly hosts: readonly { readonly id: string; readonly gpus?: number; readonly vcpus?: number }[];
}
