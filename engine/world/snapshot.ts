import type { DomainEvent } from '../cloud/input.ts';
import { asItIs, copier } from '../kernel/copy.ts';
import { invariant } from '../kernel/invariant.ts';
import type { LogPast } from '../kernel/log.ts';
import type { Steps } from '../kernel/steps.ts';
import type { Simulator } from '../simulator/simulation.ts';
import { dumpSimulator, loadSimulator, type SimulatorDump } from '../simulator/simulatorDump.ts';
import type { PendingCalls, PendingCallsDump } from './pendingCalls.ts';

/** How a snapshot is laid out. Its number goes up with every change of that: one of another form is made anew from the log. */
export const snapshotForm = 33;

/** A world at a settled instant, its log apart: plain data, to be encoded at once by something that keeps identities. */
export interface WorldSnapshot {
  readonly form: number;
  /** The newest entry of the log then. */
  readonly seq: number;
  readonly loop: SimulatorDump;
  readonly callers: PendingCallsDump;
}

/** Where a world goes on from: what it was, and what its log said up to then. */
export interface Resumption {
  readonly snapshot: WorldSnapshot;
  readonly past: LogPast<DomainEvent>;
}

/** A snapshot that shares its parts with the world; `apart`, it shares nothing. The world may not change before the last step. */
export function* takeSnapshot(sim: Simulator, pendingCalls: PendingCalls, { apart }: { readonly apart: boolean }): Steps<WorldSnapshot> {
  const copy = apart ? copier() : asItIs;
  return {
    form: snapshotForm,
    seq: sim.log.length,
    loop: yield* dumpSimulator(sim, copy),
    callers: copy(pendingCalls.dump()),
  };
}

/** Makes a new world go on from a snapshot. Its log is that of the snapshot. */
export function* loadSnapshot(sim: Simulator, pendingCalls: PendingCalls, { seq, loop, callers }: WorldSnapshot): Steps<void> {
  invariant(seq === sim.log.length, () => `the snapshot was taken after entry ${seq}, and the log says ${sim.log.length}`);
  yield* loadSimulator(sim, loop);
  pendingCalls.load(callers);
}
