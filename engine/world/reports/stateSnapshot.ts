import { kinds } from '../../cloud/entities.ts';
import { faultKinds } from '../../cloud/fault/events.ts';
import type { State } from '../../cloud/state/state.ts';
import { hours, later, type VirtualTime } from '../../kernel/time.ts';

const products = ['pod', 'serverless', 'volume', 'cluster'] as const;
const components = ['gpu', 'cpu', 'disk', 'standard', 'highPerformance'] as const;

/** The whole state: its entities, oldest first, and its read models. Bills are those of an hour later. */
export const stateSnapshot = (state: State, at: VirtualTime) => {
  const accounts = [...state.all('account')].map(({ id }) => id);
  return {
    entities: Object.fromEntries(kinds.map((kind) => [kind, [...state.all(kind)]])),
    endpoints: [...state.all('endpoint')].map(({ id }) => ({
      id,
      waiting: [...state.queues.of(id).normal, '|', ...state.queues.of(id).low],
      health: state.jobCounters.of(id),
      crew: { ...state.fleet.of(id), idle: [...state.fleet.of(id).idle] },
    })),
    waitingForHosts: state.waiting.dump(),
    members: [...state.all('cluster')].map(({ id }) => state.members.of(id)),
    hosts: [...state.placements.hosts.all()].map((host) => ({
      id: host.id,
      ...state.placements.free(host),
      sleepers: [...state.placements.sleepersOn(host)],
      down: state.placements.isDown(host.id),
      holds: (['pod', 'worker'] as const).map((kind) => state.findRelated(kind, 'host', host.id).map(({ id }) => id)),
    })),
    bills: products.flatMap((product) =>
      accounts.flatMap((account) =>
        state.billing.of(product, account).map((bill) => ({
          id: bill.id,
          amounts: components.map((component) => bill.nanoUsd(component, later(at, hours(1)))),
        })),
      ),
    ),
    heldCalls: [...state.all('call')].map(({ jobId }) => [...(state.heldCalls.waitingFor(jobId ?? '') ?? [])]),
    keys: [...state.keyring.all()],
    activeFaults: faultKinds.map((kind) => [...state.activeFaults.of(kind)].map(({ id }) => id)),
  };
};
