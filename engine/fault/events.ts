import type { DurationMs, VirtualTime } from '../kernel/time.ts';

/** What the log may say of a fault. */
export type FaultEvent =
  | { readonly type: 'FaultInjected'; readonly faultId: string; readonly spec: FaultSpec }
  | { readonly type: 'FaultBegan'; readonly faultId: string }
  | { readonly type: 'FaultStruck'; readonly faultId: string; readonly target: string; readonly strikes: number }
  | { readonly type: 'FaultEnded'; readonly faultId: string; readonly reason: FaultEndReason };

/** A cause, not an effect: what goes wrong, where, when, how often. It ends by itself. */
export interface FaultSpec {
  readonly fault: FaultKind;
  readonly match: FaultMatch;
  /** From when on. */
  readonly from: VirtualTime;
  /** `worker-crash`, `host-failure`: strikes what it matches at `from`; otherwise each occasion as it comes. */
  readonly atOnce: boolean;
  /** Up to when; null = until its limit is reached. */
  readonly until: VirtualTime | null;
  /** How likely each occasion is struck, as a ratio of whole numbers; null = every one. */
  readonly chance: Ratio | null;
  /** How often it strikes at most; null = as often as its window allows. */
  readonly limit: number | null;
  /** `slow-image-pull`, `api-latency`: how much longer it takes. */
  readonly delayMs: DurationMs;
  /** `api-error`: the status it answers with. */
  readonly status: number;
}

export type FaultEndReason = 'window' | 'limit' | 'removed' | 'done';
export const faultKinds = [
  'worker-crash',
  'slow-image-pull',
  'image-pull-failure',
  'host-failure',
  'no-capacity',
  'api-error',
  'api-latency',
] as const;
export type FaultKind = (typeof faultKinds)[number];
export type Ratio = readonly [of: number, among: number];

/** What it may strike; an absent part matches everything. */
export interface FaultMatch {
  readonly endpoint?: string;
  readonly worker?: string;
  readonly operation?: string;
  readonly pod?: string;
  readonly image?: string;
  readonly host?: string;
  readonly dataCenter?: string;
  readonly gpu?: string;
}
