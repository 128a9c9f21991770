import { Ground } from '../ground.ts';
import { centers, type PodAct, type PodPlan } from './plan.ts';
import { month, nanoDollarsFor, nanoDollarsUntil, Pod, type PodStatus } from './pod.ts';
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

const hour = 3_600_000;

type Asked = PodAct & { readonly do: 'create' };

/** Pods of one account, after the rulebook. It shares no code with the engine. */
export class PodModel extends PodLife {
  /** How many calls there were so far. */
  #calls = 0;

  /** A client does something now. */
  act(act: PodAct): void {
    this.#calls += 1;
    this.ground.say(`answers ${this.#answer(act)}`);
  }

  /** Whole nano-dollars. */
  get nanoDollars(): bigint {
    return this.pods.reduce((sum, pod) => sum + nanoDollarsFor([pod]), 0n);
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
    const host = this.ground.find(
      { gpus: asked.gpus, ...this.seekerFor() },
      { endpoint: null, worker: null, pod: null, search: { call: this.#call } },
    );
    if (host === undefined) return '400 pod.capacity';
    const pod = new Pod(`pod-${this.pods.length}`, this.#call, asked, host);
    this.add(pod);
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
    if (act.do === 'restart') this.begin(pod);
    else this.move(pod, act.do === 'stop' ? 'EXITED' : 'TERMINATED');
    return undefined;
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
    const seeker = { gpus: pod.gpus, wants: () => mayMove, waitsSince: null };
    const by = { endpoint: null, worker: null, pod: pod.call, search: { call: this.#call } };
    const host = this.ground.find(seeker, by, { own });
    if (host === undefined) return pod.hasMachine ? '400 pod.same-host' : '400 pod.capacity';
    this.placeOn(pod, host);
    return undefined;
  }

  /** What each pod costs in each of the last hours, those that are gone included; what costs nothing is not in it (billing.buckets). */
  protected bill(last: number, isAsked: (pod: Pod) => boolean = () => true): string {
    const end = Math.ceil(this.now / hour);
    const hours = Array.from({ length: last }, (_, k) => end - last + k).filter((one) => one >= 0);
    const records = hours.flatMap((one) =>
      this.pods.filter(isAsked).flatMap((pod) => {
        const [from, to] = [one, one + 1].map((edge) => nanoDollarsUntil(pod, Math.min(edge * hour, this.now)));
        const [gpu, disk] = [(to?.gpu ?? 0n) - (from?.gpu ?? 0n), (to?.disk ?? 0n) - (from?.disk ?? 0n)];
        return gpu + disk === 0n ? [] : [`${one} ${pod.name} ${gpu} ${disk}`];
      }),
    );
    return records.join(', ');
  }

  /** By how often so many GPUs fit where they are not denied to all (catalog.availability, fault.no-capacity). */
  #availability(gpus: number): string {
    const open = this.ground.hosts.flatMap((_, host) => (this.ground.denials.isBarred(host) ? [] : [host]));
    const times = open.reduce((sum, host) => sum + Math.floor(this.ground.offered(host) / gpus), 0);
    if (times === 0) return 'NONE';
    return times >= 4 ? 'MEDIUM' : 'LOW';
  }

  /** A pod as the API shows it: `up` where it runs, in seconds. */
  #describe(pod: Pod): string {
    const { name, status, startedAt, hasMachine, host, image, locked, price } = pod;
    const up = status === 'RUNNING' ? Math.floor((this.now - (startedAt ?? 0)) / 1_000) : 'down';
    const place = hasMachine ? centers[host] : null;
    return `${name} ${status} ${actionsOf[status]} in ${place} for ${Math.round(price / month / 1_000) / 1e6} up ${up} since ${startedAt} ${image} ${locked}`;
  }
}

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
