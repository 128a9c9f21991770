import type { DomainEvent } from '../entities.ts';
import type { LogEntry } from '../kernel/log.ts';
import { drawsFrom } from '../kernel/rng.ts';
import { type VirtualTime, worldStart } from '../kernel/time.ts';
import type { Future } from '../scenario/run.ts';
import type { ExploreBounds } from './explore.ts';
import { failedWorld } from './failedWorld.ts';
import { type BrokenProperty, isLaw, isSameFailure, outcomeOf, type PlayBounds } from './outcome.ts';
import { settledMoments } from './settledMoments.ts';
import type { Story } from './story.ts';

/** How many futures fail from one moment on. */
export interface FuturesAt {
  /** The newest entry of the story before it; of the first moment, the last one with which its world began. */
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

/**
 * Plays other futures of a story that fails: from earlier and earlier moments on with other draws, and with each later step left out
 * or not, by chance. A step in the share of those that fail in the same way is the cause of the failure. Moments are looked at where
 * the share changes most. Undefined for a story of inputs, and for one whose world breaks before it begins: neither has another future.
 */
export const futuresOf = (
  story: Story,
  failure: BrokenProperty,
  bounds: ExploreBounds,
  { momentsMax, futures }: FuturesBounds = usual,
): Futures | undefined => {
  if (story['inputs'] !== undefined) return undefined;
  let begun = 0;
  const world = failedWorld(story, bounds, ({ log }) => {
    begun = log.length;
  });
  if (world === undefined) return undefined;
  const entries = [...world.log.entries()];
  const places = settledMoments(entries, begun);
  const share = (after: number): FuturesAt => {
    let failing = 0;
    for (let k = 0; k < futures; k++)
      if (fails(story, failure, { ...bounds, laws: isLaw(failure), future: futureOf(after, k) })) failing += 1;
    return { after, at: entries[after - 1]?.at ?? worldStart, failing, of: futures };
  };
  const known = new Map<number, FuturesAt>();
  for (let next: number | undefined = 0; next !== undefined && known.size < momentsMax; next = nextPlace(known, places.length))
    known.set(next, share(places[next] as number));
  const moments = [...known].sort(([one], [other]) => one - other).map(([, moment]) => moment);
  const safe = moments.findLastIndex(({ failing, of }) => failing < of);
  const inevitableFrom = safe === moments.length - 1 ? undefined : safe + 1;
  return { moments, inevitableFrom, entries, played: known.size * futures };
};

/** The same futures from every moment: what differs between moments is what happened in between. */
const futureOf = (after: number, k: number): Future => {
  const seed = `future ${k + 1}`;
  const draw = drawsFrom(seed);
  return { after, seed, leavesOut: (key) => draw('future', key) < 1 / 2 };
};

const fails = (story: Story, failure: BrokenProperty, bounds: PlayBounds): boolean => {
  const outcome = outcomeOf(story, bounds);
  return outcome.kind === 'failed' && isSameFailure(outcome.failure, failure);
};

/** The next place to look at: the last one, then the middle between two neighbors between which the share changes most. */
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
