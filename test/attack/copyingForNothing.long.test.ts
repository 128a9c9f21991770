import { expect, test, vi } from 'vitest';
import type { Json } from '../../engine/kernel/canonical.ts';
import { served } from '../support/serving/served.ts';

/** A stranger asks, again and again, for what will be refused, so that the server copies its longest log each time (control.compare). */

const change = { act: 'updateEndpoint', with: { endpoint: 'ep-a', body: { workers: { max: 2 } } } };

// biome-ignore format: a table
test.each<[string, Json, number]>([
  ['no worlds',                  { worlds: [] },                                      422],
  ['one world',                  { worlds: ['default'] },                             422],
  ['two worlds, and more',       { worlds: ['default', 'default'], and: 'more' },     422],
  ['a world that is not there',  { worlds: ['default', 'gone'] },                     404],
  ['a change at no time',        { change },                                          422],
  ['no change',                  { change: {}, at: '1s' },                            422],
  ['more seeds than are played', { change, at: '1s', seeds: '1..101' },               422],
  ['nothing',                    null,                                                422],
])('a comparison of %s is refused before any log is read', async (_, body, status) => {
  await using server = await served();
  const reading = vi.spyOn(server.world.log, 'entries');
  expect((await server.post('/_podsim/v1/compare', body)).status).toBe(status);
  expect(reading).not.toHaveBeenCalled();
});

test('a log that is too long is not read either, to be compared, played or recorded', async () => {
  await using server = await served({ limits: { comparedEntries: 3, recordedEntries: 3 } });
  const reading = vi.spyOn(server.world.log, 'entries');
  const statuses = [
    await server.post('/_podsim/v1/compare', { worlds: ['default', 'default'] }),
    await server.post('/_podsim/v1/compare', { change, at: '1s' }),
    await server.get('/_podsim/v1/scenario'),
  ].map(({ status }) => status);
  expect(statuses).toStrictEqual([409, 409, 409]);
  expect(reading).not.toHaveBeenCalled();
});

test('a comparison that is made reads it', async () => {
  await using server = await served();
  const reading = vi.spyOn(server.world.log, 'entries');
  expect((await server.post('/_podsim/v1/compare', { worlds: ['default', 'default'] })).status).toBe(200);
  expect(reading).toHaveBeenCalled();
});
