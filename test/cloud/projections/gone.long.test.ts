import { describe, expect, test } from 'vitest';
import type { FaultKind } from '../../../engine/cloud/fault/events.ts';
import type { Json } from '../../../engine/kernel/canonical.ts';
import { minutes } from '../../../engine/kernel/time.ts';
import type { Reply } from '../../../engine/world/receive.ts';
import { World } from '../../../engine/world/world.ts';
import { sizesOf } from '../../support/house/sizes.ts';
import { callOf, endpointOf, keyOf, runOf, worldOf } from '../../support/worlds/worlds.ts';

/** A deleted entity leaves nothing in memory but its log entries, and its bill if it had one. */

const limited = { ...keyOf('limited'), rateLimitExempt: false };

const worldWith = (): World =>
  new World(
    worldOf({
      settings: { worker: { imagePull: 0, start: 0 }, job: { retentionRun: minutes(1) } },
      accounts: [{ id: 'acc-a', keys: [keyOf('alice'), limited] }],
      endpoints: [endpointOf('ep-a', {}, { chances: [{ ending: 'fail', of: 1, among: 5 }] })],
    }),
  );

const idIn = (reply: Reply): string => {
  const { status, body } = 'answer' in reply ? reply.answer : { status: 0, body: undefined };
  if (status >= 300) throw new Error(JSON.stringify(body));
  return String((body as { readonly id: string }).id);
};

const gpu = { pools: ['ADA_24'] };
const scaling = { type: 'REQUEST_COUNT', requestCount: 1 };

/** Each creates something and deletes it. */
const lives: Readonly<Record<string, (world: World, n: number) => void>> = {
  'jobs that ended, of all kinds': (world, n) => {
    const job = idIn(world.call(runOf('ep-a', { n })));
    world.call(callOf('cancel', { endpoint_id: 'ep-a', job_id: idIn(world.call(runOf('ep-a', { n, other: true }))) }));
    world.call(callOf('runsync', { endpoint_id: 'ep-a' }, { body: { input: { n } } }));
    world.call(callOf('stream', { endpoint_id: 'ep-a', job_id: job }));
  },
  'endpoints that were deleted with jobs that wait, run and have ended': (world, n) => {
    const body: Json = { name: `e${n}`, type: 'QUEUE', image: 'an-image', gpu, scaling, workers: { min: 1, max: 2 } };
    const id = idIn(world.call(callOf('createEndpoint', {}, { body })));
    world.call(runOf(id, { n }));
    world.advance({ by: minutes(2) / 4 });
    for (let k = 0; k < 3; k++) world.call(runOf(id, { k }));
    world.call(callOf('deleteEndpoint', { id }));
  },
  'load balancers that were deleted with requests on their way': (world, n) => {
    const body: Json = { name: `b${n}`, type: 'LOAD_BALANCER', image: 'an-image', gpu, scaling, workers: { min: 1, max: 2 } };
    const id = idIn(world.call(callOf('createEndpoint', {}, { body })));
    for (let k = 0; k < 3; k++)
      world.call({
        operation: 'requestEndpoint',
        client: { key: 'key-of-alice' },
        request: { method: 'GET', params: { endpoint_id: id, path: '' }, query: {} },
      });
    world.call(callOf('deleteEndpoint', { id }));
  },
  'pods that were terminated': (world, n) => {
    const id = idIn(world.call(callOf('createPod', {}, { body: { name: `p${n}`, image: 'i', gpu: { id: 'NVIDIA GeForce RTX 4090' } } })));
    world.advance({ by: minutes(1) });
    world.call(callOf('deletePod', { id }));
  },
  'volumes that were deleted': (world, n) => {
    const id = idIn(world.call(callOf('createNetworkVolume', {}, { body: { name: `v${n}`, size: 10, dataCenter: 'EU-RO-1' } })));
    world.call(callOf('deleteNetworkVolume', { id }));
  },
  'keys that callers chose': (world) => {
    const mark = `${world.log.length}/${world.now}`;
    for (let k = 0; k < 3_000; k++) {
      const id = idIn(world.call({ ...callOf('createTemplate', {}, { body: { name: 't', image: 'an-image' } }), key: `${mark}/${k}/x` }));
      world.call({ ...callOf('deleteTemplate', { id }), key: `${mark}/${k}/1` });
    }
  },
  'windows of limits that are over, of endpoints that never were': (world, n) => {
    for (let k = 0; k < 100; k++)
      world.call({ ...callOf('status', { endpoint_id: `nowhere-${n}-${k}`, job_id: 'x' }), client: { key: limited.secret } });
    world.advance({ by: minutes(1) });
  },
  'faults that struck what is gone': (world, n) => {
    const inject = (fault: FaultKind) =>
      idIn(
        world.call({
          operation: 'injectFault',
          client: { key: null, because: 'operator' },
          request: { params: {}, query: {}, body: { fault, limit: 1 } },
        }),
      );
    inject('no-capacity');
    const body: Json = { name: `f${n}`, type: 'QUEUE', image: 'an-image', gpu, scaling, workers: { min: 1, max: 1 } };
    const id = idIn(world.call(callOf('createEndpoint', {}, { body })));
    world.advance({ by: minutes(1) });
    world.call(callOf('deleteEndpoint', { id }));
  },
};

/** The number of values that stay for each bill after its entity is gone: a bill and its meters, and the sums of the audit. */
const billed = /^(read model 10|audit held)$/;

describe.each(Object.entries(lives))('%s', (_, live) => {
  test('leave nothing behind', () => {
    const world = worldWith();
    const rounds = [4, 4];
    const [first, second] = rounds.map((count) => {
      for (let k = 0; k < count; k++) {
        live(world, world.log.length);
        world.advance({ by: minutes(6) - (world.now % minutes(6)) });
      }
      // The world holds the input keys of the newest instant.
      live(world, 0);
      world.advance({ by: minutes(6) });
      return Object.entries(sizesOf(world)).filter(([part]) => !billed.test(part));
    });
    expect(second).toStrictEqual(first);
  });
});
