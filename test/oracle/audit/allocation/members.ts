import { fillInSteps, type Steps } from '../../../../engine/kernel/steps.ts';
import { formatVirtualTime, type VirtualTime } from '../../../../engine/kernel/time.ts';
import { DueWatch } from '../dueWatch.ts';
import type { Broken, Handlers, Recount, RecountRow } from '../recount.ts';

const name = 'members-recounted';

export const memberRecount: RecountRow = {
  invariants: [
    {
      name,
      about:
        'a cluster has as many members as it was created with, is active exactly once all of them run, and none of them is left when it is deleted',
    },
  ],
  open: () => new Members(),
};

/** The members of clusters (cluster.create, cluster.lifecycle, cluster.delete). */
class Members implements Recount {
  readonly #clusters = new Map<string, Cluster>();
  /** Of each member, its cluster, and whether it runs. */
  readonly #members = new Map<string, { readonly clusterId: string; readonly runs: boolean }>();
  readonly #touched = new Set<string>();
  readonly watch = new DueWatch();
  #now = 0 as VirtualTime;

  readonly on: Handlers = {
    ClusterCreated: ({ clusterId, shape }, { at }) => {
      this.#clusters.set(clusterId, { wanted: shape.compute.podCount, isActive: false, isGone: false });
      return this.#touch(clusterId, at);
    },
    ClusterBecameActive: ({ clusterId }, { at }) => this.#becomes(clusterId, { isActive: true }, at),
    ClusterDegraded: ({ clusterId }, { at }) => this.#becomes(clusterId, { isActive: false }, at),
    ClusterTerminated: ({ clusterId }, { at }) => this.#becomes(clusterId, { isGone: true }, at),
    PodCreated: ({ podId, member }, { at }) => {
      if (member === null) return undefined;
      this.#members.set(podId, { clusterId: member.clusterId, runs: false });
      return this.#touch(member.clusterId, at);
    },
    PodStarted: ({ podId }, { at }) => this.#runs(podId, true, at),
    PodRestarted: ({ podId }, { at }) => this.#runs(podId, false, at),
    PodStopped: ({ podId }, { at }) => this.#runs(podId, false, at),
    PodFailed: ({ podId }, { at }) => this.#runs(podId, false, at),
    PodTerminated: ({ podId }, { at }) => {
      this.#runs(podId, false, at);
      this.#members.delete(podId);
    },
  };

  timePasses(): Broken | undefined {
    this.watch.clear();
    for (const clusterId of this.#touched) {
      const cluster = this.#clusters.get(clusterId);
      const wrong = cluster && this.#wrongWith(clusterId, cluster);
      if (wrong !== undefined) return { name, words: `${clusterId} ${wrong}, at ${formatVirtualTime(this.#now)}` };
      if (cluster?.isGone === true) this.#clusters.delete(clusterId);
    }
    this.#touched.clear();
    return undefined;
  }

  dump(): MembersDump {
    return { clusters: this.#clusters, members: this.#members, touched: this.#touched, now: this.#now };
  }

  *load({ clusters, members, touched, now }: MembersDump): Steps<void> {
    yield* fillInSteps(this.#clusters, clusters);
    yield* fillInSteps(this.#members, members);
    for (const id of touched) this.#touched.add(id);
    this.#now = now;
  }

  #wrongWith(clusterId: string, { wanted, isActive, isGone }: Cluster): string | undefined {
    const members = [...this.#members.values()].filter((member) => member.clusterId === clusterId);
    if (isGone) return members.length === 0 ? undefined : `is deleted, and ${members.length} of its members are not`;
    const running = members.filter(({ runs }) => runs).length;
    if (members.length !== wanted) return `has ${members.length} members, and not ${wanted}`;
    if (isActive === (running === wanted)) return undefined;
    return `is ${isActive ? '' : 'not '}active, and ${running} of its ${wanted} members run`;
  }

  #becomes(clusterId: string, change: Partial<Cluster>, at: VirtualTime): undefined {
    const cluster = this.#clusters.get(clusterId);
    if (cluster !== undefined) this.#clusters.set(clusterId, { ...cluster, ...change });
    return this.#touch(clusterId, at);
  }

  #runs(podId: string, runs: boolean, at: VirtualTime): undefined {
    const member = this.#members.get(podId);
    if (member === undefined) return;
    this.#members.set(podId, { ...member, runs });
    return this.#touch(member.clusterId, at);
  }

  #touch(clusterId: string, at: VirtualTime): undefined {
    this.#now = at;
    this.#touched.add(clusterId);
    this.watch.set();
  }
}

interface Cluster {
  readonly wanted: number;
  readonly isActive: boolean;
  readonly isGone: boolean;
}

interface MembersDump {
  readonly clusters: ReadonlyMap<string, Cluster>;
  readonly members: ReadonlyMap<string, { readonly clusterId: string; readonly runs: boolean }>;
  readonly touched: ReadonlySet<string>;
  readonly now: VirtualTime;
}
