import { Choice } from '../../../engine/lab/explorer/choice.ts';
import { centers } from '../pods/plan.ts';
import type { DenialPlan } from './denialPlan.ts';

interface Scope {
  readonly hosts: number;
  readonly instant: () => number;
  /** How long one lasts at most. */
  readonly longest: number;
  /** What the names of the workers of each endpoint begin with. */
  readonly endpoints: readonly string[];
  /** The pods and members that there may be, as faults name them. */
  readonly pods: readonly string[];
}

/** In half of the worlds, hosts are denied to all, or to some. */
export const randomDenials = (seed: string, { hosts, instant, longest, endpoints, pods }: Scope): readonly DenialPlan[] => {
  const choice = new Choice(seed, 'denials', 'model');
  const chances = new Choice(seed, 'chances', 'model');
  const names = new Choice(seed, 'names', 'model');
  return Array.from({ length: choice.happens(1, 2) ? 1 + choice.below(4) : 0 }, () => {
    const host = choice.happens(1, 3) ? choice.below(hosts) : null;
    const center = choice.happens(1, 6) ? (centers[host ?? choice.below(hosts)] ?? null) : null;
    const ofEndpoint = endpoints.length > 0 && choice.happens(1, 4) ? choice.of(endpoints) : null;
    const ofWorker = endpoints.length > 0 && choice.happens(1, 6) ? `${ofEndpoint ?? endpoints[0]}w${1 + choice.below(3)}` : null;
    const from = choice.happens(1, 3) ? 0 : 1 + instant();
    const limit = choice.of([null, null, 1, 1, 2, 3, 8]);
    const until = limit !== null && choice.happens(1, 2) ? null : from + 1 + choice.below(longest);
    const chance = chances.happens(1, 2) ? ([chances.of([25, 50, 90]), 100] as const) : null;
    const gpu = names.happens(1, 6);
    const times = { from, until, limit, chance };
    const isOfPod = pods.length > 0 && names.happens(1, endpoints.length > 0 ? 6 : 3);
    if (!isOfPod) return { host, center, gpu, endpoint: ofEndpoint, worker: ofWorker, pod: null, ...times };
    const where = names.happens(3, 4) ? { host: null, center: null } : { host, center };
    // One pod searches seldom: what denies it lasts, and is for one of the first.
    const pod = names.of(pods.slice(0, 6));
    return {
      ...where,
      gpu,
      endpoint: null,
      worker: null,
      pod,
      ...times,
      from: names.happens(2, 3) ? 0 : from,
      until: until && until + 10 * longest,
    };
  });
};
