import type { Ground, Tenant } from '../ground.ts';
import type { PodTimes } from './plan.ts';
import type { Pod, PodStatus } from './pod.ts';

/** What becomes of pods, and of the members of clusters. */
export abstract class PodLife {
  protected readonly ground: Ground;
  protected readonly pods: Pod[] = [];
  readonly #times: PodTimes;

  constructor(times: PodTimes, ground: Ground) {
    this.#times = times;
    this.ground = ground;
    ground.whenPassing((to) => this.#pass(to));
  }

  /** Its status has changed, and those that wait for its room have not been served yet. */
  protected abstract moved(pod: Pod): void;
  /** What it wants of a host, and since when it waits for one, which is asked each time. */
  protected abstract seekerFor(pod: Pod): Pick<Tenant, 'waitsSince' | 'wants' | 'serve'>;

  protected get now(): number {
    return this.ground.now;
  }

  #pass(to: number): void {
    for (const pod of this.pods) pod.pass(this.now, to);
  }

  protected add(pod: Pod): void {
    this.pods.push(pod);
    const seeker = this.seekerFor(pod);
    this.ground.pods.push({
      holds: pod.gpus,
      asks: [pod.gpus],
      wants: seeker.wants,
      get holdsOn() {
        return pod.holds ? pod.host : null;
      },
      asleepSince: null,
      wantsNone: false,
      get waitsSince() {
        return seeker.waitsSince;
      },
      giveWay: () => undefined,
      serve: seeker.serve,
      loseHost: (host) => this.#loseHost(pod, host),
    });
    this.move(pod, 'PROVISIONING');
  }

  /** It starts there; what it had on another machine is gone (pod.same-host). */
  protected placeOn(pod: Pod, host: number): void {
    Object.assign(pod, { host, hasMachine: pod.hasMachine && host === pod.host, hasLostHost: false });
    this.move(pod, 'PROVISIONING');
  }

  protected begin(pod: Pod): void {
    Object.assign(pod, { hasMachine: true, starts: pod.starts + 1 });
    this.move(pod, 'STARTING');
  }

  protected move(pod: Pod, status: PodStatus): void {
    const { provision, pull, start } = this.#times;
    Object.assign(pod, { status, turn: ++this.ground.changes });
    this.ground.say(`${pod.name} ${status}`);
    const after = (wait: number, isOn: boolean): number | null => (isOn ? this.now + wait : null);
    this.ground.set(`${pod.name} provision`, after(provision, status === 'PROVISIONING'), () => this.begin(pod));
    this.ground.set(`${pod.name} start`, after(pod.hasImage ? start : pull + start, status === 'STARTING'), () => {
      Object.assign(pod, { startedAt: this.now, hasImage: true });
      this.move(pod, 'RUNNING');
    });
    this.moved(pod);
    if (!pod.holds) this.ground.serveWaiting();
  }

  /** What a host held is lost with it, also of pods that are stopped on it (pod.error). */
  #loseHost(pod: Pod, host: number): void {
    const hasNothingThere = pod.status === 'TERMINATED' || pod.hasLostHost || (pod.status === 'EXITED' && !pod.hasMachine);
    if (pod.host !== host || hasNothingThere) return;
    Object.assign(pod, { hasLostHost: true, hasImage: false });
    this.move(pod, 'ERROR');
  }
}
