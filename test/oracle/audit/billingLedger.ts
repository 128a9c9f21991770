import type { DomainEvent } from '../../../engine/cloud/input.ts';
import type { BilledProduct } from '../../../engine/cloud/projections/billing.ts';
import type { WorkerShape } from '../../../engine/cloud/worker/events.ts';
import type { Dumpable } from '../../../engine/kernel/dump.ts';
import { fillInSteps, type Steps } from '../../../engine/kernel/steps.ts';
import type { VirtualTime } from '../../../engine/kernel/time.ts';
import { type HeldPod, type HeldRates, noRates, ratesOfMount, ratesOfPod, ratesOfVolume, ratesOfWorker } from './heldRates.ts';

/** The bill that an event changes. */
export interface Billed {
  readonly product: BilledProduct;
  readonly id: string;
  /** Who pays. */
  readonly accountId: string;
}

/**
 * What the log says is held, counted for the audit from events alone and by other arithmetic than the bills. A holder that begins
 * at time t adds its rate r to Σr and r·t to Σr·t. When it ends, both are subtracted. At any later time T the amount is T·Σr −
 * Σr·t. So a bill needs two numbers for each component, however much was held, and none once everything that it is for is gone.
 */
export class BillingLedger implements Dumpable<BillingLedgerDump> {
  /** By product and what is billed. */
  readonly #sums = new Map<BilledProduct, Map<string, BillSum>>();
  readonly #holders = new Map<string, BilledHolder>();
  /** Of each endpoint, the account that pays for its workers. */
  readonly #payers = new Map<string, string>();

  dump(): BillingLedgerDump {
    return { sums: this.#sums, holders: this.#holders, payers: this.#payers };
  }

  *load({ sums, holders, payers }: BillingLedgerDump): Steps<void> {
    for (const [product, known] of sums) {
      const own = new Map<string, BillSum>();
      this.#sums.set(product, own);
      yield* fillInSteps(own, known);
    }
    yield* fillInSteps(this.#holders, holders);
    yield* fillInSteps(this.#payers, payers);
  }

  /** Records an event. Returns the bill it changes; undefined if it changes none. */
  record(event: DomainEvent, at: VirtualTime): Billed | undefined {
    switch (event.type) {
      case 'EndpointCreated':
        this.#payers.set(event.endpointId, event.accountId);
        return undefined;
      case 'PodCreated': {
        const { accountId, member } = event;
        const billed: Billed =
          member === null ? { product: 'pod', id: event.podId, accountId } : { product: 'cluster', id: member.clusterId, accountId };
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
        return this.#switches(event.workerId, false, at);
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
        const before = this.#holders.get(event.volumeId);
        const billed = 'accountId' in event ? toVolumeBill(event) : before?.billed;
        if (billed === undefined) return undefined;
        const rates = ratesOfVolume(event.shape);
        return this.#holds(event.volumeId, { billed, rates, held: before?.held ?? noRates }, true, at);
      }
      case 'VolumeDeleted':
        return this.#leaves(event.volumeId, this.#switches(event.volumeId, false, at));
      case 'EndpointDeleted':
        this.#payers.delete(event.endpointId);
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
    if (product !== 'serverless' && this.#sumOf(product, id)?.holders === 0) this.#sums.get(product)?.delete(id);
  }

  /** The amounts of a bill at that time, if nothing changes until then: of each component, by its place among them. */
  amounts({ product, id }: Billed, at: VirtualTime): HeldRates {
    const sum = this.#sumOf(product, id);
    return sum === undefined ? noRates : sum.rates.map((rate, k) => (rate === 0n ? 0n : BigInt(at) * rate) - (sum.moments[k] ?? 0n));
  }

  /** A pod is billed for everything it holds, for its persistent disk alone, or for nothing. */
  #podHolds(id: string, change: Partial<PodHolder>, at: VirtualTime): Billed | undefined {
    const before = this.#holders.get(id);
    const pod = { ...before?.pod, billed: before?.billed, ...change } as PodHolder;
    if (pod.billed === undefined) return undefined;
    const keepsDisk = pod.on === 'disk' && pod.machine === pod.place;
    const rates = pod.on === 'host' ? ratesOfPod(pod.config) : keepsDisk ? ratesOfMount(pod.config) : noRates;
    return this.#holds(id, { billed: pod.billed, rates, held: before?.held ?? noRates, pod }, true, at);
  }

  #launches(id: string, shape: WorkerShape, at: VirtualTime): Billed | undefined {
    const held = this.#holders.get(id)?.held ?? noRates;
    const accountId = this.#payers.get(shape.endpointId) ?? '';
    const billed: Billed = { product: 'serverless', id: shape.endpointId, accountId };
    return this.#holds(id, { billed, rates: ratesOfWorker(shape), held, shape }, shape.placement !== null, at);
  }

  /** A worker that holds the minimum, or no longer does, is billed at another rate from now on, if it is billed now. */
  #retunes(id: string, kept: boolean, at: VirtualTime): Billed | undefined {
    const holder = this.#holders.get(id);
    return holder?.shape && this.#keeps(id, holder, { ...holder.shape, kept }, holder.isOn, at);
  }

  /** It is billed again, at the rate of one that holds the minimum or of one that does not. */
  #wakes(id: string, kept: boolean, at: VirtualTime): Billed | undefined {
    const holder = this.#holders.get(id);
    return holder?.shape && this.#keeps(id, holder, { ...holder.shape, kept }, true, at);
  }

  #keeps(id: string, holder: BilledHolder, shape: WorkerShape, isOn: boolean, at: VirtualTime): Billed {
    return this.#holds(id, { ...holder, shape, rates: ratesOfWorker(shape) }, isOn, at);
  }

  #switches(id: string, on: boolean, at: VirtualTime): Billed | undefined {
    const holder = this.#holders.get(id);
    return holder && this.#holds(id, holder, on, at);
  }

  /** Removes a holder that will never hold anything again. */
  #leaves(id: string, billed: Billed | undefined): Billed | undefined {
    const sum = billed && this.#sumOf(billed.product, billed.id);
    if (this.#holders.delete(id) && sum !== undefined) sum.holders -= 1;
    return billed;
  }

  /** Sets what the holder is billed for from now on: its rates, or nothing. */
  #holds(id: string, holder: Omit<BilledHolder, 'isOn'>, isOn: boolean, at: VirtualTime): Billed {
    const { product, id: of } = holder.billed;
    const held = isOn ? holder.rates : noRates;
    const sum = this.#sumOf(product, of) ?? this.#open(product, of);
    if (!this.#holders.has(id)) sum.holders += 1;
    for (const [k, rate] of held.entries()) {
      const before = holder.held[k] ?? 0n;
      if (rate === before) continue;
      const by = rate - before;
      sum.rates[k] = (sum.rates[k] ?? 0n) + by;
      sum.moments[k] = (sum.moments[k] ?? 0n) + by * BigInt(at);
    }
    this.#holders.set(id, { ...holder, held, isOn });
    return holder.billed;
  }

  #sumOf(product: BilledProduct, id: string): BillSum | undefined {
    return this.#sums.get(product)?.get(id);
  }

  #open(product: BilledProduct, id: string): BillSum {
    const sum = { rates: [...noRates], moments: [...noRates], holders: 0 };
    const sums = this.#sums.get(product) ?? new Map<string, BillSum>();
    this.#sums.set(product, sums.set(id, sum));
    return sum;
  }
}

interface BillSum {
  readonly rates: bigint[];
  readonly moments: bigint[];
  /** How many hold something for it, or may again. */
  holders: number;
}

interface BillingLedgerDump {
  readonly sums: ReadonlyMap<BilledProduct, ReadonlyMap<string, BillSum>>;
  readonly holders: ReadonlyMap<string, BilledHolder>;
  readonly payers: ReadonlyMap<string, string>;
}

interface BilledHolder {
  readonly billed: Billed;
  readonly rates: HeldRates;
  /** Those that count now: `rates`, or none. */
  readonly held: HeldRates;
  readonly isOn: boolean;
  /** For workers only. */
  readonly shape?: WorkerShape;
  readonly pod?: PodHolder;
}

interface PodHolder extends HeldPod {
  readonly billed: Billed;
}

const toVolumeBill = ({ volumeId, accountId }: { readonly volumeId: string; readonly accountId: string }): Billed => ({
  product: 'volume',
  id: volumeId,
  accountId,
});
