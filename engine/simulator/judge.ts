import type { Settings } from '../cloud/entities.ts';
import type { InputEvent } from '../cloud/input.ts';
import type { State, StateChange } from '../cloud/state/state.ts';
import type { Steps } from '../kernel/steps.ts';
import type { VirtualTime } from '../kernel/time.ts';

/**
 * Watches a simulator, and throws at the first thing that should not be so. It is shown each change after it and before its
 * consequences. podsim has none of its own: those that check it are installed by its tests.
 */
export interface Judge {
  check(change: StateChange): void;
  checkInput(event: InputEvent, at: { readonly seq: number; readonly at: VirtualTime; readonly cause: number }): void;
  /** A call was answered with success, and nothing followed from it. `seq`: the newest entry. */
  checkQuiet(call: QuietCall, seq: number): void;
  /** Everything that was due before this time must have happened. `seq`: the entry that says so, or the newest one. */
  passTo(at: VirtualTime, seq: number): void;
  /** What it remembers, for snapshots: plain data. */
  dump(): Steps<unknown>;
  load(dump: unknown): Steps<void>;
}

/** A call that left no entry. */
export type QuietCall = Pick<Extract<InputEvent, { type: 'InputReceived' }>, 'operation' | 'request'>;

/** What a judge is opened with. `names`: of the only invariants that are asked for. `keyless`: the operations that need no key. */
export interface JudgeSources {
  readonly state: State;
  readonly settings: Settings;
  readonly names: readonly string[] | undefined;
  readonly keyless: ReadonlySet<string> | undefined;
}

let open: ((sources: JudgeSources) => Judge) | undefined;

/** From now on, each simulator whose invariants are checked has a judge of its own. */
export const installJudge = (opener: (sources: JudgeSources) => Judge): void => {
  open = opener;
};

export const openJudge = (sources: JudgeSources): Judge | undefined => open?.(sources);
