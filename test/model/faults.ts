import type { Ground } from './ground.ts';
import type { FaultPlan } from './plan.ts';

/** An API that is slow, or fails, or workers that crash. */
export interface Fault {
  readonly plan: FaultPlan;
  strikes: number;
}

interface Effects {
  /** A fault is over by time, which is as if it had never been; one that has reached its limit leaves what it did (fault.match). */
  readonly takeBack: (fault: Fault) => void;
  /** So many workers crash, those that work before those that are idle, and those before the ones that start. */
  readonly crash: (most: number) => void;
}

/** Which faults strike a call: from their beginning until their window or limit is over (fault.window). */
export class Faults {
  readonly #ground: Ground;
  readonly #faults: readonly Fault[];
  /** In the order in which they began. */
  #active: readonly Fault[] = [];

  constructor(ground: Ground, plans: readonly FaultPlan[], { takeBack, crash }: Effects) {
    this.#ground = ground;
    this.#faults = plans.map((plan) => ({ plan, strikes: 0 }));
    for (const [k, fault] of this.#faults.entries()) {
      ground.set(`fault ${k} begins`, fault.plan.from, () => {
        if (fault.plan.kind === 'crash') crash(fault.plan.limit ?? 1);
        else this.#active = [...this.#active, fault];
      });
      ground.set(`fault ${k} ends`, fault.plan.until, () => {
        this.#active = this.#active.filter((one) => one !== fault);
        takeBack(fault);
      });
    }
  }

  /** The first that strikes this operation; null if none does. */
  strike(kind: FaultPlan['kind'], operation: string): Fault | null {
    const fault = this.#active.find(({ plan }) => plan.kind === kind && (plan.operation === null || plan.operation === operation));
    if (fault === undefined) return null;
    fault.strikes += 1;
    if (fault.strikes === fault.plan.limit) {
      this.#active = this.#active.filter((one) => one !== fault);
      this.#ground.set(`fault ${this.#faults.indexOf(fault)} ends`, null, () => undefined);
    }
    return fault;
  }
}
