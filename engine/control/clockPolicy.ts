import { z } from 'zod';

/** Far faster than any machine can run. */
const speedMax = 1_000_000;

/** How virtual time passes: with the wall clock, multiplied by `speed`; only on request; or as far as calls need it. */
export const clockPolicy = z.discriminatedUnion('clock', [
  z.strictObject({
    clock: z.literal('realtime'),
    speed: z.number().positive().max(speedMax).default(1).describe('Virtual seconds per real second; 1 unless given'),
  }),
  z.strictObject({ clock: z.literal('manual') }),
  z.strictObject({ clock: z.literal('auto') }),
]);

export type ClockPolicy = Readonly<z.output<typeof clockPolicy>>;
