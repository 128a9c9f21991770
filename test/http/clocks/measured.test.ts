import { describe, expect, test } from 'vitest';
import { seconds } from '../../../engine/kernel/time.ts';
import { type Served, served } from '../../support/serving/served.ts';
import { endpointOf, worldOf } from '../../support/worlds/worlds.ts';

const definition = worldOf({
  settings: {
    worker: { imagePull: seconds(150), start: 0 },
    job: { cancelAnswers: 250, cancelEnds: 310, syncWait: seconds(200) },
    call: { edgeCut: seconds(100) },
    request: { noWorker: '400', affinity: 'by-word' },
    pod: { pullIn: 'RUNNING', reach: seconds(30) },
  },
  endpoints: [
    endpointOf('ep-a', { workers: { min: 0, max: 1 } }, { duration: { kind: 'fixed', ms: seconds(5) } }),
    endpointOf('ep-lb', { type: 'LOAD_BALANCER', workers: { min: 0, max: 0 } }),
  ],
});

/** Any client's call: no wall clock is waited for, because time moves to what a call waits for. */
const ask = (server: Served, path: string, init: RequestInit = {}): Promise<Response> =>
  fetch(`${server.url}${path}`, {
    ...init,
    headers: { authorization: `Bearer ${server.apiKey}`, 'content-type': 'application/json', ...init.headers },
  });

const post = (server: Served, path: string, body: object) => ask(server, path, { method: 'POST', body: JSON.stringify(body) });

describe('what was measured, as clients meet it over HTTP', () => {
  test('a call that the edge cuts is 524, and its job goes on', async () => {
    await using server = await served({ definition, clock: { clock: 'auto' } });
    const cut = await post(server, '/v2/ep-a/runsync', { input: {} });
    expect([cut.status, cut.headers.get('content-type')]).toStrictEqual([524, 'application/problem+json']);
    expect(await cut.json()).toMatchObject({ title: 'A Timeout Occurred', status: 524 });
    expect(server.world.now).toBe(seconds(100));
    const waits = await post(server, '/v2/ep-a/runsync?wait=200000', { input: {} });
    expect([waits.status, ((await waits.json()) as { readonly status: string }).status]).toStrictEqual([200, 'COMPLETED']);
    expect([...server.world.state.all('job')].map(({ status }) => status)).toStrictEqual(['COMPLETED', 'COMPLETED']);
  });

  test('a cancel is answered after its time, and before the end of the job', async () => {
    await using server = await served({ definition, clock: { clock: 'auto' } });
    const { id } = (await (await post(server, '/v2/ep-a/run', { input: {} })).json()) as { readonly id: string };
    const cancelled = await post(server, `/v2/ep-a/cancel/${id}`, {});
    expect([cancelled.status, await cancelled.json()]).toStrictEqual([200, { id, status: 'CANCELLED' }]);
    expect(server.world.now).toBe(250);
    // A poll of something in transition lets time run, after its answer, to its next change.
    const polled = async () => ((await (await ask(server, `/v2/ep-a/status/${id}`)).json()) as { readonly status: string }).status;
    expect([await polled(), await polled()]).toStrictEqual(['IN_QUEUE', 'CANCELLED']);
  });

  test('a load balancer without a worker is 400, and a worker that is gone 404', async () => {
    await using server = await served({ definition, clock: { clock: 'auto' } });
    const none = await ask(server, '/lb/ep-lb/v1');
    expect([none.status, await none.json()]).toMatchObject([400, { detail: 'timed out waiting for worker' }]);
    const gone = await ask(server, '/lb/ep-lb/v1', { headers: { 'x-runpod-worker-id': 'strict ep-lb-w1' } });
    expect([gone.status, await gone.text()]).toStrictEqual([404, expect.stringContaining('affinity_worker_gone')]);
  });

  test('a client that polls a running pod comes to the time at which it can be reached', async () => {
    await using server = await served({ definition, clock: { clock: 'auto' } });
    const body = { name: 'box', image: 'a/b:1', gpu: { id: 'NVIDIA GeForce RTX 4090' }, ports: ['22/tcp'] };
    const { id } = (await (await post(server, '/v2/pods', body)).json()) as { readonly id: string };
    const seen: string[] = [];
    for (let polls = 0; polls < 6; polls++) {
      const { status, ssh } = (await (await ask(server, `/v2/pods/${id}`)).json()) as {
        readonly status: string;
        readonly ssh: { readonly direct: object | null };
      };
      seen.push(`${status}${ssh.direct === null ? '' : ' reached'}`);
    }
    expect(seen).toStrictEqual(['PROVISIONING', 'STARTING', 'RUNNING', 'RUNNING reached', 'RUNNING reached', 'RUNNING reached']);
  });

  test('and no further, though a job is on its way', async () => {
    await using server = await served({ definition, clock: { clock: 'auto' } });
    await post(server, '/v2/ep-a/run', { input: {} });
    const body = { name: 'box', image: 'a/b:1', gpu: { id: 'NVIDIA GeForce RTX 4090' } };
    const { id } = (await (await post(server, '/v2/pods', body)).json()) as { readonly id: string };
    for (let polls = 0; polls < 6; polls++) await ask(server, `/v2/pods/${id}`);
    expect(server.world.state.find('pod', id)).toMatchObject({ status: 'RUNNING', reachMs: null });
    expect([...server.world.state.all('job')].map(({ status }) => status)).toStrictEqual(['IN_QUEUE']);
  });
});
