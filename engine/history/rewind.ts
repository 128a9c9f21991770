import { type Either, isLeft, left, right } from 'fp-ts/lib/Either.js';
import { definitionOfLog } from '../arguments.ts';
import { HostList } from '../catalog/hosts.ts';
import type { LogHeader } from '../definition.ts';
import type { DomainEvent } from '../entities.ts';
import type { HandlerFunction } from '../handler/handler.ts';
import { isSame } from '../kernel/canonical.ts';
import { type EventLog, type LogEntry, pastOf, upTo } from '../kernel/log.ts';
import type { Sha256 } from '../kernel/sha256.ts';
import { finish, pacer, type Steps } from '../kernel/steps.ts';
import { formatVirtualTime, type VirtualTime, worldStart } from '../kernel/time.ts';
import { State } from '../state.ts';
import { World, type WorldOptions, type WorldSnapshot } from '../world.ts';
import { playInputsInSteps } from './rerun.ts';

/** An instant to go back to: an entry of the log by its number, 0 for before the first; or a virtual time. */
export type Point = { readonly seq: number } | { readonly at: VirtualTime };

/** What has happened: a world, or a log that was read (`historyOf`). */
export interface History {
  readonly header: LogHeader;
  readonly log: Pick<EventLog<DomainEvent>, 'length' | 'entries' | 'entry'>;
  readonly now: VirtualTime;
  readonly handlers?: Readonly<Record<string, HandlerFunction>>;
  readonly sha256?: Sha256;
}

/** A history that is there as a list of entries. */
export const historyOf = (header: LogHeader, entries: readonly LogEntry<DomainEvent>[]): History => ({
  header,
  log: { length: entries.length, entries: (after = 0) => entries.slice(after).values(), entry: (seq) => entries[seq - 1] },
  now: entries.at(-1)?.at ?? worldStart,
});

/** A point found in a history: the newest entry at or before it, and its time. */
export interface LogPosition {
  readonly seq: number;
  readonly at: VirtualTime;
}

/** Where a point lies; left says why there is no such point. */
export const placeOf = ({ log, now }: History, point: Point): Either<string, LogPosition> => {
  if ('at' in point) {
    if (point.at <= now) return right({ seq: lastUpTo(log, point.at), at: point.at });
    return left(`it is ${formatVirtualTime(now)} yet: nothing is known of ${formatVirtualTime(point.at)}`);
  }
  if (point.seq > log.length) return left(`the log ends at entry ${log.length}: there is no entry ${point.seq}`);
  return right({ seq: point.seq, at: log.entry(point.seq)?.at ?? worldStart });
};

/** The number of the newest entry that is no later. Entries stand in the order of their times: halving finds it. */
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
 * All entities and read models as they were after the entry of that number: a fold, from the snapshot on where there is
 * one at or before it. The snapshot is used up: nobody else may hold its parts.
 */
export const stateAt = (history: History, seq: number, snapshot?: WorldSnapshot): State => finish(foldInSteps(history, seq, snapshot));

/** The same in steps. */
export function* foldInSteps({ header, log }: History, seq: number, snapshot?: WorldSnapshot): Steps<State> {
  const { hosts, startMs } = header.definition;
  const state = new State({ sharing: false, startMs, ...(hosts === null ? {} : { hosts: new HostList(hosts) }) });
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
  /** What draws and new ids follow in the fork; as in its parent unless given, so that the two share their luck. */
  readonly seed?: string;
  /** One of the parent, at or before the point, to begin at. It is used up: nobody else may hold its parts. */
  readonly snapshot?: WorldSnapshot | undefined;
  readonly options?: WorldOptions;
}

/**
 * A world with the same past, which goes on alone. It stands where the world stood after the input to which the entry belongs,
 * with all that the input brought about, and before the next; or, where the entry came about as time passed, at the end of its
 * instant. Where that lies inside a longer advance of the clock, the fork's log says that the clock was moved there: so it
 * reruns exactly. What calls that left nothing count towards limits is known to it as far as the log says (`World.logPending`).
 * Left says why there is no such world.
 */
export const forkAt = (origin: History, point: Point, options?: ForkOptions): Either<string, World> =>
  finish(forkAtInSteps(origin, point, options));

/** The same in steps. */
export function* forkAtInSteps(
  origin: History,
  point: Point,
  { seed, snapshot, options = {} }: ForkOptions = {},
): Steps<Either<string, World>> {
  const found = placeOf(origin, point);
  if (isLeft(found)) return found;
  const { seq, at } = found.right;
  const { header, log, handlers, sha256 } = origin;
  const from = usable(snapshot, seq);
  const past = from && pastOf(log, from.seq);
  const definition = definitionOfLog(header.definition);
  const its = { ...(handlers === undefined ? {} : { handlers }), ...(sha256 === undefined ? {} : { sha256 }), ...options };
  const world = from && past ? yield* World.resumeInSteps(definition, its, { snapshot: from, past }) : new World(definition, its);
  yield* playInputsInSteps(world, upTo(log.entries(from?.seq ?? 0), seq));
  if (world.now < at) yield* world.advanceInSteps({ to: at });
  const parted = yield* firstParted(world, log, from?.seq ?? 0, seq);
  if (parted !== undefined)
    return left(`its inputs do not come to the same log again: they part at entry ${parted}; its handlers or its rules are not at hand`);
  if (seed !== undefined) world.reseed(seed);
  return right(world);
}

const usable = (snapshot: WorldSnapshot | undefined, seq: number): WorldSnapshot | undefined =>
  snapshot !== undefined && snapshot.seq <= seq ? snapshot : undefined;

/** The first entry that was played again and came to be another. */
function* firstParted({ log }: World, of: History['log'], after: number, seq: number): Steps<number | undefined> {
  const pauses = pacer();
  for (const { seq: k, at, cause, event } of upTo(of.entries(after), seq)) {
    const own = log.entry(k);
    if (own === undefined || own.at !== at || own.cause !== cause || !isSame(own.event, event)) return k;
    if (pauses()) yield;
  }
  return undefined;
}
