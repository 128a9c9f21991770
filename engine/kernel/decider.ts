import { type Either, isLeft, left, right } from 'fp-ts/lib/Either.js';
import { Immer } from 'immer';
import { canonicalText } from './canonical.ts';
import type { Lifecycle } from './lifecycle.ts';
import type { LoggedEvent } from './log.ts';
import type { DurationMs, VirtualTime } from './time.ts';

/**
 * What kind of "no" it is; the API's status follows from the kind alone (`api/problems.ts`).
 * `refused` is a status that does not permit it, `contradictory` a request whose parts do not go together.
 */
export type RejectionKind =
  | 'unauthenticated'
  | 'exhausted'
  | 'forbidden'
  | 'unknown'
  | 'no-method'
  | 'too-large'
  | 'invalid'
  | 'malformed'
  | 'contradictory'
  | 'capacity'
  | 'refused'
  | 'failing';

/** A "no" the caller can act on: the rule that says no, and what would have been allowed. */
export interface Rejection {
  readonly kind: RejectionKind;
  readonly rule: string;
  readonly detail: string;
  /** For validation failures: each names the location and the problem. */
  readonly errors?: readonly string[];
  /** For `exhausted`: whole seconds until it is worth trying again. */
  readonly retryAfter?: number;
  /** For `failing`: the status the fault asks for. */
  readonly status?: number;
}

/** A "no", or what happens: mostly one event, for which no list is made; several, in their order, or none, in a list. */
export type Decision<Event> = Either<Rejection, Event | readonly Event[]>;

/** The same as a list in any case. */
export const eventsOf = <Event extends LoggedEvent>(happened: Event | readonly Event[]): readonly Event[] =>
  isList(happened) ? happened : [happened];

export const isList = <Event extends LoggedEvent>(happened: Event | readonly Event[]): happened is readonly Event[] =>
  Array.isArray(happened);

/** What `decide` may look at beside the command and the entity. Chance is not here: draws come in with the command. */
export interface Context<Settings> {
  readonly now: VirtualTime;
  readonly settings: Settings;
}

export interface EntityState<Status extends string> {
  readonly id: string;
  readonly status: Status;
}

/** A timer starts when an entity enters one of its statuses, and stops when it leaves the last of them. */
export interface Timer<State extends EntityState<string>, Command, Settings> {
  readonly name: string;
  /** The statuses in which it runs. */
  readonly runs: readonly State['status'][];
  /** When it rings, from the entity's own state; null while there is nothing to wait for. */
  readonly dueAt: (state: State, settings: Settings) => VirtualTime | null;
  /** What it then asks of the entity. */
  readonly command: Command;
  /** It sets itself again for as long as nothing else changes; a world with no other timers is idle. */
  readonly recurring?: true;
  /** Very much may follow from it, so it rings in steps. */
  readonly inSteps?: true;
}

export const after = (since: VirtualTime | null, by: DurationMs | null): VirtualTime | null =>
  since === null || by === null ? null : ((since + by) as VirtualTime);

/**
 * One entity of the world: how it begins, what it answers to a command, what an event does to it, which timers it
 * runs. `evolve` is a recipe: it changes the draft it is given, and draft and entity are one and the same when the
 * caller owns the entity alone (a replay).
 */
export interface Decider<
  State extends EntityState<string>,
  Command extends { readonly type: string },
  Event extends LoggedEvent,
  Settings,
> {
  readonly kind: string;
  readonly lifecycle: Lifecycle;
  readonly initial: (id: string) => State;
  readonly decide: (command: Command, state: State, context: Context<Settings>) => Decision<Event>;
  readonly evolve: (draft: Mutable<State>, event: Event, at: VirtualTime) => void;
  readonly timers: readonly Timer<State, Command, Settings>[];
}

export type Mutable<State> = { -readonly [Key in keyof State]: State[Key] };

/** Our own instance: the settings of immer that the user of podsim sees stay as they were. */
const immer = new Immer({ autoFreeze: false, useStrictIteration: false });

/** The entity after the event, the entity before it untouched. For one small entity; never for a collection. */
export const applyEvent = <State extends EntityState<string>, Event>(
  evolve: (draft: Mutable<State>, event: Event, at: VirtualTime) => void,
  state: State,
  event: Event,
  at: VirtualTime,
): State =>
  immer.produce(state, (draft) => {
    evolve(draft as Mutable<State>, event, at);
  });

/** The only gate to the log: events the lifecycle has no cell for become a rejection. */
export const allowEvent = <Event extends LoggedEvent>(
  lifecycle: Lifecycle,
  state: EntityState<string>,
  rule: string,
  event: Event,
): Decision<Event> => (lifecycle.allows(state.status, event.type) ? right(event) : left(whyNot(lifecycle, state, rule, event.type)));

/** The same, but nothing happens where what there is to be is what there is: who asks for that is answered, and the log does not grow. */
export const changes = <Event extends LoggedEvent>(was: unknown, is: unknown, decision: Decision<Event>): Decision<Event> =>
  isLeft(decision) || canonicalText(was) !== canonicalText(is) ? decision : right([]);

/** A refusal in words of the API: what was asked for, how things stand, and what can be done. */
export const whyNot = (lifecycle: Lifecycle, { id, status }: EntityState<string>, rule: string, eventType: string): Rejection => {
  const { name, initial, rows } = lifecycle;
  if (status === initial) return { kind: 'unknown', rule, detail: `${name} not found` };
  const cells = rows.filter((row) => row.event === eventType);
  const from = cells.map((row) => row.from).join(' or ');
  const refused = (detail: string): Rejection => ({ kind: 'refused', rule, detail });
  if (from === initial) return refused(`there is a ${name} ${id} already: the key that made it makes no other, use another key`);
  const asked = cells.find((row) => row.asked !== undefined)?.asked;
  if (asked !== undefined) {
    const possible = rows.flatMap((row) => (row.from === status && row.asked !== undefined ? [row.asked] : [])).join(' or ');
    const instead = possible === '' ? '' : `; this one can be ${possible}`;
    return refused(`${id} is ${status} and cannot be ${asked}: only a ${name} that is ${from} can${instead}`);
  }
  // No caller asks for this: it is said to those who mend the engine.
  return refused(`${id} is ${status}; ${eventType} cannot happen now (${from === '' ? 'it never can' : `it can when ${name} is ${from}`})`);
};
