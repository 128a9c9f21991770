import { type Either, left, right } from 'fp-ts/lib/Either.js';
import type { Rejection } from '../../kernel/decider.ts';
import type { DurationMs, VirtualTime } from '../../kernel/time.ts';
import type { Simulation } from '../../simulation.ts';

/** Until when a call holds: `wait` ms from now, or a default; outside its bounds 422 (job.runsync-wait-bounds). */
export const waitUntil = (world: Simulation, wait: DurationMs | undefined, otherwise: DurationMs): Either<Rejection, VirtualTime> => {
  const { waitMin, waitMax } = world.settings.job;
  if (wait !== undefined && (wait < waitMin || wait > waitMax)) {
    const errors = [`query.wait: must be from ${waitMin} to ${waitMax}`];
    return left({ kind: 'invalid', rule: 'job.runsync-wait-bounds', detail: 'Request validation failed.', errors });
  }
  return right((world.now + (wait ?? otherwise)) as VirtualTime);
};
