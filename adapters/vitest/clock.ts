import { setImmediate } from 'node:timers';
import { isLeft } from 'fp-ts/lib/Either.js';
import {
  type Advance,
  type AdvanceTarget,
  type Condition,
  formatInstant,
  holds,
  idMeant,
  later,
  parseCondition,
  parseDuration,
  parseInstant,
  type VirtualTime,
  type World,
} from '../../engine/index.ts';
import type { HostedWorld } from '../host/hostedWorld.ts';

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
   * code that awaited them has continued. Rejects when the condition of `until` is not met.
   */
  advance(target: AdvanceWritten): Promise<Advance>;
}

/** `open` is the world, while it may still change. */
export const testClock = (current: () => HostedWorld, open: () => HostedWorld): TestClock => ({
  get now() {
    return current().world.now;
  },
  get instant() {
    return instantAt(current().world, current().world.now);
  },
  async advance(target) {
    const hosted = open();
    const { world } = hosted;
    const advance = hosted.look(() =>
      typeof target === 'object' && 'until' in target ? advanceUntil(world, target) : world.advance(targetOf(target, world)),
    );
    await continuations();
    return advance;
  },
});

const instantAt = ({ header }: World, at: VirtualTime): string => formatInstant(header.definition.startMs + at);

/** Lets the code that awaited an answer continue. Imported by name, so that a test's fake timers do not replace it. */
const continuations = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

const targetOf = (target: Exclude<AdvanceWritten, { readonly until: string }>, world: World): AdvanceTarget => {
  if (typeof target === 'string') return { by: durationOf(target) };
  if ('by' in target) return { by: durationOf(target.by) };
  if (!('to' in target)) return target;
  const ms = parseInstant(target.to);
  if (ms === undefined) throw new Error(`clock.advance: to '${target.to}' is no instant in UTC such as 2026-01-01T00:00:10Z`);
  const to = (ms - world.header.definition.startMs) as VirtualTime;
  if (to >= world.now) return { to };
  throw new Error(`clock.advance: time never runs backwards, and it is ${instantAt(world, world.now)} already`);
};

const durationOf = (text: string): number => {
  const ms = parseDuration(text);
  if (ms === undefined) throw new Error(`clock.advance: '${text}' is no duration such as 500ms, 8s, 2m or 1h30m`);
  return ms;
};

const advanceUntil = (world: World, { until, within }: { readonly until: string; readonly within?: string }): Advance => {
  const condition = conditionOf(world, until);
  const target: AdvanceTarget = within === undefined ? { untilIdle: true } : { to: later(world.now, durationOf(within)) };
  const isMet = () => holds(condition, world);
  const advance = isMet() ? world.advance({ by: 0 }) : world.advance(target, isMet);
  if (isMet()) return advance;
  const why = within === undefined ? `nothing is due any more (${advance.stoppedBecause})` : `${within} have passed`;
  throw new Error(`clock.advance: '${until}' was not met, and ${why}${statusText(condition, world)}`);
};

const conditionOf = (world: World, text: string): Condition => {
  const condition = parseCondition(text);
  if (isLeft(condition)) throw new Error(`clock.advance: until '${text}' ${condition.left}`);
  return condition.right.type === 'status' ? { ...condition.right, id: idMeant(world.log, condition.right.id) } : condition.right;
};

const statusText = (condition: Condition, { state }: World): string =>
  condition.type === 'status' ? `; the ${condition.kind} is ${state.find(condition.kind, condition.id)?.status ?? 'gone'}` : '';
