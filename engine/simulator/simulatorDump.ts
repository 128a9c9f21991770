import type { Settings, SomeSettings } from '../cloud/entities.ts';
import type { StateDump } from '../cloud/state/state.ts';
import { asItIs, type Copy, copyInSteps } from '../kernel/copy.ts';
import { invariant } from '../kernel/invariant.ts';
import { pacer, type Steps } from '../kernel/steps.ts';
import type { VirtualTime } from '../kernel/time.ts';
import { changeSettings } from './definition.ts';
import type { Simulator } from './simulation.ts';

/** A simulator without its log, as plain data. */
export interface SimulatorDump {
  readonly now: VirtualTime;
  readonly scheduled: number;
  readonly state: StateDump;
  /** The memory of its judge, if it has one. */
  readonly judge?: unknown;
  readonly seed: string;
  readonly settings: Settings;
}

/** The simulator as the newest input left it. Later calls left nothing in the log. */
export function* dumpSimulator(
  { recorder, timers, judge, configuration: { seed, settings } }: Simulator,
  copy: Copy = asItIs,
): Steps<SimulatorDump> {
  invariant(recorder.firedSinceInput === 0, 'timers have fired, and the log does not say so yet');
  const state = yield* recorder.state.dump(copy);
  const { scheduled } = timers.calendar;
  const loop = { now: recorder.inputAt, scheduled, state, seed, settings };
  return judge === undefined ? loop : { ...loop, judge: yield* copyInSteps(copy, yield* judge.dump()) };
}

/** Makes a new simulator continue where the dumped one was: with its entities, its calendar and its judge. */
export function* loadSimulator(sim: Simulator, dump: SimulatorDump): Steps<void> {
  if (dump.seed !== sim.configuration.seed) sim.configuration.reseed(dump.seed);
  sim.configuration.configure(dump.settings);
  sim.recorder.now = dump.now;
  sim.recorder.inputAt = dump.now;
  yield* sim.state.load(dump.state);
  sim.timers.calendar.resume(dump.scheduled);
  const pauses = pacer();
  for (const scheduled of sim.state.listTimers()) {
    sim.timers.restore(scheduled);
    if (pauses()) yield;
  }
  if (dump.judge !== undefined && sim.judge !== undefined) yield* sim.judge.load(dump.judge);
}

/** These settings apply from now on, and the others as before. A timer that they make overdue fires when time next passes, at this instant. */
export const reconfigure = ({ configuration, state, recorder, reschedule }: Simulator, changes: SomeSettings): void => {
  configuration.configure(changeSettings(configuration.settings, changes));
  for (const slot of state.slots()) reschedule(slot, recorder.input);
};
