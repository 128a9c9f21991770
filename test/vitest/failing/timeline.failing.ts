import { expect } from 'vitest';
import { test } from '../../../adapters/vitest/index.ts';

test('a world has the timeline of a file', ({ world }) => {
  expect(world).toMatchTimeline(`${process.env['PODSIM_TEST_FOLDER']}/story.timeline.txt`);
});
