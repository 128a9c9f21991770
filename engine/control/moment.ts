import { z } from 'zod';
import { formatInstant } from '../kernel/instant.ts';
import { formatVirtualTime, type VirtualTime } from '../kernel/time.ts';
import type { World } from '../world.ts';

/** A point of virtual time, for people and for programs. */
export const moment = z.strictObject({
  instant: z.iso.datetime().describe('As every timestamp of the world has it'),
  virtual: z.string().describe('Since the world’s start, as timelines have it'),
  ms: z.int().describe('Since the world’s start, as the log has it'),
});

export type Moment = z.output<typeof moment>;

export const momentOf = ({ header }: World, at: VirtualTime): Moment => ({
  instant: formatInstant(header.definition.startMs + at),
  virtual: formatVirtualTime(at),
  ms: at,
});
