import { type DomainEvent, entities, kinds } from '../../../../../engine/cloud/index.ts';
import type { RunLog } from '../runLog.ts';
import { fitAll, toStem, wordsIn } from './words.ts';

/** A type of events that a log has: how often, and which entities it happened to. */
export interface EventsOfType {
  readonly type: DomainEvent['type'];
  readonly first: number;
  readonly count: number;
  readonly ids: ReadonlySet<string>;
}

/** All types of events that a log has, in the order in which they came. */
export const listHappenings = (log: RunLog): readonly EventsOfType[] => {
  const found = new Map<string, { type: DomainEvent['type']; first: number; count: number; ids: Set<string> }>();
  for (const { seq, event } of log.entries(log.first)) {
    const known = found.get(event.type) ?? { type: event.type, first: seq, count: 0, ids: new Set<string>() };
    const id = log.subject(seq);
    known.count += 1;
    if (id !== undefined) known.ids.add(id);
    found.set(event.type, known);
  }
  return [...found.values()];
};

/**
 * Those that some stems mean, likeliest first: those that are called so, in the log or in plain words; else those whose rule is; else those
 * that their lifecycle describes so.
 */
export const findMeant = (stems: readonly string[], happenings: readonly EventsOfType[]): readonly EventsOfType[] => {
  // `worker` alone would mean a third of the log.
  if (stems.every((stem) => kindStems.has(stem))) return [];
  const [first = ''] = stems;
  const placeIn = ({ type }: EventsOfType): number => {
    const own = wordsIn(type).map(toStem);
    return fitAll(stems, own) ? own.findIndex((name) => name.startsWith(first)) : Number.MAX_SAFE_INTEGER;
  };
  for (const level of [0, 1, 2] as const) {
    const found = happenings.filter(({ type }) => fitAll(stems, readNames(type)[level]));
    if (found.length > 0)
      return found.sort((a, b) => placeIn(a) - placeIn(b) || (level === 0 ? a.type.length - b.type.length : a.first - b.first));
  }
  return [];
};

const kindStems: ReadonlySet<string> = new Set(kinds.map(toStem));

/** What people say of events, where neither their names nor their rules have the word. */
const alsoSaid: Readonly<Partial<Record<DomainEvent['type'], string>>> = {
  InputRefused: 'rejected denied error rate limit limited',
  JobRequeued: 'retry again',
  JobStarted: 'picked up taken',
  PodFailed: 'host lost',
  WorkerCrashed: 'died exited restarted',
  WorkerLaunched: 'scaled up added',
  WorkerLostHost: 'failed',
  WorkerStopped: 'scaled down',
  WorkerThrottled: 'no capacity',
};

type Names = readonly [called: readonly string[], ruled: readonly string[], described: readonly string[]];

const known = new Map<string, Names>();

const readNames = (type: DomainEvent['type']): Names => {
  const found = known.get(type) ?? makeNames(type);
  known.set(type, found);
  return found;
};

const makeNames = (type: DomainEvent['type']): Names => {
  const rows = kinds.flatMap((kind) => entities[kind].lifecycle.rows.filter(({ event }) => event === type));
  const called = [type, alsoSaid[type] ?? ''];
  const ruled = [...called, ...rows.map(({ rule }) => rule)];
  const stems = (texts: readonly string[]): readonly string[] => [...new Set(texts.flatMap(wordsIn).map(toStem))];
  return [stems(called), stems(ruled), stems([...ruled, ...rows.map(({ description }) => description)])];
};
