import { z } from 'zod';
import type { ClockPolicy } from '../../cloud/input.ts';
import { strictObject } from './parts/objects.ts';

/** Far faster than any machine can run. */
const speedMax = 1_000_000;

const missingClock = 'is missing: a policy is written as {"clock": "auto"}; the others are manual, realtime and measured';

/**
 * The pace of virtual time: with the wall clock, multiplied by `speed`; only on request; as calls need it; or as calls need it, but waiting
 * for real work and counting how long that took.
 */
export const clockPolicy = z.discriminatedUnion(
  'clock',
  [
    strictObject(() => ({
      clock: z.literal('realtime'),
      speed: z.number().positive().max(speedMax).default(1).describe('Virtual seconds per real second; 1 unless given'),
    })),
    strictObject(() => ({ clock: z.literal('manual') })),
    strictObject(() => ({ clock: z.literal('auto') })),
    strictObject(() => ({ clock: z.literal('measured') })),
  ],
  { error: ({ input }) => (Object.hasOwn(Object(input), 'clock') ? undefined : missingClock) },
) satisfies z.ZodType<ClockPolicy>;

/** A policy as a caller writes it: an object, or only its name, such as `auto`. */
export const writtenClockPolicy = z.union([
  z
    .enum(['realtime', 'manual', 'auto', 'measured'])
    .transform((clock): ClockPolicy => (clock === 'realtime' ? { clock, speed: 1 } : { clock })),
  clockPolicy,
]);
