import type { PodAct, PodTimes } from '../pods/plan.ts';
import type { VolumeAct } from '../volumes/plan.ts';

/** Pods, network volumes, tags and cost centers of one account, and what it does with them. No two acts are at one time. */
export interface LabelPlan {
  readonly pods: PodTimes;
  readonly acts: readonly LabelAct[];
  readonly until: number;
}

export type LabelKind = 'tag' | 'center';

/** A pod or a volume, by the order in which those of its kind were created, from 0. */
export interface ResourceName {
  readonly kind: 'POD' | 'NETWORK_VOLUME';
  readonly number: number;
}

/** Tags, and cost centers, are named by the order in which they are created, from 0; creates that are refused make none. A cost center has no key. */
export type LabelAct = { readonly at: number } & (
  | { readonly do: 'pod'; readonly act: PodAct }
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
  | { readonly do: 'bill'; readonly tag: number | null; readonly center: number | null }
);

/** `contains`: only the cost centers whose name contains it. */
export type ListAct = { readonly at: number } & (
  | { readonly do: 'list'; readonly of: LabelKind; readonly contains: string | null; readonly limit: number | null }
  | { readonly do: 'resources'; readonly of: LabelKind; readonly label: number; readonly limit: number | null }
);
