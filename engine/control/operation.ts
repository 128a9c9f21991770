import { type Either, isLeft } from 'fp-ts/lib/Either.js';
import type { z } from 'zod';
import type { Limits } from '../api/bounds.ts';
import type { Answer, Described } from '../api/operation.ts';
import { problemOf } from '../api/problems.ts';
import { validate } from '../api/validate.ts';
import type { WorldDefinition } from '../definition.ts';
import type { Request } from '../input.ts';
import type { Rejection } from '../kernel/decider.ts';
import type { Steps } from '../kernel/steps.ts';
import type { StateChange } from '../state.ts';
import type { World, WorldSnapshot } from '../world.ts';
import type { ClockPolicy } from './clockPolicy.ts';
import type { Journal } from './journal.ts';

/**
 * Where somebody sits who looks at a world from outside its accounts, and at the process that serves it. What is done
 * here is no input: nothing of it stands in a log, but where it moves a clock.
 */
export interface ControlContext {
  readonly worldId: string;
  readonly world: World;
  readonly journal: Journal;
  readonly host: WorldServer;
  /** Whether anybody still waits for the answer. */
  readonly isAwaited: () => boolean;
}

/** The process that serves worlds, as far as a desk reaches. All of it is done when a call of it returns. */
export interface WorldServer {
  /** What the first key of a world is sent as, unless the world says otherwise. */
  readonly apiKey: string;
  /** What one request may ask of it (server.limits). */
  readonly limits: Limits;
  ready(): boolean;
  worlds(): readonly WorldInfo[];
  /** How the process stands, and what it has answered so far. */
  vitals(): Vitals;
  /** Serves a world more. Without an id it gets one that no world has had. */
  createWorld(id: string | undefined, definition: WorldDefinition, clock: ClockPolicy): WorldInfo;
  /** Serves a world that comes from somewhere else, as a fork does; `making` gives it. Without an id it gets one that no world has had. */
  adoptWorld(id: string | undefined, making: (onChange: (change: StateChange) => void) => World, clock: ClockPolicy): WorldInfo;
  /** A world as it was at that entry, or at one before it from which the way there is not long; the caller's own. Undefined where none is kept. */
  snapshotBefore(id: string, seq: number): Steps<WorldSnapshot | undefined>;
  dropWorld(id: string): void;
  /** Serves another world, with a new journal, in the place of one; its clock policy stays. */
  resetWorld(id: string, definition: WorldDefinition): WorldInfo;
  clockPolicy(id: string): ClockPolicy;
  setClockPolicy(id: string, policy: ClockPolicy): void;
}

/** What is measured of the process that serves worlds. */
export interface Vitals {
  /** How many requests were answered, by operation and status. */
  readonly requests: readonly { readonly operation: string; readonly status: number; readonly count: number }[];
  readonly heap: { readonly usedBytes: number; readonly limitBytes: number };
  /** How late the event loop was since this was last asked for. */
  readonly lag: { readonly meanSeconds: number; readonly maxSeconds: number };
}

export interface WorldInfo {
  readonly id: string;
  readonly world: World;
  readonly clock: ClockPolicy;
}

/** The world that is there from the start, and at the top of all paths. */
export const defaultWorldId = 'default';

/** What a row is given: the request, checked. */
export interface ControlRequest<Query, Body> {
  readonly params: Readonly<Record<string, string>>;
  readonly query: Query;
  readonly body: Body;
  readonly headers: Readonly<Record<string, string>>;
}

/** One row of the desk's table: what it answers, and all that anybody need know of it. */
export interface ControlOperation<Query extends z.ZodObject = z.ZodObject, Body extends z.ZodType = z.ZodType>
  extends Described<Query, Body> {
  /** In steps, where it may take long: between two of them the world stays as it is. */
  readonly answer: (desk: ControlContext, asked: ControlRequest<z.output<Query>, z.output<Body>>) => Answered | Steps<Answered>;
  /** It changes the world as it goes, and must be brought to its end: it looks itself whether anybody still waits for it. Any other may be dropped. */
  readonly endsItself?: true;
  /** It looks at no world, so that it is answered whatever one is doing. */
  readonly ofProcess?: true;
  /**
   * It is worked out of what is asked and of the logs of these worlds, and changes nothing: so that can be done elsewhere, with copies.
   * Of its desk it reads the limits, and of the worlds their headers and their logs.
   */
  readonly worksOn?: (worldId: string, request: Request) => readonly string[];
}

type Answered = Either<Rejection, Answer>;

/** Checks a row's types against its schemas, and forgets them: a table holds rows of all kinds. */
export const controlOperation = <Query extends z.ZodObject = never, Body extends z.ZodType = never>(
  row: Omit<ControlOperation<Query, Body>, 'api'>,
): ControlOperation => ({ ...row, api: 'control' }) as unknown as ControlOperation;

/** What a row says to a request: its answer, or why not. */
export function* answerControl(desk: ControlContext, row: ControlOperation, request: Request): Steps<Answer> {
  const valid = validate(row, request);
  if (isLeft(valid)) return problemOf(valid.left);
  const answered = row.answer(desk, { ...valid.right, params: request.params, headers: request.headers ?? {} } as ControlRequest<
    never,
    never
  >);
  const answer = 'next' in answered ? yield* answered : answered;
  return isLeft(answer) ? problemOf(answer.left) : answer.right;
}
