import { describe, expect, test } from 'vitest';
import { HostList } from '../../../engine/cloud/catalog/hosts.ts';
import type { EndpointConfig } from '../../../engine/cloud/endpoint/events.ts';
import type { VirtualTime } from '../../../engine/kernel/time.ts';
import { defaultStartMs, readSettings } from '../../../engine/simulator/definition.ts';
import { Simulator } from '../../../engine/simulator/simulation.ts';
import { endpointConfig, gpuHost, worldOf } from '../../support/worlds/worlds.ts';
import { terms } from '../job/examples.ts';

const onGpus: Partial<EndpointConfig> = {
  workers: { min: 2, max: 2 },
  cpu: null,
  gpu: { pools: ['ADA_24'], excludedTypes: [], count: 1, allowedCudaVersions: [], minCudaVersion: null },
};

/** An endpoint with a worker that runs, one that waits for a GPU, a job that runs and two that wait; then it is deleted. */
const closed = () => {
  const loop = new Simulator({
    seed: 'closing',
    startMs: defaultStartMs,
    settings: readSettings(worldOf()),
    hosts: new HostList([gpuHost('host-1', 1)]),
  });
  loop.context.dispatchOrThrow('account', 'acc-a', { type: 'OpenAccount' });
  const create = (id: string) =>
    loop.context.dispatchOrThrow('endpoint', id, { type: 'CreateEndpoint', accountId: 'acc-a', config: endpointConfig(onGpus) });
  create('ep-a');
  create('ep-b');
  loop.advanceTo(0 as VirtualTime);
  for (const id of ['job-1', 'job-2', 'job-3'])
    loop.context.dispatchOrThrow('job', id, { type: 'QueueJob', endpointId: 'ep-a', source: 'run', input: null, terms });
  loop.context.dispatchOrThrow('endpoint', 'ep-a', { type: 'DeleteEndpoint' });
  return loop;
};

describe('a deleted endpoint', () => {
  test('ends its jobs and its workers in every status', () => {
    const loop = closed();
    expect([...loop.state.all('job')].map(({ id, status }) => `${id} ${status}`)).toStrictEqual([
      'job-1 CANCELLED',
      'job-2 CANCELLED',
      'job-3 CANCELLED',
    ]);
    expect([...loop.state.all('worker')].filter(({ endpointId }) => endpointId === 'ep-a')).toStrictEqual([]);
  });

  test('gives its GPU to the next endpoint that waits for one', () => {
    expect([...closed().state.all('worker')].map(({ id, status }) => `${id} ${status}`)).toStrictEqual([
      'ep-b-w1 INITIALIZING',
      'ep-b-w2 THROTTLED',
    ]);
  });
});
