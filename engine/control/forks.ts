import { isLeft, left, right } from 'fp-ts/lib/Either.js';
import { z } from 'zod';
import { id } from '../api/contract/id.ts';
import { forkAtInSteps, type Point, placeOf } from '../history/rewind.ts';
import type { StateChange } from '../state.ts';
import type { World } from '../world.ts';
import { controlOperation } from './operation.ts';
import { tooFarBack } from './state.ts';
import { virtualTimeOf, writtenTimePoint } from './timePoint.ts';
import { pathOf, roomFor, worldResource, worldView } from './worlds.ts';

const forkRequest = z
  .strictObject({
    seq: z.int().min(0).optional().describe('After this entry of the log, at the settled instant to which it belongs; now unless given'),
    at: writtenTimePoint.optional().describe('At this time, after all that happened then'),
    seed: z.string().min(1).max(200).optional().describe('What its draws follow from there on; as here unless given'),
    id: id.optional().describe('world-1, world-2, … unless given'),
  })
  .refine(({ seq, at }) => seq === undefined || at === undefined, 'give `seq` or `at`, not both');

/** POST forks: a world with the same past, which goes on alone, under the same clock policy. Whoever waits here waits here only. */
export const forkWorld = controlOperation({
  id: 'forkWorld',
  methods: ['POST'],
  path: '/_podsim/v1/forks',
  summary: 'Branch a world off at an instant of this one',
  body: forkRequest,
  bodyMax: 'body',
  success: { status: 201, schema: worldResource },
  refuses: [409],
  rules: ['control.forks', 'control.rewind'],
  *answer(desk, { body }) {
    const { world, worldId, host } = desk;
    const room = roomFor(host, body.id);
    if (isLeft(room)) return room;
    if (body.seq === undefined && (body.at === undefined || virtualTimeOf(world, body.at) === world.now)) world.recordPending();
    const point = pointOf(world, body);
    const place = placeOf(world, point);
    if (isLeft(place)) return left({ kind: 'refused', rule: 'control.forks', detail: place.left });
    const snapshot = yield* host.snapshotBefore(worldId, place.right.seq);
    const far = tooFarBack(desk, place.right.seq - (snapshot?.seq ?? 0));
    if (far !== undefined) return far;
    // Of what it does before it is served nobody need be told.
    let told: ((change: StateChange) => void) | undefined;
    const fork = yield* forkAtInSteps(world, point, {
      snapshot,
      options: { onChange: (change) => told?.(change) },
      ...(body.seed === undefined ? {} : { seed: body.seed }),
    });
    if (isLeft(fork)) return left({ kind: 'refused', rule: 'control.forks', detail: fork.left });
    // While it came to be, another may have taken its place.
    const stillRoom = roomFor(host, body.id);
    if (isLeft(stillRoom)) return stillRoom;
    const making = (onChange: (change: StateChange) => void): World => {
      told = onChange;
      return fork.right;
    };
    const adopted = host.adoptWorld(body.id, making, host.clockPolicy(worldId));
    return right({ status: 201, body: worldView(adopted), headers: { location: pathOf(adopted.id) } });
  },
});

const pointOf = (world: World, { seq, at }: z.output<typeof forkRequest>): Point =>
  at === undefined ? { seq: seq ?? world.log.length } : { at: virtualTimeOf(world, at) };
