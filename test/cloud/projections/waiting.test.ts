import { describe, expect, test } from 'vitest';
import { type Endpoint, newEndpoint } from '../../../engine/cloud/endpoint/evolve.ts';
import type { ComputeRequest } from '../../../engine/cloud/projections/placement.ts';
import { WaitingForHosts } from '../../../engine/cloud/projections/waiting.ts';
import type { State } from '../../../engine/cloud/state/state.ts';
import { newWorker, type Worker } from '../../../engine/cloud/worker/state.ts';
import { endpointConfig } from '../../support/worlds/worlds.ts';

const gpuOf = (pool: string) => ({
  cpu: null,
  gpu: { pools: [pool], excludedTypes: [], count: 1, allowedCudaVersions: [], minCudaVersion: null },
});
const endpointOf = (id: string, pool: string): Endpoint => ({ ...newEndpoint(id), version: 1, config: endpointConfig(gpuOf(pool)) });

/** Two endpoints that want one thing, one that wants another; workers join in the order given. */
const waiting = (...workerIds: readonly string[]) => {
  const endpoints = new Map(
    [endpointOf('ep-a', 'ADA_24'), endpointOf('ep-b', 'AMPERE_80'), endpointOf('ep-c', 'ADA_24')].map((each) => [each.id, each]),
  );
  const workers = new Map<string, Worker>();
  const state = {
    find: (kind: string, id: string) => (kind === 'endpoint' ? endpoints.get(id) : workers.get(id)),
  } as unknown as Pick<State, 'find'>;
  const waitingOnes = new WaitingForHosts();
  const change = (id: string, from: string, status: Worker['status']) => {
    const worker: Worker = { ...newWorker(id), endpointId: id.slice(0, 4), version: 1, status };
    workers.set(id, worker);
    waitingOnes.applyWorker(from, worker, state);
  };
  for (const id of workerIds) change(id, 'NEW', 'THROTTLED');
  const place = (id: string) => change(id, 'THROTTLED', 'INITIALIZING');
  return { waitingOnes, endpoints, state, change, place };
};

const everywhere = () => true;
const wantsAda = (wants: readonly ComputeRequest[]) => wants[0]?.gpuTypes.includes('NVIDIA GeForce RTX 4090') === true;

describe('workers that wait for a place', () => {
  test('are served in the order in which they began to wait, whatever hardware they want', () => {
    const { waitingOnes } = waiting('ep-a-w1', 'ep-b-w1', 'ep-c-w1', 'ep-a-w2');
    expect([...waitingOnes.servable(everywhere)]).toStrictEqual(['ep-a-w1', 'ep-b-w1', 'ep-c-w1', 'ep-a-w2']);
  });

  test('are asked for as one, where they want the same', () => {
    const { waitingOnes } = waiting('ep-a-w1', 'ep-b-w1', 'ep-c-w1', 'ep-b-w2', 'ep-b-w3');
    const asked: boolean[] = [];
    const hasRoom = (wants: readonly ComputeRequest[]) => {
      asked.push(wantsAda(wants));
      return false;
    };
    expect([...waitingOnes.servable(hasRoom)]).toStrictEqual([]);
    expect(asked).toStrictEqual([true, false]);
  });

  test('are passed over once there is no more room for what they want', () => {
    const { waitingOnes, place } = waiting('ep-a-w1', 'ep-b-w1', 'ep-c-w1', 'ep-a-w2');
    let room = 1;
    const served: string[] = [];
    for (const id of waitingOnes.servable((wants) => !wantsAda(wants) || room > 0)) {
      served.push(id);
      if (id.startsWith('ep-a')) room -= 1;
      place(id);
    }
    expect(served).toStrictEqual(['ep-a-w1', 'ep-b-w1']);
    expect([...waitingOnes.servable(everywhere)]).toStrictEqual(['ep-c-w1', 'ep-a-w2']);
  });

  test('have no turn when they leave, or join, while others are served', () => {
    const { waitingOnes, place, change } = waiting('ep-a-w1', 'ep-c-w1', 'ep-a-w2');
    const served: string[] = [];
    for (const id of waitingOnes.servable(everywhere)) {
      served.push(id);
      if (id !== 'ep-a-w1') continue;
      place('ep-a-w1');
      place('ep-c-w1');
      change('ep-b-w1', 'NEW', 'THROTTLED');
    }
    expect(served).toStrictEqual(['ep-a-w1', 'ep-a-w2']);
  });

  test('come up to be replaced when there is no room either, where their release is older than that of their endpoint', () => {
    const { waitingOnes, endpoints, state } = waiting('ep-a-w1', 'ep-b-w1', 'ep-c-w1');
    endpoints.set('ep-a', { ...endpointOf('ep-a', 'ADA_24'), version: 2 });
    waitingOnes.applyUpdate(['ep-a-w1', 'ep-a-w7'], state);
    expect([...waitingOnes.servable(() => false)]).toStrictEqual(['ep-a-w1']);
  });

  test('keep their position when the hardware of their endpoint changes', () => {
    const { waitingOnes, endpoints, state } = waiting('ep-a-w1', 'ep-b-w1', 'ep-a-w2', 'ep-b-w2');
    endpoints.set('ep-a', endpointOf('ep-a', 'AMPERE_80'));
    waitingOnes.applyUpdate(['ep-a-w1', 'ep-a-w2'], state);
    expect([...waitingOnes.servable((wants) => !wantsAda(wants))]).toStrictEqual(['ep-a-w1', 'ep-b-w1', 'ep-a-w2', 'ep-b-w2']);
    const reloaded = new WaitingForHosts();
    reloaded.load(structuredClone(waitingOnes.dump()));
    expect([...reloaded.servable(everywhere)]).toStrictEqual([...waitingOnes.servable(everywhere)]);
  });
});
