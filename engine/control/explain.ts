import { left, right } from 'fp-ts/lib/Either.js';
import { z } from 'zod';
import { kinds } from '../entities.ts';
import type { Json } from '../kernel/canonical.ts';
import { type Explanation, explain, type Moment } from '../projections/explain.ts';
import { explanationText } from '../projections/explanationText.ts';
import { idMeant, similarIds } from '../projections/knownIds.ts';
import type { World } from '../world.ts';
import { deskOperation } from './desk.ts';
import { eventView, loggedEvent } from './events.ts';
import { moment, momentOf } from './moment.ts';

const refusal = z.strictObject({ seq: z.int(), at: moment, operation: z.string(), rule: z.string(), detail: z.string() });

/** GET explain/{entity}: why an entity is where it is, and what may become of it. */
export const explainEntity = deskOperation({
  id: 'explainEntity',
  readsLog: true,
  methods: ['GET'],
  path: '/_podsim/v1/explain/{entity}',
  summary: 'Say why an entity is where it is',
  success: {
    status: 200,
    schema: z.strictObject({
      kind: z.enum(kinds as [string, ...string[]]),
      id: z.string(),
      status: z.string(),
      description: z.string(),
      history: z.array(
        z.strictObject({
          at: moment,
          event: loggedEvent,
          from: z.string(),
          to: z.string(),
          rule: z.string(),
          description: z.string(),
          because: z.array(z.strictObject({ seq: z.int(), type: z.string() })).describe('Back to the input that began it all'),
        }),
      ),
      refusals: z.array(refusal).describe('Calls about it that were refused'),
      possible: z.array(z.strictObject({ event: z.string(), to: z.string(), rule: z.string(), description: z.string() })),
      timers: z.array(z.strictObject({ name: z.string(), at: moment, then: z.string() })),
      waitsFor: z.array(z.string()),
      text: z.string().describe('All of that as `podsim explain` prints it'),
    }),
  },
  refuses: [404],
  rules: ['control.explain'],
  answer: ({ world }, { params }) => {
    const name = params['entity'] ?? '';
    const explanation = explain(world.log, idMeant(world.log, name), world.settings, world.state);
    if (explanation !== undefined) return right({ status: 200, body: view(world, explanation) });
    const known = similarIds(world.log, name);
    const detail = `this world knows no entity ${name}${known.length === 0 ? '' : `; it knows ${known.join(', ')}`}`;
    return left({ kind: 'unknown', rule: 'control.explain', detail });
  },
});

const view = (world: World, explanation: Explanation): Json => ({
  kind: explanation.kind,
  id: explanation.id,
  status: explanation.status,
  description: explanation.description,
  history: explanation.history.map((one) => historyView(world, one)),
  refusals: explanation.refusals.map(({ at, ...rest }) => ({ ...rest, at: momentOf(world, at) })),
  possible: explanation.possible.map(({ event, to, rule, description }) => ({ event, to, rule, description })),
  timers: explanation.timers.map(({ at, ...rest }) => ({ ...rest, at: momentOf(world, at) })),
  waitsFor: explanation.waitsFor,
  text: explanationText(explanation),
});

const historyView = (world: World, { entry, from, to, rule, description, because }: Moment): Json => ({
  at: momentOf(world, entry.at),
  event: eventView(entry),
  from,
  to,
  rule,
  description,
  because: because.map(({ seq, event: { type } }) => ({ seq, type })),
});
