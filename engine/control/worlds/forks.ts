import { isLeft, left, right } from 'fp-ts/lib/Either.js';
import { z } from 'zod';
import { id } from '../../api/contract/parts/id.ts';
import type { StateChange } from '../../cloud/state/state.ts';
import { findPlace, forkAt, type Point } from '../../world/history/rewind.ts';
import type { World } from '../../world/world.ts';
import { serverOperation } from '../operation.ts';
import { tooFarBack } from '../queries/state.ts';
import { readVirtualTime, writtenTimePoint } from '../timePoint.ts';
import { findPath, roomFor, worldResource, worldView } from './worlds.ts';

const forkRequest = z
  .strictObject({
    seq: z
      .int()
      .min(0)
      .optional()
      .describe('After the input, or at the end of the instant, to which this log entry belongs; now unless given'),
    at: writtenTimePoint.optional().describe('At this time, after everything that happened then'),
    seed: z.string().min(1).max(200).optional().describe('The seed of its draws from there on; this world’s unless given'),
    standIn: z.boolean().optional().describe('What real workers did in this world stands in for them in the fork, which needs none'),
    id: id.optional().describe('world-1, world-2, … unless given'),
  })
  .refine(({ seq, at }) => seq === undefined || at === undefined, 'give `seq` or `at`, not both');

/** POST forks: a world with the same past and a future of its own, under the same clock policy. Pending calls stay with the original. */
export const forkWorld = serverOperation({
  id: 'forkWorld',
  methods: ['POST'],
  path: '/_podsim/v1/forks',
  summary: 'Fork this world at a point of its past',
  body: forkRequest,
  bodyMax: 'body',
  success: { status: 201, schema: worldResource },
  refuses: [409],
  rules: ['control.forks', 'control.rewind'],
  *answer(context, { body }) {
    const { world, worldId, host } = context;
    const room = roomFor(host, body.id);
    if (isLeft(room)) return room;
    if (body.seq === undefined && (body.at === undefined || readVirtualTime(world, body.at) === world.now)) world.recordPending();
    const point = readPoint(world, body);
    const place = findPlace(world, point);
    if (isLeft(place)) return left({ kind: 'refused', rule: 'control.forks', detail: place.left });
    const snapshot = yield* host.snapshotBefore(worldId, place.right.seq);
    // Finding the work of real workers needs the whole log.
    const far = tooFarBack(context, body.standIn === true ? world.log.length : place.right.seq - (snapshot?.seq ?? 0));
    if (far !== undefined) return far;
    // Changes before the fork is served are not reported.
    let notify: ((change: StateChange) => void) | undefined;
    const fork = yield* forkAt(world, point, {
      snapshot,
      options: { onChange: (change) => notify?.(change) },
      ...(body.seed === undefined ? {} : { seed: body.seed }),
    });
    if (isLeft(fork)) return left({ kind: 'refused', rule: 'control.forks', detail: fork.left });
    leavePolls(fork.right);
    const set = body.standIn === true ? yield* host.setStandIns(fork.right, world.log.entries()) : right(undefined);
    if (isLeft(set)) return left({ kind: 'refused', rule: 'control.forks', detail: set.left });
    // Another world may have taken the id while the fork was being made.
    const stillRoom = roomFor(host, body.id);
    if (isLeft(stillRoom)) return stillRoom;
    const making = (onChange: (change: StateChange) => void): World => {
      notify = onChange;
      return fork.right;
    };
    const adopted = host.adoptWorld(body.id, making, host.clockPolicy(worldId));
    return right({ status: 201, body: worldView(adopted), headers: { location: findPath(adopted.id) } });
  },
});

/** The processes that polled stay with the original: those of the fork's workers would be refused as second ones (worker-api.identity). */
const leavePolls = (fork: World): void => {
  for (const callId of fork.heldCalls) {
    const waitsFor = fork.state.find('call', callId)?.waitsFor;
    if (waitsFor === 'job' || waitsFor === 'stops') fork.abandon(callId);
  }
};

const readPoint = (world: World, { seq, at }: z.output<typeof forkRequest>): Point =>
  at === undefined ? { seq: seq ?? world.log.length } : { at: readVirtualTime(world, at) };
