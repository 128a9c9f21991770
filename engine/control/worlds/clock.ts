import { type Either, isLeft, left, right } from 'fp-ts/lib/Either.js';
import { z } from 'zod';
import { clockPolicy, writtenClockPolicy } from '../../api/contract/clockPolicy.ts';
import { duration } from '../../api/contract/handler/handler.ts';
import { strictObject } from '../../api/contract/parts/objects.ts';
import type { Rejection } from '../../cloud/decisions.ts';
import { kinds } from '../../cloud/entities.ts';
import type { AdvanceTarget } from '../../cloud/input.ts';
import { formatInstant, lastInstantMs } from '../../kernel/instant.ts';
import { later, type VirtualTime } from '../../kernel/time.ts';
import { conditionIn, holds } from '../../scenario/step/condition.ts';
import type { World } from '../../world/world.ts';
import { withinLimit } from '../limits.ts';
import { serverOperation } from '../operation.ts';
import { readVirtualTime, showTimePoint, timePoint, writtenTimePoint } from '../timePoint.ts';

/** GET clock: the current time, how time passes, and when something is next due. */
export const getClock = serverOperation({
  id: 'getClock',
  methods: ['GET'],
  path: '/_podsim/v1/clock',
  summary: 'Read the clock',
  success: {
    status: 200,
    schema: strictObject(() => ({
      now: timePoint.describe('When something last happened, or to where the clock was moved'),
      reads: timePoint.describe('When a call that is made now would arrive: under a real clock, time passes though nothing happens'),
      start: z.iso.datetime(),
      policy: clockPolicy,
      next: timePoint.nullable().describe('When the next calendar entry is due'),
      pending: z.int().describe('The number of calendar entries'),
    })),
  },
  rules: ['control.clock'],
  answer: ({ world, worldId, host }) =>
    right({
      status: 200,
      body: {
        now: showTimePoint(world, world.now),
        reads: showTimePoint(world, host.clockReads(worldId)),
        start: formatInstant(world.header.definition.startMs),
        policy: host.clockPolicy(worldId),
        next: world.nextDue === undefined ? null : showTimePoint(world, world.nextDue),
        pending: world.calendar.size,
      },
    }),
});

/** PUT clock/policy: sets how time passes from now on. */
export const setClockPolicy = serverOperation({
  id: 'setClockPolicy',
  methods: ['PUT'],
  path: '/_podsim/v1/clock/policy',
  summary: 'Set how time passes from now on',
  body: writtenClockPolicy,
  bodyMax: 'body',
  success: { status: 200, schema: clockPolicy },
  rules: ['control.clock'],
  answer: ({ worldId, host }, { body }) => {
    host.setClockPolicy(worldId, body);
    return right({ status: 200, body: host.clockPolicy(worldId) });
  },
});

const targets = ['by', 'to', 'next', 'untilIdle', 'until'] as const;

const advanceRequest = z
  .strictObject({
    by: duration.optional().describe('For this duration: 10s, 1h30m'),
    to: writtenTimePoint.optional().describe('To an instant (RFC 3339), or to a time since the world’s start'),
    next: z.literal(true).optional().describe('To the next time at which something is due'),
    untilIdle: z.literal(true).optional().describe('Until only recurring timers remain'),
    until: z
      .string()
      .max(500)
      .optional()
      .describe('Until this holds, as in a scenario’s `when`: job job-1 is COMPLETED; or until only recurring timers remain'),
    within: duration.optional().describe('Beside `until`: no longer than this'),
    maxEntries: z.int().min(1).optional().describe('Stop after this many calendar entries'),
  })
  .superRefine((body, { addIssue }) => {
    if (targets.filter((name) => body[name] !== undefined).length !== 1)
      addIssue({ code: 'custom', path: [], message: `give exactly one of ${targets.join(', ')}` });
    if (body.within !== undefined && body.until === undefined)
      addIssue({ code: 'custom', path: ['within'], message: 'goes with `until`; `by` lets a duration pass' });
  });

/** POST clock/advance: virtual time passes at once, and everything due runs at its own time. */
export const advanceClock = serverOperation({
  id: 'advanceClock',
  endsItself: true,
  methods: ['POST'],
  path: '/_podsim/v1/clock/advance',
  summary: 'Let time pass',
  body: advanceRequest,
  bodyMax: 'body',
  success: {
    status: 200,
    schema: strictObject(() => ({
      from: timePoint,
      to: timePoint,
      ran: z.int().describe('How many calendar entries ran'),
      fired: z
        .array(z.strictObject({ at: timePoint, kind: z.enum(kinds as [string, ...string[]]), id: z.string(), timer: z.string() }))
        .describe('The first hundred entries that ran'),
      remaining: z.int().describe('How many entries are still in the calendar'),
      stoppedBecause: z.enum(['reached', 'idle', 'next', 'enough', 'nothing-due', 'entriesMax']),
      met: z.boolean().optional().describe('Of `until`: whether it holds now'),
    })),
  },
  refuses: [409],
  rules: ['control.clock'],
  *answer(context, { body }) {
    const { world, host } = context;
    const most = withinLimit(context, 'advanceEntries', body.maxEntries ?? host.limits.advanceEntries, '$.maxEntries');
    if (isLeft(most)) return most;
    const target = readTarget(world, body);
    if (isLeft(target)) return target;
    const aim = readAim(world, body);
    if (isLeft(aim)) return aim;
    const isMet = aim.right;
    const { from, to, ran, fired, remaining, stoppedBecause } =
      isMet?.() === true
        ? world.advance({ by: 0 })
        : yield* world.advanceInSteps(target.right, () => !context.isAwaited() || isMet?.() === true, most.right);
    const times = { from: showTimePoint(world, from), to: showTimePoint(world, to) };
    const rang = fired.map(({ at, ...timer }) => ({ at: showTimePoint(world, at), ...timer }));
    const met = isMet === undefined ? {} : { met: isMet() };
    return right({ status: 200, body: { ...times, ran, fired: rang, remaining, stoppedBecause, ...met } });
  },
});

/** Whether the condition of `until` holds; undefined if there is none. */
const readAim = (world: World, { until }: z.output<typeof advanceRequest>): Either<Rejection, (() => boolean) | undefined> => {
  if (until === undefined) return right(undefined);
  const condition = conditionIn(world, until);
  if (isLeft(condition)) {
    const errors = [`$.until: ${condition.left}`];
    return left({ kind: 'invalid', rule: 'errors.validation', detail: 'Request validation failed.', errors });
  }
  return right(() => holds(condition.right, world));
};

const readTarget = (world: World, body: z.output<typeof advanceRequest>): Either<Rejection, AdvanceTarget> => {
  const { by = body.within, to, next } = body;
  if (by !== undefined) return reachable(world, later(world.now, by));
  if (to === undefined) return right(next === undefined ? { untilIdle: true } : { next: true });
  return reachable(world, readVirtualTime(world, to));
};

const reachable = (world: World, at: VirtualTime): Either<Rejection, AdvanceTarget> => {
  const { startMs } = world.header.definition;
  const no = (detail: string) => left({ kind: 'refused', rule: 'control.clock', detail } as const);
  if (at < world.now) {
    return no(
      `it is ${formatInstant(startMs + world.now)} already, and time never runs backwards: reset the world, or create another and advance it less far`,
    );
  }
  return startMs + at > lastInstantMs ? no(`the clock does not go beyond ${formatInstant(lastInstantMs)}`) : right({ to: at });
};
