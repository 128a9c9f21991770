import { type Billed, writeBill } from '../bills/meter.ts';
import { type BillWindow, PagedBills } from '../bills/pages.ts';
import { Ground } from '../ground.ts';
import { type MountsAsked, refuseMounts, refuseRemount } from '../volumes/mounts.ts';
import { isOfVolume, type VolumeAct } from '../volumes/plan.ts';
import { centers, type PodAct, type PodPlan, type PodTimes } from './plan.ts';
import { month, Pod, type PodStatus } from './pod.ts';
import { PodLife } from './podLife.ts';

/** pod.actions */
const actionsOf: Readonly<Record<PodStatus, readonly string[]>> = {
  PROVISIONING: ['stop', 'terminate'],
  STARTING: ['stop', 'terminate'],
  RUNNING: ['stop', 'restart', 'terminate'],
  EXITED: ['start', 'terminate'],
  ERROR: ['start', 'terminate'],
  TERMINATED: [],
};

type Asked = PodAct & { readonly do: 'create' };

/** Pods of one account, after the rulebook. It shares no code with the engine. */
export class PodModel extends PodLife {
  readonly #bills = new PagedBills();
  /** How many calls of pods there were so far. */
  #calls = 0;

  constructor(times: PodTimes, ground: Ground) {
    super(times, ground);
    ground.volumes.addUser(() => this.#shown.map(({ volume }) => volume));
  }

  /** A client does something now. */
  act(act: PodAct | VolumeAct): void {
    if (isOfVolume(act)) return this.ground.say(`answers ${this.#answerOfVolume(act)}`);
    this.#calls += 1;
    this.ground.say(`answers ${this.#answer(act)}`);
  }

  /** Whole nano-dollars. */
  get nanoDollars(): bigint {
    const amounts = [...this.#listBilled(() => true), ...this.ground.volumes.billed].flatMap(({ amountsUntil }) => amountsUntil(this.now));
    return amounts.reduce((sum, amount) => sum + amount, 0n);
  }

  /** The newest call. */
  get #call(): string {
    return `pods-${this.#calls}`;
  }

  protected moved(): void {}

  /** A pod waits for nothing: it is refused. */
  protected seekerFor() {
    return { waitsSince: null, wants: () => true, serve: () => undefined };
  }

  #answerOfVolume(act: VolumeAct): string {
    const list = (of: BillWindow['of']) => (of === 'pods' ? this.#listBilled(() => true) : this.ground.volumes.billed);
    if (act.do === 'bill-pages') return this.#bills.ask(this.now, act.window, act.limit, list);
    if (act.do === 'bill-next') return this.#bills.askNext(this.now, act, list);
    return act.do === 'bill-all' ? `200 ${this.#billAll(act.hours)}` : this.ground.volumes.answer(act);
  }

  #answer(act: PodAct): string {
    if (act.do === 'create') return this.#create(act);
    if (act.do === 'list') return `200 ${this.#shown.map((pod) => pod.name).join(' ')}`;
    if (act.do === 'bill') return `200 ${this.bill(act.hours)}`;
    if (act.do === 'catalog') return `200 ${this.#availability(act.gpus)}`;
    const pod = this.pods[act.pod];
    if (pod === undefined || pod.status === 'TERMINATED') return '404';
    const refusal = act.do === 'get' ? undefined : this.#change(pod, act);
    if (refusal !== undefined) return refusal;
    return act.do === 'terminate' ? '204' : `200 ${this.#describe(pod)}`;
  }

  get #shown(): readonly Pod[] {
    return this.pods.filter(({ status }) => status !== 'TERMINATED');
  }

  #create(asked: Asked): string {
    const { gpus, mount } = asked;
    const { network, centers: allowed, isInCommunity } = asked.wishes;
    const refusal = refuseMounts({ persistent: mount === 0 ? null : mount, network }, isInCommunity);
    if (refusal !== undefined) return refusal;
    const [number = null] = network ?? [];
    const volume = number === null ? undefined : this.ground.volumes.find(number);
    if (number !== null && volume === undefined) return '404';
    if (volume !== undefined && !isAmong(allowed, volume.center)) return '400 mounts.volume-datacenter';
    // It is where its volume is.
    const where = volume === undefined ? allowed : [volume.center];
    const seeker = { asks: [gpus], waitsSince: null, wants: (host: number) => !isInCommunity && isAmong(where, centers[host]) };
    const found = this.ground.find(seeker, { endpoint: null, worker: null, pod: null, search: { call: this.#call } });
    if (found === undefined) return '400 pod.capacity';
    const pod = new Pod(`pod-${this.pods.length}`, this.#call, { ...asked, volume: number, centers: where }, found.host);
    this.add(pod);
    return `201 ${this.#describe(pod)}`;
  }

  /** Does what is asked for; or the refusal. */
  #change(pod: Pod, act: PodAct): string | undefined {
    if (act.do === 'patch') return this.#patch(pod, act.image);
    if (act.do === 'remount') return this.#remount(pod, act);
    if (act.do === 'lock') pod.locked = act.locked;
    if (act.do === 'lock') return undefined;
    if (!actionsOf[pod.status].includes(act.do)) return '409 pod.action-conflict';
    if (pod.locked && (act.do === 'stop' || act.do === 'restart')) return '409 pod.locked';
    if (act.do === 'start') return this.#start(pod);
    if (act.do === 'restart') this.begin(pod);
    else this.move(pod, act.do === 'stop' ? 'EXITED' : 'TERMINATED');
    return undefined;
  }

  /** A mount grows while the pod goes on (pod.patch-reset). */
  #remount(pod: Pod, asked: MountsAsked): string | undefined {
    const refusal = refuseMounts(asked) ?? refuseRemount(pod, asked);
    if (refusal === undefined && asked.persistent !== null) pod.mount = asked.persistent;
    return refusal;
  }

  /** Another image restarts the container of a pod that runs or starts (pod.patch-reset). */
  #patch(pod: Pod, image: string): string | undefined {
    if (image === pod.image) return undefined;
    if (pod.locked) return '409 pod.locked';
    Object.assign(pod, { image, hasImage: false });
    if (pod.status === 'RUNNING' || pod.status === 'STARTING') this.begin(pod);
    return undefined;
  }

  /** On its own machine, or not at all; one that lost everything with its host, or never had a machine, on any host (pod.same-host). */
  #start(pod: Pod): string | undefined {
    const mayMove = !pod.hasMachine || pod.hasLostHost;
    const own = pod.hasMachine ? pod.host : undefined;
    const seeker = { asks: [pod.gpus], waitsSince: null, wants: (host: number) => mayMove && isAmong(pod.centers, centers[host]) };
    const by = { endpoint: null, worker: null, pod: pod.call, search: { call: this.#call } };
    const found = this.ground.find(seeker, by, { own });
    if (found === undefined) return pod.hasMachine ? '400 pod.same-host' : '400 pod.capacity';
    this.placeOn(pod, found.host);
    return undefined;
  }

  /** Those that are gone included. */
  protected bill(last: number, isAsked: (pod: Pod) => boolean = () => true): string {
    return writeBill(this.now, last, this.#listBilled(isAsked));
  }

  #listBilled(isAsked: (pod: Pod) => boolean): readonly Billed[] {
    return this.pods.filter(isAsked).map((pod) => ({ name: pod.name, amountsUntil: (until) => pod.amountsUntil(until) }));
  }

  /** All pods as one, and all volumes. */
  #billAll(last: number): string {
    const sum = (billed: readonly Billed[], until: number): readonly bigint[] =>
      billed.reduce((sums: readonly bigint[], one) => one.amountsUntil(until).map((amount, part) => amount + (sums[part] ?? 0n)), [0n, 0n]);
    const amountsUntil = (until: number) => [
      ...sum(
        this.#listBilled(() => true),
        until,
      ),
      ...sum(this.ground.volumes.billed, until),
    ];
    return writeBill(this.now, last, [{ name: 'all', amountsUntil }]);
  }

  /** By how often so many GPUs fit where they are not denied to all (catalog.availability, fault.no-capacity). */
  #availability(gpus: number): string {
    const open = this.ground.hosts.flatMap((_, host) => (this.ground.denials.isBarred(host) ? [] : [host]));
    const times = open.reduce((sum, host) => sum + Math.floor(this.ground.offered(host) / gpus), 0);
    if (times === 0) return 'NONE';
    if (times >= 16) return 'HIGH';
    return times >= 4 ? 'MEDIUM' : 'LOW';
  }

  /** A pod as the API shows it: `up` where it runs, in seconds. */
  #describe(pod: Pod): string {
    const { name, status, startedAt, hasMachine, host, image, locked, price, mount, volume } = pod;
    const up = status === 'RUNNING' ? Math.floor((this.now - (startedAt ?? 0)) / 1_000) : 'down';
    const place = hasMachine ? centers[host] : null;
    const mounts = volume === null ? `disk ${mount}` : `volume-${volume}`;
    return `${name} ${status} ${actionsOf[status]} in ${place} for ${pod.holds ? Math.round(price / month / 1_000) / 1e6 : 0} up ${up} since ${startedAt} ${image} ${locked} with ${mounts}`;
  }
}

/** Whether a data center is one of these; none: any is. */
const isAmong = (allowed: readonly string[], center = ''): boolean => allowed.length === 0 || allowed.includes(center);

/** What comes of a plan, as the model says. */
export const playPodModel = (plan: PodPlan): { readonly lines: readonly string[]; readonly nanoDollars: bigint } => {
  const ground = new Ground(plan.hosts);
  failHosts(ground, plan.failures);
  ground.deny(plan.denials);
  ground.advance(0);
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
