import type { EndpointConfig } from '../../../../engine/cloud/endpoint/events.ts';
import type { PodConfig } from '../../../../engine/cloud/pod/events.ts';
import type { WorkerShape } from '../../../../engine/cloud/worker/events.ts';
import { fillInSteps, type Steps } from '../../../../engine/kernel/steps.ts';
import type { Held } from './hostRooms.ts';
import { type HostWants, wantsOfPod, wantsOfWorker } from './hostWants.ts';

/** What a worker or a member of a cluster wants of a host, and would hold there. */
export interface RoomNeed {
  readonly wants: HostWants;
  readonly holds: Held;
}

/** The configurations of all that may wait for a host. */
export class RoomNeeds {
  readonly endpoints = new Map<string, EndpointConfig>();
  readonly centers = new Map<string, string>();
  readonly workers = new Map<string, Omit<WorkerShape, 'placement'>>();
  readonly members = new Map<string, MemberBook>();

  /** Undefined if it is unknown, or its endpoint is gone. */
  find(id: string): RoomNeed | undefined {
    const member = this.members.get(id);
    if (member === undefined) return this.#findOfWorker(id);
    const config = { ...member.config, dataCenterIds: [member.center] };
    return { wants: wantsOfPod(config, this.#centerOf), holds: findHeld(config) };
  }

  dump(): RoomNeedsDump {
    return { endpoints: this.endpoints, centers: this.centers, workers: this.workers, members: this.members };
  }

  *load({ endpoints, centers, workers, members }: RoomNeedsDump): Steps<void> {
    yield* fillInSteps(this.endpoints, endpoints);
    yield* fillInSteps(this.centers, centers);
    yield* fillInSteps(this.workers, workers);
    yield* fillInSteps(this.members, members);
  }

  readonly #centerOf = (volumeId: string): string | undefined => this.centers.get(volumeId);

  #findOfWorker(id: string): RoomNeed | undefined {
    const config = this.endpoints.get(this.workers.get(id)?.endpointId ?? '');
    if (config === undefined) return undefined;
    const vcpus = (config.cpu ?? []).reduce((least, shape) => Math.min(least, shape.vcpuCount), Number.POSITIVE_INFINITY);
    const holds = { gpus: config.gpu?.count ?? 0, vcpus: config.cpu === null ? 0 : vcpus };
    return { wants: wantsOfWorker(config, this.#centerOf), holds };
  }
}

export interface MemberBook {
  readonly config: PodConfig;
  readonly center: string;
}

export interface RoomNeedsDump {
  readonly endpoints: ReadonlyMap<string, EndpointConfig>;
  readonly centers: ReadonlyMap<string, string>;
  readonly workers: ReadonlyMap<string, Omit<WorkerShape, 'placement'>>;
  readonly members: ReadonlyMap<string, MemberBook>;
}

export const findHeld = ({ gpu, cpu }: PodConfig): Held => ({ gpus: gpu?.count ?? 0, vcpus: cpu?.vcpuCount ?? 0 });
