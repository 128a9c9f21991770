import { type Either, isLeft, left, right } from 'fp-ts/lib/Either.js';
import type { z } from 'zod';
import { validate } from '../api/admission/validate.ts';
import type { Answer, Described } from '../api/operation.ts';
import { writeProblem } from '../api/problems.ts';
import { contractTable, type Limits } from '../api/reading/bounds.ts';
import type { Rejection } from '../cloud/decisions.ts';
import type { ClockPolicy, DomainEvent, Request } from '../cloud/input.ts';
import type { StateChange } from '../cloud/state/state.ts';
import { suggestion } from '../kernel/collections/nearest.ts';
import type { LogEntry } from '../kernel/logEntry.ts';
import type { Steps } from '../kernel/steps.ts';
import type { VirtualTime } from '../kernel/time.ts';
import type { WorldDefinition } from '../simulator/definition.ts';
import type { WorldSnapshot } from '../world/snapshot.ts';
import type { World } from '../world/world.ts';
import type { Journal } from './journal.ts';

/**
 * The context of a server operation: a world, seen from outside its accounts, and the process that serves it. These operations are not
 * inputs. They leave nothing in a log, except if they advance a clock, or set how time passes.
 */
export interface ControlContext {
  readonly worldId: string;
  readonly world: World;
  readonly journal: Journal;
  readonly host: WorldServer;
  /** Whether the client still waits for the answer. */
  readonly isAwaited: () => boolean;
}

/** The server of the worlds, as its operations need it. Every method is done when it returns. */
export interface WorldServer {
  /** The secret of a world's first key, unless the world defines one. */
  readonly apiKey: string;
  /** The bounds of one request (server.limits). */
  readonly limits: Limits;
  /** The reason why the server accepts no calls; undefined if it does. */
  whyNotReady(): string | undefined;
  worlds(): readonly WorldInfo[];
  /** The ids of all worlds, including stored ones that are damaged and not served. */
  worldNames(): readonly string[];
  /** Measurements of the process, and counts of its answers so far. */
  vitals(): Vitals;
  /** Serves another world. Without an id it gets one that no world has had. */
  createWorld(id: string | undefined, definition: WorldDefinition, clock: ClockPolicy): WorldInfo;
  /** Serves a world that was made elsewhere, such as a fork; `making` returns it. Without an id it gets one that no world has had. */
  adoptWorld(id: string | undefined, making: (onChange: (change: StateChange) => void) => World, clock: ClockPolicy): WorldInfo;
  /** A snapshot of a world at that entry or a little earlier. It belongs to the caller. Undefined if there is none. */
  snapshotBefore(id: string, seq: number): Steps<WorldSnapshot | undefined>;
  /** Replaces real workers in a fork by stand-ins that repeat their work in the log. Left says why it cannot. */
  setStandIns(fork: World, entries: Iterable<LogEntry<DomainEvent>>): Steps<Either<string, void>>;
  dropWorld(id: string): void;
  /** Serves another world, with a new journal, under an existing id. The clock policy stays. */
  resetWorld(id: string, definition: WorldDefinition): WorldInfo;
  clockPolicy(id: string): ClockPolicy;
  /** The virtual time at which a call that is made now would arrive. */
  clockReads(id: string): VirtualTime;
  setClockPolicy(id: string, policy: ClockPolicy): void;
}

/** Measurements of the process that serves worlds. */
export interface Vitals {
  /** The number of answered requests, by operation and status. */
  readonly requests: readonly { readonly operation: string; readonly status: number; readonly count: number }[];
  readonly heap: { readonly usedBytes: number; readonly limitBytes: number };
  /** The delay of the event loop since the last read. */
  readonly lag: { readonly meanSeconds: number; readonly maxSeconds: number };
}

export interface WorldInfo {
  readonly id: string;
  readonly world: World;
  readonly clock: ClockPolicy;
}

/** The world that exists from the start, and is served at the top of all paths. */
export const defaultWorldId = 'default';

/** The input of a row: the validated request. */
interface ControlRequest<Query, Body> {
  readonly params: Readonly<Record<string, string>>;
  readonly query: Query;
  readonly body: Body;
  readonly headers: Readonly<Record<string, string>>;
}

/** A row of the table of control operations that the server of the worlds answers: its handler and its description. */
export interface ServerOperation<Query extends z.ZodObject = z.ZodObject, Body extends z.ZodType = z.ZodType>
  extends Described<Query, Body> {
  /** May be a generator if it takes long. The world does not change between two of its steps. */
  readonly answer: (
    context: ControlContext,
    asked: ControlRequest<z.output<Query>, z.output<Body>>,
  ) => AnswerOrRejection | Steps<AnswerOrRejection>;
  /** The operation changes the world as it runs, so it must run to its end. It checks itself whether the client still waits. Any other may be dropped. */
  readonly endsItself?: true;
  /** The operation reads no world, so it is answered even while a world is busy. */
  readonly ofProcess?: true;
  /**
   * The operation depends only on its request and on the logs of these worlds, and changes nothing. So it can run in another thread, on
   * copies. It reads only the limits of its context, and only the headers and logs of the worlds. Left refuses requests that no entry of
   * these logs could allow: then `answer` is not called, and nothing is copied.
   */
  readonly worksOn?: (
    context: ControlContext,
    asked: ControlRequest<z.output<Query>, z.output<Body>>,
  ) => Either<Rejection, readonly string[]>;
}

type AnswerOrRejection = Either<Rejection, Answer>;

/** Checks a row's types against its schemas, then erases them: a table holds rows of all kinds. */
export const serverOperation = <Query extends z.ZodObject = never, Body extends z.ZodType = never>(
  row: Omit<ServerOperation<Query, Body>, 'api'>,
): ServerOperation => ({ ...row, api: 'control' }) as unknown as ServerOperation;

/** Answers a request with a row; a rejection becomes a problem document. */
export function* answerControl(context: ControlContext, row: ServerOperation, request: Request): Steps<Answer> {
  const asked = readControlRequest(row, request);
  if (isLeft(asked)) return writeProblem(asked.left);
  const named = row.worksOn?.(context, asked.right);
  if (named !== undefined && isLeft(named)) return writeProblem(named.left);
  const answered = row.answer(context, asked.right);
  const answer = 'next' in answered ? yield* answered : answered;
  return isLeft(answer) ? writeProblem(answer.left) : answer.right;
}

/** The worlds whose logs a row works on; left is the answer if the request is refused without them. */
export const logsFor = (context: ControlContext, row: ServerOperation, request: Request): Either<Answer, readonly string[]> => {
  const asked = readControlRequest(row, request);
  const named = isLeft(asked) ? asked : (row.worksOn?.(context, asked.right) ?? right([]));
  return isLeft(named) ? left(writeProblem(named.left)) : named;
};

const readControlRequest = (row: ServerOperation, request: Request): Either<Rejection, ControlRequest<never, never>> => {
  const read = { query: undefined, body: undefined };
  const refusal = refuseUnknownQuery(row, request) ?? validate(row, request, read);
  if (refusal !== undefined) return left(refusal);
  return right({ ...read, params: request.params, headers: request.headers ?? {} } as unknown as ControlRequest<never, never>);
};

/** The platform ignores unknown parameters (errors.unknown-query). The control plane is podsim's, and one that changes nothing is a mistake. */
const refuseUnknownQuery = ({ query }: ServerOperation, request: Request): Rejection | undefined => {
  const known = Object.keys(query?.shape ?? {});
  const unknown = Object.keys(request.query).filter((name) => !known.includes(name));
  if (unknown.length === 0) return undefined;
  const words = unknown.slice(0, contractTable.problemsNamed.value).map((given) => {
    const name = given.slice(0, 60);
    return `query.${name}: there is no such parameter${known.length === 0 ? '; there is none' : suggestion(name, known, 'docs', 'they')}`;
  });
  return { kind: 'invalid', rule: 'errors.unknown-query', detail: 'Request validation failed.', errors: words };
};
