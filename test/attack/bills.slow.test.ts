import { expect, test } from 'vitest';
import { served } from '../support/serving/served.ts';
import { gpuHost, worldOf } from '../support/worlds/worlds.ts';

const pods = 45;
const hours = 240;

test('an hourly bill of many pods over many days comes in pages of ten thousand records', async () => {
  await using server = await served({ definition: worldOf({ hosts: [gpuHost('host-a', pods)] }) });
  const body = { name: 'p', image: 'an-image', gpu: { id: 'NVIDIA GeForce RTX 4090' } };
  for (let k = 0; k < pods; k++) expect((await server.post('/v2/pods', body)).status).toBe(201);
  await server.advance({ by: `${hours}h` });
  const path = '/v2/billing/pods?bucketSize=hour';
  const first = (await server.get(path)).body;
  expect([first.records.length, first.metadata.recordCount, first.metadata.uniquePodCount]).toStrictEqual([10_000, 10_000, pods]);
  // An hour more changes no page of this bill.
  await server.advance({ by: '1h' });
  const second = (await server.get(`${path}&cursor=${first.pagination.nextCursor}`)).body;
  expect([second.records.length, second.pagination]).toStrictEqual([pods * hours - 10_000, { hasNextPage: false, nextCursor: null }]);
  const records: { readonly totalAmount: number }[] = [...first.records, ...second.records];
  const sum = records.reduce((nano, { totalAmount }) => nano + Math.round(totalAmount * 1e9), 0);
  expect([first.metadata.totals, sum]).toStrictEqual([second.metadata.totals, Math.round(first.metadata.totals.totalAmount * 1e9)]);
});
