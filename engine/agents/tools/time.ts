import { isLeft } from 'fp-ts/lib/Either.js';
import type { z } from 'zod';
import type { Json } from '../../kernel/canonical.ts';
import { ask, defineTool } from '../tool.ts';
import { tellLines } from '../words.ts';
import { ofWorld, readBodySchema, readQuerySchema } from './given.ts';

interface ShownTime {
  readonly virtual: string;
}

interface AdvanceSaid {
  readonly from: ShownTime;
  readonly to: ShownTime;
  readonly ran: number;
  readonly fired: readonly { readonly at: ShownTime; readonly kind: string; readonly id: string; readonly timer: string }[];
  readonly stoppedBecause: string;
  readonly met?: boolean;
}

/** Lets virtual time pass. */
export const advanceTool = defineTool({
  name: 'advance',
  title: 'Let time pass, or wait until something holds',
  description:
    'Moves the virtual clock of a world: by a duration, to a time, to the next thing that is due, until nothing is due, or `until` a condition holds, such as "job job-1 is COMPLETED" or "endpoint ep-demo has 2 workers" (with `within`). Costs no real time.',
  input: readBodySchema('advanceClock').safeExtend(ofWorld) as z.ZodObject,
  isReadOnly: false,
  *run({ world, ...body }) {
    const advanced = yield* ask({ operation: 'advanceClock', world: world as string | undefined, body: body as Json });
    if (isLeft(advanced)) return advanced.left;
    const { from, to, ran, fired, stoppedBecause, met } = advanced.right as unknown as AdvanceSaid;
    const said = [
      `${from.virtual} to ${to.virtual} (${met === undefined ? stoppedBecause : met ? 'the condition holds' : `the condition does not hold: ${stoppedBecause}`}); ${ran} timers ran`,
      ...fired.map(({ at, kind, id, timer }) => `${at.virtual} ${kind} ${id} ${timer}`),
    ];
    return tellLines(said, 'advance less at once to see each');
  },
});

interface NextSaid {
  readonly now: ShownTime;
  readonly pending: number;
  readonly next: readonly { readonly at: ShownTime; readonly kind: string; readonly id: string; readonly then: string }[];
  readonly possible: readonly {
    readonly kind: string;
    readonly id: string;
    readonly status: string;
    readonly actions: readonly string[];
    readonly waitsFor: readonly string[];
  }[];
}

/** What is due, and what can be done. */
export const nextTool = defineTool({
  name: 'next',
  title: 'Show what happens next, and what can be done now',
  description:
    'Lists what is due next in a world and when, and for each entity what it waits for and which operations a caller could call on it now.',
  input: readQuerySchema('listNext').safeExtend(ofWorld).strict() as z.ZodObject,
  isReadOnly: true,
  *run({ world, ...query }) {
    const asked = { limit: 20, ...(query as Readonly<Record<string, Json>>) };
    const listed = yield* ask({ operation: 'listNext', world: world as string | undefined, query: asked });
    if (isLeft(listed)) return listed.left;
    const { now, pending, next, possible } = listed.right as unknown as NextSaid;
    const said = [
      `now ${now.virtual}; ${pending} timers are pending`,
      ...next.map(({ at, kind, id, then }) => `due ${at.virtual} ${kind} ${id}: ${then}`),
      ...possible.map(
        ({ kind, id, status, actions, waitsFor }) =>
          `${kind} ${id} is ${status}${waitsFor.length === 0 ? '' : `; waits for ${waitsFor.join('; ')}`}${actions.length === 0 ? '' : `; can: ${actions.join(', ')}`}`,
      ),
    ];
    return tellLines(said, 'ask with a smaller `limit`, or `explain` one entity');
  },
});
