import { Calendar } from './calendar.ts';

/** What holds GPUs of a host, or wants some. */
export interface Tenant {
  readonly gpus: number;
  /** Where it holds them, if it does; a worker that sleeps does, too. */
  readonly holdsOn: number | null;
  /** When it fell asleep, as a number of all changes; null while it does not sleep. */
  readonly asleepSince: number | null;
  /** Since when it waits for a host, as such a number; null while it does not. */
  readonly waitsSince: number | null;
  /** Another needs its place. */
  giveWay(): void;
  /** There is room: takes it if it still may. */
  serve(): void;
  /** Its host fails. */
  loseHost(host: number): void;
}

/** The ground on which all of a world stands: the clock, what is due, the hosts, and the line of those that wait for one. */
export class Ground {
  /** One for each change of a status and each answer, in order. */
  readonly lines: string[] = [];
  readonly hosts: readonly number[];
  readonly pods: Tenant[] = [];
  readonly workers: Tenant[] = [];
  readonly #calendar = new Calendar();
  readonly #down = new Set<number>();
  readonly #passing: ((to: number) => void)[] = [];
  now = 0;
  changes = 0;

  constructor(hosts: readonly number[]) {
    this.hosts = hosts;
  }

  /** In the order in which they fail with their host: pods, then workers, the older ones first. */
  get tenants(): readonly Tenant[] {
    return [...this.pods, ...this.workers];
  }

  /** Called with each time that comes, before it is now. */
  whenPassing(pass: (to: number) => void): void {
    this.#passing.push(pass);
  }

  advance(until: number): void {
    this.#calendar.advance(until, (to) => {
      for (const pass of this.#passing) pass(to);
      this.now = to;
    });
  }

  /** Sets, moves or clears an alarm; one whose time is over rings now. */
  set(name: string, due: number | null | false, act: () => void): void {
    this.#calendar.set(name, due === false || due === null ? null : Math.max(due, this.now), act);
  }

  say(line: string): void {
    this.lines.push(`${this.now} ${line}`);
  }

  free(host: number): number {
    if (this.#down.has(host)) return 0;
    const held = this.tenants.filter(({ holdsOn }) => holdsOn === host).reduce((sum, { gpus }) => sum + gpus, 0);
    return (this.hosts[host] ?? 0) - held;
  }

  /** What is free, and what those hold that sleep there (worker.sleep). */
  given(host: number): number {
    return this.free(host) + this.#asleepOn(host).reduce((sum, { gpus }) => sum + gpus, 0);
  }

  /** The longest asleep first. */
  #asleepOn(host: number): readonly Tenant[] {
    if (this.#down.has(host)) return [];
    return this.tenants
      .filter(({ holdsOn, asleepSince }) => holdsOn === host && asleepSince !== null)
      .sort((a, b) => (a.asleepSince ?? 0) - (b.asleepSince ?? 0));
  }

  /** The first host with so much free (pod.placement). */
  findFree(gpus: number): number | undefined {
    return this.hosts.map((_, host) => host).find((host) => this.free(host) >= gpus);
  }

  /**
   * The first host with so much free, or else the first on which those that sleep make room. They do not for one that has to wait for others,
   * which could have it.
   */
  find(seeker: Pick<Tenant, 'gpus' | 'waitsSince'>): number | undefined {
    const free = this.findFree(seeker.gpus);
    if (free !== undefined) return free;
    const given = this.hosts.map((_, host) => host).find((host) => this.given(host) >= seeker.gpus && !this.#isAwaited(host, seeker));
    return given !== undefined && this.makeRoom(given, seeker) ? given : undefined;
  }

  #isAwaited(host: number, { waitsSince }: Pick<Tenant, 'waitsSince'>): boolean {
    return this.#waiting.some((other) => (other.waitsSince ?? 0) < (waitsSince ?? Infinity) && this.given(host) >= other.gpus);
  }

  /** Those that sleep on a host stop, the longest asleep first, until there is room. */
  makeRoom(host: number, seeker: Pick<Tenant, 'gpus' | 'waitsSince'>): boolean {
    const waited = seeker.waitsSince !== null;
    while (this.free(host) < seeker.gpus) {
      const [first] = this.#asleepOn(host);
      if (first === undefined) return false;
      first.giveWay();
      if (waited && seeker.waitsSince === null) return false;
    }
    return true;
  }

  /** The longest waiting first. */
  get #waiting(): readonly Tenant[] {
    return this.tenants.filter(({ waitsSince }) => waitsSince !== null).sort((a, b) => (a.waitsSince ?? 0) - (b.waitsSince ?? 0));
  }

  /** Room is freed, or one more waits for it: those that waited by then are served in turn, as long as there is room. */
  serveWaiting(): void {
    for (const one of this.#waiting) {
      const hasRoom = this.hosts.some((_, host) => this.given(host) >= one.gpus);
      if (one.waitsSince !== null && hasRoom) one.serve();
    }
  }

  /** What a host holds is lost with it. */
  fail(host: number): void {
    this.#down.add(host);
    for (const tenant of this.tenants) tenant.loseHost(host);
  }

  repair(host: number): void {
    this.#down.delete(host);
    this.serveWaiting();
  }
}
