import { expect, test } from 'vitest';
import { priceListOf } from '../../../engine/cloud/catalog/priceList.ts';
import type { PodConfig } from '../../../engine/cloud/pod/events.ts';
import type { State, StateChange } from '../../../engine/cloud/state/state.ts';
import { AuditState } from '../../../engine/simulator/audit/auditState.ts';
import { type Invariant, invariants } from '../../../engine/simulator/audit/invariants.ts';

const config = {
  gpu: { id: 'NVIDIA GeForce RTX 4090', count: 1 },
  cpu: null,
  cloud: 'SECURE',
  container: { disk: 0 },
  mounts: {},
} as unknown as PodConfig;

/** What is said of an event of a pod that was created before, when its bill and that of its cluster are so much. */
const saidOf = (type: string, member: object | null, billed: { readonly pod?: bigint; readonly cluster?: bigint }): string | undefined => {
  const row = invariants.find(({ name }) => name === 'bills-recounted') ?? expect.fail('no such invariant');
  const audit = new AuditState(priceListOf());
  const check = (event: object, amounts: typeof billed) => {
    const state = {
      billing: { find: (product: 'pod' | 'cluster') => (amounts[product] === undefined ? undefined : { amount: () => amounts[product] }) },
    };
    const change = { kind: 'pod', id: 'p', at: 0, event, entity: {} };
    return (row as Invariant).broken(change as unknown as StateChange, audit, state as unknown as State);
  };
  check({ type: 'PodCreated', podId: 'p', accountId: 'team', config, placement: { hostId: 'h' }, member }, {});
  return check({ type, podId: 'p' }, billed);
};

test('an event that changes no bill leaves it as it is', () => {
  expect(saidOf('PodStarted', null, { pod: 1n })).toContain('pod p is billed 1, the log says');
});

test('a member is billed with its cluster, and not by itself too', () => {
  expect(saidOf('PodStarted', { clusterId: 'c' }, { pod: 1n })).toContain('p is billed 1 by itself, beside cluster c');
});
