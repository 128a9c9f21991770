import type { DomainEvent } from '../entities.ts';
import type { LogSink } from '../kernel/log.ts';
import type { Sha256 } from '../kernel/sha256.ts';
import type { StateChange } from '../state.ts';
import type { World } from '../world.ts';
import type { Scenario } from './scenario.ts';

/** What a run came to. */
export interface Run {
  readonly scenario: Scenario;
  /** `incomplete`: nothing was wrong, but not every step could be taken. */
  readonly verdict: 'pass' | 'fail' | 'incomplete';
  /** What was not as expected, one line each. */
  readonly failures: readonly string[];
  /** Steps that were never taken, and why. */
  readonly unfired: readonly string[];
  readonly world: World;
  /** Of a scenario of inputs: each as it stands in the log of the run. */
  readonly passed?: readonly Passed[];
}

/** An input that was played, and its entry in the log. */
export interface Passed {
  readonly label: string;
  readonly seq: number;
  /** Where the file says that it stood. */
  readonly entry: string | undefined;
}

export interface PlayOptions {
  readonly sink?: LogSink<DomainEvent>;
  readonly onChange?: (change: StateChange) => void;
  /** How long the log may become, calls that leave nothing there counted with it; a longer story is left incomplete. */
  readonly entriesMax?: number;
  /** The platform's own, for fingerprints. */
  readonly sha256?: Sha256;
}
