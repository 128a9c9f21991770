import { expect, test } from 'vitest';
import { Choice } from '../../../engine/lab/explorer/choice.ts';
import { withFewHosts } from '../../../engine/lab/explorer/mutate/fewHosts.ts';
import type { Story } from '../../../engine/lab/explorer/story.ts';

const used = [{ host: { id: 'a', gpu: 'NVIDIA L4', dataCenter: 'US-TX-3', cloud: 'SECURE' as const }, most: 2 }];
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
