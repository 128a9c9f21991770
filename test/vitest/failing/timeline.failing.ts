import { expect } from 'vitest';
import { test } from '../../../adapters/vitest/index.ts';

test('a world has the timeline of a file', async ({ world }) => {
  if (process.env['PODSIM_TEST_CHANGED'] !== undefined) await world.call.listPods();
  expect(world).toMatchTimeline(`${process.env['PODSIM_TEST_FOLDER']}/story.timeline.txt`);
});
