import type { ClusterAct } from '../clusters/plan.ts';
import type { DenialPlan } from '../hosts/denialPlan.ts';
import type { Act, Plan } from '../plan.ts';
import type { PodAct, PodPlan, PodTimes } from '../pods/plan.ts';
import type { VolumeAct } from '../volumes/plan.ts';

/** Several endpoints and pods on the same few hosts, which fail. */
export interface WorldPlan {
  /** They share the times and hosts of the first. */
  readonly endpoints: readonly Plan[];
  readonly pods: PodTimes;
  readonly failures: PodPlan['failures'];
  /** They come after the failures in the list of faults of the world. */
  readonly denials: readonly DenialPlan[];
  readonly acts: readonly WorldAct[];
  readonly until: number;
}

/** At an endpoint, by its number from 0; at a pod, a cluster, or a network volume. */
export type WorldAct = { readonly at: number } & (
  | { readonly of: number; readonly act: Act }
  | { readonly of: 'pods'; readonly act: PodAct }
  | { readonly of: 'clusters'; readonly act: ClusterAct }
  | { readonly of: 'volumes'; readonly act: VolumeAct }
);

/** What the names of the workers and jobs of an endpoint begin with. */
export const prefixOf = (endpoint: number): string => `${'abc'[endpoint]}-`;
