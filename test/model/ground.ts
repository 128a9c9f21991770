import { Calendar } from './calendar.ts';
import type { DenialPlan } from './hosts/denialPlan.ts';
import { Denials, type Searcher } from './hosts/denials.ts';
import { Volumes } from './volumes/volumes.ts';

/** What holds GPUs or vCPUs of a host, or wants some. */
export interface Tenant {
  /** How many GPUs, or vCPUs, it holds there, and how many it asks for, in the order in which that is tried. */
  readonly holds: number;
  readonly asks: readonly number[];
  /** Whether that host would do. */
  readonly wants: (host: number) => boolean;
  /** Where it holds them, if it does; a worker that sleeps does, too. */
  readonly holdsOn: number | null;
  /** When it fell asleep, as a number of all changes; null while it does not sleep. */
  readonly asleepSince: number | null;
  /** Since when it waits for a host, as such a number; null while it does not. */
  readonly waitsSince: number | null;
  /** Whether it wants none, and is served whatever room there is: a release replaces it (worker.rollout). */
  readonly wantsNone: boolean;
  /** Another needs its place. */
  giveWay(): void;
  /** There is room: takes it if it still may. */
  serve(): void;
  /** Its host fails. */
  loseHost(host: number): void;
}

/** What looks for a host. */
export type Seeker = Pick<Tenant, 'asks' | 'wants' | 'waitsSince'>;

/** The ground on which all of a world stands: the clock, what is due, the hosts, and the line of those that wait for one. */
export class Ground {
  /** One for each change of a status and each answer, in order. */
  readonly lines: string[] = [];
  readonly hosts: readonly number[];
  readonly pods: Tenant[] = [];
  readonly workers: Tenant[] = [];
  denials = new Denials(this, []);
  readonly volumes: Volumes;
  readonly #calendar = new Calendar();
  readonly #down = new Set<number>();
  readonly #passing: ((to: number) => void)[] = [];
  now = 0;
  changes = 0;

  constructor(hosts: readonly number[]) {
    this.hosts = hosts;
    this.volumes = new Volumes(this);
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
    const held = this.tenants.filter(({ holdsOn }) => holdsOn === host).reduce((sum, { holds }) => sum + holds, 0);
    return (this.hosts[host] ?? 0) - held;
  }

  /** What is free, and what those hold that sleep there (worker.sleep). */
  given(host: number): number {
    return this.free(host) + this.#asleepOn(host).reduce((sum, { holds }) => sum + holds, 0);
  }

  /** As much of it as a newcomer gets: what sleepers hold is kept for one that waits (worker.sleep). */
  offered(host: number): number {
    return this.#isAwaited(host, { waitsSince: null }) ? this.free(host) : this.given(host);
  }

  /** The longest asleep first. */
  #asleepOn(host: number): readonly Tenant[] {
    if (this.#down.has(host)) return [];
    return this.tenants
      .filter(({ holdsOn, asleepSince }) => holdsOn === host && asleepSince !== null)
      .sort((a, b) => (a.asleepSince ?? 0) - (b.asleepSince ?? 0));
  }

  /** From now on these hosts are denied, when it is time. */
  deny(plans: readonly DenialPlan[]): void {
    this.denials = new Denials(this, plans);
  }

  /**
   * Its own host if that has room, or else the first with so much free (pod.placement); or else, in the same order, one on which those that
   * sleep make room. They do not for one that has to wait for others, which could have it.
   */
  find(
    seeker: Seeker,
    by: Searcher,
    { own, room = 'given' }: { readonly own?: number | undefined; readonly room?: 'free' | 'given' } = {},
  ) {
    const { asks, wants } = seeker;
    const inOrder = [...(own === undefined ? [] : [own]), ...this.hosts.map((_, host) => host).filter(wants)];
    const isGiven = (host: number): boolean => !this.#isAwaited(host, seeker);
    let units = 0;
    const [host] = this.denials.search(by, (isOpen) => {
      const find = (hasRoom: (host: number, asked: number) => boolean): readonly number[] => {
        for (const asked of asks) {
          units = asked;
          const one = inOrder.find((host) => isOpen(host) && hasRoom(host, asked));
          if (one !== undefined) return [one];
        }
        return [];
      };
      const free = find((host, asked) => this.free(host) >= asked);
      return free.length > 0 || room === 'free' ? free : find((host, asked) => this.given(host) >= asked && isGiven(host));
    });
    return host !== undefined && this.makeRoom(host, units, seeker) ? { host, units } : undefined;
  }

  #isAwaited(host: number, { waitsSince }: Pick<Tenant, 'waitsSince'>): boolean {
    return this.#waiting.some(
      (other) => (other.waitsSince ?? 0) < (waitsSince ?? Infinity) && !other.wantsNone && this.#couldHold(host, other),
    );
  }

  #couldHold(host: number, { wants, asks }: Pick<Tenant, 'wants' | 'asks'>): boolean {
    return wants(host) && asks.some((units) => this.given(host) >= units);
  }

  /** A host for each of so many newcomers: what is free, and then, if asked, what those that sleep make free. Undefined if there is not enough. */
  findMany(
    count: number,
    { gpus, wants }: { readonly gpus: number; readonly wants: (host: number) => boolean },
    room: 'free' | 'given',
  ): readonly number[] | undefined {
    const copies = this.hosts.flatMap((_, host) => {
      if (!wants(host)) return [];
      const free = Math.floor(this.free(host) / gpus);
      const given = Math.floor(this.offered(host) / gpus);
      return Array.from({ length: Math.max(free, given) }, (_, k) => ({ host, isFree: k < free }));
    });
    const inOrder = [...copies.filter(({ isFree }) => isFree), ...copies.filter(({ isFree }) => room === 'given' && !isFree)];
    return inOrder.length < count ? undefined : inOrder.slice(0, count).map(({ host }) => host);
  }

  /** Those that sleep on a host stop, the longest asleep first, until there is room. */
  makeRoom(host: number, gpus: number, seeker: Pick<Tenant, 'waitsSince'>): boolean {
    const waited = seeker.waitsSince !== null;
    while (this.free(host) < gpus) {
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
      const hasRoom = one.wantsNone || this.hosts.some((_, host) => this.#couldHold(host, one));
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
