import type { Ground } from '../ground.ts';
import { centers } from '../pods/plan.ts';

/** A `no-capacity` fault: while it lasts, what it matches gets none of the hosts that it matches. What it does not name (null) may be anything. */
export interface DenialPlan {
  readonly host: number | null;
  readonly center: string | null;
  /** What the names of the workers of an endpoint begin with, or the name of one of them: then it denies pods nothing. */
  readonly endpoint: string | null;
  readonly worker: string | null;
  readonly from: number;
  readonly until: number | null;
  readonly limit: number | null;
}

/** A worker that looks for a host; null: a pod or a cluster. */
export type WorkerName = Pick<DenialPlan, 'endpoint' | 'worker'> | null;

interface Denial {
  readonly plan: DenialPlan;
  strikes: number;
}

/** Which hosts are denied to what looks for one (fault.no-capacity). */
export class Denials {
  readonly #ground: Ground;
  readonly #denials: readonly Denial[];
  /** In the order in which they began. */
  #active: readonly Denial[] = [];

  constructor(ground: Ground, plans: readonly DenialPlan[]) {
    this.#ground = ground;
    this.#denials = plans.map((plan) => ({ plan, strikes: 0 }));
    for (const [k, denial] of this.#denials.entries()) {
      ground.set(`denial ${k} begins`, denial.plan.from, () => {
        this.#active = [...this.#active, denial];
      });
      ground.set(`denial ${k} ends`, denial.plan.until, () => this.#end(denial));
    }
  }

  /**
   * One search: it goes as if nothing were denied, unless a fault matches a host that it finds. The first that does strikes, and the search
   * goes on without the hosts that this one matches.
   */
  search(by: WorkerName, find: (isOpen: (host: number) => boolean) => readonly number[]): readonly number[] {
    const struck: Denial[] = [];
    for (;;) {
      const found = find((host) => !struck.some(({ plan }) => matches(plan, by, host)));
      const striking = found.flatMap((host) => this.#active.find(({ plan }) => matches(plan, by, host)) ?? []).at(0);
      if (striking === undefined) return found;
      this.#strike(striking);
      struck.push(striking);
    }
  }

  /** Whether a host is denied to all alike: the catalog shows no room there. */
  isBarred(host: number): boolean {
    return this.#active.some(({ plan }) => matches(plan, null, host));
  }

  /** With its last strike a fault is over, for which what waits is served a moment later, when the search has ended. */
  #strike(denial: Denial): void {
    denial.strikes += 1;
    if (denial.strikes !== denial.plan.limit) return;
    this.#active = this.#active.filter((one) => one !== denial);
    this.#ground.set(`denial ${this.#denials.indexOf(denial)} spent`, this.#ground.now, () => this.#end(denial));
  }

  #end(denial: Denial): void {
    this.#active = this.#active.filter((one) => one !== denial);
    for (const alarm of ['ends', 'spent']) this.#ground.set(`denial ${this.#denials.indexOf(denial)} ${alarm}`, null, () => undefined);
    this.#ground.serveWaiting();
  }
}

const matches = ({ host, center, endpoint, worker }: DenialPlan, by: WorkerName, on: number): boolean =>
  (host === null || host === on) &&
  (center === null || center === centers[on]) &&
  (endpoint === null || endpoint === by?.endpoint) &&
  (worker === null || worker === by?.worker);
