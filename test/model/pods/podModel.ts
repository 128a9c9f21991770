import { Ground, type Tenant } from '../ground.ts';
import type { PodAct, PodPlan, PodTimes } from './plan.ts';
import { centers } from './plan.ts';

/** Nano-dollars a month of 720 hours: of a GPU at $0.69 an hour, of a GB of disk, and of a GB of the mount of a pod that is stopped. */
const month = 720;
const gpuPrice = 690_000_000 * month;
const diskPrice = 100_000_000;
const stoppedPrice = 200_000_000;
/** GB that each container has. */
const containerDisk = 20;

type Status = 'PROVISIONING' | 'STARTING' | 'RUNNING' | 'EXITED' | 'ERROR' | 'TERMINATED';

/** pod.actions */
const actionsOf: Readonly<Record<Status, readonly string[]>> = {
  PROVISIONING: ['stop', 'terminate'],
  STARTING: ['stop', 'terminate'],
  RUNNING: ['stop', 'restart', 'terminate'],
  EXITED: ['start', 'terminate'],
  ERROR: ['start', 'terminate'],
  TERMINATED: [],
};

type Asked = PodAct & { readonly do: 'create' };

class Pod {
  readonly name: string;
  readonly gpus: number;
  readonly mount: number;
  image: string;
  locked = false;
  status: Status = 'PROVISIONING';
  host: number;
  /** Whether its host is its machine: from its first start there on. */
  hasMachine = false;
  /** Whether its host has its image. */
  hasImage = false;
  hasLostHost = false;
  startedAt: number | null = null;
  heldFor = 0;
  /** How long its machine kept its mount while it held no GPU. */
  keptFor = 0;

  constructor(name: string, { gpus, mount, image }: Asked, host: number) {
    this.name = name;
    this.gpus = gpus;
    this.mount = mount;
    this.image = image;
    this.host = host;
  }

  /** Whether it holds its GPUs, and is paid for (pod.cost). */
  get holds(): boolean {
    return this.status === 'PROVISIONING' || this.status === 'STARTING' || this.status === 'RUNNING';
  }

  get price(): number {
    return this.holds ? gpuPrice * this.gpus + this.diskPrice : 0;
  }

  get diskPrice(): number {
    return diskPrice * (containerDisk + this.mount);
  }

  /** A stopped pod keeps its mount, and pays for it, unless its host was lost (billing.amounts, pod.error). */
  get keepsMount(): boolean {
    return this.hasMachine && !this.hasLostHost && (this.status === 'EXITED' || this.status === 'ERROR');
  }
}

/** Pods of one account, after the rulebook. It shares no code with the engine. */
export class PodModel {
  readonly #plan: PodTimes;
  readonly #ground: Ground;
  readonly #pods: Pod[] = [];

  constructor(plan: PodTimes, ground: Ground) {
    this.#plan = plan;
    this.#ground = ground;
    ground.whenPassing((to) => this.#pass(to));
  }

  /** A client does something now. */
  act(act: PodAct): void {
    this.#ground.say(`answers ${this.#answer(act)}`);
  }

  get #now(): number {
    return this.#ground.now;
  }

  /** Whole nano-dollars for the GPUs of each pod, and for its disk. */
  get nanoDollars(): bigint {
    const monthMs = 3_600_000n * BigInt(month);
    const times = (price: number, ms: number): bigint => BigInt(price) * BigInt(ms);
    return this.#pods
      .flatMap((pod) => [
        times(gpuPrice * pod.gpus, pod.heldFor),
        times(pod.diskPrice, pod.heldFor) + times(stoppedPrice * pod.mount, pod.keptFor),
      ])
      .reduce((sum, amount) => sum + amount / monthMs, 0n);
  }

  #pass(to: number): void {
    for (const pod of this.#pods) {
      if (pod.holds) pod.heldFor += to - this.#now;
      if (pod.keepsMount) pod.keptFor += to - this.#now;
    }
  }

  #answer(act: PodAct): string {
    if (act.do === 'create') return this.#create(act);
    if (act.do === 'list') return `200 ${this.#shown.map((pod) => pod.name).join(' ')}`;
    if (act.do === 'catalog') return `200 ${this.#availability(act.gpus)}`;
    const pod = this.#pods[act.pod];
    if (pod === undefined || pod.status === 'TERMINATED') return '404';
    const refusal = act.do === 'get' ? undefined : this.#change(pod, act);
    if (refusal !== undefined) return refusal;
    return act.do === 'terminate' ? '204' : `200 ${this.#describe(pod)}`;
  }

  get #shown(): readonly Pod[] {
    return this.#pods.filter(({ status }) => status !== 'TERMINATED');
  }

  #create(asked: Asked): string {
    const host = this.#hostFor(asked.gpus);
    if (host === undefined) return '400 pod.capacity';
    const pod = new Pod(`pod-${this.#pods.length}`, asked, host);
    this.#pods.push(pod);
    this.#ground.pods.push(this.#asTenant(pod));
    this.#move(pod, 'PROVISIONING');
    return `201 ${this.#describe(pod)}`;
  }

  /** Does what is asked for; or the refusal. */
  #change(pod: Pod, act: PodAct): string | undefined {
    if (act.do === 'patch') return this.#patch(pod, act.image);
    if (act.do === 'lock') pod.locked = act.locked;
    if (act.do === 'lock') return undefined;
    if (!actionsOf[pod.status].includes(act.do)) return '409 pod.action-conflict';
    if (pod.locked && (act.do === 'stop' || act.do === 'restart')) return '409 pod.locked';
    if (act.do === 'start') return this.#start(pod);
    if (act.do === 'restart') this.#begin(pod);
    else this.#move(pod, act.do === 'stop' ? 'EXITED' : 'TERMINATED');
    return undefined;
  }

  /** Another image restarts the container of a pod that runs or starts (pod.patch-reset). */
  #patch(pod: Pod, image: string): string | undefined {
    if (image === pod.image) return undefined;
    if (pod.locked) return '409 pod.locked';
    Object.assign(pod, { image, hasImage: false });
    if (pod.status === 'RUNNING' || pod.status === 'STARTING') this.#begin(pod);
    return undefined;
  }

  /** On its own machine, or not at all; one that lost everything with its host, or never had a machine, on any host (pod.same-host). */
  #start(pod: Pod): string | undefined {
    const mayMove = !pod.hasMachine || pod.hasLostHost;
    const host = this.#ownHost(pod, 'free') ?? (mayMove ? this.#ground.findFree(pod.gpus) : undefined) ?? this.#giving(pod, mayMove);
    if (host === undefined) return pod.hasMachine ? '400 pod.same-host' : '400 pod.capacity';
    Object.assign(pod, { host, hasMachine: pod.hasMachine && host === pod.host, hasLostHost: false });
    this.#move(pod, 'PROVISIONING');
    return undefined;
  }

  /** Its machine, if that has such room. */
  #ownHost({ hasMachine, host, gpus }: Pod, room: 'free' | 'given'): number | undefined {
    return hasMachine && this.#ground[room](host) >= gpus ? host : undefined;
  }

  /** Where those that sleep give way: its machine first (worker.sleep). */
  #giving(pod: Pod, mayMove: boolean): number | undefined {
    const own = this.#ownHost(pod, 'given');
    if (own === undefined) return mayMove ? this.#hostFor(pod.gpus) : undefined;
    return this.#ground.makeRoom(own, { gpus: pod.gpus, waitsSince: null }) ? own : undefined;
  }

  #begin(pod: Pod): void {
    pod.hasMachine = true;
    this.#move(pod, 'STARTING');
  }

  #move(pod: Pod, status: Status): void {
    const { provision, pull, start } = this.#plan;
    pod.status = status;
    this.#ground.say(`${pod.name} ${status}`);
    const after = (wait: number, isOn: boolean): number | null => (isOn ? this.#now + wait : null);
    this.#ground.set(`${pod.name} provision`, after(provision, status === 'PROVISIONING'), () => this.#begin(pod));
    this.#ground.set(`${pod.name} start`, after(pod.hasImage ? start : pull + start, status === 'STARTING'), () => {
      Object.assign(pod, { startedAt: this.#now, hasImage: true });
      this.#move(pod, 'RUNNING');
    });
    if (!pod.holds) this.#ground.serveWaiting();
  }

  #asTenant(pod: Pod): Tenant {
    return {
      gpus: pod.gpus,
      get holdsOn() {
        return pod.holds ? pod.host : null;
      },
      asleepSince: null,
      waitsSince: null,
      giveWay: () => undefined,
      serve: () => undefined,
      loseHost: (host) => this.#loseHost(pod, host),
    };
  }

  /** What a host held is lost with it, also of pods that are stopped on it (pod.error). */
  #loseHost(pod: Pod, host: number): void {
    const hasNothingThere = pod.status === 'TERMINATED' || pod.hasLostHost || (pod.status === 'EXITED' && !pod.hasMachine);
    if (pod.host !== host || hasNothingThere) return;
    Object.assign(pod, { hasLostHost: true, hasImage: false });
    this.#move(pod, 'ERROR');
  }

  /** The first with room (pod.placement). */
  #hostFor(gpus: number): number | undefined {
    return this.#ground.find({ gpus, waitsSince: null });
  }

  /** By how often so many GPUs fit (catalog.availability). */
  #availability(gpus: number): string {
    const times = this.#ground.hosts.reduce((sum, _, host) => sum + Math.floor(this.#ground.given(host) / gpus), 0);
    if (times === 0) return 'NONE';
    return times >= 4 ? 'MEDIUM' : 'LOW';
  }

  /** A pod as the API shows it: `up` where it runs, in seconds. */
  #describe(pod: Pod): string {
    const { name, status, startedAt, hasMachine, host, image, locked, price } = pod;
    const up = status === 'RUNNING' ? Math.floor((this.#now - (startedAt ?? 0)) / 1_000) : 'down';
    const place = hasMachine ? centers[host] : null;
    return `${name} ${status} ${actionsOf[status]} in ${place} for ${Math.round(price / month / 1_000) / 1e6} up ${up} since ${startedAt} ${image} ${locked}`;
  }
}

/** What comes of a plan, as the model says. */
export const playPodModel = (plan: PodPlan): { readonly lines: readonly string[]; readonly nanoDollars: bigint } => {
  const ground = new Ground(plan.hosts);
  failHosts(ground, plan.failures);
  const model = new PodModel(plan, ground);
  for (const act of plan.acts) {
    ground.advance(act.at);
    model.act(act);
  }
  ground.advance(plan.until);
  return { lines: ground.lines, nanoDollars: model.nanoDollars };
};

/** While a host is down it takes nothing, and what it held is lost. */
export const failHosts = (ground: Ground, failures: PodPlan['failures']): void => {
  for (const [k, { host, from, until }] of failures.entries()) {
    ground.set(`failure ${k}`, from, () => ground.fail(host));
    ground.set(`repair ${k}`, until, () => ground.repair(host));
  }
};
