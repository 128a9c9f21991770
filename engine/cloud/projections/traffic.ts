import { ByName } from '../../kernel/collections/byName.ts';
import { FifoQueue } from '../../kernel/collections/fifoQueue.ts';
import type { Dumpable } from '../../kernel/dump.ts';
import type { LbRequest } from '../request/evolve.ts';

/** The waiting and in-flight requests of each load balancer, and the requests on each worker. */
export class Traffic implements Dumpable<TrafficDump> {
  readonly #ofEndpoint = new ByName<EndpointTraffic>(() => ({ waiting: new FifoQueue(), inFlight: 0 }));
  readonly #onWorker = new Map<string, FifoQueue>();

  of(endpointId: string): EndpointTraffic {
    return this.#ofEndpoint.of(endpointId);
  }

  open(endpointId: string): void {
    this.#ofEndpoint.own(endpointId);
  }

  /** Drops the traffic of a deleted endpoint once none of its requests waits or is in flight. */
  close(endpointId: string): void {
    const { waiting, inFlight } = this.of(endpointId);
    if (waiting.size + inFlight === 0) this.#ofEndpoint.drop(endpointId);
  }

  /** In the order in which the worker took them. */
  onWorker(workerId: string): Iterable<string> {
    return this.#onWorker.get(workerId) ?? [];
  }

  apply(from: string, { id, status, endpointId, workerId }: LbRequest): void {
    if (from === status) return;
    const traffic = this.#ofEndpoint.own(endpointId);
    if (status === 'WAITING') traffic.waiting.enqueue(id);
    else if (from === 'WAITING') traffic.waiting.remove(id);
    if (workerId === null) return;
    const taken = this.#onWorker.get(workerId) ?? new FifoQueue();
    if (status === 'IN_FLIGHT') {
      traffic.inFlight += 1;
      taken.enqueue(id);
      this.#onWorker.set(workerId, taken);
    } else if (from === 'IN_FLIGHT') {
      traffic.inFlight -= 1;
      taken.remove(id);
      if (taken.size === 0) this.#onWorker.delete(workerId);
    }
  }

  dump(): TrafficDump {
    const ofEndpoint = [...this.#ofEndpoint].map(([endpointId, { waiting, inFlight }]) => ({
      endpointId,
      waiting: [...waiting],
      inFlight,
    }));
    return { ofEndpoint, onWorker: [...this.#onWorker].map(([workerId, taken]) => ({ workerId, taken: [...taken] })) };
  }

  load({ ofEndpoint, onWorker }: TrafficDump): void {
    for (const { endpointId, waiting, inFlight } of ofEndpoint)
      this.#ofEndpoint.set(endpointId, { waiting: new FifoQueue().fill(waiting), inFlight });
    for (const { workerId, taken } of onWorker) this.#onWorker.set(workerId, new FifoQueue().fill(taken));
  }
}

export interface EndpointTraffic {
  readonly waiting: FifoQueue;
  inFlight: number;
}

interface TrafficDump {
  readonly ofEndpoint: readonly { readonly endpointId: string; readonly waiting: readonly string[]; readonly inFlight: number }[];
  readonly onWorker: readonly { readonly workerId: string; readonly taken: readonly string[] }[];
}
