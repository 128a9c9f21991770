import type { Json } from '../../../kernel/canonical.ts';
import { formatDuration, parseDuration } from '../../../kernel/time.ts';
import { namingKeys } from '../../../scenario/format/callFormat.ts';
import { leavesIn, type Path, partAt, withPart } from '../storyPaths.ts';
import { findLeast, leastNumber, roundMs } from './findLeast.ts';
import type { Pass } from './search.ts';

/** Durations that a person would write: the shortest round one that fails, or the nearest. */
export const roundDurations: Pass = (search) => {
  for (const [path, leaf] of leavesIn(search.story)) {
    const ms = readDuration(path, leaf);
    if (ms === undefined || ms === 0) continue;
    const candidate = (other: number) => withPart(search.story, path, formatDuration(other));
    if (search.accept(candidate(0))) continue;
    const least = findLeast(roundMs, ms, (other) => search.fails(candidate(other)));
    if (least !== undefined && search.accept(candidate(least))) continue;
    nearMs(ms).find((other) => search.accept(candidate(other)));
  }
};

/** Reads a duration in a story; undefined if the value is not one. */
export const readDuration = (path: Path, leaf: Json): number | undefined =>
  typeof leaf === 'string' && path[0] !== 'title' ? parseDuration(leaf) : undefined;

/** Numbers: the smallest one that fails. */
export const simplifyNumbers: Pass = (search) => {
  for (const [path, leaf] of leavesIn(search.story)) {
    if (typeof leaf !== 'number' || leaf === 0) continue;
    const candidate = (other: number) => withPart(search.story, path, other);
    if (search.accept(candidate(0))) continue;
    const least = leastNumber(leaf, (other) => search.fails(candidate(other)));
    if (least !== undefined) search.accept(candidate(least));
  }
};

/** Texts without a meaning, which one letter can replace. */
export const simplifyTexts: Pass = (search) => {
  for (const [path, leaf] of leavesIn(search.story)) {
    if (!isFreeText(path, leaf)) continue;
    if (partAt(search.story, path) === leaf) search.accept(withPart(search.story, path, 'a'));
  }
};

/** A text that may be any other one, judging by its place. */
export const isFreeText = (path: Path, leaf: Json): boolean => {
  if (typeof leaf !== 'string' || leaf.includes('$') || readDuration(path, leaf) !== undefined) return false;
  const body = path.indexOf('body');
  return body === -1 ? !path.some((name) => bound.includes(name)) : !path.slice(body).some((name) => boundInBody.includes(name));
};

/** Parts whose texts are names, or words of the language of scenarios. */
const bound: readonly string[] = [
  ...['title', 'act', 'fault', 'match', 'when', 'after', 'as', 'id', 'name', 'save', 'type', 'seed', 'properties'],
  ...namingKeys,
];
const boundInBody: readonly string[] = ['id', 'type'];

/** The nearest durations in larger units, the largest unit first. */
const nearMs = (ms: number): readonly number[] =>
  [86_400_000, 3_600_000, 60_000, 10_000, 1_000, 100, 10].flatMap((unit) =>
    [Math.floor(ms / unit) * unit, Math.ceil(ms / unit) * unit].filter((one) => one > 0 && one !== ms),
  );
