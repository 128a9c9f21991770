import { findCpuFlavor } from '../../cloud/catalog/cpuFlavors.ts';
import { gpuPools } from '../../cloud/catalog/gpuPools.ts';
import { findGpuType } from '../../cloud/catalog/gpuTypes.ts';
import type { PriceList } from '../../cloud/catalog/priceList.ts';
import { gigabyteRates, terabyte } from '../../cloud/catalog/prices.ts';
import type { DomainEvent } from '../../cloud/input.ts';
import type { PodConfig } from '../../cloud/pod/events.ts';
import type { BilledProduct } from '../../cloud/projections/billing.ts';
import type { VolumeShape } from '../../cloud/resources/volume.ts';
import type { WorkerShape } from '../../cloud/worker/events.ts';
import type { Dumpable } from '../../kernel/dump.ts';
import { fillInSteps, type Steps } from '../../kernel/steps.ts';
import type { VirtualTime } from '../../kernel/time.ts';

/** The bill that an event changes. */
export interface Billed {
  readonly product: BilledProduct;
  readonly id: string;
}

/**
 * What the log says is held, counted for the audit from events alone and by other arithmetic than the bills. A holder that begins
 * at time t adds its rate r to Σr and r·t to Σr·t. When it ends, both are subtracted. At any later time T the amount is T·Σr −
 * Σr·t. So a bill needs two numbers, however much was held, and none once everything that it is for is gone.
 */
export class BillingLedger implements Dumpable<BillingLedgerDump> {
  readonly #sums = new Map<string, BillSum>();
  readonly #holders = new Map<string, BilledHolder>();
  /** The CPU flavor of each endpoint's workers. */
  readonly #flavors = new Map<string, string>();

  readonly #prices: PriceList;

  constructor(prices: PriceList) {
    this.#prices = prices;
  }

  dump(): BillingLedgerDump {
    return { sums: this.#sums, holders: this.#holders, flavors: this.#flavors };
  }

  *load({ sums, holders, flavors }: BillingLedgerDump): Steps<void> {
    yield* fillInSteps(this.#sums, sums);
    yield* fillInSteps(this.#holders, holders);
    yield* fillInSteps(this.#flavors, flavors);
  }

  /** Records an event. Returns the bill it changes; undefined if it changes none. */
  record(event: DomainEvent, at: VirtualTime): Billed | undefined {
    switch (event.type) {
      case 'EndpointCreated':
      case 'EndpointUpdated':
        this.#flavors.set(event.endpointId, event.config.cpu?.[0]?.id ?? '');
        return undefined;
      case 'PodCreated': {
        const billed: Billed =
          event.member === null ? { product: 'pod', id: event.podId } : { product: 'cluster', id: event.member.clusterId };
        return this.#podHolds(event.podId, { billed, config: event.config, on: 'host', place: event.placement.hostId }, at);
      }
      case 'PodUpdated':
        return this.#podHolds(event.podId, { config: event.config }, at);
      case 'PodStarting':
        return this.#podHolds(event.podId, { machine: this.#holders.get(event.podId)?.pod?.place }, at);
      case 'PodResumed':
        return this.#podHolds(event.podId, { on: 'host', place: event.placement.hostId }, at);
      case 'PodStopped':
        return this.#podHolds(event.podId, { on: 'disk' }, at);
      case 'PodFailed':
        return this.#podHolds(event.podId, { on: event.reason === 'host' ? 'nowhere' : 'disk' }, at);
      case 'PodTerminated':
        return this.#leaves(event.podId, this.#podHolds(event.podId, { on: 'nowhere' }, at));
      case 'WorkerLaunched':
      case 'WorkerThrottled':
        return this.#launches(event.workerId, event, at);
      case 'WorkerPlaced': {
        const shape = this.#holders.get(event.workerId)?.shape;
        if (shape === undefined) return undefined;
        const { placement, cpu } = event;
        const placed = cpu === undefined ? { ...shape, placement } : { ...shape, placement, cpu, vcpus: cpu.vcpuCount };
        return this.#launches(event.workerId, placed, at);
      }
      case 'WorkerRetuned':
        return this.#retunes(event.workerId, event.kept, at);
      case 'WorkerPullFailed':
      case 'WorkerTurnedUnhealthy':
        return this.#prices.sparesUnhealthy ? this.#switches(event.workerId, false, at) : undefined;
      case 'WorkerTriedAgain':
        return this.#switches(event.workerId, true, at);
      case 'WorkerWoken':
        return this.#wakes(event.workerId, event.kept, at);
      case 'WorkerSlept':
      case 'WorkerLostHost':
      case 'WorkerStopped':
        return this.#switches(event.workerId, false, at);
      case 'WorkerTerminated':
        return this.#leaves(event.workerId, this.#switches(event.workerId, false, at));
      case 'VolumeCreated':
      case 'VolumeUpdated': {
        const billed: Billed = { product: 'volume', id: event.volumeId };
        const held = this.#holders.get(event.volumeId)?.held ?? 0n;
        return this.#holds(event.volumeId, { billed, rate: this.#volumeRate(event.shape), held }, true, at);
      }
      case 'VolumeDeleted':
        return this.#leaves(event.volumeId, this.#switches(event.volumeId, false, at));
      case 'EndpointDeleted':
        this.#flavors.delete(event.endpointId);
        return undefined;
      default:
        return undefined;
    }
  }

  /** The bill that is for what it holds. */
  find(id: string): Billed | undefined {
    return this.#holders.get(id)?.billed;
  }

  /** Forgets a bill whose holders are all gone, after its last check. An endpoint without workers may have some again. */
  settle({ product, id }: Billed): void {
    if (product !== 'serverless' && this.#sums.get(`${product} ${id}`)?.holders === 0) this.#sums.delete(`${product} ${id}`);
  }

  /** The amount of a bill at that time, if nothing changes until then. */
  amount({ product, id }: Billed, at: VirtualTime): bigint {
    const sum = this.#sums.get(`${product} ${id}`);
    return sum === undefined ? 0n : BigInt(at) * sum.rates - sum.moments;
  }

  /** A pod is billed for everything it holds, for its persistent disk alone, or for nothing. */
  #podHolds(id: string, change: Partial<HeldPod>, at: VirtualTime): Billed | undefined {
    const before = this.#holders.get(id);
    const pod = { ...before?.pod, billed: before?.billed, ...change } as HeldPod;
    if (pod.billed === undefined) return undefined;
    const size = BigInt(pod.config.mounts.persistent?.size ?? 0);
    const keepsDisk = pod.on === 'disk' && pod.machine === pod.place;
    const rate = pod.on === 'host' ? podRate(pod.config) : keepsDisk ? size * gigabyteRates.stoppedDisk : 0n;
    return this.#holds(id, { billed: pod.billed, rate, held: before?.held ?? 0n, pod }, true, at);
  }

  #launches(id: string, shape: WorkerShape, at: VirtualTime): Billed | undefined {
    const held = this.#holders.get(id)?.held ?? 0n;
    const rate = this.#workerRate(shape);
    return this.#holds(id, { billed: { product: 'serverless', id: shape.endpointId }, rate, held, shape }, shape.placement !== null, at);
  }

  /** A worker that holds the minimum, or no longer does, is billed at another rate from now on, if it is billed now. */
  #retunes(id: string, kept: boolean, at: VirtualTime): Billed | undefined {
    const holder = this.#holders.get(id);
    if (holder?.shape === undefined) return undefined;
    const shape = { ...holder.shape, kept };
    return this.#holds(id, { ...holder, shape, rate: this.#workerRate(shape) }, holder.held !== 0n, at);
  }

  /** It is billed again, at the rate of one that holds the minimum or of one that does not. */
  #wakes(id: string, kept: boolean, at: VirtualTime): Billed | undefined {
    const holder = this.#holders.get(id);
    if (holder?.shape === undefined) return undefined;
    const shape = { ...holder.shape, kept };
    return this.#holds(id, { ...holder, shape, rate: this.#workerRate(shape) }, true, at);
  }

  #workerRate(shape: WorkerShape): bigint {
    const { gpuCount, kept, endpointId, placement } = shape;
    const pool = gpuPools.find(({ gpuTypes }) => gpuTypes.includes(placement?.gpuTypeId ?? ''));
    const active = this.#prices.hasActivePrices && kept ? pool?.activePerSecond : undefined;
    if (active !== null && active !== undefined) return monthly(active * 3_600, gpuCount);
    return workerRate(shape, this.#flavors.get(endpointId) ?? '');
  }

  #volumeRate({ size, tier }: VolumeShape): bigint {
    const whole = BigInt(size) * gigabyteRates[tier];
    if (!this.#prices.hasVolumeSteps || tier !== 'STANDARD' || size <= terabyte) return whole;
    return whole - BigInt(size - terabyte) * (gigabyteRates.STANDARD - gigabyteRates.beyondTerabyte);
  }

  #switches(id: string, on: boolean, at: VirtualTime): Billed | undefined {
    const holder = this.#holders.get(id);
    return holder && this.#holds(id, holder, on, at);
  }

  /** Removes a holder that will never hold anything again. */
  #leaves(id: string, billed: Billed | undefined): Billed | undefined {
    const sum = billed && this.#sums.get(`${billed.product} ${billed.id}`);
    if (this.#holders.delete(id) && sum !== undefined) sum.holders -= 1;
    return billed;
  }

  /** Sets what the holder is billed for from now on: its rate, or nothing. */
  #holds(id: string, holder: BilledHolder, on: boolean, at: VirtualTime): Billed {
    const { product, id: of } = holder.billed;
    const held = on ? holder.rate : 0n;
    const sum = this.#sums.get(`${product} ${of}`) ?? { rates: 0n, moments: 0n, holders: 0 };
    if (!this.#holders.has(id)) sum.holders += 1;
    sum.rates += held - holder.held;
    sum.moments += (held - holder.held) * BigInt(at);
    this.#sums.set(`${product} ${of}`, sum);
    this.#holders.set(id, { ...holder, held });
    return holder.billed;
  }
}

interface BillSum {
  rates: bigint;
  moments: bigint;
  /** How many hold something for it, or may again. */
  holders: number;
}

interface BillingLedgerDump {
  readonly sums: ReadonlyMap<string, BillSum>;
  readonly holders: ReadonlyMap<string, BilledHolder>;
  readonly flavors: ReadonlyMap<string, string>;
}

interface BilledHolder {
  readonly billed: Billed;
  /** Its rate while it holds: whole micro-dollars for a month of 30 days. */
  readonly rate: bigint;
  /** The rate that counts now: `rate`, or 0. */
  readonly held: bigint;
  /** For workers only. */
  readonly shape?: WorkerShape;
  readonly pod?: HeldPod;
}

interface HeldPod {
  readonly billed: Billed;
  readonly config: PodConfig;
  /** `disk`: only its persistent disk on its host. */
  readonly on: 'host' | 'disk' | 'nowhere';
  /** The host it is placed on, or was placed on last. */
  readonly place: string;
  /** The host on which its container last began to start. Only this host has data of the pod. */
  readonly machine?: string | undefined;
}

const podRate = ({ gpu, cpu, cloud, container, mounts }: PodConfig): bigint => {
  const gpuType = gpu === null ? undefined : findGpuType(gpu.id);
  const gpuPrice = cloud === 'SECURE' ? gpuType?.secure : gpuType?.community;
  const cpuPrice = cpu === null ? null : findCpuFlavor(cpu.id)?.securePerVcpu;
  const gigabytes = BigInt(container.disk) + BigInt(mounts.persistent?.size ?? 0);
  return monthly(gpuPrice, gpu?.count) + monthly(cpuPrice, cpu?.vcpuCount) + gigabytes * gigabyteRates.disk;
};

const workerRate = ({ placement, gpuCount, vcpus, cpu }: WorkerShape, first: string): bigint =>
  monthly(findGpuType(placement?.gpuTypeId ?? '')?.serverless, gpuCount) +
  monthly(findCpuFlavor(cpu?.id ?? first)?.serverlessPerVcpu, vcpus);

const monthly = (usdPerHour: number | null | undefined, count = 0): bigint =>
  BigInt(Math.round((usdPerHour ?? 0) * 720_000_000)) * BigInt(count);
