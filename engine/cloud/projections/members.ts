import type { Dumpable } from '../../kernel/dump.ts';
import type { Pod } from '../pod/evolve.ts';
import type { PodStatus } from '../pod/lifecycle.ts';
import type { ComputeRequest } from './placement.ts';
import { type LinesDump, WaitingLines } from './waitingLines.ts';
import { computeOf } from './wants.ts';

/** The members of one cluster by number, and how many are in each status. */
export interface Members {
  readonly podIds: readonly string[];
  readonly counts: Readonly<Partial<Record<PodStatus, number>>>;
}

/** The members of each cluster, and the failed members that wait to be started again. */
export class ClusterMembers implements Dumpable<MembersDump> {
  readonly #byCluster = new Map<string, Counted>();
  /** Members in ERROR, the longest waiting first. */
  readonly stranded = new WaitingLines<ComputeRequest>();

  of(clusterId: string): Members {
    return this.#byCluster.get(clusterId) ?? noMembers;
  }

  apply(from: PodStatus, { id, status, member, config, placement }: Pod): void {
    if (member === null || from === status) return;
    if (status === 'ERROR') this.stranded.join(id, [computeOf(config, [placement?.dataCenterId ?? ''])]);
    else if (from === 'ERROR') this.stranded.leave(id);
    const members = this.#members(member.clusterId);
    if (from === 'NEW') members.podIds.push(id);
    else members.counts[from] = (members.counts[from] ?? 0) - 1;
    if (status !== 'TERMINATED') members.counts[status] = (members.counts[status] ?? 0) + 1;
    else members.podIds.splice(members.podIds.indexOf(id), 1);
    if (members.podIds.length === 0) this.#byCluster.delete(member.clusterId);
  }

  dump(): MembersDump {
    return { byCluster: this.#byCluster, stranded: this.stranded.dump() };
  }

  load({ byCluster, stranded }: MembersDump): void {
    for (const [clusterId, members] of byCluster) this.#byCluster.set(clusterId, members);
    this.stranded.load(stranded);
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
  readonly stranded: LinesDump<ComputeRequest>;
}

interface Counted {
  readonly podIds: string[];
  readonly counts: Partial<Record<PodStatus, number>>;
}

const noMembers: Members = { podIds: [], counts: {} };
