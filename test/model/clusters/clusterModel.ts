import { toNanoDollars } from '../bills/meter.ts';
import { makeSeekerId } from '../hosts/keys.ts';
import { centers } from '../pods/plan.ts';
import { nanoDollarsFor, Pod, type PodStatus } from '../pods/pod.ts';
import { PodLife } from '../pods/podLife.ts';
import type { ClusterAct } from './plan.ts';

export interface FormedCluster {
  readonly name: string;
  readonly members: Pod[];
  readonly center: string;
  status: 'FORMING' | 'ACTIVE' | 'DEGRADED' | 'TERMINATED';
}

const statuses: readonly PodStatus[] = ['PROVISIONING', 'STARTING', 'RUNNING', 'EXITED', 'ERROR'];

/** Clusters of one account, after the rulebook. It shares no code with the engine. */
export class ClusterModel extends PodLife {
  readonly clusters: FormedCluster[] = [];
  readonly #clusterOf = new Map<Pod, FormedCluster>();
  /** Those that have begun to start once: the first of a cluster is its entry from then on (cluster.ranks). */
  readonly #ranked = new Set<Pod>();

  /** How many calls there were so far. */
  #calls = 0;

  /** A client does something now. */
  act(act: ClusterAct): void {
    this.#calls += 1;
    this.ground.say(`answers ${this.#answer(act)}`);
  }

  /** What each has cost until then, for its GPUs and for its disks: a cluster has one bill. */
  get costs(): readonly { readonly name: string; readonly amountsUntil: (at: number) => readonly [bigint, bigint] }[] {
    return this.clusters.map(({ name, members }) => ({ name, amountsUntil: (at) => nanoDollarsOfMembers(members, at) }));
  }

  /** Whole nano-dollars. */
  get nanoDollars(): bigint {
    return this.clusters.reduce((sum, { members }) => sum + nanoDollarsFor(members), 0n);
  }

  #answer(act: ClusterAct): string {
    if (act.do === 'form') return this.#form(act);
    if (act.do === 'list') return `200 ${this.#shown.map(({ name }) => name).join(' ')}`;
    const cluster = this.clusters[act.cluster];
    if (cluster === undefined || cluster.status === 'TERMINATED') return '404';
    if (act.do === 'members') return `200 ${cluster.members.map(({ name, status }) => `${name} ${status}`).join(', ')}`;
    if (act.do === 'get') return `200 ${this.#describe(cluster)}`;
    this.#turn(cluster, 'TERMINATED');
    for (const member of cluster.members) this.move(member, 'TERMINATED');
    return '204';
  }

  get #shown(): readonly FormedCluster[] {
    return this.clusters.filter(({ status }) => status !== 'TERMINATED');
  }

  /** All members in the first data center that has room for them, or else in the first whose sleepers make room; or none (cluster.create). */
  #form({ members: count, gpus }: ClusterAct & { readonly do: 'form' }): string {
    const inOrder = [...new Set(this.ground.hosts.map((_, host) => centers[host] as string))];
    const findIn = (room: 'free' | 'given', isOpen: (host: number) => boolean) => {
      for (const center of inOrder) {
        const hosts = this.ground.findMany(count, { gpus, wants: (host) => centers[host] === center && isOpen(host) }, room);
        if (hosts !== undefined) return hosts;
      }
      return undefined;
    };
    const call = `clusters-${this.#calls}`;
    const by = { endpoint: null, worker: null, pod: null, search: { call } };
    const hosts = this.ground.denials.search(by, (isOpen) => findIn('free', isOpen) ?? findIn('given', isOpen) ?? []);
    const [first] = hosts;
    if (first === undefined) return '400 cluster.create';
    for (const host of new Set(hosts)) {
      const here = hosts.filter((other) => other === host).length;
      this.ground.makeRoom(host, gpus * here, { waitsSince: null });
    }
    const center = centers[first] as string;
    const cluster: FormedCluster = { name: `cl-${this.clusters.length}`, members: [], center, status: 'FORMING' };
    this.clusters.push(cluster);
    this.#turn(cluster, 'FORMING');
    for (const [k, host] of hosts.entries()) {
      const member = new Pod(`${cluster.name}-m${k}`, `${call}/${k}`, { gpus, mount: 0, image: 'a-cluster' }, host);
      cluster.members.push(member);
      this.#clusterOf.set(member, cluster);
      this.add(member);
    }
    return `201 ${this.#describe(cluster)}`;
  }

  #turn(cluster: FormedCluster, status: FormedCluster['status']): void {
    cluster.status = status;
    this.ground.say(`${cluster.name} ${status}`);
  }

  /** It is active once all members run, and degraded when one fails (cluster.lifecycle). */
  protected moved(member: Pod): void {
    const cluster = this.#clusterOf.get(member) as FormedCluster;
    const { status, members } = cluster;
    if (member.status === 'STARTING') this.#ranked.add(member);
    if (status === 'TERMINATED') return;
    if (member.status === 'ERROR' && status !== 'DEGRADED') this.#turn(cluster, 'DEGRADED');
    if (status !== 'ACTIVE' && members.every((one) => one.status === 'RUNNING')) this.#turn(cluster, 'ACTIVE');
  }

  /** A member in ERROR waits for a host of its data center, and has its own first. One whose cluster is deleted waits for its end. */
  protected seekerFor(member: Pod) {
    const cluster = this.#clusterOf.get(member) as FormedCluster;
    const seeker = {
      asks: [member.gpus],
      wants: (host: number) => centers[host] === cluster.center,
      get waitsSince() {
        return member.status === 'ERROR' && cluster.status !== 'TERMINATED' ? member.turn : null;
      },
      serve: () => {
        const search = { id: makeSeekerId(member.call), starts: member.starts };
        const found = this.ground.find(seeker, { endpoint: null, worker: null, pod: member.call, search }, { own: member.host });
        if (found !== undefined && member.status === 'ERROR') this.placeOn(member, found.host);
      },
    };
    return seeker;
  }

  /** A cluster as the API shows it: its data center once a member has a machine. */
  #describe({ name, members, center }: FormedCluster): string {
    const counts = statuses.flatMap((status) => {
      const count = members.filter((one) => one.status === status).length;
      return count === 0 ? [] : [`${status}=${count}`];
    });
    const place = members.some(({ hasMachine }) => hasMachine) ? center : undefined;
    const entry = members.slice(0, 1).find((member) => this.#ranked.has(member));
    return `${name} total=${members.length} ${counts.join(' ')} in ${place} first ${entry?.status}`;
  }
}

const nanoDollarsOfMembers = (members: readonly Pod[], until: number): readonly [bigint, bigint] => {
  const sum = (part: 'gpu' | 'disk'): bigint => members.reduce((all, { meters }) => all + meters[part].sumUntil(until), 0n);
  return [toNanoDollars(sum('gpu')), toNanoDollars(sum('disk'))];
};
