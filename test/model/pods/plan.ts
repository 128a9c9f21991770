import type { DenialPlan } from '../hosts/denialPlan.ts';
import type { MountsAsked } from '../volumes/mounts.ts';

/** Hosts of one type of GPU, each in a data center of its own, and what an account does with pods there. All times are in milliseconds. */
export interface PodPlan extends PodTimes {
  /** How many GPUs each host has. */
  readonly hosts: readonly number[];
  /** While a host is down it takes no pod, and what it held is lost. */
  readonly failures: readonly { readonly host: number; readonly from: number; readonly until: number }[];
  /** They come after the failures in the list of faults of the world. */
  readonly denials: readonly DenialPlan[];
  readonly acts: readonly PodAct[];
  readonly until: number;
}

export interface PodTimes {
  readonly provision: number;
  readonly pull: number;
  readonly start: number;
}

/** What a create says beside its GPUs and its image: network volumes to mount, by their numbers; where it may be; and whether in the community cloud. */
export interface Wishes {
  readonly network: readonly number[] | null;
  readonly centers: readonly string[];
  readonly isInCommunity: boolean;
}

export const noWishes: Wishes = { network: null, centers: [], isInCommunity: false };

/** Pods are named by the order in which they are created, from 0; creates that are refused make none. `mount`: GB of its machine's disk, 0 = none. */
export type PodAct = { readonly at: number } & (
  | { readonly do: 'create'; readonly gpus: number; readonly image: string; readonly mount: number; readonly wishes: Wishes }
  | { readonly do: 'start' | 'stop' | 'restart' | 'terminate' | 'get'; readonly pod: number }
  | { readonly do: 'patch'; readonly pod: number; readonly image: string }
  | ({ readonly do: 'remount'; readonly pod: number } & MountsAsked)
  | { readonly do: 'lock'; readonly pod: number; readonly locked: boolean }
  | { readonly do: 'list' }
  | { readonly do: 'bill'; readonly hours: number }
  | { readonly do: 'catalog'; readonly gpus: number }
);

/** The data center of each host. */
export const centers = ['EU-RO-1', 'EU-CZ-1', 'EU-RO-1', 'EU-CZ-1'] as const;
