import { type Either, isLeft, left, right } from 'fp-ts/lib/Either.js';
import { z } from 'zod';
import { openObject, strictObject } from '../../api/contract/parts/objects.ts';
import { commaList, wholeFrom } from '../../api/contract/parts/query.ts';
import type { Rejection } from '../../cloud/decisions.ts';
import { type Kind, kinds } from '../../cloud/entities.ts';
import type { State } from '../../cloud/state/state.ts';
import type { Json } from '../../kernel/canonical.ts';
import { Page } from '../../kernel/collections/page.ts';
import { plainCopy } from '../../kernel/json.ts';
import { pacer } from '../../kernel/steps.ts';
import { findPlace, stateAt } from '../../world/history/rewind.ts';
import { overLimit, withinLimit } from '../limits.ts';
import { type ControlContext, serverOperation } from '../operation.ts';
import { readVirtualTime, showTimePoint, timePoint, writtenTimePoint } from '../timePoint.ts';
import { entryNumber } from './events.ts';

const kindName = z.enum(kinds as [Kind, ...Kind[]]);

/** GET state: every entity as it was after an entry of the log, or at a time. The log is folded, so the world itself is not touched. */
export const getState = serverOperation({
  id: 'getState',
  methods: ['GET'],
  path: '/_podsim/v1/state',
  summary: 'Show every entity as it was at a point of the log',
  query: openObject(() => ({
    seq: entryNumber.optional().describe('After this entry of the log; now unless given'),
    at: writtenTimePoint.optional().describe('At this time, after everything that happened then'),
    kind: commaList(kindName).optional().describe('Only entities of these kinds, joined by commas'),
    limit: wholeFrom(1).optional().describe('The most entities in the answer; as many as the server allows unless given'),
    skip: wholeFrom(0)
      .optional()
      .describe('How many entities to leave out at the beginning: give the `next` and the `seq` of the page before'),
  })),
  success: {
    status: 200,
    schema: strictObject(() => ({
      seq: z.int().describe('The newest entry at that point'),
      at: timePoint,
      entities: z.partialRecord(kindName, z.record(z.string(), z.looseObject({ status: z.string() }))).describe('Entities by kind and id'),
      next: z.int().nullable().describe('Give it as `skip` to read the next page; null if there is none'),
      count: z.int().describe('How many entities of these kinds existed'),
    })),
  },
  refuses: [409],
  rules: ['control.rewind'],
  *answer(context, { query: { seq, at, kind: shown = kinds, limit, skip = 0 } }) {
    const { world, worldId, host } = context;
    if (seq !== undefined && at !== undefined) {
      const errors = ['query.at: give `seq` or `at`, not both'];
      return left({ kind: 'invalid', rule: 'errors.validation', detail: 'Request validation failed.', errors });
    }
    const place = findPlace(world, at === undefined ? { seq: seq ?? world.log.length } : { at: readVirtualTime(world, at) });
    if (isLeft(place)) return left({ kind: 'refused', rule: 'control.rewind', detail: place.left });
    let then = world.state;
    const most = withinLimit(context, 'stateEntities', limit ?? host.limits.stateEntities, 'query.limit');
    if (isLeft(most)) return most;
    // The current state needs no entry of the log.
    if (place.right.seq < world.log.length) {
      const snapshot = yield* host.snapshotBefore(worldId, place.right.seq);
      const far = tooFarBack(context, place.right.seq - (snapshot?.seq ?? 0));
      if (far !== undefined) return far;
      then = yield* stateAt(world, place.right.seq, snapshot);
    }
    const page = yield* listEntities(context, then, shown, { skip, most: most.right });
    return right({ status: 200, body: { seq: place.right.seq, at: showTimePoint(world, place.right.at), ...page } });
  },
});

/** Refuses to read that many entries of the log for one answer, such as those between a point and the nearest snapshot before it. */
export const tooFarBack = ({ host }: ControlContext, entries: number): Either<Rejection, never> | undefined => {
  const most = host.limits.rewoundEntries;
  if (entries <= most) return undefined;
  return overLimit('rewoundEntries', `for this, ${entries} entries of the log are to be read, and at most ${most} are read here`);
};

/** Entities by kind and id, as `podsim log show` prints them. */
function* listEntities(
  { host }: ControlContext,
  then: State,
  shown: readonly Kind[],
  { skip, most }: { readonly skip: number; readonly most: number },
) {
  const pauses = pacer();
  const page = new Page<{ readonly kind: Kind; readonly id: string; readonly entity: Json }>(host.limits, most);
  const count = shown.reduce((sum, kind) => sum + then.count(kind), 0);
  let passed = 0;
  for (const kind of shown) {
    for (const { id, ...rest } of then.all(kind)) {
      if (page.isFull) break;
      if (passed >= skip && !page.take({ kind, id, entity: plainCopy(rest as unknown as Json) })) break;
      passed += 1;
      if (pauses()) yield;
    }
  }
  const byKind = new Map<Kind, [id: string, entity: Json][]>(shown.map((kind) => [kind, []]));
  for (const { kind, id, entity } of page.items) {
    byKind.get(kind)?.push([id, entity]);
    if (pauses()) yield;
  }
  const entities = Object.fromEntries([...byKind].map(([kind, some]) => [kind, Object.fromEntries(some)]));
  return { entities, next: passed < count ? passed : null, count };
}
