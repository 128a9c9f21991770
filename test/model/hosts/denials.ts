import { canonicalText } from '../../../engine/kernel/canonical.ts';
import { keyText } from '../../../engine/kernel/rng.ts';
import type { Ground } from '../ground.ts';
import { centers } from '../pods/plan.ts';
import { type DenialPlan, makeDenial } from './denialPlan.ts';
import { drawStrike, makeCallKey } from './keys.ts';

/** What looks for a host, as faults name it: what is yet to be created has no name. */
export interface Searcher extends Pick<DenialPlan, 'endpoint' | 'worker' | 'pod'> {
  /** A call searches once. What waits searches again and again: `starts` says how often it has begun to start. */
  readonly search: { readonly call: string } | { readonly id: string; readonly starts: number };
}

interface Denial {
  readonly plan: DenialPlan;
  readonly key: string;
  strikes: number;
}

/** Which hosts are denied to what looks for one (fault.no-capacity). */
export class Denials {
  readonly #ground: Ground;
  readonly #denials: readonly Denial[];
  /** In the order in which they began. */
  #active: readonly Denial[] = [];
  /** How often each that waits was denied a host. */
  readonly #denied = new Map<string, number>();

  constructor(ground: Ground, plans: readonly DenialPlan[]) {
    this.#ground = ground;
    const contents = plans.map((plan) => canonicalText(makeDenial(plan)));
    const numbers = contents.map((content, k) => contents.slice(0, k + 1).filter((one) => one === content).length);
    this.#denials = plans.map((plan, k) => ({ plan, key: keyText(contents[k] ?? '', String(numbers[k])), strikes: 0 }));
    for (const [k, denial] of this.#denials.entries()) {
      ground.set(`denial ${k} begins`, denial.plan.from, () => {
        this.#active = [...this.#active, denial];
      });
      ground.set(`denial ${k} ends`, denial.plan.until, () => this.#end(denial));
    }
  }

  /**
   * One search: it goes as if nothing were denied, unless a fault matches a host that it finds. The first that does strikes, and the search
   * goes on without the hosts that this one matches. A fault with a chance has one draw for the search, whatever hosts it finds.
   */
  search(by: Searcher, find: (isOpen: (host: number) => boolean) => readonly number[]): readonly number[] {
    const struck: Denial[] = [];
    const trial = this.#makeTrial(by);
    for (;;) {
      const found = find((host) => !struck.some(({ plan }) => matches(plan, by, host)));
      const strikes = (one: Denial, host: number): boolean => matches(one.plan, by, host) && isDrawn(one, trial);
      const striking = found.flatMap((host) => this.#active.find((one) => strikes(one, host)) ?? []).at(0);
      if (striking === undefined) return found;
      this.#strike(striking, by);
      struck.push(striking);
    }
  }

  /** Whether a host is denied to all alike, and always: the catalog shows no room there. */
  isBarred(host: number): boolean {
    return this.#active.some(({ plan }) => plan.chance === null && matches(plan, null, host));
  }

  #makeTrial({ search }: Searcher): string {
    if ('call' in search) return makeCallKey(search.call);
    return keyText(search.id, String(search.starts), String(this.#denied.get(search.id) ?? 0));
  }

  /** With its last strike a fault is over, for which what waits is served a moment later, when the search has ended. */
  #strike(denial: Denial, { search }: Searcher): void {
    if ('id' in search) this.#denied.set(search.id, (this.#denied.get(search.id) ?? 0) + 1);
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

const isDrawn = ({ plan: { chance }, key }: Denial, trial: string): boolean =>
  chance === null || drawStrike(key, trial) < chance[0] / chance[1];

const matches = ({ host, center, endpoint, worker, pod }: DenialPlan, by: Searcher | null, on: number): boolean =>
  (host === null || host === on) &&
  (center === null || center === centers[on]) &&
  (endpoint === null || endpoint === by?.endpoint) &&
  (worker === null || worker === by?.worker) &&
  (pod === null || pod === by?.pod);
