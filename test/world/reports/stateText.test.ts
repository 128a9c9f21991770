import { expect, test } from 'vitest';
import { namesIn } from '../../../engine/world/reports/shortNames.ts';
import { stateText } from '../../../engine/world/reports/stateText.ts';
import { World } from '../../../engine/world/world.ts';
import { endpointOf, runOf, worldOf } from '../../support/worlds/worlds.ts';

const textOf = (world: World): readonly string[] => stateText(world.state, namesIn(world.log.entries())).split('\n');

test('a state as text has each kind, with how many are in each status, and each entity with what its status means', () => {
  const world = new World(worldOf({ endpoints: [endpointOf('ep-a', { workers: { min: 1, max: 1 } })] }));
  world.advance({ by: 1 });
  for (const n of [1, 2]) world.call(runOf('ep-a', { n }));
  const text = textOf(world);
  expect(text).toContain('job: 1 IN_PROGRESS, 1 IN_QUEUE');
  const jobs = text.slice(text.indexOf('job: 1 IN_PROGRESS, 1 IN_QUEUE') + 1).slice(0, 3);
  expect(jobs).toStrictEqual([
    expect.stringMatching(/^ {2}job-1 {2}IN_PROGRESS {2}\S/),
    expect.stringMatching(/^ {2}job-2 {2}IN_QUEUE {5}\S/),
    expect.not.stringMatching(/job-3/),
  ]);
});

test('of many entities it has the newest, and says how many came before', () => {
  const world = new World(worldOf({ endpoints: [endpointOf('ep-a', { workers: { min: 0, max: 0 } })] }));
  for (let n = 1; n <= 25; n++) world.call(runOf('ep-a', { n }));
  const text = textOf(world);
  const at = text.indexOf('job: 25 IN_QUEUE');
  expect(text[at + 1]).toBe('  … 5 earlier ones; --json shows all …');
  expect(text.slice(at + 2, at + 22).map((line) => line.trim().split(' ')[0])).toStrictEqual(
    Array.from({ length: 20 }, (_, k) => `job-${k + 6}`),
  );
});
