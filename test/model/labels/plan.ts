import type { ClusterAct } from '../clusters/plan.ts';
import type { Plan } from '../plan.ts';
import type { PodAct, PodTimes } from '../pods/plan.ts';
import { randomPlan } from '../randomPlan.ts';
import type { EndpointAct } from './endpoints.ts';
import type { VolumeAct } from './volumes.ts';

/** Pods, clusters, endpoints, network volumes, tags and cost centers of one account, and what it does with them. No two acts are at one time. */
export interface LabelPlan {
  readonly pods: PodTimes;
  /** How long a worker of an endpoint may be idle. */
  readonly idle: number;
  readonly acts: readonly LabelAct[];
  readonly until: number;
}

export type LabelKind = 'tag' | 'center';

/** A resource, by the order in which those of its kind were created, from 0. */
export interface ResourceName {
  readonly kind: 'POD' | 'CLUSTER' | 'SERVERLESS_ENDPOINT' | 'NETWORK_VOLUME';
  readonly number: number;
}

/** Tags, and cost centers, are named by the order in which they are created, from 0; creates that are refused make none. A cost center has no key. */
export type LabelAct = { readonly at: number } & (
  | { readonly do: 'pod'; readonly act: PodAct }
  | { readonly do: 'cluster'; readonly act: ClusterAct }
  | { readonly do: 'endpoint'; readonly act: EndpointAct }
  | VolumeAct
  | {
      readonly do: 'create';
      readonly of: LabelKind;
      readonly key: string;
      readonly value: string;
      readonly resources: readonly ResourceName[];
    }
  | { readonly do: 'change'; readonly of: LabelKind; readonly label: number; readonly key: string; readonly value: string }
  | { readonly do: 'get'; readonly of: LabelKind; readonly label: number }
  | { readonly do: 'delete'; readonly of: LabelKind; readonly label: number }
  | { readonly do: 'attach' | 'detach'; readonly of: LabelKind; readonly label: number; readonly resource: ResourceName }
  | ListAct
  /** Goes on where one of the newest answers with a page has ended: the last is 0. `like`: which of the newest lists is asked for. */
  | { readonly do: 'next'; readonly page: number; readonly like: number }
  | {
      readonly do: 'bill';
      readonly product: 'pods' | 'endpoints' | 'clusters' | 'all';
      readonly tag: number | null;
      readonly center: number | null;
    }
);

/** `contains`: only the cost centers whose name contains it. */
export type ListAct = { readonly at: number } & (
  | { readonly do: 'list'; readonly of: LabelKind; readonly contains: string | null; readonly limit: number | null }
  | { readonly do: 'resources'; readonly of: LabelKind; readonly label: number; readonly limit: number | null }
);

/** What the endpoints of such a world are, but for their number of workers; their images are pulled as those of pods are. */
export const idlePlan = ({ pull, start }: PodTimes, idle: number): Plan => ({
  ...randomPlan('idle'),
  contract: '2026-11',
  hosts: [],
  acts: [],
  scaler: { queueDelay: 4_000 },
  timeout: 600_000,
  idle,
  pull,
  start,
  startAgain: 500,
});
