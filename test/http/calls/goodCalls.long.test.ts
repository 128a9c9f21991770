import { expect, test } from 'vitest';
import { RawConnection } from '../../support/serving/rawHttp.ts';
import { served } from '../../support/serving/served.ts';
import { contractFor, populatedWorld } from '../../support/worlds/populatedWorld.ts';
import { allRows, controlRequests, goodCall } from './goodCalls.ts';

test('every row of the control plane has a request of its own, and no other', () => {
  const rows = allRows.filter(({ api }) => api === 'control').map(({ id }) => id);
  expect(Object.keys(controlRequests).sort()).toStrictEqual(rows.sort());
});

/** Creates what other rows need: an entity of each kind that can be deleted, and a webhook that can be reported. */
const others = ['clearFault', 'dropWorld', 'reportWebhook'];

test('they are good', async () => {
  for (const row of allRows.filter(({ id }) => !others.includes(id))) {
    const { world, stage } = populatedWorld(contractFor(row));
    await using server = await served({ making: () => world, clock: { clock: 'auto' } });
    const { method, path, body } = goodCall(row, stage);
    const headers = [
      ['host', `127.0.0.1:${server.port}`],
      ['authorization', `Bearer ${server.apiKey}`],
    ] as const;
    const connection = await RawConnection.open(server.port);
    const { status } = await connection.ask(method, path, headers, body === undefined ? undefined : JSON.stringify(body));
    connection.destroy();
    expect([row.id, status]).toStrictEqual([row.id, row.success.status]);
  }
});
