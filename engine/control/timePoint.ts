import { z } from 'zod';
import { strictObject } from '../api/contract/parts/objects.ts';
import { formatInstant, parseDateTime } from '../kernel/instant.ts';
import { invariant } from '../kernel/invariant.ts';
import { formatVirtualTime, parseDuration, parseVirtualTime, type VirtualTime } from '../kernel/time.ts';
import type { World } from '../world/world.ts';

/** A point of virtual time, in forms for people and for programs. */
export const timePoint = strictObject(() => ({
  instant: z.iso.datetime().describe('As in every timestamp of the world'),
  virtual: z.string().describe('Since the world’s start, as in timelines'),
  ms: z.int().describe('Milliseconds since the world’s start, as in the log'),
}));

export type TimePoint = z.output<typeof timePoint>;

export const showTimePoint = ({ header }: Pick<World, 'header'>, at: VirtualTime): TimePoint => ({
  instant: formatInstant(header.definition.startMs + at),
  virtual: formatVirtualTime(at),
  ms: at,
});

/** A point of time as callers write it: an instant (RFC 3339), or a time since the world's start. */
export const writtenTimePoint = z
  .string()
  .refine(
    (text) => parseDateTime(text) !== undefined || sinceStart(text) !== undefined,
    'must be an instant such as 2026-01-01T00:05:00Z, or a time since the start such as 5m or 00:05:00.000',
  );

/** The virtual time that such a text means. */
export const readVirtualTime = ({ header }: Pick<World, 'header'>, text: string): VirtualTime => {
  const instant = parseDateTime(text);
  const at = instant === undefined ? sinceStart(text) : ((instant - header.definition.startMs) as VirtualTime);
  invariant(at !== undefined, () => `the schema let ${text} pass`);
  return at;
};

/** A time since the world's start, as a duration or as timelines write it. */
function sinceStart(text: string): VirtualTime | undefined {
  return (parseDuration(text) as VirtualTime | undefined) ?? parseVirtualTime(text);
}
