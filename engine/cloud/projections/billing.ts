import type { Dumpable } from '../../kernel/dump.ts';
import { fillInSteps, pacer, type Steps } from '../../kernel/steps.ts';
import type { VirtualTime } from '../../kernel/time.ts';
import { type Rate, volumeRate } from '../catalog/prices.ts';
import type { Endpoint } from '../endpoint/evolve.ts';
import { keepsMount, type Pod } from '../pod/evolve.ts';
import { holdingStatuses, podLifecycle } from '../pod/lifecycle.ts';
import { mountRate, podRates } from '../pod/price.ts';
import type { Volume } from '../resources/volume.ts';
import { isBilled, workerRates } from '../worker/price.ts';
import type { Worker } from '../worker/state.ts';
import { Bill, type BillDump, type Component, components } from './bill.ts';
import type { WorldStart } from './meter.ts';

/** The resource that is billed: for a member of a cluster its cluster, for a worker its endpoint. */
export type BilledProduct = 'pod' | 'serverless' | 'volume' | 'cluster';
export type BillRates = { readonly [C in Component]?: Rate };

/** The holders of each account, with begin and rates; updated with each change (billing.amounts). */
export class Billing implements Dumpable<BillingDump> {
  readonly #bills: Readonly<Record<BilledProduct, Map<string, Bill>>> = {
    pod: new Map(),
    serverless: new Map(),
    volume: new Map(),
    cluster: new Map(),
  };
  readonly #ofAccount = new Map<string, Bill[]>();
  readonly #held: Readonly<Record<BillHolder, Map<string, BilledHolding>>> = { pod: new Map(), worker: new Map(), volume: new Map() };
  readonly #start: WorldStart;

  /** `startMs`: the instant of virtual time 0, in ms since 1970. */
  constructor(startMs: number) {
    this.#start = { ms: startMs };
  }

  /** The bills of an account, oldest first. */
  of(product: BilledProduct, accountId: string): readonly Bill[] {
    return this.#ofAccount.get(`${product} ${accountId}`) ?? [];
  }

  /** The cost of everything that was ever held, or of one resource, until then, in whole nano-dollars. */
  nanoUsd(until: VirtualTime, id?: string): bigint {
    let sum = 0n;
    for (const product of products) {
      for (const bill of this.#bills[product].values())
        if (id === undefined || bill.id === id) for (const component of components) sum += bill.nanoUsd(component, until);
    }
    return sum;
  }

  /** Sums everything that an account has to pay until a time, in whole nano-dollars. */
  sumSpend(accountId: string, until: VirtualTime): bigint {
    let sum = 0n;
    for (const product of products)
      for (const bill of this.of(product, accountId)) for (const component of components) sum += bill.nanoUsd(component, until);
    return sum;
  }

  find(product: BilledProduct, id: string): Bill | undefined {
    return this.#bills[product].get(id);
  }

  /** What something costs now, by component. */
  findRates(kind: BillHolder, id: string): BillRates {
    return this.#held[kind].get(id)?.rates ?? nothing;
  }

  /**
   * A pod costs while it holds compute. While it holds none, its persistent mount costs, if its host keeps one (pod.cost,
   * billing.amounts).
   */
  applyPod(pod: Pod, at: VirtualTime): void {
    const { id, status, accountId, config, member } = pod;
    const holds = holdingStatuses.includes(status);
    const kept = keepsMount(pod) ? config.mounts.persistent : undefined;
    const basis = holds ? config : (kept ?? null);
    if (!this.#changes('pod', id, basis)) return;
    const bill = member === null ? this.#bill('pod', id, accountId) : this.#bill('cluster', member.clusterId, accountId);
    this.#hold('pod', id, bill, basis, holds ? podRates(config) : kept === undefined ? nothing : { disk: mountRate(kept) }, at);
    if (podLifecycle.isFinal(status)) bill.pack();
  }

  /**
   * A worker costs from its launch until it stops, at the serverless price of its resources, and nothing while it is unhealthy
   * (billing.unhealthy-workers).
   */
  applyWorker(
    { id, status, endpointId, placement, gpuCount, vcpus, cpu, kept }: Worker,
    endpoint: Endpoint | undefined,
    at: VirtualTime,
  ): void {
    const basis = isBilled(status) ? placement : null;
    const bill = this.#bill('serverless', endpointId, endpoint?.accountId ?? '');
    const rates = (): BillRates => workerRates(basis, { gpuCount, vcpus, kept, cpu: cpu ?? undefined });
    this.#hold('worker', id, bill, basis, basis === null ? nothing : rates(), at);
  }

  /** A volume costs from its creation until it is deleted. */
  applyVolume({ id, status, accountId, shape }: Volume, at: VirtualTime): void {
    const basis = status === 'ACTIVE' ? shape : null;
    if (!this.#changes('volume', id, basis)) return;
    const rate = volumeRate(shape);
    const rates: BillRates = shape.tier === 'STANDARD' ? { standard: rate } : { highPerformance: rate };
    const bill = this.#bill('volume', id, accountId);
    this.#hold('volume', id, bill, basis, basis === null ? nothing : rates, at);
    if (basis === null) bill.pack();
  }

  *dump(): Steps<BillingDump> {
    const pauses = pacer();
    const bills: Record<BilledProduct, BillDump[]> = { pod: [], serverless: [], volume: [], cluster: [] };
    for (const product of products) {
      for (const bill of this.#bills[product].values()) {
        bills[product].push(bill.dump());
        if (pauses()) yield;
      }
    }
    return { bills, held: this.#held };
  }

  *load({ bills, held }: BillingDump): Steps<void> {
    const pauses = pacer();
    for (const product of products) {
      for (const dump of bills[product]) {
        this.#bill(product, dump.id, dump.accountId).load(dump);
        if (pauses()) yield;
      }
    }
    for (const kind of holders) yield* fillInSteps(this.#held[kind], held[kind]);
  }

  /** Most changes of a pod or a worker do not change what it holds. This check runs for each of them. */
  #changes(kind: BillHolder, id: string, basis: object | null): boolean {
    return (this.#held[kind].get(id)?.basis ?? null) !== basis;
  }

  #hold(kind: BillHolder, id: string, bill: Bill, basis: object | null, rates: BillRates, at: VirtualTime): void {
    const before = this.#held[kind].get(id)?.rates ?? nothing;
    for (const component of components) {
      const by = (rates[component] ?? 0n) - (before[component] ?? 0n);
      if (by !== 0n) bill.change(component, by, at);
    }
    if (basis === null) this.#held[kind].delete(id);
    else this.#held[kind].set(id, { basis, rates });
  }

  #bill(product: BilledProduct, id: string, accountId: string): Bill {
    const known = this.#bills[product].get(id);
    if (known !== undefined) return known;
    const bill = new Bill(id, accountId, this.#start);
    this.#bills[product].set(id, bill);
    const own = this.#ofAccount.get(`${product} ${accountId}`);
    if (own === undefined) this.#ofAccount.set(`${product} ${accountId}`, [bill]);
    else own.push(bill);
    return bill;
  }
}

const holders = ['pod', 'worker', 'volume'] as const;
export type BillHolder = (typeof holders)[number];
const products: readonly BilledProduct[] = ['pod', 'serverless', 'volume', 'cluster'];

interface BillingDump {
  readonly bills: Readonly<Record<BilledProduct, readonly BillDump[]>>;
  readonly held: Readonly<Record<BillHolder, ReadonlyMap<string, BilledHolding>>>;
}

/** The holder's current resources: the object that its rates were computed from, and the rates. */
interface BilledHolding {
  readonly basis: object;
  readonly rates: BillRates;
}

const nothing: BillRates = {};
