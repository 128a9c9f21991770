import { entities } from '../../../cloud/entities.ts';
import type { Json } from '../../../kernel/canonical.ts';
import { formatDuration, parseDuration, type VirtualTime } from '../../../kernel/time.ts';
import type { Choice } from '../choice.ts';
import type { StatusSpan } from '../corpus/corpus.ts';
import type { Names } from '../mutate/names.ts';
import type { Swarm } from '../mutate/swarm.ts';
import { listFaults, type Story, type StoryStep } from '../story.ts';

/** A step without what says when it comes. */
export const withoutTime = ({ at: _at, after: _after, delay: _delay, when: _when, within: _within, ...step }: StoryStep): StoryStep => step;

/**
 * A condition that a step waits for: an entity has a certain status. Mostly it is a status that the entity had in the seed input, because a
 * step that waits in vain ends the story there.
 */
export const conditionFor = (names: Names, seen: readonly StatusSpan[], choice: Choice): StoryStep | undefined => {
  const made = watched.flatMap((kind) =>
    (names.get(kind) ?? []).filter((name) => name.startsWith('$')).map((name) => [kind, name] as const),
  );
  const known = seen.filter(({ words }) => !words.includes('$') || made.some(([, name]) => words.includes(` ${name} `)));
  if (known.length > 0 && choice.happens(2, 3)) return { when: chooseSpan(known, choice).words, within: '1h' };
  if (made.length === 0) return undefined;
  const [kind, name] = choice.happens(1, 2) ? (made.at(-1) as (typeof made)[number]) : choice.of(made);
  const { statuses, initial } = entities[kind].lifecycle;
  const { status } = choice.of(statuses.filter((one) => !one.final && one.status !== initial));
  return { when: `${kind} ${name} is ${status}`, within: '1h' };
};

/** Picks each status with equal probability, regardless of how many entities had it. */
export const chooseSpan = (known: readonly StatusSpan[], choice: Choice): StatusSpan => {
  const status = choice.of([...new Set(known.map(statusIn))]);
  return choice.of(known.filter((span) => statusIn(span) === status));
};

/** `worker ep-a-w1 is IDLE` is about a worker that is idle. */
const statusIn = ({ words }: StatusSpan): string => words.replace(/ \S+ is /, ' ');

/**
 * The names in a story, with the entity of a condition, or its owner, last. Most calls are about the last name.
 */
export const namesWhen = (words: string, names: Names): Names => {
  const [kind = '', name = ''] = words.split(' ');
  const [focus, of] = kind === 'worker' ? ['endpoint', name.replace(/-w\d+$/, '')] : [kind, name];
  const known = names.get(focus);
  return known?.includes(of) === true ? new Map([...names, [focus, [...known.filter((one) => one !== of), of]]]) : names;
};

const watched = ['endpoint', 'cluster', 'pod', 'job'] as const;

/**
 * Draws when an added step comes: when a timer fires, or just before or after it; after a duration that the platform or the story
 * uses; or soon after the step before it.
 */
export const timeFor = (story: Story, { pauseMs }: Swarm, choice: Choice, moments: readonly VirtualTime[]): StoryStep => {
  const ends = faultEnds(story);
  if (ends.length > 0 && choice.happens(1, 8)) return { at: momentText(choice, ends) };
  if (moments.length > 0 && choice.happens(1, 3)) return { at: momentText(choice, moments) };
  if (choice.happens(1, 4)) return { delay: formatDuration(Math.max(0, choice.of(durationsIn(story)) + choice.of([-1, 0, 0, 1]))) };
  return { delay: formatDuration(choice.happens(1, 3) ? 0 : choice.below(pauseMs)) };
};

/** When the story's faults end: waiting entities continue then. */
const faultEnds = (story: Story): readonly VirtualTime[] =>
  listFaults(story).flatMap(({ window }) => {
    const { to } = (window ?? {}) as StoryStep;
    const end = typeof to === 'string' ? parseDuration(to) : undefined;
    return end === undefined ? [] : [Number(end) as VirtualTime];
  });

/** A moment at which something has a status, or right before or after: at its beginning, at its end, or between them. */
export const momentIn = ({ from, to }: StatusSpan, choice: Choice): VirtualTime => {
  const end = to ?? from + choice.of([1_000, 60_000, 3_600_000]);
  const moment = choice.of([from, from + 1, from + Math.floor((end - from) / 2), end - 1, end, end + 1]);
  return Math.max(0, moment) as VirtualTime;
};

export const momentText = (choice: Choice, moments: readonly VirtualTime[]): string =>
  formatDuration(Math.max(0, choice.of(moments) + choice.of([-1, 0, 0, 1])));

const dayMs = 86_400_000;

/** The defaults of settings that are durations, at most a day long. */
const settingDurations: readonly number[] = Object.values(entities).flatMap(({ settings }) =>
  Object.values(settings as { readonly [name: string]: { readonly unit: string; readonly default: unknown } }).flatMap(
    ({ unit, default: ms }) => (unit === 'duration' && typeof ms === 'number' && ms > 0 && ms <= dayMs ? [ms] : []),
  ),
);

const known = new WeakMap<Story, readonly number[]>();

/** Durations that a story names, and durations of the settings: the possible lengths of its timers. */
const durationsIn = (story: Story): readonly number[] => {
  const before = known.get(story);
  if (before !== undefined) return before;
  const found = new Set(settingDurations);
  collect(story, '', found);
  const durations = [...found];
  known.set(story, durations);
  return durations;
};

/** Properties of requests that are durations in milliseconds. */
const inMs: readonly string[] = ['ttl', 'executionTimeout', 'timeout', 'wait'];

const collect = (value: Json, key: string, found: Set<number>): void => {
  if (typeof value === 'string') {
    const ms = parseDuration(value);
    if (ms !== undefined && ms <= dayMs) found.add(ms);
  } else if (typeof value === 'number') {
    if (key === 'idleTimeout') found.add(value * 1_000);
    else if (inMs.includes(key) && value <= dayMs) found.add(value);
  } else if (value !== null && typeof value === 'object')
    for (const [name, field] of Object.entries(value as { readonly [name: string]: Json })) collect(field, name, found);
};
