import { z } from 'zod';

/** Far more than any machine keeps up with. */
const speedMax = 1_000_000;

/** How virtual time passes: with the wall clock, times `speed`; only when told; or as calls need it. */
export const clockPolicy = z.discriminatedUnion('clock', [
  z.strictObject({
    clock: z.literal('realtime'),
    speed: z.number().positive().max(speedMax).default(1).describe('Virtual seconds in a second; 1 unless given'),
  }),
  z.strictObject({ clock: z.literal('manual') }),
  z.strictObject({ clock: z.literal('auto') }),
]);

export type ClockPolicy = Readonly<z.output<typeof clockPolicy>>;
