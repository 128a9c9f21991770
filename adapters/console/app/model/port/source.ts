import type { DomainEvent } from '../../../../../engine/cloud/index.ts';
import type { LogEntry } from '../../../../../engine/kernel/index.ts';
import type { Called, FailedAssertion, HeldAssertion } from '../../../../../engine/scenario/index.ts';
import type { LogHeader } from '../../../../../engine/simulator/index.ts';

/**
 * The source of a log. The rest of the console does not know which kind it is: `local.ts` plays a scenario in a worker, and a remote one
 * reads the log and the event stream of a served world.
 */
export interface Source {
  /** How many entries the page may hold; all unless given. A live log has no end, and memory has. */
  readonly entriesMax?: number;
  /** Begins to deliver; called once. */
  open(sink: SourceSink): void;
  /** Delivers the answers of all calls so far, once. A log has no answers; absent if the source has none either. */
  readAnswers?(take: (answers: RunAnswers) => void): void;
  /** For a source without an end: delivers the answers now and whenever more arrive. Returns a function that stops it. */
  followAnswers?(take: (answers: RunAnswers) => void): () => void;
  /** After this, nothing is delivered any more, and the work behind it has ended. */
  close(): void;
}

/**
 * Receives what a source delivers: `begin`, then `append` for each batch, then `end`; a live source calls `follow` instead, and continues.
 * `fail` may come at any time, and is the last.
 */
export interface SourceSink {
  /** `title`: how the run is called, for people. */
  begin(header: LogHeader, title: string): void;
  /** The next entries, in the order of the log. */
  append(entries: readonly LogEntry<DomainEvent>[]): void;
  /** All entries so far were delivered; more follow as they happen. */
  follow(): void;
  /** No entry follows. The log of a live world does not end. */
  end(outcome: RunOutcome): void;
  /** The log is missing or ends early. Each line names one problem. */
  fail(problems: readonly string[]): void;
}

/** The outcome of a run. */
export interface RunOutcome {
  readonly verdict: 'pass' | 'fail' | 'incomplete';
  /** Each unmet expectation, and each event that never happened; one line each. */
  readonly failures: readonly string[];
  /** The failures that are comparisons: the expected value, and the actual one. */
  readonly failedAssertions: readonly FailedAssertion[];
  /** For each failure, the entry to look at first; undefined if there is none. */
  readonly failureSeqs: readonly (number | undefined)[];
  /** For each of the failures, the entity that it is about, such as the job of a step; undefined where it names none. */
  readonly failureIds?: readonly (string | undefined)[];
  /** The entries of calls whose refusal a step of the scenario expects. Absent where that is not known. */
  readonly expectedRefusals?: readonly number[];
  readonly heldAssertions: readonly HeldAssertion[];
  readonly fingerprint: string;
}

/** The answers of calls. */
export interface RunAnswers {
  readonly answers: readonly KeptAnswer[];
  /** Calls that left no entry, because nothing followed from them; in order. */
  readonly unlogged: readonly UnloggedRequest[];
}

/** An answer as the page keeps it: of the body only the beginning. */
export interface KeptAnswer {
  /** The entry of its call; 0 for a call that left none. */
  readonly seq: number;
  readonly at: number;
  readonly status: number;
  readonly rule?: string;
  readonly text?: string;
}

export interface UnloggedRequest {
  /** How many entries the log had then. */
  readonly after: number;
  readonly at: number;
  readonly call: Called;
  /** The name of its key, or the reason why it had none. */
  readonly client: string;
  /** Undefined while it is awaited. */
  readonly answer: KeptAnswer | undefined;
}
