import { describe, expect, test } from 'vitest';
import { operationsUnder } from '../../engine/api/operationsUnder.ts';
import { operations } from '../../engine/api/table.ts';
import { contracts } from '../../engine/cloud/account/contracts.ts';
import { World } from '../../engine/world/world.ts';
import { pathOf } from '../http/calls/goodCalls.ts';
import { served } from '../support/serving/served.ts';
import { answered } from '../support/worlds/populatedWorld.ts';
import { worldOf } from '../support/worlds/worlds.ts';

const dated = operations.filter(({ since }) => since !== undefined);

test('there are operations that later contracts have added, and a contract has its own and those before', () => {
  expect(dated.length).toBeGreaterThan(4);
  const counts = contracts.map((contract) => operationsUnder(contract).length);
  expect([counts[0], counts.at(-1)]).toStrictEqual([operations.length - dated.length, operations.length]);
  expect(counts).toStrictEqual(counts.toSorted((a, b) => a - b));
});

describe('in a world of the interface document, an operation that came later', () => {
  test('is an unknown path, known caller or not, and leaves nothing in the log', () => {
    const world = new World(worldOf());
    const { length } = world.log;
    for (const { id } of dated)
      for (const as of ['alice', 'stranger'])
        expect([id, answered(world, id, { as })]).toMatchObject([id, { status: 404, rule: 'errors.unknown-route' }]);
    expect(world.log.length).toBe(length);
  });

  test('is one over HTTP, too: with any method, and with a slash too many', async () => {
    await using server = await served();
    for (const row of dated)
      for (const method of [...row.methods, 'OPTIONS', 'PUT']) {
        const path = pathOf(row, { id: 'an-id' });
        for (const one of [path, `${path}/`]) expect([one, (await server.ask(method, one)).status]).toStrictEqual([one, 404]);
      }
  });
});
