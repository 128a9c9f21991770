import type { Dumpable } from '../kernel/dump.ts';
import type { Pod } from '../pod/evolve.ts';
import type { PodStatus } from '../pod/lifecycle.ts';

/** The members of one cluster, by their numbers, and how many are in which status. */
export interface Members {
  readonly podIds: readonly string[];
  readonly counts: Readonly<Partial<Record<PodStatus, number>>>;
}

/** Which pods are members of which cluster, and which of them failed and wait to be started again. */
export class ClusterMembers implements Dumpable<MembersDump> {
  readonly #byCluster = new Map<string, Counted>();
  readonly #stranded = new Set<string>();

  of(clusterId: string): Members {
    return this.#byCluster.get(clusterId) ?? nobody;
  }

  /** Members in ERROR, the longest waiting first. */
  get stranded(): ReadonlySet<string> {
    return this.#stranded;
  }

  apply(from: PodStatus, { id, status, member }: Pod): void {
    if (member === null) return;
    if (status === 'ERROR') this.#stranded.add(id);
    else this.#stranded.delete(id);
    if (from === status) return;
    const members = this.#members(member.clusterId);
    if (from === 'NEW') members.podIds.push(id);
    else members.counts[from] = (members.counts[from] ?? 0) - 1;
    if (status !== 'TERMINATED') members.counts[status] = (members.counts[status] ?? 0) + 1;
    else members.podIds.splice(members.podIds.indexOf(id), 1);
    if (members.podIds.length === 0) this.#byCluster.delete(member.clusterId);
  }

  dump(): MembersDump {
    return { byCluster: this.#byCluster, stranded: this.#stranded };
  }

  load({ byCluster, stranded }: MembersDump): void {
    for (const [clusterId, members] of byCluster) this.#byCluster.set(clusterId, members);
    for (const id of stranded) this.#stranded.add(id);
  }

  #members(clusterId: string): Counted {
    const known = this.#byCluster.get(clusterId);
    if (known !== undefined) return known;
    const members: Counted = { podIds: [], counts: {} };
    this.#byCluster.set(clusterId, members);
    return members;
  }
}

interface MembersDump {
  readonly byCluster: ReadonlyMap<string, Counted>;
  readonly stranded: ReadonlySet<string>;
}

interface Counted {
  readonly podIds: string[];
  readonly counts: Partial<Record<PodStatus, number>>;
}

const nobody: Members = { podIds: [], counts: {} };
