import type { EndpointConfig } from '../../../../engine/cloud/endpoint/events.ts';
import type { VirtualTime } from '../../../../engine/kernel/time.ts';

export const work = 'fleet-recounted';
export const minimum = 'minimum-recounted';

/** What is wrong with a crew: the invariant that it breaks, and what the endpoint has that it must not have. */
export interface WrongCrew {
  readonly name: string;
  readonly has: string;
}

/** The workers of an endpoint, counted, and what its scaler has in mind. */
export interface Crew {
  config: EndpointConfig;
  /** When it may launch workers without a job (worker.prepared): when it was made, or never. */
  readonly preparedAt: VirtualTime | undefined;
  version: number;
  min: number;
  max: number;
  /** How many count towards `workers.max`; of these, how many work, are unhealthy, are up, hold the minimum, and both of the last. */
  active: number;
  busy: number;
  broken: number;
  up: number;
  kept: number;
  keptUp: number;
  /** Of those that are up and do not work, how many will ask for a job, and how many of these because one waits. */
  looking: number;
  called: number;
  /** Of those that are up and do not work, how many are healthy, as the load balancer sees it. */
  reachable: number;
  /** Real processes take its jobs, when they like. */
  isExternal: boolean;
  /** Its workers take several jobs at once. */
  isShared: boolean;
  /** Requests may be bound to one of its workers (lb.affinity). */
  isBinding: boolean;
  /** The workers that were stopped to be replaced, and are not yet: while room is made for one, another that waits may be, too. */
  replaces: readonly string[];
  /** When its scaler looks at the queue. */
  checksAt: VirtualTime | undefined;
  /** It does so now, and may add a worker. */
  mayAdd: boolean;
  /** When it added one last. */
  addedAt: VirtualTime | undefined;
}

export interface Standing {
  readonly endpointId: string;
  readonly number: number;
  readonly version: number;
  kept: boolean;
  /** `busy`: up, and at work. `out`: it is stopped, or sleeps. */
  is: 'busy' | 'up' | 'coming' | 'broken' | 'out';
  /** It will ask for a job, `called`: because one waits. */
  looks: 'called' | 'later' | 'no';
  isHealthy: boolean;
}

export const newCrew = (config: EndpointConfig, preparedAt: VirtualTime | undefined): Crew => ({
  config,
  preparedAt,
  version: 1,
  ...limitsOf(config),
  active: 0,
  busy: 0,
  broken: 0,
  up: 0,
  kept: 0,
  keptUp: 0,
  looking: 0,
  called: 0,
  reachable: 0,
  isExternal: false,
  isShared: false,
  isBinding: false,
  replaces: [],
  checksAt: undefined,
  mayAdd: false,
  addedAt: undefined,
});

export const limitsOf = ({ workers: { min, max } }: EndpointConfig) => ({ min: Math.min(min, max), max });

/** Adds a worker to the counts of its crew, or takes it out of them. */
export const count = (crew: Crew, { is, kept, looks, isHealthy }: Standing, by: 1 | -1): void => {
  if (is === 'out') return;
  const isUp = is === 'up' || is === 'busy';
  crew.active += by;
  if (is === 'busy') crew.busy += by;
  if (is === 'broken') crew.broken += by;
  if (isUp) crew.up += by;
  if (kept) crew.kept += by;
  if (kept && isUp) crew.keptUp += by;
  if (is !== 'up') return;
  if (looks !== 'no') crew.looking += by;
  if (looks === 'called') crew.called += by;
  if (isHealthy) crew.reachable += by;
};

/** How many serve, or will. An unhealthy one stands for none of them (worker.serving-counts). */
export const countExpected = ({ active, broken }: Crew): number => active - broken;

/** How many are on their way. */
export const countComing = ({ active, broken, up }: Crew): number => active - broken - up;

/** What is wrong with a crew once an instant is over: only one that works may be one too many, until its work has ended. */
export const wrongWith = ({ min, max, active, busy, broken, up, kept, keptUp }: Crew): WrongCrew | undefined => {
  const expected = active - broken;
  if (active > max && busy < active) return { name: work, has: `${active} workers, of ${max}, and ${active - busy} of them do not work` };
  if (expected < min && active < max)
    return { name: minimum, has: `${expected} workers that are up or on their way, of the ${min} of its minimum` };
  if (kept !== Math.min(min, active)) return { name: minimum, has: `${kept} workers that hold its minimum of ${min}, of ${active}` };
  if (keptUp < kept && keptUp < up)
    return { name: minimum, has: 'workers that hold its minimum and are not up, beside ones that are up and do not' };
  return undefined;
};
