import type { Json } from '../../kernel/canonical.ts';
import type { DurationMs, VirtualTime } from '../../kernel/time.ts';

/** The events of a fault. */
export type FaultEvent =
  | { readonly type: 'FaultInjected'; readonly faultId: string; readonly spec: FaultSpec }
  | { readonly type: 'FaultBegan'; readonly faultId: string }
  | { readonly type: 'FaultStruck'; readonly faultId: string; readonly target: string; readonly strikes: number }
  | { readonly type: 'FaultEnded'; readonly faultId: string; readonly reason: FaultEndReason };

/** A cause, not an effect: what goes wrong, where, when, how often. It ends by itself. */
export interface FaultSpec {
  readonly fault: FaultKind;
  readonly match: FaultMatch;
  /** When its window begins. */
  readonly from: VirtualTime;
  /**
   * True for a one-shot `worker-crash`, `host-failure` or `quota-cut`, which strikes what it matches at `from`. Any other fault has a
   * trial whenever something it matches occurs.
   */
  readonly atOnce: boolean;
  /** When its window ends; null = when its limit is reached. */
  readonly until: VirtualTime | null;
  /** The probability that a trial is a strike, as a ratio of whole numbers; null = every trial strikes. */
  readonly chance: Ratio | null;
  /** The most strikes; null = no limit within its window. */
  readonly limit: number | null;
  /** What `delays` says of its kind, in ms; 0 for other kinds, and where it may be left out and is. */
  readonly delayMs: DurationMs;
  /** `api-error`: the status of the answer. */
  readonly status: number;
  /** `answer-is`: the answer. */
  readonly answer?: FaultAnswer;
}

/** What a client is answered, whatever the platform would have said (fault.answer). */
export interface FaultAnswer {
  readonly status: number;
  /** By their names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** A text is sent as it is, any other value as JSON; absent = an empty body. */
  readonly body?: Json;
  /** Whether the call is carried out all the same. */
  readonly effect: boolean;
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
  'answer-lost',
  'answer-500-after-effect',
  'answer-late',
  'answer-cut',
  'answer-is',
  'list-lag',
  'views-disagree',
  'edge-timeout',
  'not-yet-reachable',
  'quota-cut',
] as const;
export type FaultKind = (typeof faultKinds)[number];
type Ratio = readonly [of: number, among: number];

/** What it may strike. An absent part matches everything. */
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
