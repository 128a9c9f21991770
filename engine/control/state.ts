import { isLeft, left, right } from 'fp-ts/lib/Either.js';
import { z } from 'zod';
import { bounds } from '../api/bounds.ts';
import { listed } from '../api/contract/query.ts';
import { type Kind, kinds } from '../entities.ts';
import type { Json } from '../kernel/canonical.ts';
import { placeOf, stateAt } from '../rewind.ts';
import type { State } from '../state.ts';
import { deskOperation } from './desk.ts';
import { moment, momentOf, virtualTimeOf, writtenMoment } from './moment.ts';

/** An answer shows no more entities than this. */
const entitiesMax = bounds.stateEntities;

const kindName = z.enum(kinds as [Kind, ...Kind[]]);

/** GET state: everything as it was after an entry of the log, or at a time; a fold, so nothing of the world itself is touched. */
export const getState = deskOperation({
  id: 'getState',
  readsLog: true,
  methods: ['GET'],
  path: '/_podsim/v1/state',
  summary: 'Show every entity as it was then',
  query: z.object({
    seq: z
      .string()
      .regex(/^\d{1,15}$/, 'must be the number of an entry')
      .transform(Number)
      .optional()
      .describe('After this entry of the log; now unless given'),
    at: writtenMoment.optional().describe('At this time, after all that happened then'),
    kind: listed(kindName).optional().describe('Only entities of these kinds, joined by commas'),
  }),
  success: {
    status: 200,
    schema: z.strictObject({
      seq: z.int().describe('The newest entry then'),
      at: moment,
      entities: z.partialRecord(kindName, z.record(z.string(), z.looseObject({ status: z.string() }))).describe('By kind, by id'),
    }),
  },
  refuses: [409],
  rules: ['control.rewind'],
  answer: ({ world, worldId, host }, { query: { seq, at, kind: shown = kinds } }) => {
    if (seq !== undefined && at !== undefined) {
      const errors = ['query.at: give `seq` or `at`, not both'];
      return left({ kind: 'invalid', rule: 'errors.validation', detail: 'Request validation failed.', errors });
    }
    const place = placeOf(world, at === undefined ? { seq: seq ?? world.log.length } : { at: virtualTimeOf(world, at) });
    if (isLeft(place)) return left({ kind: 'refused', rule: 'control.rewind', detail: place.left });
    const then = stateAt(world, place.right.seq, host.snapshotBefore(worldId, place.right.seq));
    const count = shown.reduce((sum, kind) => sum + then.count(kind), 0);
    if (count > entitiesMax) {
      const detail = `there were ${count} entities, and an answer shows at most ${entitiesMax}: name the kinds, as in kind=pod,worker`;
      return left({ kind: 'refused', rule: 'control.rewind', detail });
    }
    const body = { seq: place.right.seq, at: momentOf(world, place.right.at), entities: entitiesView(then, shown) };
    return right({ status: 200, body });
  },
});

/** Entities by kind and id, as `podsim replay` prints them. */
const entitiesView = (state: State, shown: readonly Kind[]): { readonly [kind: string]: { readonly [id: string]: Json } } =>
  Object.fromEntries(
    shown.map((kind) => [kind, Object.fromEntries([...state.all(kind)].map(({ id, ...rest }) => [id, rest as unknown as Json]))]),
  );
