import { type Rate, toNanoUsd } from '../../../cloud/catalog/prices.ts';
import { Bill, type Component, components } from '../../../cloud/projections/bill.ts';
import type { BilledProduct, BillHolder } from '../../../cloud/projections/billing.ts';
import type { VirtualTime } from '../../../kernel/time.ts';

/** From a time to another: a bill for it is what was added between them. */
export interface BilledSpan {
  readonly from: VirtualTime;
  readonly to: VirtualTime;
}

/** A part of a bill: what one worker of an endpoint cost, one member of a cluster, or the pod or the volume itself. */
export interface BillShare {
  readonly kind: BillHolder;
  readonly id: string;
  readonly nanoUsd: bigint;
}

interface HolderBill {
  readonly kind: BillHolder;
  readonly bill: Bill;
}

/** A bill as it grows in a run: the state keeps only what its lists can be asked for, this is right for any span. */
export class RunBill {
  readonly product: BilledProduct;
  readonly id: string;
  readonly #whole: Bill;
  readonly #holders = new Map<string, HolderBill>();
  #changedAt = 0 as VirtualTime;

  constructor(product: BilledProduct, id: string) {
    this.product = product;
    this.id = id;
    this.#whole = makeBill(id);
  }

  change(kind: BillHolder, id: string, component: Component, by: Rate, at: VirtualTime): void {
    const holder = this.#holders.get(id) ?? { kind, bill: makeBill(id) };
    this.#holders.set(id, holder);
    for (const bill of [this.#whole, holder.bill]) bill.change(component, by, at);
    this.#changedAt = at;
  }

  /** Whole nano-dollars, rounded as the state does it: spans that meet add up. */
  nanoUsd({ from, to }: BilledSpan): bigint {
    return components.reduce((sum, component) => sum + this.#whole.nanoUsd(component, to) - this.#whole.nanoUsd(component, from), 0n);
  }

  /** Who caused it. The shares are whole nano-dollars, too, and add up to it: each begins where the one before ended, and is rounded there. */
  share({ from, to }: BilledSpan): readonly BillShare[] {
    const ends = new Map(components.map((component) => [component, this.#whole.sumAmount(component, from)]));
    return [...this.#holders].flatMap(([id, { kind, bill }]): readonly BillShare[] => {
      let nanoUsd = 0n;
      for (const [component, begin] of ends) {
        const end = begin + bill.sumAmount(component, to) - bill.sumAmount(component, from);
        nanoUsd += toNanoUsd(end) - toNanoUsd(begin);
        ends.set(component, end);
      }
      return nanoUsd === 0n ? [] : [{ kind, id, nanoUsd }];
    });
  }

  /** Whether it is for that worker, member, pod or volume, among others. */
  has(holderId: string): boolean {
    return this.#holders.has(holderId);
  }

  /** How many workers, members or others it remembers. */
  get size(): number {
    return this.#holders.size;
  }

  /** Forgets what was over by then, and holders that were gone. */
  forget(before: VirtualTime): void {
    this.#whole.forget(before);
    for (const [id, { bill }] of this.#holders) {
      bill.forget(before);
      if (bill.rate === 0n && bill.amount(before) === bill.amount(this.#changedAt)) this.#holders.delete(id);
    }
  }
}

/** Virtual time 0 stands for any instant: hours of the calendar do not matter where nothing is forgotten by itself. */
const makeBill = (id: string): Bill => new Bill(id, '', { ms: 0, forgetsNothing: true });
