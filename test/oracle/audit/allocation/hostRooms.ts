import type { HostSpec } from '../../../../engine/cloud/catalog/hostSpec.ts';
import type { FaultSpec } from '../../../../engine/cloud/fault/events.ts';
import { fillInSteps, type Steps } from '../../../../engine/kernel/steps.ts';

/** What is held of a host. */
export interface Held {
  readonly gpus: number;
  readonly vcpus: number;
}

/** What an entity holds, and where. `endpointId` is empty for a pod. */
export interface HostTenancy extends Held {
  readonly hostId: string;
  readonly endpointId: string;
}

/** What stands where, what each host holds, and which of them take nothing at the moment. */
export class HostRooms {
  readonly stands = new Map<string, HostTenancy>();
  readonly #used = new Map<string, { gpus: number; vcpus: number }>();
  readonly #down = new Set<string>();
  /** The faults because of which some find no host where others do, and those of them that have ended at this instant. */
  readonly #scarcities = new Set<string>();
  readonly #ended = new Set<string>();

  /** Returns what the host holds then. */
  place(id: string, standing: HostTenancy): Held {
    this.stands.set(id, standing);
    return this.#add(standing, 1);
  }

  leave(id: string): void {
    const standing = this.stands.get(id);
    if (standing === undefined) return;
    this.stands.delete(id);
    this.#add(standing, -1);
  }

  fails(hostId: string): void {
    this.#down.add(hostId);
  }

  recovers(hostId: string): void {
    this.#down.delete(hostId);
  }

  injects(faultId: string, { fault }: FaultSpec): void {
    if (fault === 'no-capacity') this.#scarcities.add(faultId);
  }

  /** A fault that ends with its last strike has struck at the same instant. Returns whether there is something to forget after it. */
  ends(faultId: string): boolean {
    if (!this.#scarcities.has(faultId)) return false;
    this.#ended.add(faultId);
    return true;
  }

  /** Whether some fault may deny hosts to some, or did at this instant. */
  get isScarce(): boolean {
    return this.#scarcities.size > 0;
  }

  timePasses(): void {
    for (const faultId of this.#ended) this.#scarcities.delete(faultId);
    this.#ended.clear();
  }

  /** Whether it certainly can take so much more. */
  canTake(host: HostSpec, { gpus, vcpus }: Held): boolean {
    if (this.#down.has(host.id) || this.#scarcities.size > 0) return false;
    const used = this.#used.get(host.id) ?? { gpus: 0, vcpus: 0 };
    return used.gpus + gpus <= host.gpus && used.vcpus + vcpus <= host.vcpus;
  }

  #add({ hostId, gpus, vcpus }: HostTenancy, sign: 1 | -1): Held {
    const used = this.#used.get(hostId) ?? { gpus: 0, vcpus: 0 };
    used.gpus += sign * gpus;
    used.vcpus += sign * vcpus;
    this.#used.set(hostId, used);
    return used;
  }

  dump(): HostRoomsDump {
    return { stands: this.stands, used: this.#used, down: this.#down, scarcities: this.#scarcities, ended: this.#ended };
  }

  *load({ stands, used, down, scarcities, ended }: HostRoomsDump): Steps<void> {
    yield* fillInSteps(this.stands, stands);
    yield* fillInSteps(this.#used, used);
    for (const id of down) this.#down.add(id);
    for (const id of scarcities) this.#scarcities.add(id);
    for (const id of ended) this.#ended.add(id);
  }
}

export interface HostRoomsDump {
  readonly stands: ReadonlyMap<string, HostTenancy>;
  readonly used: ReadonlyMap<string, { gpus: number; vcpus: number }>;
  readonly down: ReadonlySet<string>;
  readonly scarcities: ReadonlySet<string>;
  readonly ended: ReadonlySet<string>;
}
