import { expect, test } from 'vitest';
import { mergeSettings, readSettings, settingsAfter, writeHeader } from '../engine/simulator/definition.ts';
import { World } from '../engine/world/world.ts';
import { worldOf } from './support/worlds/worlds.ts';

test('of two sets of settings the later one holds where both say something, and each where it alone does', () => {
  const both = mergeSettings({ worker: { start: 1, imagePull: 2 }, job: { ttl: 20_000 } }, { worker: { start: 3 }, pod: { start: 4 } });
  expect(both).toStrictEqual({ worker: { start: 3, imagePull: 2 }, job: { ttl: 20_000 }, pod: { start: 4 } });
});

test('changes of settings in a log add up: what a later one leaves out stays as it is', () => {
  const world = new World(worldOf());
  world.reconfigure({ worker: { start: 7_000 } });
  world.reconfigure({ job: { ttl: 20_000 } });
  const { definition } = world.header;
  expect(settingsAfter(definition, world.log.entries())).toStrictEqual(world.settings);
  expect([world.settings.worker.start, world.settings.job.ttl]).toStrictEqual([7_000, 20_000]);
  expect(readSettings(definition).worker.start).toBe(0);
});

test('the header of a log says nothing of what a definition lacks: logs of such worlds have the fingerprints of before', () => {
  const { definition } = writeHeader(worldOf({ webhooks: [], templates: [] }));
  expect(Object.keys(definition)).not.toContain('webhooks');
  expect(Object.keys(definition)).not.toContain('templates');
  expect(writeHeader(worldOf({ webhooks: ['*'] })).definition.webhooks).toStrictEqual(['*']);
});
