import type { Dumpable } from '../../kernel/dump.ts';
import type { VirtualTime } from '../../kernel/time.ts';
import { type Rate, toNanoUsd } from '../catalog/prices.ts';
import { Meter, type StepDump, type WorldStart } from './meter.ts';

/** The separately metered components, in the order in which bills list them. */
export const components = ['gpu', 'cpu', 'disk', 'standard', 'highPerformance'] as const;
export type Component = (typeof components)[number];

/** The meters of a bill. An object and no Map: an empty Map takes more room than most bills. */
type Meters = { [C in Component]?: Meter };

/** The costs of one resource to its account, by component. The bill outlives the resource, and is then packed. */
export class Bill implements Dumpable<BillDump> {
  readonly id: string;
  readonly accountId: string;
  /** A text is packed by `pack`: bills of gone resources stay for good, and packed ones take a quarter of the room. */
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
    meters[component] ??= new Meter(this.#start);
    meters[component].change(by, at);
    this.#meters = meters;
  }

  /** Nothing is expected to change any more. A bill that still grows stays as it is. */
  pack(): void {
    const meters = this.#readMeters();
    if (this.rate === 0n) this.#meters = pack(dumpMeters(meters));
  }

  /** Whole nano-dollars from the world's start until then. A span's amount is a difference of these, so spans add up. */
  nanoUsd(component: Component, until: VirtualTime): bigint {
    return toNanoUsd(this.sumAmount(component, until));
  }

  /** The same in rate × milliseconds. */
  sumAmount(component: Component, until: VirtualTime): bigint {
    return this.#readMeters()[component]?.amount(until) ?? 0n;
  }

  /** The current costs, all components together. */
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

  /** Forgets what was over by then, as a meter does. */
  forget(before: VirtualTime): void {
    for (const meter of Object.values(this.#readMeters())) meter.forget(before);
  }

  dump(): BillDump {
    const meters = this.#meters;
    return { id: this.id, accountId: this.accountId, meters: typeof meters === 'string' ? meters : dumpMeters(meters) };
  }

  load({ meters }: BillDump): void {
    this.#meters = typeof meters === 'string' ? meters : metersFrom(meters, this.#start);
  }

  #readMeters(): Meters {
    const meters = this.#meters;
    return typeof meters === 'string' ? metersFrom(unpack(meters), this.#start) : meters;
  }
}

type MetersDump = readonly (readonly [Component, readonly StepDump[]])[];

export interface BillDump {
  readonly id: string;
  readonly accountId: string;
  /** A text: packed. */
  readonly meters: MetersDump | string;
}

const dumpMeters = (meters: Meters): MetersDump =>
  components.flatMap((component) => {
    const meter = meters[component];
    return meter === undefined ? [] : [[component, meter.dump()] as const];
  });

const metersFrom = (dump: MetersDump, start: WorldStart): Meters => {
  const meters: Meters = {};
  for (const [component, steps] of dump) {
    const meter = new Meter(start);
    meter.load(steps);
    meters[component] = meter;
  }
  return meters;
};

/** `0:from,rate,amount;from,rate,amount 2:…`: the component's place in the list, and the steps of its meter. */
const pack = (meters: MetersDump): string =>
  meters.map(([component, steps]) => `${components.indexOf(component)}:${steps.map((step) => step.join()).join(';')}`).join(' ');

const unpack = (text: string): MetersDump =>
  (text === '' ? [] : text.split(' ')).map((part) => {
    const [place = '', steps = ''] = part.split(':');
    return [components[Number(place)] as Component, steps.split(';').map(unpackStep)];
  });

const unpackStep = (text: string): StepDump => {
  const [from = '', rate = '', amount = ''] = text.split(',');
  return [Number(from) as VirtualTime, BigInt(rate), BigInt(amount)];
};
