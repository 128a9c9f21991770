import type { FaultSpec } from '../../../engine/cloud/fault/events.ts';
import type { VirtualTime } from '../../../engine/kernel/time.ts';

/** A `no-capacity` fault: while it lasts, what it matches gets none of the hosts that it matches. What it does not name (null) may be anything. */
export interface DenialPlan {
  readonly host: number | null;
  readonly center: string | null;
  /** What the names of the workers of an endpoint begin with, or the name of one of them: then it denies pods nothing. */
  readonly endpoint: string | null;
  readonly worker: string | null;
  readonly from: number;
  readonly until: number | null;
  readonly limit: number | null;
  /** How often a search that it matches is denied, of how many; null: always. */
  readonly chance: readonly [of: number, among: number] | null;
}

/** The same in the words of the wire, which its draws are keyed by. */
export const makeDenial = ({ host, center, endpoint, worker, from, until, limit, chance }: DenialPlan): FaultSpec => ({
  fault: 'no-capacity',
  match: {
    ...(host === null ? {} : { host: `host-${host}` }),
    ...(center === null ? {} : { dataCenter: center }),
    ...(endpoint === null ? {} : { endpoint: `ep-${endpoint.slice(0, -1)}` }),
    ...(worker === null ? {} : { worker: `ep-${worker}` }),
  },
  from: from as VirtualTime,
  until: until as VirtualTime | null,
  atOnce: false,
  chance,
  limit,
  delayMs: 0,
  status: 500,
});
