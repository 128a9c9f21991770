import type { Dumpable } from '../../kernel/dump.ts';
import type { Pod } from '../pod/evolve.ts';
import type { PodStatus } from '../pod/lifecycle.ts';

/** The members of one cluster by number, and how many are in each status. */
export interface Members {
  readonly podIds: readonly string[];
  readonly counts: Readonly<Partial<Record<PodStatus, number>>>;
}

/** The members of each cluster. */
export class ClusterMembers implements Dumpable<MembersDump> {
  readonly #byCluster = new Map<string, Counted>();

  of(clusterId: string): Members {
    return this.#byCluster.get(clusterId) ?? noMembers;
  }

  apply(from: PodStatus, { id, status, member }: Pod): void {
    if (member === null || from === status) return;
    const members = this.#members(member.clusterId);
    if (from === 'NEW') members.podIds.push(id);
    else members.counts[from] = (members.counts[from] ?? 0) - 1;
    if (status !== 'TERMINATED') members.counts[status] = (members.counts[status] ?? 0) + 1;
    else members.podIds.splice(members.podIds.indexOf(id), 1);
    if (members.podIds.length === 0) this.#byCluster.delete(member.clusterId);
  }

  dump(): MembersDump {
    return { byCluster: this.#byCluster };
  }

  load({ byCluster }: MembersDump): void {
    for (const [clusterId, members] of byCluster) this.#byCluster.set(clusterId, members);
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
}

interface Counted {
  readonly podIds: string[];
  readonly counts: Partial<Record<PodStatus, number>>;
}

const noMembers: Members = { podIds: [], counts: {} };
