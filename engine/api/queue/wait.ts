import { type Either, left, right } from 'fp-ts/lib/Either.js';
import type { Rejection } from '../../kernel/decider.ts';
import { type DurationMs, later, type VirtualTime } from '../../kernel/time.ts';
import type { SimulationContext } from '../../simulationContext.ts';

/** The time until which a call is held: `wait` ms from now, or a default; 422 if it is not a whole number within bounds (job.runsync-wait-bounds). */
export const waitUntil = (sim: SimulationContext, written: string | undefined, otherwise: DurationMs): Either<Rejection, VirtualTime> => {
  const { waitMin, waitMax } = sim.settings.job;
  if (written === undefined) return right(later(sim.now, otherwise));
  const wait = /^\d{1,15}$/.test(written) ? Number(written) : Number.NaN;
  if (wait >= waitMin && wait <= waitMax) return right(later(sim.now, wait));
  const errors = [`query.wait: must be a whole number from ${waitMin} to ${waitMax}`];
  return left({ kind: 'invalid', rule: 'job.runsync-wait-bounds', detail: 'Request validation failed.', errors });
};
