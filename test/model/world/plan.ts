import type { Act, Plan } from '../plan.ts';
import type { PodAct, PodPlan, PodTimes } from '../pods/plan.ts';

/** Several endpoints and pods on the same few hosts, which fail. */
export interface WorldPlan {
  /** They share the times and hosts of the first. */
  readonly endpoints: readonly Plan[];
  readonly pods: PodTimes;
  readonly failures: PodPlan['failures'];
  readonly acts: readonly WorldAct[];
  readonly until: number;
}

/** At an endpoint, by its number from 0; or at a pod. */
export type WorldAct = { readonly at: number } & (
  | { readonly endpoint: number; readonly act: Act }
  | { readonly endpoint: null; readonly act: PodAct }
);

/** What the names of the workers and jobs of an endpoint begin with. */
export const prefixOf = (endpoint: number): string => `${'abc'[endpoint]}-`;
