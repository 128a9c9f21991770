import { monthMs, type Rate } from '../../../cloud/catalog/prices.ts';
import type { BilledProduct } from '../../../cloud/projections/billing.ts';
import type { State, StateChange } from '../../../cloud/state/state.ts';
import type { VirtualTime } from '../../../kernel/time.ts';
import { Trace } from './gauge.ts';

/** The spending over virtual time, in USD a second, as the bills of the state have it: by product, and for each endpoint. */
export class Spending {
  readonly #products = new Map<BilledProduct, Outlay>();
  readonly #endpoints = new Map<string, Outlay>();
  /** The rate of each bill, by product and id. */
  readonly #rates = new Map<string, Rate>();

  /** Records the effect of a change on the bill of its entity; `state` is the one after the change. */
  add(change: StateChange, { billing }: State): void {
    const billed = findBill(change);
    if (billed === undefined) return;
    const [product, id] = billed;
    const rate = billing.find(product, id)?.rate ?? 0n;
    const by = rate - (this.#rates.get(`${product} ${id}`) ?? 0n);
    if (by === 0n) return;
    if (rate === 0n) this.#rates.delete(`${product} ${id}`);
    else this.#rates.set(`${product} ${id}`, rate);
    outlay(this.#products, product).change(by, change.at);
    if (product === 'serverless') outlay(this.#endpoints, id).change(by, change.at);
  }

  /** Forgets the changes before the last one at or before a time, for a log that grows without end. */
  forget(before: VirtualTime): void {
    for (const { trace } of [...this.#products.values(), ...this.#endpoints.values()]) trace.forget(before);
  }

  get products(): ReadonlyMap<BilledProduct, Trace> {
    return new Map([...this.#products].map(([product, { trace }]) => [product, trace]));
  }

  endpoint(id: string): Trace | undefined {
    return this.#endpoints.get(id)?.trace;
  }
}

/** A sum of rates. It is exact; a chart needs only a number. */
class Outlay {
  readonly trace = new Trace();
  #rate: Rate = 0n;

  change(by: Rate, at: StateChange['at']): void {
    this.#rate += by;
    this.trace.set(usdPerSecond(this.#rate), at);
  }
}

const outlay = <Key>(outlays: Map<Key, Outlay>, key: Key): Outlay => {
  const known = outlays.get(key) ?? new Outlay();
  outlays.set(key, known);
  return known;
};

const usdPerSecond = (rate: Rate): number => Number(rate) / 1_000 / monthMs;

/** The bill that an entity is on, by product and id (billing.amounts). */
const findBill = (change: StateChange): readonly [BilledProduct, string] | undefined => {
  switch (change.kind) {
    case 'worker':
      return ['serverless', change.entity.endpointId];
    case 'pod':
      return change.entity.member === null ? ['pod', change.id] : ['cluster', change.entity.member.clusterId];
    case 'volume':
      return ['volume', change.id];
    default:
      return undefined;
  }
};
