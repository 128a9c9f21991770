import type { DomainEvent } from '../../../cloud/input.ts';
import type { LogEntry } from '../../../kernel/logEntry.ts';
import { drawsFrom } from '../../../kernel/rng.ts';
import { type VirtualTime, worldStart } from '../../../kernel/time.ts';
import type { PropertyResult } from '../../../scenario/format/resultFormat.ts';
import type { Future } from '../../../scenario/play/run.ts';
import type { ExploreBounds } from '../explore.ts';
import { keepOnlyBroken } from '../mutate/declared.ts';
import { type BrokenProperty, isCheckedHere, isLaw, isSameFailure, judgeStory, type PlayBounds } from '../outcome.ts';
import type { Story } from '../story.ts';
import { findSettledMoments } from '../timing/settledMoments.ts';
import { replayFailure } from './failedWorld.ts';

/** How many futures fail from one moment on. */
export interface FuturesAt {
  /** The newest entry of the story before the moment. Before the first moment, that is the last entry with which the world began. */
  readonly after: number;
  readonly at: VirtualTime;
  /** Of `of` futures. */
  readonly failing: number;
  readonly of: number;
}

/** When a failure became inevitable. */
export interface Futures {
  /** Moments of the story, from its beginning to right before the failure. */
  readonly moments: readonly FuturesAt[];
  /** The first moment from which all futures fail, by its place in the list; undefined if some do not even right before the failure. */
  readonly inevitableFrom: number | undefined;
  /** The entries of the story, up to the failure. */
  readonly entries: readonly LogEntry<DomainEvent>[];
  readonly played: number;
}

export interface FuturesBounds {
  readonly momentsMax: number;
  /** How many futures are played from each moment. */
  readonly futures: number;
}

const usual: FuturesBounds = { momentsMax: 12, futures: 20 };

const never = (): boolean => false;

/**
 * Plays other futures of a story that fails. A future begins at some moment of the story; from there on its draws differ, and later steps
 * are left out at random. The share of futures that fail in the same way jumps at the cause of the failure. So the search goes to the moments at which
 * the share changes most. Undefined for a story of inputs, and for one whose world breaks before it begins, because neither has another
 * future. Undefined, too, if only a server can say whether the story fails, and if the search is stopped.
 */
export const playFutures = (
  story: Story,
  failure: BrokenProperty,
  bounds: ExploreBounds,
  { momentsMax, futures }: FuturesBounds = usual,
  shouldStop: () => boolean = never,
): Futures | undefined => {
  if (story['inputs'] !== undefined || !isCheckedHere(failure)) return undefined;
  let begun = 0;
  const world = replayFailure(story, bounds, ({ log }) => {
    begun = log.length;
  });
  if (world === undefined) return undefined;
  const fails = failing(story, failure);
  const entries = upToBreak([...world.log.entries()], fails.declared ? findBreak(story, failure, bounds) : undefined);
  const places = findSettledMoments(entries, begun);
  const share = (after: number): FuturesAt => {
    const all = Array.from({ length: futures }, (_, k) => playFuture(after, k));
    const failing = all.filter((future) => fails.in({ ...bounds, laws: isLaw(failure), future })).length;
    return { after, at: entries[after - 1]?.at ?? worldStart, failing, of: futures };
  };
  const known = new Map<number, FuturesAt>();
  for (let next: number | undefined = 0; next !== undefined && known.size < momentsMax; next = nextPlace(known, places.length)) {
    if (shouldStop()) return undefined;
    known.set(next, share(places[next] as number));
  }
  const moments = [...known].sort(([one], [other]) => one - other).map(([, moment]) => moment);
  const safe = moments.findLastIndex(({ failing, of }) => failing < of);
  const inevitableFrom = safe === moments.length - 1 ? undefined : safe + 1;
  return { moments, inevitableFrom, entries, played: known.size * futures };
};

/** Every moment has the same futures. So if the shares of two moments differ, the events between them are the reason. */
const playFuture = (after: number, k: number): Future => {
  const seed = `future ${k + 1}`;
  const draw = drawsFrom(seed);
  return { after, seed, leavesOut: (key) => draw('future', key) < 1 / 2 };
};

/** Whether a future fails in the same way. A property that the story declares names its own subject, so each break of it counts. */
const failing = (story: Story, failure: BrokenProperty) => {
  const declared = keepOnlyBroken(story, failure)['properties'] !== undefined;
  return {
    declared,
    in: (bounds: PlayBounds): boolean => {
      const outcome = judgeStory(story, bounds);
      if (outcome.kind !== 'failed') return false;
      return declared ? outcome.failure.property === failure.property : isSameFailure(outcome.failure, failure);
    },
  };
};

/** When a property that the story declares broke. It did not stop the run. */
const findBreak = (story: Story, { property }: BrokenProperty, bounds: ExploreBounds): PropertyResult['broken'] => {
  const outcome = judgeStory(story, { ...bounds, laws: false });
  const { properties = [] } = outcome.kind === 'failed' ? (outcome.run ?? {}) : {};
  return properties.find(({ name }) => name === property)?.broken;
};

/** The log up to the failure. A failure may name an entry long before it. */
const upToBreak = (entries: readonly LogEntry<DomainEvent>[], broken: PropertyResult['broken']): readonly LogEntry<DomainEvent>[] => {
  if (broken === undefined) return entries;
  const { at, seq = 0 } = broken;
  return entries[seq - 1]?.at === at ? entries.slice(0, seq) : entries.filter((entry) => entry.at <= at);
};

/** The next moment to try: the last one, then the middle between the two neighbors whose shares differ most. */
const nextPlace = (known: ReadonlyMap<number, FuturesAt>, length: number): number | undefined => {
  if (!known.has(length - 1)) return length - 1;
  const places = [...known.keys()].sort((one, other) => one - other);
  let best: { readonly middle: number; readonly change: number; readonly width: number } | undefined;
  for (const [k, to] of places.entries()) {
    const from = places[k - 1] ?? to;
    const width = to - from;
    const change = Math.abs((known.get(to)?.failing ?? 0) - (known.get(from)?.failing ?? 0));
    if (width < 2 || change === 0) continue;
    if (best === undefined || change > best.change || (change === best.change && width > best.width))
      best = { middle: from + Math.floor(width / 2), change, width };
  }
  return best?.middle;
};
