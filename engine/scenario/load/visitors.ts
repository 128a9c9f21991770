import type { Draw } from '../../kernel/rng.ts';
import { type DurationMs, later, type VirtualTime, worldStart } from '../../kernel/time.ts';
import { arrivals, thinkTime } from './arrivals.ts';
import type { LoadSpec } from './format.ts';
import { newVisit, type Visit } from './visit.ts';

/** The visitors and their times: arrivals at times of their own, or users who think after each visit and return. */
export class Visitors {
  readonly #name: string;
  readonly #spec: LoadSpec;
  readonly #draw: Draw;
  readonly #start: VirtualTime;
  readonly #times: Iterator<DurationMs> | undefined;
  #came = 0;

  constructor(name: string, spec: LoadSpec, draw: Draw) {
    this.#name = name;
    this.#spec = spec;
    this.#draw = draw;
    this.#start = later(worldStart, spec.start ?? 0);
    this.#times = spec.closed === undefined ? arrivals(name, spec, draw) : undefined;
  }

  /** The visits that are planned when the load begins: the first arrival, or the first of every user. */
  first(): readonly Visit[] {
    const users = Array.from({ length: this.#spec.closed?.users ?? 0 }, (_, k) => k + 1);
    return this.#times === undefined
      ? users.map((number) => newVisit(`${number}/1`, this.#start, number, { number, visits: 1 }))
      : this.#nextArrival();
  }

  /** A visit has begun. Returns the visits that are now planned because of it. */
  begin(): readonly Visit[] {
    this.#came += 1;
    return this.haveAllCome ? [] : this.#nextArrival();
  }

  /** A visit is over. A user thinks, and returns. */
  over({ user }: Visit, now: VirtualTime): readonly Visit[] {
    if (user === undefined || this.haveAllCome) return [];
    const next = later(now, thinkTime(this.#name, user.number, user.visits, this.#spec, this.#draw));
    if (this.#spec.for !== undefined && next > later(this.#start, this.#spec.for)) return [];
    user.visits += 1;
    return [newVisit(`${user.number}/${user.visits}`, next, user.number, user)];
  }

  /** How many visits have begun. */
  get came(): number {
    return this.#came;
  }

  get haveAllCome(): boolean {
    return this.#came >= (this.#spec.exactly ?? Number.POSITIVE_INFINITY);
  }

  #nextArrival(): readonly Visit[] {
    const time = this.#times?.next();
    if (time === undefined || time.done === true) return [];
    return [newVisit(String(this.#came + 1), later(this.#start, time.value), this.#came + 1)];
  }
}
