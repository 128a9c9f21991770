import { expect, test } from 'vitest';
import type { PodConfig } from '../../../engine/cloud/pod/events.ts';
import type { State, StateChange } from '../../../engine/cloud/state/state.ts';
import { AuditState } from '../audit/auditState.ts';
import { type Invariant, invariants } from '../audit/invariants.ts';

const config = {
  gpu: { id: 'NVIDIA GeForce RTX 4090', count: 1 },
  cpu: null,
  cloud: 'SECURE',
  container: { disk: 10 },
  mounts: {},
} as unknown as PodConfig;

/** A bill of so much, of each component. */
interface Shown {
  readonly gpu: bigint;
  readonly disk?: bigint;
  readonly accountId?: string;
}

/** What is said of an event of a pod that was created before, when its bill and that of its cluster are so much. */
const saidOf = (type: string, member: object | null, billed: { readonly pod?: Shown; readonly cluster?: Shown }): string | undefined => {
  const row = invariants.find(({ name }) => name === 'bills-recounted') ?? expect.fail('no such invariant');
  const audit = new AuditState();
  const check = (event: object, amounts: typeof billed) => {
    const state = {
      billing: { find: (product: 'pod' | 'cluster') => amounts[product] && billOf(amounts[product]) },
    };
    const change = { kind: 'pod', id: 'p', at: 0, event, entity: {} };
    return (row as Invariant).broken(change as unknown as StateChange, audit, state as unknown as State);
  };
  check({ type: 'PodCreated', podId: 'p', accountId: 'team', config, placement: { hostId: 'h' }, member }, {});
  return check({ type, podId: 'p' }, billed);
};

const billOf = ({ accountId = 'team', ...of }: Shown) => ({
  accountId,
  amount: () => of.gpu + (of.disk ?? 0n),
  sumAmount: (component: string) => of[component as 'gpu'] ?? 0n,
});

/** What its GPU costs in an hour, and its disk. */
const gpu = 496_800_000n * 3_600_000n;
const disk = 10n * 100_000n * 3_600_000n;

test('an event that changes no bill leaves it as it is', () => {
  expect(saidOf('PodStarted', null, { pod: { gpu: 1n } })).toContain('pod p is billed 1 for gpu, the log says');
  expect(saidOf('PodStarted', null, { pod: { gpu, disk } })).toBeUndefined();
});

test('what is billed for one component is not billed for another', () => {
  expect(saidOf('PodStarted', null, { pod: { gpu: gpu - 1n, disk: disk + 1n } })).toContain('for gpu, the log says');
  expect(saidOf('PodStarted', null, { pod: { gpu, disk: 1n } })).toContain('pod p is billed 1 for disk, the log says');
});

test('the account that holds it pays', () => {
  expect(saidOf('PodStarted', null, { pod: { gpu, disk, accountId: 'other' } })).toBe('pod p is billed to other, and team holds it');
});

test('a member is billed with its cluster, and not by itself too', () => {
  expect(saidOf('PodStarted', { clusterId: 'c' }, { pod: { gpu: 1n } })).toContain('p is billed 1 by itself, beside cluster c');
});
