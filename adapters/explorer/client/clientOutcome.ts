import type { BrokenProperty, ClientEnding, Exchange, UsedHost } from '../../../engine/lab/explorer/index.ts';
import type { MadeCall } from './calls.ts';
import { asUndone, type Undone } from './undone.ts';

export interface ClientOutcome {
  readonly kind: 'held' | 'failed' | 'cut' | 'invalid';
  /** What it broke, each property once. */
  readonly failures: readonly BrokenProperty[];
  /** The bound that cut the run, such as `calls: 10000`. */
  readonly bound?: string;
  /** The client gave up: it threw an error that it may throw. */
  readonly gaveUp: boolean;
  /** Why its work is not done, where nothing is wrong with how it ended. */
  readonly undone?: Undone | undefined;
  readonly calls: readonly MadeCall[];
  readonly exchanges: readonly Exchange[];
  readonly entries: number;
  readonly endedAt: number;
  readonly usedHosts: () => readonly UsedHost[];
  /** What the receivers of webhooks answered, by the number of the try; 0 where no answer came. */
  readonly hookAnswers: readonly number[];
  readonly how: ClientEnding;
  /** What it returned, threw or printed. */
  readonly said: string | undefined;
}

/** Every way in which a run failed, also that the work was not done. */
export const waysFailed = ({ failures, undone }: ClientOutcome): readonly BrokenProperty[] => [
  ...failures,
  ...(undone === undefined ? [] : [asUndone(undone)]),
];

/** The hosts that a client used; none if it made a cluster, which must find all of its room at once. */
export const hostsUsedBy = ({ exchanges, usedHosts }: ClientOutcome): readonly UsedHost[] =>
  exchanges.some(({ operation }) => operation === 'createCluster') ? [] : usedHosts();
