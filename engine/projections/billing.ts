import { gigabyteRates, monthMs, type Rate } from '../catalog/prices.ts';
import type { Endpoint } from '../endpoint/evolve.ts';
import type { Dumpable } from '../kernel/dump.ts';
import { fillInSteps, pacer, type Steps } from '../kernel/steps.ts';
import type { VirtualTime } from '../kernel/time.ts';
import { keepsMount, type Pod } from '../pod/evolve.ts';
import { holdingStatuses, podLifecycle } from '../pod/lifecycle.ts';
import { keptRate, podRates } from '../pod/price.ts';
import type { Volume } from '../resources/volume.ts';
import type { Worker } from '../worker/evolve.ts';
import { placedStatuses } from '../worker/lifecycle.ts';
import { workerRates } from '../worker/price.ts';
import { Meter, type StepDump } from './meter.ts';

/** The resource that is billed: for a member of a cluster its cluster, for a worker its endpoint. */
export type BilledProduct = 'pod' | 'serverless' | 'volume' | 'cluster';
export type Component = 'gpu' | 'cpu' | 'disk' | 'standard' | 'highPerformance';
type Rates = { readonly [C in Component]?: Rate };

/** The meters of a bill. An object and no Map: an empty Map takes more room than most bills. */
type Meters = { [C in Component]?: Meter };

/** What one resource has cost its account, by component. The bill outlives the resource: then it is packed. */
export class Bill implements Dumpable<BillDump> {
  readonly id: string;
  readonly accountId: string;
  /** A text is what `packed` made of them: bills of what is gone stay for good, and take a quarter of the room so. */
  #meters: Meters | string = {};
  /** Shared by all bills: a number of this size would take room of its own in each. */
  readonly #start: WorldStart;

  constructor(id: string, accountId: string, start: WorldStart) {
    this.id = id;
    this.accountId = accountId;
    this.#start = start;
  }

  change(component: Component, by: Rate, at: VirtualTime): void {
    const meters = this.#readMeters();
    meters[component] ??= new Meter(this.#start.ms);
    meters[component].change(by, at);
    this.#meters = meters;
  }

  /** Nothing is expected to change any more. A bill that still grows stays as it is. */
  pack(): void {
    const meters = this.#readMeters();
    if (this.rate === 0n) this.#meters = packed(dumpOf(meters));
  }

  /** Whole nano-dollars from the world's start until then. A span's amount is a difference of these, so spans add up. */
  nanoUsd(component: Component, until: VirtualTime): bigint {
    return ((this.#readMeters()[component]?.amount(until) ?? 0n) * 1_000n) / BigInt(monthMs);
  }

  /** What it costs now, all components together. */
  get rate(): Rate {
    const meters = this.#readMeters();
    let sum = 0n;
    for (const component of components) sum += meters[component]?.rate ?? 0n;
    return sum;
  }

  /** All components together, in rate × milliseconds. */
  amount(until: VirtualTime): bigint {
    const meters = this.#readMeters();
    let sum = 0n;
    for (const component of components) sum += meters[component]?.amount(until) ?? 0n;
    return sum;
  }

  dump(): BillDump {
    const meters = this.#meters;
    return { id: this.id, accountId: this.accountId, meters: typeof meters === 'string' ? meters : dumpOf(meters) };
  }

  load({ meters }: BillDump): void {
    this.#meters = typeof meters === 'string' ? meters : metersFrom(meters, this.#start);
  }

  #readMeters(): Meters {
    const meters = this.#meters;
    return typeof meters === 'string' ? metersFrom(unpacked(meters), this.#start) : meters;
  }
}

/** The instant of virtual time 0, in ms since 1970. */
interface WorldStart {
  readonly ms: number;
}

type MetersDump = readonly (readonly [Component, readonly StepDump[]])[];

interface BillDump {
  readonly id: string;
  readonly accountId: string;
  /** A text: packed. */
  readonly meters: MetersDump | string;
}

const dumpOf = (meters: Meters): MetersDump =>
  components.flatMap((component) => {
    const meter = meters[component];
    return meter === undefined ? [] : [[component, meter.dump()] as const];
  });

const metersFrom = (dump: MetersDump, { ms }: WorldStart): Meters => {
  const meters: Meters = {};
  for (const [component, steps] of dump) {
    const meter = new Meter(ms);
    meter.load(steps);
    meters[component] = meter;
  }
  return meters;
};

/** `0:from,rate,amount;from,rate,amount 2:…`: the component's place in the list, and the steps of its meter. */
const packed = (meters: MetersDump): string =>
  meters.map(([component, steps]) => `${components.indexOf(component)}:${steps.map((step) => step.join()).join(';')}`).join(' ');

const unpacked = (text: string): MetersDump =>
  (text === '' ? [] : text.split(' ')).map((part) => {
    const [place = '', steps = ''] = part.split(':');
    return [components[Number(place)] as Component, steps.split(';').map(unpackedStep)];
  });

const unpackedStep = (text: string): StepDump => {
  const [from = '', rate = '', amount = ''] = text.split(',');
  return [Number(from) as VirtualTime, BigInt(rate), BigInt(amount)];
};

/** Who holds what, since when, and at which rates; updated with each change (billing.amounts). */
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

  find(product: BilledProduct, id: string): Bill | undefined {
    return this.#bills[product].get(id);
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
    this.#hold('pod', id, bill, basis, holds ? podRates(config) : kept === undefined ? nothing : { disk: keptRate(kept) }, at);
    if (podLifecycle.isFinal(status)) bill.pack();
  }

  /** A worker costs from its launch until it stops, at the serverless price of what it holds. */
  applyWorker({ id, status, endpointId, placement, gpuCount, vcpus, cpu }: Worker, endpoint: Endpoint | undefined, at: VirtualTime): void {
    const basis = placedStatuses.includes(status) ? placement : null;
    if (!this.#changes('worker', id, basis)) return;
    const bill = this.#bill('serverless', endpointId, endpoint?.accountId ?? '');
    // In logs from before workers had a choice, every worker had the first configuration.
    const rates = (): Rates => workerRates(basis, { gpuCount, vcpus, cpu: cpu ?? endpoint?.config.cpu?.[0] });
    this.#hold('worker', id, bill, basis, basis === null ? nothing : rates(), at);
  }

  /** A volume costs from its creation until it is deleted. */
  applyVolume({ id, status, accountId, shape }: Volume, at: VirtualTime): void {
    const basis = status === 'ACTIVE' ? shape : null;
    if (!this.#changes('volume', id, basis)) return;
    const rate = gigabyteRates[shape.tier] * BigInt(shape.size);
    const rates: Rates = shape.tier === 'STANDARD' ? { standard: rate } : { highPerformance: rate };
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

  #hold(kind: BillHolder, id: string, bill: Bill, basis: object | null, rates: Rates, at: VirtualTime): void {
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
type BillHolder = (typeof holders)[number];
const products: readonly BilledProduct[] = ['pod', 'serverless', 'volume', 'cluster'];

interface BillingDump {
  readonly bills: Readonly<Record<BilledProduct, readonly BillDump[]>>;
  readonly held: Readonly<Record<BillHolder, ReadonlyMap<string, BilledHolding>>>;
}

/** What a holder holds now: the object that its rates were computed from, and the rates. */
interface BilledHolding {
  readonly basis: object;
  readonly rates: Rates;
}

const components: readonly Component[] = ['gpu', 'cpu', 'disk', 'standard', 'highPerformance'];
const nothing: Rates = {};
