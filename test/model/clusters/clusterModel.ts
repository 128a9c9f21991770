import { makeSeekerId } from '../hosts/keys.ts';
import { centers } from '../pods/plan.ts';
import { nanoDollarsFor, Pod, type PodStatus } from '../pods/pod.ts';
import { PodLife } from '../pods/podLife.ts';
import type { ClusterAct } from './plan.ts';

interface Cluster {
  readonly name: string;
  readonly members: Pod[];
  readonly center: string;
  status: 'FORMING' | 'ACTIVE' | 'DEGRADED' | 'TERMINATED';
}

const statuses: readonly PodStatus[] = ['PROVISIONING', 'STARTING', 'RUNNING', 'EXITED', 'ERROR'];

/** Clusters of one account, after the rulebook. It shares no code with the engine. */
export class ClusterModel extends PodLife {
  readonly #clusters: Cluster[] = [];
  readonly #clusterOf = new Map<Pod, Cluster>();
  /** Those that have begun to start once: the first of a cluster is its entry from then on (cluster.ranks). */
  readonly #ranked = new Set<Pod>();

  /** How many calls there were so far. */
  #calls = 0;

  /** A client does something now. */
  act(act: ClusterAct): void {
    this.#calls += 1;
    this.ground.say(`answers ${this.#answer(act)}`);
  }

  /** Whole nano-dollars: a cluster has one bill. */
  get nanoDollars(): bigint {
    return this.#clusters.reduce((sum, { members }) => sum + nanoDollarsFor(members), 0n);
  }

  #answer(act: ClusterAct): string {
    if (act.do === 'form') return this.#form(act);
    if (act.do === 'list') return `200 ${this.#shown.map(({ name }) => name).join(' ')}`;
    const cluster = this.#clusters[act.cluster];
    if (cluster === undefined || cluster.status === 'TERMINATED') return '404';
    if (act.do === 'members') return `200 ${cluster.members.map(({ name, status }) => `${name} ${status}`).join(', ')}`;
    if (act.do === 'get') return `200 ${this.#describe(cluster)}`;
    this.#turn(cluster, 'TERMINATED');
    for (const member of cluster.members) this.move(member, 'TERMINATED');
    return '204';
  }

  get #shown(): readonly Cluster[] {
    return this.#clusters.filter(({ status }) => status !== 'TERMINATED');
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
    const cluster: Cluster = { name: `cl-${this.#clusters.length}`, members: [], center, status: 'FORMING' };
    this.#clusters.push(cluster);
    this.#turn(cluster, 'FORMING');
    for (const [k, host] of hosts.entries()) {
      const member = new Pod(`${cluster.name}-m${k}`, `${call}/${k}`, { gpus, mount: 0, image: 'a-cluster' }, host);
      cluster.members.push(member);
      this.#clusterOf.set(member, cluster);
      this.add(member);
    }
    return `201 ${this.#describe(cluster)}`;
  }

  #turn(cluster: Cluster, status: Cluster['status']): void {
    cluster.status = status;
    this.ground.say(`${cluster.name} ${status}`);
  }

  /** It is active once all members run, and degraded when one fails (cluster.lifecycle). */
  protected moved(member: Pod): void {
    const cluster = this.#clusterOf.get(member) as Cluster;
    const { status, members } = cluster;
    if (member.status === 'STARTING') this.#ranked.add(member);
    if (status === 'TERMINATED') return;
    if (member.status === 'ERROR' && status !== 'DEGRADED') this.#turn(cluster, 'DEGRADED');
    if (status !== 'ACTIVE' && members.every((one) => one.status === 'RUNNING')) this.#turn(cluster, 'ACTIVE');
  }

  /** A member in ERROR waits for a host of its data center, and has its own first. One whose cluster is deleted waits for its end. */
  protected seekerFor(member: Pod) {
    const cluster = this.#clusterOf.get(member) as Cluster;
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
  #describe({ name, members, center }: Cluster): string {
    const counts = statuses.flatMap((status) => {
      const count = members.filter((one) => one.status === status).length;
      return count === 0 ? [] : [`${status}=${count}`];
    });
    const place = members.some(({ hasMachine }) => hasMachine) ? center : undefined;
    const entry = members.slice(0, 1).find((member) => this.#ranked.has(member));
    return `${name} total=${members.length} ${counts.join(' ')} in ${place} first ${entry?.status}`;
  }
}
