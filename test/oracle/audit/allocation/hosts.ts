import { fillInSteps, type Steps } from '../../../../engine/kernel/steps.ts';
import type { VirtualTime } from '../../../../engine/kernel/time.ts';
import { DueWatch } from '../dueWatch.ts';
import { type Broken, complainAs, type Handlers, type Recount, type RecountRow } from '../recount.ts';

const name = 'hosts-recounted';
const complain = complainAs(name);

export const hostRecount: RecountRow = {
  invariants: [
    {
      name,
      about:
        'a host is down exactly while a fault keeps it down: nothing is placed there, and what it held has failed with it, data of stopped pods included',
    },
  ],
  open: () => new Hosts(),
};

/** Which hosts are down, by which faults, and what they hold (pod.error, fault.match). */
class Hosts implements Recount {
  /** Of each host that has failed, the faults that keep it down. */
  readonly #downBy = new Map<string, Set<string>>();
  readonly #down = new Set<string>();
  /** Where each pod and worker is, or has data. */
  readonly #on = new Map<string, Tenant>();
  readonly watch = new DueWatch();
  #isTouched = false;
  #now = 0 as VirtualTime;

  readonly on: Handlers = {
    HostFailed: ({ hostId, faultId }, { at }) => {
      this.#downBy.set(hostId, (this.#downBy.get(hostId) ?? new Set()).add(faultId));
      this.#down.add(hostId);
      return this.#touch(at);
    },
    HostRecovered: ({ hostId }, { at }) => {
      this.#down.delete(hostId);
      return this.#touch(at);
    },
    FaultEnded: ({ faultId, reason }, { at }) => {
      if (reason !== 'window' && reason !== 'removed') return undefined;
      for (const faults of this.#downBy.values()) faults.delete(faultId);
      return this.#touch(at);
    },
    WorkerLaunched: ({ workerId, placement }, { at }) => this.#moves(workerId, placement?.hostId ?? '', true, at),
    WorkerPlaced: ({ workerId, placement }, { at }) => this.#moves(workerId, placement.hostId, true, at),
    WorkerLostHost: ({ workerId }) => this.#leaves(workerId),
    WorkerStopped: ({ workerId }) => this.#leaves(workerId),
    WorkerTerminated: ({ workerId }) => this.#leaves(workerId),
    PodCreated: ({ podId, placement }, { at }) => this.#moves(podId, placement.hostId, false, at),
    PodResumed: ({ podId, placement }, { at }) => this.#moves(podId, placement.hostId, false, at),
    PodStarting: ({ podId }) => {
      const tenant = this.#on.get(podId);
      if (tenant !== undefined) this.#on.set(podId, { ...tenant, hasData: true });
    },
    // What never began to start there leaves nothing.
    PodStopped: ({ podId }) => (this.#on.get(podId)?.hasData === true ? undefined : this.#leaves(podId)),
    PodFailed: ({ podId, reason }) => (reason === 'host' ? this.#leaves(podId) : undefined),
    PodTerminated: ({ podId }) => this.#leaves(podId),
  };

  timePasses(): Broken | undefined {
    this.watch.clear();
    if (!this.#isTouched) return undefined;
    this.#isTouched = false;
    for (const [hostId, faults] of this.#downBy) {
      if (this.#down.has(hostId) && faults.size === 0) return complain(`${hostId} is still down, and no fault keeps it down`, this.#now);
      if (!this.#down.has(hostId) && faults.size > 0)
        return complain(`${hostId} is up, and ${[...faults].join(' and ')} keeps it down`, this.#now);
      if (faults.size === 0) this.#downBy.delete(hostId);
    }
    for (const [id, { hostId }] of this.#on)
      if (this.#down.has(hostId)) return complain(`${id} goes on on ${hostId}, which is down`, this.#now);
    return undefined;
  }

  dump(): HostsDump {
    return { downBy: this.#downBy, down: this.#down, on: this.#on, isTouched: this.#isTouched, now: this.#now };
  }

  *load({ downBy, down, on, isTouched, now }: HostsDump): Steps<void> {
    for (const [id, faults] of downBy) this.#downBy.set(id, new Set(faults));
    for (const id of down) this.#down.add(id);
    yield* fillInSteps(this.#on, on);
    this.#isTouched = isTouched;
    this.#now = now;
  }

  #moves(id: string, hostId: string, hasData: boolean, at: VirtualTime): Broken | undefined {
    const before = this.#on.get(id);
    this.#on.set(id, { hostId, hasData: hasData || (before?.hostId === hostId && before.hasData) });
    return this.#down.has(hostId) ? complain(`${id} is placed on ${hostId}, which is down`, at) : undefined;
  }

  #leaves(id: string): undefined {
    this.#on.delete(id);
  }

  #touch(at: VirtualTime): undefined {
    this.#now = at;
    this.#isTouched = true;
    this.watch.set();
  }
}

interface Tenant {
  readonly hostId: string;
  readonly hasData: boolean;
}

interface HostsDump {
  readonly downBy: ReadonlyMap<string, ReadonlySet<string>>;
  readonly down: ReadonlySet<string>;
  readonly on: ReadonlyMap<string, Tenant>;
  readonly isTouched: boolean;
  readonly now: VirtualTime;
}
