import type { LookedAt } from '../../../engine/api/index.ts';
import { lastInstantMs, later, type Steps, type VirtualTime } from '../../../engine/kernel/index.ts';
import { hasParts, isInTransition, type World } from '../../../engine/world/index.ts';

/**
 * Lets time run, after an answer, to the next change of what its client looked at; not at all if nothing of that will change by
 * itself. It stops earlier once `isEnough`, and after `mostMs` of virtual time.
 */
export function* runToChange(world: World, looked: readonly LookedAt[], isEnough = () => false, mostMs?: number): Steps<void> {
  const watched = looked.filter(({ kind, id }) => isInTransition(world.state, kind, id));
  if (watched.length === 0) return;
  const bound = mostMs === undefined ? undefined : later(world.now, mostMs);
  if (watched.some(({ kind }) => hasParts(kind))) {
    const isNear = bound === undefined || (world.nextDue ?? bound) < bound;
    yield* world.advanceInSteps(isNear ? { next: true } : { to: bound });
    return;
  }
  const findStatus = ({ kind, id }: LookedAt) => world.state.find(kind, id)?.status;
  const before = watched.map(findStatus);
  yield* world.advanceInSteps(
    bound === undefined ? { untilIdle: true } : { to: bound },
    () => isEnough() || watched.some((one, k) => findStatus(one) !== before[k] || !isInTransition(world.state, one.kind, one.id)),
  );
}

/** Lets time run for as long as a refusal told its client to wait, up to the last instant. It stops earlier once `isEnough`. */
export function* runFor(world: World, seconds: number, isEnough?: () => boolean): Steps<void> {
  const last = lastInstantMs - world.header.definition.startMs;
  yield* world.advanceInSteps({ to: Math.min(world.now + seconds * 1_000, last) as VirtualTime }, isEnough);
}
