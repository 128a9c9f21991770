import type { Json } from '../kernel/canonical.ts';
import { formatDuration, parseDuration } from '../kernel/time.ts';
import { faultsOf, loadsOf, type Story, type StoryStep, stepsOf, withFaults, withLoads, withSteps } from './story.ts';

/** Whether a shorter story still fails in the same way. */
export type StillFails = (story: Story) => boolean;

/** What came of shortening a story, and how many stories were played for it. */
export interface Shrunk {
  readonly story: Story;
  readonly played: number;
}

/**
 * The shortest story that one finds that fails in the same way. Draws are keyed by what they are for, so leaving something out changes
 * no draw of what is left. Steps, loads and faults are left out in chunks (Zeller's ddmin); then single properties; then durations become
 * round; and again, until nothing changes or so many stories were played.
 */
export const shrink = (story: Story, stillFails: StillFails, playedMax: number): Shrunk => {
  let played = 0;
  let shortest = story;
  const accept = (candidate: Story): boolean => {
    if (played >= playedMax) return false;
    played += 1;
    if (!stillFails(candidate)) return false;
    shortest = candidate;
    return true;
  };
  let before: Story | undefined;
  while (before !== shortest && played < playedMax) {
    before = shortest;
    for (const part of lists) leaveOutItems(part, () => shortest, accept);
    leaveOutProperties(() => shortest, accept);
    roundDurations(() => shortest, accept);
  }
  return { story: shortest, played };
};

interface ListOf {
  readonly of: (story: Story) => readonly StoryStep[];
  readonly with: (story: Story, list: readonly StoryStep[]) => Story;
}

/** Loads first: each of them is many calls. */
const lists: readonly ListOf[] = [
  { of: loadsOf, with: withLoads },
  { of: stepsOf, with: withSteps },
  { of: faultsOf, with: withFaults },
];

type Current = () => Story;
type Accept = (candidate: Story) => boolean;

/** Leaves out as many items as it can: half of them, a quarter, … , one; from the end on, because what follows a failure is never needed. */
const leaveOutItems = (list: ListOf, current: Current, accept: Accept): void => {
  for (let size = list.of(current()).length; size >= 1; size = Math.floor(size / 2)) {
    let end = list.of(current()).length;
    while (end > 0) {
      const items = list.of(current());
      const begin = Math.max(0, end - size);
      accept(list.with(current(), [...items.slice(0, begin), ...items.slice(end)]));
      end = begin;
    }
  }
};

/** Leaves out properties that the failure does not need, the outermost first, and items of lists in them. */
const leaveOutProperties = (current: Current, accept: Accept): void => {
  let done: readonly string[] = [];
  for (;;) {
    const path = pathsIn(current()).find((one) => !done.includes(one.join('/')));
    if (path === undefined) return;
    if (!accept(without(current(), path) as Story)) done = [...done, path.join('/')];
  }
};

/** What a story cannot be without. */
const kept: readonly string[] = ['title', 'act', 'seed'];

const pathsIn = (value: Json, path: readonly string[] = []): readonly (readonly string[])[] => {
  if (value === null || typeof value !== 'object') return [];
  const fields = Object.entries(value as { readonly [key: string]: Json });
  const isStep = path.length === 1 && Array.isArray(value);
  const own = isStep ? [] : fields.flatMap(([key]) => (kept.includes(key) ? [] : [[...path, key]]));
  return [...own, ...fields.flatMap(([key, field]) => pathsIn(field, [...path, key]))];
};

const without = (value: Json, [key, ...rest]: readonly string[]): Json => {
  if (key === undefined || value === null || typeof value !== 'object') return value;
  if (Array.isArray(value))
    return value.flatMap((item: Json, k) => (String(k) !== key ? [item] : rest.length === 0 ? [] : [without(item, rest)]));
  const fields = value as { readonly [name: string]: Json };
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, field]) =>
      name !== key ? [[name, field]] : rest.length === 0 ? [] : [[name, without(field, rest)]],
    ),
  );
};

/** Durations that a person would write. */
const roundDurations = (current: Current, accept: Accept): void => {
  for (const path of durationPaths(current())) {
    const ms = parseDuration(String(valueAt(current(), path)));
    if (ms === undefined || ms === 0) continue;
    for (const rounder of roundOnes(ms)) if (accept(withText(current(), path, formatDuration(rounder)) as Story)) break;
  }
};

const roundOnes = (ms: number): readonly number[] =>
  [0, ...[3_600_000, 60_000, 10_000, 1_000, 100].flatMap((unit) => [Math.floor(ms / unit) * unit, Math.ceil(ms / unit) * unit])].filter(
    (one, k, all) => one !== ms && all.indexOf(one) === k && (one > 0 || k === 0),
  );

const durationPaths = (value: Json, path: readonly string[] = []): readonly (readonly string[])[] => {
  if (typeof value === 'string') return parseDuration(value) === undefined ? [] : [path];
  if (value === null || typeof value !== 'object') return [];
  return Object.entries(value as { readonly [key: string]: Json }).flatMap(([key, field]) => durationPaths(field, [...path, key]));
};

const valueAt = (value: Json, path: readonly string[]): Json | undefined =>
  path.reduce<Json | undefined>(
    (at, key) => (at === null || typeof at !== 'object' ? undefined : (at as { readonly [key: string]: Json })[key]),
    value,
  );

const withText = (value: Json, [key, ...rest]: readonly string[], text: string): Json => {
  if (key === undefined) return text;
  if (value === null || typeof value !== 'object') return value;
  if (Array.isArray(value)) return value.map((item: Json, k) => (String(k) === key ? withText(item, rest, text) : item));
  const fields = value as { readonly [name: string]: Json };
  return { ...fields, [key]: withText(fields[key] ?? null, rest, text) };
};
