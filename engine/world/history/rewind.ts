import { type Either, isLeft, left, right } from 'fp-ts/lib/Either.js';
import type { HandlerFunction } from '../../cloud/handler/handler.ts';
import type { DomainEvent } from '../../cloud/input.ts';
import { type State, stateFor } from '../../cloud/state/state.ts';
import { isSame } from '../../kernel/canonical.ts';
import { type EventLog, limitLog, upTo } from '../../kernel/log.ts';
import type { LogEntry } from '../../kernel/logEntry.ts';
import type { Sha256 } from '../../kernel/sha256.ts';
import { pacer, type Steps } from '../../kernel/steps.ts';
import { formatVirtualTime, type VirtualTime, worldStart } from '../../kernel/time.ts';
import type { LogHeader } from '../../simulator/definition.ts';
import { definitionOfLog } from '../arguments.ts';
import type { WorldOptions } from '../options.ts';
import type { WorldSnapshot } from '../snapshot.ts';
import { World } from '../world.ts';
import { playInputs } from './rerun.ts';

/** A point in a history: an entry of the log by its number, 0 for before the first; or a virtual time. */
export type Point = { readonly seq: number } | { readonly at: VirtualTime };

/** The history of a world, or of a log that was read (`makeHistory`). */
export interface History {
  readonly header: LogHeader;
  readonly log: Pick<EventLog<DomainEvent>, 'length' | 'entries' | 'entry'>;
  readonly now: VirtualTime;
  readonly handlers?: Readonly<Record<string, HandlerFunction>>;
  readonly sha256?: Sha256;
}

/** A history from a list of entries. */
export const makeHistory = (header: LogHeader, entries: readonly LogEntry<DomainEvent>[]): History => ({
  header,
  log: { length: entries.length, entries: (after = 0) => entries.slice(after).values(), entry: (seq) => entries[seq - 1] },
  now: entries.at(-1)?.at ?? worldStart,
});

/** The position of a point in a history: the newest entry at or before it, and its time. */
export interface LogPosition {
  readonly seq: number;
  readonly at: VirtualTime;
}

/** Finds the position of a point; left says why there is no such point. */
export const findPlace = ({ log, now }: History, point: Point): Either<string, LogPosition> => {
  if ('at' in point) {
    if (point.at <= now) return right({ seq: lastUpTo(log, point.at), at: point.at });
    return left(`it is only ${formatVirtualTime(now)}: the clock has not reached ${formatVirtualTime(point.at)}`);
  }
  if (point.seq > log.length) return left(`the log ends at entry ${log.length}: there is no entry ${point.seq}`);
  return right({ seq: point.seq, at: log.entry(point.seq)?.at ?? worldStart });
};

/** The number of the newest entry at or before a time. Entries are in the order of their times, so a binary search finds it. */
const lastUpTo = (log: History['log'], at: VirtualTime): number => {
  let [known, beyond] = [0, log.length + 1];
  while (beyond - known > 1) {
    const middle = Math.floor((known + beyond) / 2);
    if ((log.entry(middle)?.at ?? worldStart) <= at) known = middle;
    else beyond = middle;
  }
  return known;
};

/**
 * All entities and projections as they were after the entry with that number. It is a fold, and starts from the snapshot if that
 * is at or before the entry. The snapshot is consumed: nothing else may hold its parts.
 */
export function* stateAt({ header, log }: History, seq: number, snapshot?: WorldSnapshot): Steps<State> {
  const { definition } = header;
  const state = stateFor(definition);
  const from = usable(snapshot, seq);
  if (from !== undefined) yield* state.load(from.loop.state);
  const pauses = pacer();
  for (const entry of upTo(log.entries(from?.seq ?? 0), seq)) {
    state.replay(entry);
    if (pauses()) yield;
  }
  return state;
}

export interface ForkOptions {
  /** The seed of draws and new ids in the fork. By default it is the seed of the parent: then both use common random numbers. */
  readonly seed?: string;
  /** A snapshot of the parent at or before the point, to start from. It is consumed: nothing else may hold its parts. */
  readonly snapshot?: WorldSnapshot | undefined;
  readonly options?: WorldOptions;
}

/**
 * A world with the same past, which continues on its own. It begins at a quiescent instant. If the entry belongs to an input, that
 * is after the input and everything that followed from it, and before the next input. If the entry came about as time passed, it
 * is the end of that instant. If that lies inside a longer advance of the clock, the log of the fork records that the clock moved
 * there, so the fork reruns exactly. Calls that left no entry count towards limits in the fork only as far as the log says
 * (`World.logPending`). Left says why there is no such world.
 */
export function* forkAt(origin: History, point: Point, { seed, snapshot, options = {} }: ForkOptions = {}): Steps<Either<string, World>> {
  const found = findPlace(origin, point);
  if (isLeft(found)) return found;
  const { seq, at } = found.right;
  const { header, log, handlers, sha256 } = origin;
  const from = usable(snapshot, seq);
  const past = from && limitLog(log, from.seq);
  const definition = definitionOfLog(header.definition);
  const its = { ...(handlers === undefined ? {} : { handlers }), ...(sha256 === undefined ? {} : { sha256 }), ...options };
  const world = from && past ? yield* World.resumeInSteps(definition, its, { snapshot: from, past }) : new World(definition, its);
  yield* playInputs(world, upTo(log.entries(from?.seq ?? 0), seq));
  if (world.now < at) yield* world.advanceInSteps({ to: at });
  const differing = yield* firstDifference(world, log, from?.seq ?? 0, seq);
  if (differing !== undefined)
    return left(
      `a rerun of its inputs gives another log from entry ${differing} on: it needs the handler functions and the rules that the log was made with`,
    );
  if (seed !== undefined) world.reseed(seed);
  return right(world);
}

const usable = (snapshot: WorldSnapshot | undefined, seq: number): WorldSnapshot | undefined =>
  snapshot !== undefined && snapshot.seq <= seq ? snapshot : undefined;

/** The first entry that differs after its inputs were played again. */
function* firstDifference({ log }: World, of: History['log'], after: number, seq: number): Steps<number | undefined> {
  const pauses = pacer();
  for (const { seq: k, at, cause, event } of upTo(of.entries(after), seq)) {
    const own = log.entry(k);
    if (own === undefined || own.at !== at || own.cause !== cause || !isSame(own.event, event)) return k;
    if (pauses()) yield;
  }
  return undefined;
}
