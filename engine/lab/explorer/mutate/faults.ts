import { needsDelay } from '../../../cloud/fault/delays.ts';
import type { FaultKind } from '../../../cloud/fault/events.ts';
import { matchable } from '../../../cloud/fault/match.ts';
import type { Json } from '../../../kernel/canonical.ts';
import { formatDuration, type VirtualTime } from '../../../kernel/time.ts';
import type { Choice } from '../choice.ts';
import type { StoryStep } from '../story.ts';
import type { Names } from './names.ts';

/** A fault as a scenario writes it, which strikes something that the story has. `from`: when it begins, in ms. */
export const faultFor = (
  kind: FaultKind,
  names: Names,
  choice: Choice,
  moments: readonly VirtualTime[],
  from = beginning(choice, moments),
): StoryStep => {
  if (kind === 'quota-cut') return { fault: kind, ...matchFor(kind, names, choice), at: choice.of(['3d', '7d', '10d']) };
  const strikesOnce = kind === 'worker-crash' || kind === 'host-failure';
  const isSlow = needsDelay(kind);
  const window = { from: formatDuration(from), to: formatDuration(from + choice.of([1_000, 15_000, 300_000])) };
  return {
    fault: kind,
    ...matchFor(kind, names, choice),
    ...(strikesOnce && choice.happens(1, 2) ? { at: window.from } : { window }),
    ...(isSlow || choice.happens(1, 2) ? {} : { chance: choice.of(['1/2', '1/5']) }),
    ...(choice.happens(1, 6) ? { limit: choice.of([1, 2]) } : {}),
    ...(isSlow ? { delay: choice.of(['700ms', '20s']) } : {}),
    ...(kind === 'api-error' ? { status: choice.of([500, 503, 429]) } : {}),
    ...(kind === 'answer-is' ? { answer: { body: choice.of(['<html></html>', '{']) } } : {}),
  };
};

const beginning = (choice: Choice, moments: readonly VirtualTime[]): number => {
  const isAtTimer = moments.length > 0 && choice.happens(1, 2);
  return isAtTimer ? Math.max(0, choice.of(moments) + choice.of([-1, 0, 0, 1])) : choice.of([0, 3_000, 20_000, 60_000]);
};

const matchFor = (kind: FaultKind, names: Names, choice: Choice): { readonly match?: Json } => {
  const parts = matchable[kind].flatMap((part): readonly (readonly [string, Json])[] => {
    if (part === 'operation') return [[part, choice.of(['run', 'runsync', 'status', 'createPod'])]];
    const known = (names.get(part) ?? []).filter((name) => !name.startsWith('$'));
    return known.length === 0 ? [] : [[part, choice.of(known)]];
  });
  // Without a match, a host that fails is any of the world's, and mostly one on which there is nothing.
  if (parts.length === 0 || (kind !== 'host-failure' && choice.happens(1, 3))) return {};
  return { match: Object.fromEntries([choice.of(parts)]) };
};
