import { isLeft, right } from 'fp-ts/lib/Either.js';
import { z } from 'zod';
import { openObject, strictObject } from '../../api/contract/parts/objects.ts';
import { wholeFrom } from '../../api/contract/parts/query.ts';
import { kinds } from '../../cloud/entities.ts';
import type { ScheduledTimer } from '../../cloud/state/tables.ts';
import type { Json } from '../../kernel/canonical.ts';
import { Page } from '../../kernel/collections/page.ts';
import { invariant } from '../../kernel/invariant.ts';
import type { Steps } from '../../kernel/steps.ts';
import { actingKinds, findPossible } from '../../world/reports/explain/next.ts';
import type { World } from '../../world/world.ts';
import { withinLimit } from '../limits.ts';
import { serverOperation } from '../operation.ts';
import { showTimePoint, timePoint } from '../timePoint.ts';
import { wayOn } from './explain.ts';

const kindName = z.enum(kinds as [string, ...string[]]);

/** GET next: lists the due timers in order, and the possible actions on each entity now. */
export const listNext = serverOperation({
  id: 'listNext',
  methods: ['GET'],
  path: '/_podsim/v1/next',
  summary: 'List what will happen next, and what could be done now',
  query: openObject(() => ({
    limit: wholeFrom(1).optional().describe('The most items of each list; 50 unless given'),
  })),
  success: {
    status: 200,
    schema: strictObject(() => ({
      now: timePoint,
      pending: z.int().describe('The number of calendar entries'),
      next: z.array(z.strictObject({ at: timePoint, kind: kindName, id: z.string(), timer: z.string(), then: z.string() })),
      live: z.int().describe('How many entities something could be done to'),
      possible: z.array(
        z.strictObject({
          kind: kindName,
          id: z.string(),
          status: z.string(),
          actions: z.array(z.string()).describe('What a caller could do: the actions of a pod, or operations'),
          events: z.array(z.string()).describe('The events that its lifecycle allows'),
          waitsFor: z.array(z.string()).describe('What it waits for, in words'),
          way: wayOn,
        }),
      ),
    })),
  },
  rules: ['control.explain'],
  *answer(context, { query: { limit = 50 } }) {
    const { world, host } = context;
    const { calendar, state, now } = world;
    const most = withinLimit(context, 'answerItems', limit, 'query.limit');
    if (isLeft(most)) return most;
    const [next, possible] = [new Page(host.limits, limit), new Page(host.limits, limit)];
    next.fill(calendar.soonest(most.right), (ring) => ringView(world, ring));
    yield* listPossible(world, possible);
    const live = actingKinds.reduce((count, kind) => count + state.count(kind), 0);
    return right({
      status: 200,
      body: { now: showTimePoint(world, now), pending: calendar.size, next: next.items, live, possible: possible.items },
    });
  },
});

const ringView = (world: World, { due, slot, timer }: ScheduledTimer): Json => {
  const row = slot.table.decider.timers[timer];
  invariant(row !== undefined, () => `${slot.entity.id} has no timer ${timer}`);
  return { at: showTimePoint(world, due), kind: slot.table.kind, id: slot.entity.id, timer: row.name, then: row.command.type };
};

/** In steps, because each entity's conditions and actions are tried on it. */
function* listPossible({ state, now, settings }: World, found: Page): Steps<void> {
  for (const kind of actingKinds) {
    for (const entity of state.all(kind)) {
      if (found.isFull) return;
      found.take(findPossible(kind, entity, state, { now, settings }) as unknown as Json);
      yield;
    }
  }
}
