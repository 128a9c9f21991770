import { setImmediate } from 'node:timers';
import { isLeft } from 'fp-ts/lib/Either.js';
import type { AdvanceTarget } from '../../engine/cloud/index.ts';
import { formatInstant, InvalidArgument, later, parseDuration, parseInstant, type VirtualTime } from '../../engine/kernel/index.ts';
import { type Condition, conditionIn, describeUnmet, holds } from '../../engine/scenario/index.ts';
import type { Advance, World } from '../../engine/world/index.ts';
import type { HostedWorld } from '../host/hostedWorld.ts';
import { checkOptions, kindOfValue } from './checks/given.ts';
import { refuseOtherNames } from './otherNames.ts';
import type { PendingWebhooks } from './pendingWebhooks.ts';
import type { Unawaited } from './tracked.ts';

/**
 * Where to move the clock: by a duration, to an instant, to whatever is due next, until only recurring timers are due, or until a
 * condition holds, written as in a scenario's `when`: `job job-1 is COMPLETED`, `endpoint demo has 2 workers`.
 */
export type AdvanceWritten =
  | string
  | { readonly by: string }
  | { readonly to: string }
  | { readonly next: true }
  | { readonly untilIdle: true }
  | { readonly until: string; readonly within?: string };

export interface TestClock {
  /** Virtual time in whole milliseconds since the world's start. */
  readonly now: VirtualTime;
  /** The same as an instant, `2026-01-01T00:00:10.000Z`, like every timestamp in an answer. */
  readonly instant: string;
  /**
   * Moves the clock, and runs what is due on the way. When it resolves, pending calls that became answerable have their answers, and the
   * code that awaited them has continued. A webhook is answered at the instant at which it is posted. Rejects when the condition of `until`
   * is not met, and with what `onWebhook` has thrown.
   */
  advance(target: AdvanceWritten): Promise<Advance>;
}

/** `open` is the world, while it may still change. */
export const testClock = (
  current: () => HostedWorld,
  open: () => HostedWorld,
  pending: () => PendingWebhooks | undefined,
  unawaited: Unawaited,
): TestClock =>
  refuseOtherNames('world.clock', {
    get now() {
      return current().world.now;
    },
    get instant() {
      return instantAt(current().world, current().world.now);
    },
    advance(target) {
      const loss = { words: 'what comes after it does not wait for it' };
      return unawaited.track('world.clock.advance', loss, ['from', 'to', 'ran', 'fired'], moveClock(open, pending, target));
    },
  });

const moveClock = async (open: () => HostedWorld, pending: () => PendingWebhooks | undefined, target: AdvanceWritten): Promise<Advance> => {
  const { world } = open();
  const webhooks = pending();
  const aim = aimOf(target, world);
  await webhooks?.refuseInside('clock.advance');
  await webhooks?.whenAnswered();
  let advance = open().look(() => advanceOnce(world, aim, webhooks));
  while (webhooks?.isPending === true) {
    await webhooks.whenAnswered();
    if (isReached(aim, world)) break;
    advance = joinAdvances(
      advance,
      open().look(() => advanceOnce(world, aim, webhooks)),
    );
  }
  await continuations();
  webhooks?.rethrow();
  if (aim.isMet?.() === false) throw new Error(unmetText(aim, advance, world));
  return advance;
};

/** Where an advance goes: to a target, or before that to where a condition is met. */
interface Aim {
  readonly to: AdvanceTarget;
  readonly isMet?: () => boolean;
  /** The condition, and in what time it must be met. */
  readonly until?: { readonly text: string; readonly condition: Condition; readonly within: string | undefined };
}

/** Advances to the target, or to the next instant at which a webhook is posted: its answer belongs to that instant. */
const advanceOnce = (world: World, { to, isMet }: Aim, webhooks: PendingWebhooks | undefined): Advance => {
  if (isMet?.() === true) return world.advance({ by: 0 });
  if (webhooks === undefined) return world.advance(to, isMet);
  return world.advance(to, () => webhooks.isPending || isMet?.() === true);
};

const isReached = ({ to, isMet }: Aim, { now }: World): boolean => isMet?.() === true || 'next' in to || ('to' in to && now >= to.to);

const joinAdvances = (first: Advance, next: Advance): Advance => ({
  ...next,
  from: first.from,
  ran: first.ran + next.ran,
  fired: [...first.fired, ...next.fired],
});

const instantAt = ({ header }: World, at: VirtualTime): string => formatInstant(header.definition.startMs + at);

/** Lets the code that awaited an answer continue. Imported by name, so that a test's fake timers do not replace it. */
const continuations = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

const aimOf = (target: AdvanceWritten, world: World): Aim => {
  if (typeof target !== 'object' || target === null) return after(durationOf(target), world);
  checkOptions('clock.advance', target, targets);
  const given = Object.keys(target).filter((name) => name !== 'within');
  if (given.length !== 1)
    throw new InvalidArgument(
      `clock.advance: takes one of { by: '10s' }, { to: '2026-01-01T00:00:10Z' }, { next: true }, { untilIdle: true } and { until: 'job job-1 is COMPLETED' }, and got ${given.length === 0 ? 'none' : given.join(' and ')}`,
    );
  if ('by' in target) return after(durationOf(target.by), world);
  if ('until' in target) return aimUntil(world, target);
  if (!('to' in target)) return { to: target };
  const ms = parseInstant(target.to);
  if (ms === undefined)
    throw new InvalidArgument(
      `clock.advance: to '${target.to}' is no instant in UTC such as 2026-01-01T00:00:10Z${parseDuration(String(target.to)) === undefined ? '' : `; did you mean { by: '${target.to}' }?`}`,
    );
  const to = (ms - world.header.definition.startMs) as VirtualTime;
  if (to >= world.now) return { to: { to } };
  throw new InvalidArgument(`clock.advance: time never runs backwards, and it is ${instantAt(world, world.now)} already`);
};

const targets = { by: 1, to: 1, next: 1, untilIdle: 1, until: 1, within: 1 } as const;

const after = (ms: number, { now }: World): Aim => ({ to: { to: later(now, ms) } });

const durationOf = (text: unknown): number => {
  const ms = typeof text === 'string' ? parseDuration(text) : undefined;
  const meant = /^\d+$/.test(String(text)) ? `; did you mean '${text}s' or '${text}ms'?` : '';
  if (ms === undefined) throw new InvalidArgument(`clock.advance: '${String(text)}' is no duration such as 500ms, 8s, 2m or 1h30m${meant}`);
  return ms;
};

const aimUntil = (world: World, { until: text, within }: { readonly until: string; readonly within?: string }): Aim => {
  if (typeof text !== 'string')
    throw new InvalidArgument(`clock.advance: until takes a text, such as 'job … is COMPLETED', and got ${kindOfValue(text)}`);
  const condition = conditionOf(world, text);
  const { to }: Aim = within === undefined ? { to: { untilIdle: true } } : after(durationOf(within), world);
  return { to, isMet: () => holds(condition, world), until: { text, condition, within } };
};

const unmetText = ({ until }: Aim, { stoppedBecause }: Advance, world: World): string => {
  const why = until?.within === undefined ? `nothing is due any more (${stoppedBecause})` : `${until.within} have passed`;
  return `clock.advance: '${until?.text}' was not met, and ${why}${until === undefined ? '' : describeUnmet(until.condition, world)}`;
};

const conditionOf = (world: World, text: string): Condition => {
  const condition = conditionIn(world, text);
  if (isLeft(condition)) throw new InvalidArgument(`clock.advance: until '${text}' ${condition.left}${hintAtAnswer(text)}`);
  return condition.right;
};

/** What an id became in a text whose answer was not awaited, or was refused. */
const hintAtAnswer = (text: string): string =>
  /\b(?:undefined|null|NaN)\b|\[object /.test(text)
    ? '. An `await` or `.orThrow()` may be missing where the id is read: const { id } = await world.call.run({ … }).orThrow()'
    : '';
