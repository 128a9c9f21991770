import { setImmediate } from 'node:timers';
import { isLeft } from 'fp-ts/lib/Either.js';
import type { AdvanceTarget } from '../../engine/cloud/index.ts';
import { formatInstant, InvalidArgument, later, parseDuration, parseInstant, type VirtualTime } from '../../engine/kernel/index.ts';
import { type Condition, conditionIn, describeUnmet, holds } from '../../engine/scenario/index.ts';
import type { Advance, World } from '../../engine/world/index.ts';
import type { HostedWorld } from '../host/world/hostedWorld.ts';
import { checkOptions, kindOfValue } from './checks/given.ts';
import { refuseOtherNames } from './otherNames.ts';
import type { PendingWebhooks } from './pendingWebhooks.ts';
import type { Unawaited } from './tracked.ts';

/** Where to move the clock: by a duration, to an instant, to whatever is due next, or until only recurring timers are due. */
export type AdvanceWritten =
  | string
  | { readonly by: string }
  | { readonly to: string }
  | { readonly next: true }
  | { readonly untilIdle: true };

/** A condition as in a scenario's `when`: `job job-1 is COMPLETED`, `endpoint demo has 2 workers`. Or a function that only reads the world. */
export type UntilWritten = string | (() => unknown);

/** How long a wait may take, in virtual time; until nothing is due any more unless given. */
export interface UntilOptions {
  readonly within?: string;
}

export interface TestClock {
  /** Virtual time in whole milliseconds since the world's start. */
  readonly now: VirtualTime;
  /** The same as an instant, `2026-01-01T00:00:10.000Z`, like every timestamp in an answer. */
  readonly instant: string;
}

export const testClock = (current: () => HostedWorld): TestClock =>
  refuseOtherNames('world.clock', {
    get now() {
      return current().world.now;
    },
    get instant() {
      return instantAt(current().world, current().world.now);
    },
  });

/** Moves the clock of a world. `open` is the world, while it may still change. */
export class ClockMover {
  readonly #open: () => HostedWorld;
  readonly #pending: () => PendingWebhooks | undefined;
  readonly #unawaited: Unawaited;

  constructor(open: () => HostedWorld, pending: () => PendingWebhooks | undefined, unawaited: Unawaited) {
    this.#open = open;
    this.#pending = pending;
    this.#unawaited = unawaited;
  }

  advance(target: AdvanceWritten): Promise<Advance> {
    return this.#move('world.advance', (world) => readAim(target, world));
  }

  until(condition: UntilWritten, options: UntilOptions): Promise<Advance> {
    return this.#move('world.until', (world) => aimUntil(world, condition, options));
  }

  #move(called: string, aim: (world: World) => Aim): Promise<Advance> {
    const loss = { words: 'what comes after it does not wait for it' };
    return this.#unawaited.track(called, loss, ['from', 'to', 'ran', 'fired'], moveClock(this.#open, this.#pending, called, aim));
  }
}

const moveClock = async (
  open: () => HostedWorld,
  pending: () => PendingWebhooks | undefined,
  called: string,
  aimAt: (world: World) => Aim,
): Promise<Advance> => {
  const { world } = open();
  const webhooks = pending();
  const aim = aimAt(world);
  await webhooks?.refuseInside(called);
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
  if (aim.isMet?.() === false) throw new Error(unmetText(aim, advance));
  return advance;
};

/** Where an advance goes: to a target, or before that to where a condition is met. */
interface Aim {
  readonly to: AdvanceTarget;
  readonly isMet?: () => boolean;
  /** The condition in words, what is there instead of it, and in what time it must be met. */
  readonly until?: { readonly text: string; readonly instead: () => string; readonly within: string | undefined };
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

const readAim = (target: AdvanceWritten, world: World): Aim => {
  if (typeof target !== 'object' || target === null) return after(readDuration('world.advance', target), world);
  if ('until' in target) throw new InvalidArgument("world.advance: takes no 'until': write world.until('job job-1 is COMPLETED')");
  checkOptions('world.advance', target, targets);
  const given = Object.keys(target);
  if (given.length !== 1)
    throw new InvalidArgument(
      `world.advance: takes one of { by: '10s' }, { to: '2026-01-01T00:00:10Z' }, { next: true } and { untilIdle: true }, and got ${given.length === 0 ? 'none' : given.join(' and ')}`,
    );
  if ('by' in target) return after(readDuration('world.advance', target.by), world);
  if (!('to' in target)) return { to: target };
  const ms = parseInstant(target.to);
  if (ms === undefined)
    throw new InvalidArgument(
      `world.advance: to '${target.to}' is no instant in UTC such as 2026-01-01T00:00:10Z${parseDuration(String(target.to)) === undefined ? '' : `; did you mean { by: '${target.to}' }?`}`,
    );
  const to = (ms - world.header.definition.startMs) as VirtualTime;
  if (to >= world.now) return { to: { to } };
  throw new InvalidArgument(`world.advance: time never runs backwards, and it is ${instantAt(world, world.now)} already`);
};

const targets = { by: 1, to: 1, next: 1, untilIdle: 1 } as const;

const after = (ms: number, { now }: World): Aim => ({ to: { to: later(now, ms) } });

const readDuration = (called: string, text: unknown): number => {
  const ms = typeof text === 'string' ? parseDuration(text) : undefined;
  const meant = /^\d+$/.test(String(text)) ? `; did you mean '${text}s' or '${text}ms'?` : '';
  if (ms === undefined) throw new InvalidArgument(`${called}: '${String(text)}' is no duration such as 500ms, 8s, 2m or 1h30m${meant}`);
  return ms;
};

const aimUntil = (world: World, condition: UntilWritten, options: UntilOptions): Aim => {
  checkOptions('world.until', options, { within: 1 });
  const { within } = options;
  const { to }: Aim = within === undefined ? { to: { untilIdle: true } } : after(readDuration('world.until', within), world);
  if (typeof condition === 'function') {
    const instead = () => '';
    return { to, isMet: () => isTrue(condition()), until: { text: condition.name || 'the function', instead, within } };
  }
  if (typeof condition !== 'string')
    throw new InvalidArgument(`world.until: takes a text, such as 'job … is COMPLETED', or a function, and got ${kindOfValue(condition)}`);
  const read = readCondition(world, condition);
  return { to, isMet: () => holds(read, world), until: { text: condition, instead: () => describeUnmet(read, world), within } };
};

/** A promise would always count as true, and the clock would not move. */
const isTrue = (value: unknown): boolean => {
  if (value instanceof Promise)
    throw new InvalidArgument('world.until: takes a function that reads the world at once, and got one that returns a promise');
  return Boolean(value);
};

const unmetText = ({ until }: Aim, { stoppedBecause }: Advance): string => {
  const why = until?.within === undefined ? `nothing is due any more (${stoppedBecause})` : `${until.within} have passed`;
  return `world.until: '${until?.text}' was not met, and ${why}${until?.instead()}`;
};

const readCondition = (world: World, text: string): Condition => {
  const condition = conditionIn(world, text);
  if (isLeft(condition)) throw new InvalidArgument(`world.until: '${text}' ${condition.left}${hintAtAnswer(text)}`);
  return condition.right;
};

/** What an id became in a text whose answer was not awaited, or was refused. */
const hintAtAnswer = (text: string): string =>
  /\b(?:undefined|null|NaN)\b|\[object /.test(text)
    ? '. An `await` or `.orThrow()` may be missing where the id is read: const { id } = await world.call.run({ … }).orThrow()'
    : '';
