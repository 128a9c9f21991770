import type { Ground } from './ground.ts';
import { countGpus, findPrice } from './hosts/shapes.ts';
import type { Plan } from './plan.ts';
import { centers } from './pods/plan.ts';
import { type Release, tellReleases } from './releases.ts';
import { byNearness, type Worker } from './state.ts';

/** The workers of an endpoint, how many there are to be, and what they cost. */
export abstract class Crew {
  protected plan: Plan;
  protected readonly ground: Ground;
  /** What the names of its workers and jobs begin with. */
  protected readonly prefix: string;
  protected readonly workers: Worker[] = [];
  /** How many workers are kept up, and how many there may be; a maximum below the minimum wins (worker.min). */
  protected min: number;
  protected max: number;
  /** The oldest first. */
  #releases: readonly Release[] = [];
  /** For how long it cost how much, in micro-dollars an hour. */
  readonly #spans: { readonly from: number; to: number; readonly price: number }[] = [];

  constructor(plan: Plan, ground: Ground, prefix: string) {
    this.plan = plan;
    this.ground = ground;
    this.min = plan.min;
    this.max = plan.max;
    this.prefix = prefix;
    this.release();
    ground.whenPassing((to) => this.#pass(to));
    ground.volumes.addUser(() => this.plan.volumes);
  }

  protected get now(): number {
    return this.ground.now;
  }

  get nanoDollars(): bigint {
    return this.nanoDollarsUntil(this.now);
  }

  /** When a worker was first paid for; infinity if none was. */
  get costsSince(): number {
    return this.#spans.find(({ price }) => price > 0)?.from ?? Number.POSITIVE_INFINITY;
  }

  nanoDollarsUntil(until: number): bigint {
    const lasts = (from: number, to: number): number => Math.max(0, Math.min(to, until) - from);
    const cost = this.#spans.reduce((sum, { from, to, price }) => sum + BigInt(price) * BigInt(lasts(from, to)), 0n);
    return (cost * 1_000n) / 3_600_000n;
  }

  /** What it is configured to be is a release from now on. */
  protected release(): void {
    const { min, max, plan, now } = this;
    this.#releases = [...this.#releases, { version: this.version + 1, at: now, min, max, plan }];
  }

  protected get version(): number {
    return this.#releases.length;
  }

  protected isStale({ version }: Worker): boolean {
    return version !== this.version;
  }

  /** Whether a worker may be there (endpoint.data-centers, endpoint.placement). */
  protected mayBeOn(host: number): boolean {
    const { center, volumes } = this.plan;
    const held = volumes.map((volume) => this.ground.volumes.find(volume)?.center);
    return (center === null || centers[host] === center) && (volumes.length === 0 || held.includes(centers[host]));
  }

  /** Whether another is to take its place: it is of an older release, or where it may not be. */
  protected isUseless(worker: Worker): boolean {
    return this.isStale(worker) || (worker.host !== null && !this.mayBeOn(worker.host));
  }

  /** A worker runs the image of its own release. */
  protected findImage({ version }: Worker): number {
    return this.#releases[version - 1]?.plan.image ?? 0;
  }

  #countGpus({ version }: Worker): number {
    return countGpus(this.#releases[version - 1]?.plan.shapes ?? []) ?? 0;
  }

  #pass(to: number): void {
    const { active, flex } = this.plan.prices;
    const billed = this.with('INITIALIZING', 'IDLE', 'RUNNING');
    const price = billed.reduce(
      (sum, { holdsMinimum, shape }) => sum + (shape === null ? 0 : findPrice(shape, holdsMinimum ? active : flex)),
      0,
    );
    const last = this.#spans.at(-1);
    if (last?.price === price) last.to = to;
    else this.#spans.push({ from: this.now, to, price });
  }

  protected with(...statuses: readonly Worker['status'][]): readonly Worker[] {
    return this.workers.filter(({ status }) => statuses.includes(status));
  }

  /** The list of workers, and what was billed for them: those that are stopped are not in it, and one that sleeps is idle there (worker.sleep). */
  protected tellWorkers(left = ''): string {
    const listed = this.workers
      .filter(({ status }) => status !== 'STOPPED')
      .map((worker) => {
        const { name, status, upSince, version } = worker;
        const up = upSince === null ? 'down' : Math.floor((this.now - upSince) / 1_000);
        const release = `${version}${this.isStale(worker) ? ' stale' : ''} image ${this.findImage(worker)} with ${this.#countGpus(worker)}`;
        return `${name} ${status === 'ASLEEP' ? 'IDLE' : status} ${up} of ${release}`;
      });
    return `workers ${listed.join(', ')} for ${this.nanoDollars}${left}`;
  }

  protected tellReleases(left = ''): string {
    return `${tellReleases(this.#releases, this.workers)}${left}`;
  }

  protected countExpected(): number {
    return this.with('THROTTLED', 'INITIALIZING', 'IDLE', 'RUNNING').length;
  }

  protected isFull(): boolean {
    return this.countActive() >= this.max;
  }

  protected countActive(): number {
    return this.countExpected() + this.with('UNHEALTHY').length;
  }

  protected isSurplus(): boolean {
    return this.countActive() > this.max;
  }

  /** From those that serve to those that will serve last: of several that are as near, those that hold the minimum, then the older ones. */
  protected byService(): readonly Worker[] {
    return this.workers
      .filter(({ status }) => status !== 'STOPPED' && status !== 'ASLEEP')
      .sort((a, b) => byNearness.indexOf(a.status) - byNearness.indexOf(b.status) || Number(b.holdsMinimum) - Number(a.holdsMinimum));
  }
}
