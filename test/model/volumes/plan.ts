import type { BillWindow } from '../bills/pages.ts';
import type { PodAct, PodPlan } from '../pods/plan.ts';

/** Pods on few hosts, and the network volumes that they mount. */
export interface VolumePlan extends Omit<PodPlan, 'acts'> {
  readonly acts: readonly (VolumeAct | PodAct)[];
}

/** Volumes are named by the order in which they are created, from 0; creates that are refused make none. */
export type VolumeAct = { readonly at: number } & (
  | { readonly do: 'create-volume'; readonly size: number; readonly center: string; readonly tier: Tier | null }
  | { readonly do: 'resize-volume'; readonly volume: number; readonly size: number }
  | { readonly do: 'get-volume' | 'delete-volume'; readonly volume: number }
  | { readonly do: 'volumes' }
  | { readonly do: 'bill-pages'; readonly window: BillWindow; readonly limit: number | null }
  /** Goes on where one of the newest pages has ended: the last is 0. `like`: which of the newest bills is asked for. */
  | { readonly do: 'bill-next'; readonly page: number; readonly like: number; readonly limit: number | null }
  | { readonly do: 'bill-all'; readonly hours: number }
);

export type Tier = 'STANDARD' | 'HIGH_PERFORMANCE';

export const isOfVolume = <Act extends { readonly do: string }>(act: Act | VolumeAct): act is VolumeAct =>
  act.do.endsWith('-volume') || act.do === 'volumes' || act.do.startsWith('bill-');
