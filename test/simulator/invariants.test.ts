import { expect, test } from 'vitest';
import type { State, StateChange } from '../../engine/cloud/state/state.ts';
import { Invariants, invariants } from '../../engine/simulator/invariants.ts';
import { checkInvariants } from '../../engine/world/history/rerun.ts';
import { World } from '../../engine/world/world.ts';
import { busyWorld, playBusily } from '../support/worlds/busyWorld.ts';
import { runningPod } from '../support/worlds/runningPod.ts';

const pod = runningPod();
const forNothing = { ...pod.config, gpu: null, container: { ...pod.config.container, disk: 0 } };
const elsewhere = { ...pod, id: 'o', placement: { ...pod.placement, dataCenterId: 'US-KS-2' } };
const worker = { id: 'w', endpointId: 'ep', status: 'RUNNING', jobId: 'other', otherJobs: [], requests: 0, placement: null };
const job = { jobId: 'j', endpointId: 'ep', workerId: 'w' };

/** A state in which only these entities are. */
const having = (entities: Readonly<Record<string, object>>) => ({ find: (kind: string) => entities[kind] });

/** For each invariant a change that must not happen, and what of the state it is checked against. */
const forged: Readonly<Record<string, readonly [change: object, state: object, words: string]>> = {
  'one-worker-a-job': [{ kind: 'job', event: { ...job, type: 'JobStarted' } }, having({ worker }), 'which has not taken it'],
  'freed-after-its-job': [
    { kind: 'worker', id: 'w', event: { ...job, type: 'WorkerFreed' } },
    having({ job: { status: 'IN_PROGRESS', workerId: 'w' }, endpoint: {} }),
    'which still runs there',
  ],
  'one-worker-a-request': [
    { kind: 'request', id: 'r', event: { type: 'RequestStarted', workerId: 'w' } },
    { traffic: { onWorker: () => ['other'] } },
    'which does not have it',
  ],
  'busy-while-it-works': [
    { kind: 'worker', id: 'w', event: { type: 'WorkerFreed' }, entity: { ...worker, status: 'IDLE' } },
    having({ endpoint: {} }),
    'w is IDLE with other and 0 requests',
  ],
  'queue-counted': [
    { kind: 'job', event: { type: 'JobCancelled' }, entity: { endpointId: 'ep' } },
    { jobCounters: { of: () => ({ inQueue: 2 }) }, queues: { length: () => 1 } },
    'ep shows 2 jobs that wait, and 1 do',
  ],
  'expired-unreadable': [{ kind: 'job', event: { ...job, type: 'JobExpired' } }, having({ job: {} }), 'can still be read'],
  'cost-while-held': [{ kind: 'pod', id: 'p', entity: { ...pod, config: forNothing } }, {}, 'is RUNNING and costs 0'],
  'address-while-up': [{ kind: 'pod', id: 'p', entity: { ...pod, ip: null } }, {}, 'has the address null'],
  'host-has-room': [
    { kind: 'pod', id: 'p', event: { type: 'PodCreated' }, entity: pod },
    { placements: { hosts: { find: () => ({ id: 'h', gpus: 1, vcpus: 0 }) }, free: () => ({ gpus: -1, vcpus: 0 }) } },
    'holds more than its 1 GPUs',
  ],
  'one-center-a-cluster': [
    { kind: 'pod', id: 'p', event: { type: 'PodCreated' }, entity: { ...pod, member: { clusterId: 'c' } } },
    { ...having({ pod: elsewhere }), members: { of: () => ({ podIds: ['o'] }) } },
    'and o of its cluster in US-KS-2',
  ],
  'gone-with-its-owner': [{ kind: 'worker', id: 'w', event: { type: 'WorkerReady' }, entity: worker }, having({}), 'though ep is deleted'],
  'money-kept': [
    { kind: 'pod', id: 'p', event: { type: 'PodTerminated' }, entity: pod },
    { billing: { find: () => ({ amount: (at: number) => BigInt(at) }) } },
    'is gone, and its bill still grows',
  ],
};

test('each invariant has a change that breaks it, and no other name has', () => {
  expect(Object.keys(forged).sort()).toStrictEqual(invariants.map(({ name }) => name).sort());
});

test.each(Object.entries(forged))('%s is seen to be broken', (name, [change, state, words]) => {
  const whole = { id: 'j', seq: 9, at: 1_000, from: '', event: { type: 'PodUpdated' }, entity: {}, ...change } as unknown as StateChange;
  const checked = new Invariants(state as unknown as State, [name]);
  expect(() => checked.check(whole)).toThrow(words);
  expect(() => checked.check(whole)).toThrow(expect.objectContaining({ invariant: name, message: expect.stringContaining('(entry 9)') }));
  expect(() => new Invariants(state as unknown as State, []).check(whole)).not.toThrow();
});

test('a bill that is gone with its pod is seen', () => {
  const change = { kind: 'pod', id: 'p', seq: 9, at: 1_000, event: { type: 'PodTerminated' }, entity: pod } as unknown as StateChange;
  const state = { billing: { find: () => undefined } } as unknown as State;
  expect(() => new Invariants(state, ['money-kept']).check(change)).toThrow('the bill of p is gone with p');
});

test('all hold after every entry of a busy world, also when its log is folded again', () => {
  const world = new World(busyWorld());
  playBusily(world);
  expect(() => checkInvariants(world.header, world.log.entries())).not.toThrow();
});
