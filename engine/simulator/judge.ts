import type { Settings } from '../cloud/entities.ts';
import type { InputEvent } from '../cloud/input.ts';
import type { State, StateChange } from '../cloud/state/state.ts';
import type { Steps } from '../kernel/steps.ts';
import type { VirtualTime } from '../kernel/time.ts';

/**
 * Watches a simulator, and throws at the first violation. It sees each change after it and before its consequences. podsim has no judge of
 * its own: its tests install those that check it.
 */
export interface Judge {
  check(change: StateChange): void;
  checkInput(event: InputEvent, at: { readonly seq: number; readonly at: VirtualTime; readonly cause: number }): void;
  /** A call was answered with success, and nothing followed from it. `seq`: the newest entry. */
  checkQuiet(call: QuietCall, seq: number): void;
  /** Everything that was due before this time must have happened. `seq`: the entry that implies this, or the newest one. */
  passTo(at: VirtualTime, seq: number): void;
  /** Its memory, for snapshots: plain data. */
  dump(): Steps<unknown>;
  load(dump: unknown): Steps<void>;
}

/** A call that left no entry. */
export type QuietCall = Pick<Extract<InputEvent, { type: 'InputReceived' }>, 'operation' | 'request'>;

/** The options of a judge. `names`: the only invariants to check. `keyless`: the operations that need no key. */
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
