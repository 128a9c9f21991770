import type { FaultMatch, FaultSpec } from '../../../engine/cloud/fault/events.ts';
import type { VirtualTime } from '../../../engine/kernel/time.ts';
import { makeSeekerId } from './keys.ts';

/** A `no-capacity` fault: while it lasts, what it matches gets none of the hosts that it matches. What it does not name (null) may be anything. */
export interface DenialPlan {
  readonly host: number | null;
  readonly center: string | null;
  /** Whether it names the type of GPU, which all hosts share. */
  readonly gpu: boolean;
  /** What the names of the workers of an endpoint begin with, or the name of one of them: then it denies pods nothing. */
  readonly endpoint: string | null;
  readonly worker: string | null;
  /** A pod by the call that creates it, `pods-3`, or a member by the call that forms its cluster and its number, `clusters-1/0`: then it denies others nothing. */
  readonly pod: string | null;
  readonly from: number;
  readonly until: number | null;
  readonly limit: number | null;
  /** How often a search that it matches is denied, of how many; null: always. */
  readonly chance: readonly [of: number, among: number] | null;
}

/** The same in the words of the wire, which its draws are keyed by. */
export const makeDenial = ({ from, until, limit, chance, ...plan }: DenialPlan): FaultSpec => ({
  fault: 'no-capacity',
  match: makeMatch(plan),
  from: from as VirtualTime,
  until: until as VirtualTime | null,
  atOnce: false,
  chance,
  limit,
  delayMs: 0,
  status: 500,
});

const makeMatch = ({ host, center, gpu, endpoint, worker, pod }: Omit<DenialPlan, 'from' | 'until' | 'limit' | 'chance'>): FaultMatch => ({
  ...(host === null ? {} : { host: `host-${host}` }),
  ...(center === null ? {} : { dataCenter: center }),
  ...(gpu ? { gpu: 'NVIDIA GeForce RTX 4090' } : {}),
  ...(endpoint === null ? {} : { endpoint: `ep-${endpoint.slice(0, -1)}` }),
  ...(worker === null ? {} : { worker: `ep-${worker}` }),
  ...(pod === null ? {} : { pod: makeSeekerId(pod) }),
});
