import { isLeft, left, right } from 'fp-ts/lib/Either.js';
import { z } from 'zod';
import { openObject, strictObject } from '../../api/contract/parts/objects.ts';
import { wholeFrom } from '../../api/contract/parts/query.ts';
import { kinds } from '../../cloud/entities.ts';
import type { Json } from '../../kernel/canonical.ts';
import { Page } from '../../kernel/collections/page.ts';
import type { VirtualTime } from '../../kernel/time.ts';
import { type Explanation, explain, lastUsual } from '../../world/reports/explain/explain.ts';
import { explanationText } from '../../world/reports/explain/explanationText.ts';
import { refusalView, stepView, wayView } from '../../world/reports/explain/explanationView.ts';
import { idMeant, similarIds } from '../../world/reports/knownIds.ts';
import { withinLimit } from '../limits.ts';
import { type ControlContext, serverOperation } from '../operation.ts';
import { showTimePoint, type TimePoint, timePoint } from '../timePoint.ts';
import { entryNumber, firstEntries, loggedEvent } from './events.ts';

const refusal = strictObject(() => ({ seq: z.int(), at: timePoint, operation: z.string(), rule: z.string(), detail: z.string() }));

export const wayOn = z
  .strictObject({
    to: z.string(),
    steps: z
      .array(strictObject(() => ({ event: z.string(), to: z.string(), rule: z.string(), description: z.string(), byCaller: z.boolean() })))
      .nullable()
      .describe('What has to happen, in order; null if it can no longer be in that status'),
  })
  .nullable()
  .describe('The shortest way to the status of success, or of readiness; null where it is in one, or its kind has none');

/** GET explain/{entity}: why an entity is in its status, and what may happen to it next. */
export const explainEntity = serverOperation({
  id: 'explainEntity',
  methods: ['GET'],
  path: '/_podsim/v1/explain/{entity}',
  summary: 'Explain why an entity is in its status',
  query: openObject(() => ({
    limit: wholeFrom(1).optional().describe('The most steps and the most refusals, newest first; 100 unless given'),
    before: entryNumber.optional().describe('Only steps and refusals before this entry'),
  })),
  success: {
    status: 200,
    schema: strictObject(() => ({
      kind: z.enum(kinds as [string, ...string[]]),
      id: z.string(),
      status: z.string(),
      description: z.string(),
      history: z.array(
        z.strictObject({
          at: timePoint,
          event: loggedEvent,
          from: z.string(),
          to: z.string(),
          rule: z.string(),
          description: z.string(),
          because: z
            .array(z.strictObject({ seq: z.int(), type: z.string() }))
            .describe('The five nearest causes, and the input at the beginning of the chain'),
          becauseLeftOut: z.int().describe('How many causes before the last are left out'),
        }),
      ),
      earlier: z.int().describe('How many steps there are before these'),
      refusals: z.array(refusal).describe('Refused calls about it'),
      earlierRefusals: z.int(),
      before: z.int().nullable().describe('Give it as `before` to read earlier ones; null if there are none'),
      lookedAfter: z.int().describe('Entries up to this one were not scanned'),
      possible: z.array(z.strictObject({ event: z.string(), to: z.string(), rule: z.string(), description: z.string() })),
      timers: z.array(z.strictObject({ name: z.string(), at: timePoint, then: z.string() })),
      waitsFor: z.array(z.string()),
      way: wayOn,
      text: z.string().describe('The explanation as `podsim explain` prints it'),
    })),
  },
  refuses: [404],
  rules: ['control.explain'],
  *answer(context, { params, query: { limit = lastUsual, before } }) {
    const { world, host } = context;
    const last = withinLimit(context, 'answerItems', limit, 'query.limit');
    if (isLeft(last)) return last;
    const entriesMax = host.limits.entriesExplained;
    const beginning = firstEntries(world, entriesMax);
    const name = params['entity'] ?? '';
    const id = yield* idMeant(beginning, name);
    const explanation = yield* explain(world.log, id, world.settings, world.state, { last: last.right, before, entriesMax });
    if (explanation !== undefined) return right({ status: 200, body: view(context, explanation) });
    const known = yield* similarIds(beginning, name);
    const detail = `this world knows no entity ${name}; ${known.length === 0 ? 'GET /_podsim/v1/events lists what has happened' : `it knows ${known.join(', ')}`}`;
    return left({ kind: 'unknown', rule: 'control.explain', detail });
  },
});

const view = (context: ControlContext, whole: Explanation): Json => {
  const point = (at: VirtualTime) => showTimePoint(context.world, at);
  const explanation = fitting(context, whole, point);
  const { kind, id, status, description, history, earlier, refusals, earlierRefusals, lookedAfter, possible, timers, waitsFor, way } =
    explanation;
  return {
    kind,
    id,
    status,
    description,
    history: history.map((one) => stepView(one, point)),
    earlier,
    refusals: refusals.map((one) => refusalView(one, point)),
    earlierRefusals,
    before: findBefore(explanation),
    lookedAfter,
    possible: possible.map(({ event, to, rule, description: words }) => ({ event, to, rule, description: words })),
    timers: timers.map(({ at, ...rest }) => ({ ...rest, at: point(at) })),
    waitsFor,
    way: wayView(way),
    text: explanationText(explanation),
  };
};

/** Finds where to continue: before the oldest step or refusal shown, whichever list was cut off at the later entry. */
const findBefore = ({ history, earlier, refusals, earlierRefusals, lookedAfter }: Explanation): number | null => {
  const cut = [...(earlier > 0 ? [history[0]?.entry.seq ?? 0] : []), ...(earlierRefusals > 0 ? [refusals[0]?.seq ?? 0] : [])];
  if (cut.length > 0) return Math.max(...cut);
  return lookedAfter > 0 ? lookedAfter + 1 : null;
};

/** The newest part of the explanation that fits into an answer. */
const fitting = ({ host: { limits } }: ControlContext, explanation: Explanation, point: (at: VirtualTime) => TimePoint): Explanation => {
  const { history, earlier, refusals, earlierRefusals } = explanation;
  const cutSteps = new Page(limits).fill([...history].reverse(), (one) => stepView(one, point));
  const cutRefusals = new Page(limits).fill([...refusals].reverse(), (one) => refusalView(one, point));
  return {
    ...explanation,
    history: history.slice(cutSteps),
    earlier: earlier + cutSteps,
    refusals: refusals.slice(cutRefusals),
    earlierRefusals: earlierRefusals + cutRefusals,
  };
};
