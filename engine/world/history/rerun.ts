import type { Answer } from '../../api/operation.ts';
import { type EventOf, findId, findKind, type Kind } from '../../cloud/entities.ts';
import type { DomainEvent } from '../../cloud/input.ts';
import { type State, type StateChange, stateFor } from '../../cloud/state/state.ts';
import type { LogEntry } from '../../kernel/logEntry.ts';
import { finish, pacer, type Steps } from '../../kernel/steps.ts';
import type { LogHeader } from '../../simulator/definition.ts';
import { Invariants } from '../../simulator/invariants.ts';
import { definitionOfLog } from '../arguments.ts';
import type { WorldOptions } from '../options.ts';
import { World } from '../world.ts';

/** Plays the inputs of a log again, at their virtual times, through the rules. The resulting world should have the same log. */
export const rerun = ({ definition }: LogHeader, entries: Iterable<LogEntry<DomainEvent>>, options: WorldOptions = {}): World => {
  const world = new World(definitionOfLog(definition), options);
  finish(playInputs(world, entries));
  return world;
};

/** Gets each answer when it is given, with the entry of its call. */
type OnAnswer = (seq: number, answer: Answer) => void;

/**
 * Plays the inputs among these entries to a world, each at its virtual time. The entries may end during an advance, as they do if
 * a process was killed. Then the clock moves to the end of that instant, and the log of the world records this.
 */
export function* playInputs(world: World, entries: Iterable<LogEntry<DomainEvent>>, onAnswer?: OnAnswer): Steps<void> {
  const pauses = pacer();
  let last: LogEntry<DomainEvent> | undefined;
  for (const entry of entries) {
    if (pauses()) yield;
    last = entry;
    const { at, event } = entry;
    if (event.type === 'InputReceived') {
      const { operation, client, request, key } = event;
      const input = { operation, client, request, at, unguarded: true, ...(key === undefined ? {} : { key }) } as const;
      const answered = onAnswer && ((answer: Answer) => onAnswer(entry.seq, answer));
      const reply = yield* world.callInSteps(input, answered);
      if ('answer' in reply) answered?.(reply.answer);
    } else if (event.type === 'ClockAdvanced') yield* world.advanceInSteps({ to: at });
    else if (event.type === 'CallerLeft') world.abandon(event.call, at);
    else if (event.type === 'CallsCounted') world.countCalls(event.counted, at);
    else if (event.type === 'SeedChanged') world.reseed(event.seed, at);
    else if (event.type === 'SettingsChanged') world.reconfigure(event.settings, at);
    else if (event.type === 'ClockPolicySet') world.setClockPolicy(event.policy, at);
  }
  if (last !== undefined && world.log.length < last.seq) yield* world.advanceInSteps({ to: last.at });
}

/** Folds a log into its state, up to the entry for which `shouldStop` is true: no rules, no draws. */
export const replay = (
  { definition }: LogHeader,
  entries: Iterable<LogEntry<DomainEvent>>,
  shouldStop: (entry: LogEntry<DomainEvent>) => boolean = () => false,
): State => {
  const state = stateFor(definition);
  for (const entry of entries) {
    if (shouldStop(entry)) break;
    state.replay(entry);
  }
  return state;
};

/**
 * Folds a log again and checks every invariant after each event, or those that are named. Throws {@link InvariantViolation} at the first
 * entry after which one does not hold.
 */
export const checkInvariants = ({ definition }: LogHeader, entries: Iterable<LogEntry<DomainEvent>>, names?: readonly string[]): void => {
  const state = stateFor(definition);
  const checked = new Invariants(state, names);
  for (const entry of entries) {
    const { seq, at, event } = entry;
    const kind = findKind(event);
    if (kind === undefined) {
      state.replay(entry);
      continue;
    }
    const slot = state.slot(kind, findId(kind, event));
    const from = state.apply(slot, event as EventOf<Kind>, at);
    checked.check({ kind, id: slot.entity.id, event, seq, at, from, entity: slot.entity } as StateChange);
  }
};
