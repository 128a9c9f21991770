import { type Either, isLeft, left, right } from 'fp-ts/lib/Either.js';
import { Immer } from 'immer';
import { canonicalText } from './canonical.ts';
import type { Lifecycle } from './lifecycle.ts';
import type { LoggedEvent } from './logEntry.ts';
import type { Draw } from './rng.ts';
import type { DurationMs, VirtualTime } from './time.ts';

/**
 * The kind of a rejection. The API's status follows from the kind alone (`api/problems.ts`). `refused`: the status of the entity
 * does not permit it. `contradictory`: parts of the request exclude each other.
 */
export type RejectionKind =
  | 'unauthenticated'
  | 'exhausted'
  | 'unpaid'
  | 'forbidden'
  | 'unknown'
  | 'gone'
  | 'no-method'
  | 'too-large'
  | 'invalid'
  | 'malformed'
  | 'contradictory'
  | 'capacity'
  | 'refused'
  | 'failing';

/** A rejection that the caller can act on: the rule behind it, and the allowed alternatives. `Rule`: the names of the existing rules. */
export interface RejectionBy<Rule extends string> {
  readonly kind: RejectionKind;
  readonly rule: Rule;
  readonly detail: string;
  /** For validation failures: each names the location and the problem. */
  readonly errors?: readonly string[];
  /** A name in the request that no entity has, and valid ones; no answer and no log contains it. */
  readonly unknown?: { readonly name: string; readonly known: readonly string[] };
  /** For `exhausted`: whole seconds until a retry can succeed. */
  readonly retryAfter?: number;
  /** For `failing`: the status the fault asks for. */
  readonly status?: number;
}

/** A rejection, or the events that happen. That is usually one event, without a list; several events in order, or none, are a list. */
export type DecisionBy<Rule extends string, Event> = Either<RejectionBy<Rule>, Event | readonly Event[]>;

/** Always a list. */
export const listEvents = <Event extends LoggedEvent>(happened: Event | readonly Event[]): readonly Event[] =>
  isList(happened) ? happened : [happened];

export const isList = <Event extends LoggedEvent>(happened: Event | readonly Event[]): happened is readonly Event[] =>
  Array.isArray(happened);

/**
 * The inputs of `decide` besides the command and the entity. A draw is keyed by the entity and by the number of times that the same
 * happened to it, and the event holds the drawn value: a replay draws nothing.
 */
export interface Context<Settings> {
  readonly now: VirtualTime;
  readonly settings: Settings;
  readonly draw: Draw;
}

export interface EntityState<Status extends string> {
  readonly id: string;
  readonly status: Status;
}

/** A timer starts when an entity enters one of its statuses, and stops when it leaves the last of them. */
export interface TimerBy<Rule extends string, State extends EntityState<string>, Command, Settings> {
  readonly name: string;
  /** The statuses in which it runs. */
  readonly runs: readonly State['status'][];
  /** The time at which it fires, computed from the entity's own state; null while it waits for nothing. */
  readonly dueAt: (state: State, settings: Settings) => VirtualTime | null;
  /** The command that it sends to the entity. */
  readonly command: Command;
  /** It is scheduled again as long as nothing else changes. A world with no other timers is idle. */
  readonly recurring?: true;
  /** The rule behind it, if the statuses do not name it. */
  readonly rule?: Rule;
  /** Much may follow from it, so it fires in steps. */
  readonly inSteps?: true;
}

export const after = (since: VirtualTime | null, by: DurationMs | null): VirtualTime | null =>
  since === null || by === null ? null : ((since + by) as VirtualTime);

/**
 * One kind of entity: its initial state, its decision on a command, the effect of an event, its timers. `evolve` changes the draft it is
 * given. In a replay only the caller owns the entity, so the draft is the entity itself.
 */
export interface Decider<
  State extends EntityState<string>,
  Command extends { readonly type: string },
  Event extends LoggedEvent,
  Settings,
  Rule extends string,
> {
  readonly kind: string;
  readonly lifecycle: Lifecycle;
  readonly initial: (id: string) => State;
  readonly decide: (command: Command, state: State, context: Context<Settings>) => DecisionBy<Rule, Event>;
  readonly evolve: (draft: Mutable<State>, event: Event, at: VirtualTime) => void;
  readonly timers: readonly TimerBy<Rule, State, Command, Settings>[];
}

export type Mutable<State> = { -readonly [Key in keyof State]: State[Key] };

/** An instance of our own, so that the immer settings of podsim's users stay as they are. */
const immer = new Immer({ autoFreeze: false, useStrictIteration: false });

/** The entity after the event; the entity before it is unchanged. For one small entity, never for a collection. */
export const applyEvent = <State extends EntityState<string>, Event>(
  evolve: (draft: Mutable<State>, event: Event, at: VirtualTime) => void,
  state: State,
  event: Event,
  at: VirtualTime,
): State =>
  immer.produce(state, (draft) => {
    evolve(draft as Mutable<State>, event, at);
  });

/** The only gate to the log: an event that the lifecycle has no cell for becomes a rejection. */
export const allowEvent = <Rule extends string, Event extends LoggedEvent>(
  lifecycle: Lifecycle,
  state: EntityState<string>,
  rule: Rule,
  event: Event,
): DecisionBy<Rule, Event> =>
  lifecycle.allows(state.status, event.type) ? right(event) : left(whyNot(lifecycle, state, rule, event.type));

/** The same, but without an event if nothing would change: the caller gets its answer, and the log does not grow. */
export const changes = <Rule extends string, Event extends LoggedEvent>(
  was: unknown,
  is: unknown,
  decision: DecisionBy<Rule, Event>,
): DecisionBy<Rule, Event> => (isLeft(decision) || canonicalText(was) !== canonicalText(is) ? decision : right([]));

/** A rejection in terms of the API: the requested action, the current status, and the possible actions. */
export const whyNot = <Rule extends string>(
  lifecycle: Lifecycle,
  { id, status }: EntityState<string>,
  rule: Rule,
  eventType: string,
): RejectionBy<Rule> => {
  const { name, initial, rows } = lifecycle;
  if (status === initial) return { kind: 'unknown', rule, detail: `${name} not found` };
  const cells = rows.filter((row) => row.event === eventType);
  const from = cells.map((row) => row.from).join(' or ');
  const refuse = (detail: string): RejectionBy<Rule> => ({ kind: 'refused', rule, detail });
  if (from === initial) return refuse(`there is a ${name} ${id} already: the key that made it makes no other, use another key`);
  const asked = cells.find((row) => row.asked !== undefined)?.asked;
  if (asked !== undefined) {
    const possible = rows.flatMap((row) => (row.from === status && row.asked !== undefined ? [row.asked] : [])).join(' or ');
    const instead = possible === '' ? '' : `; this one can be ${possible}`;
    return refuse(`${id} is ${status} and cannot be ${asked}: only a ${name} that is ${from} can${instead}`);
  }
  // No caller asks for this event, so the text is for developers of the engine.
  return refuse(`${id} is ${status}; ${eventType} cannot happen now (${from === '' ? 'it never can' : `it can when ${name} is ${from}`})`);
};
