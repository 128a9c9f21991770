import type { DomainEvent } from '../../../../../engine/cloud/index.ts';
import type { LogEntry } from '../../../../../engine/kernel/index.ts';
import type { Called, FailedAssertion, HeldAssertion } from '../../../../../engine/scenario/index.ts';
import type { LogHeader } from '../../../../../engine/simulator/index.ts';

/**
 * Where a log comes from. The rest of the console does not know which it has: `local.ts` plays a scenario in a worker, and a remote one
 * reads the log and the event stream of a served world.
 */
export interface Source {
  /** How many entries the page may hold; all unless given. A live log has no end, and memory has. */
  readonly entriesMax?: number;
  /** Begins to deliver; called once. */
  open(sink: SourceSink): void;
  /** Delivers the answers of all calls so far, once. A log has none; absent where the source has none either. */
  readAnswers?(take: (answers: RunAnswers) => void): void;
  /** Instead, of a source that has no end: delivers them now and whenever there are more. Returns what ends this. */
  followAnswers?(take: (answers: RunAnswers) => void): () => void;
  /** After this, nothing is delivered any more, and the work behind it has ended. */
  close(): void;
}

/** Takes what a source delivers: `begin`, then `append` as often as there is more, then `end`; a live one says `follow` instead, and continues. `fail` may come at any time, and is the last. */
export interface SourceSink {
  /** `title`: how the run is called, for people. */
  begin(header: LogHeader, title: string): void;
  /** The next entries, in the order of the log. */
  append(entries: readonly LogEntry<DomainEvent>[]): void;
  /** All that there is by now was delivered, and more comes as it happens. */
  follow(): void;
  /** No entry follows. The log of a live world does not end. */
  end(outcome: RunOutcome): void;
  /** There is no log, or no more of it. Each line says one thing that is wrong. */
  fail(problems: readonly string[]): void;
}

/** What a run came to. */
export interface RunOutcome {
  readonly verdict: 'pass' | 'fail' | 'incomplete';
  /** What was not as expected, and what never happened; one line each. */
  readonly failures: readonly string[];
  /** Of the failures, those that are comparisons: what was expected, and what was seen. */
  readonly failedAssertions: readonly FailedAssertion[];
  /** For each of the failures, the entry to look at first; undefined where there is none. */
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
  /** The name of its key, or what it was without one. */
  readonly client: string;
  /** Undefined while it is awaited. */
  readonly answer: KeptAnswer | undefined;
}
