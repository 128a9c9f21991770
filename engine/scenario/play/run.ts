import type { DomainEvent } from '../../cloud/input.ts';
import type { StateChange } from '../../cloud/state/state.ts';
import type { LogSink } from '../../kernel/log.ts';
import type { Sha256 } from '../../kernel/sha256.ts';
import type { World } from '../../world/world.ts';
import type { PathProblem } from '../format/problem.ts';
import type { PropertyResult } from '../format/resultFormat.ts';
import type { Variables } from '../format/variables.ts';
import type { LoadCalls } from '../load/loadCalls.ts';
import type { ClientWatcher } from '../properties/kind.ts';
import type { Scenario } from '../scenario.ts';
import type { Answered } from '../step/answer.ts';
import type { Failure } from '../step/failure.ts';
import type { StepSpec } from '../step/stepFormat.ts';
import type { UnloggedCall } from './unloggedCalls.ts';

/** The result of a run. */
export interface Run {
  readonly scenario: Scenario;
  /** `incomplete`: nothing failed, but not every step could be taken. */
  readonly verdict: 'pass' | 'fail' | 'incomplete';
  /** The unmet expectations, one line each; and each with its place in the file, and the compared values. */
  readonly failures: readonly string[];
  readonly failed: readonly Failure[];
  /** Steps that were never taken, and why. */
  readonly unfired: readonly string[];
  /** Parts of the file that had no effect: faults that struck nothing, assertions that looked at nothing, calls that no load made. */
  readonly idle: readonly PathProblem[];
  /** The result of each property of the file, in their order. */
  readonly properties: readonly PropertyResult[];
  readonly world: World;
  /** The variables that its steps have saved. */
  readonly variables: Variables;
  /** For a scenario with loads: the calls that these made. */
  readonly calls?: LoadCalls;
  /** For a scenario of inputs: each input with its entry in the log of the run. */
  readonly passed?: readonly Passed[];
}

/** A run whose fingerprint has not been checked yet. */
export type Played = Omit<Run, 'failures'>;

/** An input that was played, and its entry in the log. */
export interface Passed {
  readonly label: string;
  readonly seq: number;
  /** The entry that the file names for it. */
  readonly entry: string | undefined;
}

/**
 * Another future of a run, from a settled moment on: draws and new ids follow another seed, and some of the steps that have not come yet
 * are left out. Up to there the run is as it would be.
 */
export interface Future {
  /** It begins as soon as the log has this entry, and all else that happens at that instant. */
  readonly after: number;
  readonly seed: string;
  /** Whether a step is left out, by the key of its call. */
  readonly leavesOut: (key: string) => boolean;
}

export interface PlayOptions {
  /** Of a scenario with steps. */
  readonly future?: Future;
  readonly sink?: LogSink<DomainEvent>;
  /** Receives the world before anything is done in it. The caller can read the events there, even if the run ends with an error. */
  readonly onBegin?: (world: World) => void;
  readonly onChange?: (change: StateChange) => void;
  /** Gets each call of a step that leaves no entry in the log. */
  readonly onUnlogged?: (call: UnloggedCall) => void;
  /** Gets the answer to each call of a step or an input, and how long it took. */
  readonly onAnswer?: (call: Pick<StepSpec, 'name' | 'expect'>, answered: Answered) => void;
  /** The most log entries, with calls that leave no entry counted too; a longer run is stopped and is incomplete. */
  readonly entriesMax?: number;
  /** The most timers that may fire at one instant: more end the run with an error that begins with `tooManyAtOnce`. */
  readonly timersPerInstantMax?: number;
  /** Whether parts are looked for that had no effect; they are unless given. */
  readonly idle?: boolean;
  /** Check the laws, and the properties of clients, that the scenario names: `allChecks` has both. Without them they are not evaluated. */
  readonly laws?: (run: Played) => Played;
  readonly clients?: ClientWatcher;
  /** The platform's own, for fingerprints. */
  readonly sha256?: Sha256;
}
