import { monthMs, type Rate } from '../../../cloud/catalog/prices.ts';
import { components } from '../../../cloud/projections/bill.ts';
import type { BilledProduct, BillHolder, BillRates } from '../../../cloud/projections/billing.ts';
import type { State, StateChange } from '../../../cloud/state/state.ts';
import type { VirtualTime } from '../../../kernel/time.ts';
import { Trace } from './gauge.ts';
import { type BilledSpan, RunBill } from './runBill.ts';

/** The spending over virtual time, as the bills of the state have it: by product in USD a second, and each bill to the nano-dollar. */
export class Spending {
  readonly #products = new Map<BilledProduct, Outlay>();
  readonly #endpoints = new Map<string, Outlay>();
  readonly #bills = new Map<string, RunBill>();
  /** What each holder costs, by its kind and id. */
  readonly #rates = new Map<string, BillRates>();

  /** Records the effect of a change on the bill of its entity; `state` is the one after the change. */
  add(change: StateChange, { billing }: State): void {
    const found = findBill(change);
    if (found === undefined) return;
    const { holder, product, billId } = found;
    const key = `${holder} ${change.id}`;
    const [rates, before] = [billing.findRates(holder, change.id), this.#rates.get(key) ?? {}];
    let by = 0n;
    for (const component of components) {
      const more = (rates[component] ?? 0n) - (before[component] ?? 0n);
      if (more === 0n) continue;
      this.#bill(product, billId).change(holder, change.id, component, more, change.at);
      by += more;
    }
    if (Object.keys(rates).length === 0) this.#rates.delete(key);
    else this.#rates.set(key, rates);
    if (by === 0n) return;
    outlay(this.#products, product).change(by, change.at);
    if (product === 'serverless') outlay(this.#endpoints, billId).change(by, change.at);
  }

  /** Forgets the changes before the last one at or before a time, for a log that grows without end. */
  forget(before: VirtualTime): void {
    for (const { trace } of [...this.#products.values(), ...this.#endpoints.values()]) trace.forget(before);
    for (const bill of this.#bills.values()) bill.forget(before);
  }

  get products(): ReadonlyMap<BilledProduct, Trace> {
    return new Map([...this.#products].map(([product, { trace }]) => [product, trace]));
  }

  endpoint(id: string): Trace | undefined {
    return this.#endpoints.get(id)?.trace;
  }

  /** The bills of the run, in the order in which they began. */
  get bills(): readonly RunBill[] {
    return [...this.#bills.values()];
  }

  /** What everything cost in a span, or one endpoint, in whole nano-dollars: the sum of its bills. */
  nanoUsd(span: BilledSpan, endpointId?: string): bigint {
    const endpoint = this.#bills.get(`serverless ${endpointId}`);
    const bills = endpointId === undefined ? this.bills : endpoint === undefined ? [] : [endpoint];
    return bills.reduce((sum, bill) => sum + bill.nanoUsd(span), 0n);
  }

  #bill(product: BilledProduct, id: string): RunBill {
    const key = `${product} ${id}`;
    const known = this.#bills.get(key) ?? new RunBill(product, id);
    this.#bills.set(key, known);
    return known;
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

interface FoundBill {
  readonly holder: BillHolder;
  readonly product: BilledProduct;
  readonly billId: string;
}

/** The bill that an entity is on (billing.amounts). */
const findBill = ({ kind, id, entity }: StateChange): FoundBill | undefined => {
  switch (kind) {
    case 'worker':
      return { holder: kind, product: 'serverless', billId: entity.endpointId };
    case 'pod':
      return entity.member === null
        ? { holder: kind, product: 'pod', billId: id }
        : { holder: kind, product: 'cluster', billId: entity.member.clusterId };
    case 'volume':
      return { holder: kind, product: 'volume', billId: id };
    default:
      return undefined;
  }
};
