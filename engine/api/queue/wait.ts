import { type Either, left, right } from 'fp-ts/lib/Either.js';
import type { Rejection } from '../../cloud/decisions.ts';
import type { Settings } from '../../cloud/entities.ts';
import type { SimulationContext } from '../../cloud/policies/context.ts';
import { type DurationMs, later, type VirtualTime } from '../../kernel/time.ts';

interface Waiting {
  readonly query: { readonly wait?: string | undefined };
}

/** A `wait` that is not a whole number within bounds: 422 (job.runsync-wait-bounds). */
export const waitOutOfBounds = ({ query: { wait: written } }: Waiting, { job: { waitMin, waitMax } }: Settings): Rejection | undefined => {
  const wait = /^\d{1,15}$/.test(written ?? '') ? Number(written) : Number.NaN;
  if (written === undefined || (wait >= waitMin && wait <= waitMax)) return undefined;
  const errors = [`query.wait: must be a whole number from ${waitMin} to ${waitMax}, in ms`];
  return { kind: 'invalid', rule: 'job.runsync-wait-bounds', detail: 'Request validation failed.', errors };
};

/** The time until which a call is held: `wait` ms from now, or a default; 422 if that is out of bounds. */
export const waitUntil = (sim: SimulationContext, written: string | undefined, otherwise: DurationMs): Either<Rejection, VirtualTime> => {
  const wrong = waitOutOfBounds({ query: { wait: written } }, sim.settings);
  return wrong === undefined ? right(later(sim.now, written === undefined ? otherwise : Number(written))) : left(wrong);
};
