import type { ClockPolicy } from '../../../engine/cloud/index.ts';
import { parseDuration } from '../../../engine/kernel/index.ts';
import type { WorldDefinition } from '../../../engine/simulator/index.ts';
import { BadInput } from '../terminal/exit.ts';
import { requireKnown } from '../terminal/knownName.ts';
import type { WrittenServeOptions } from './options.ts';

/** The clock policy of the options; undefined if they give none: a stored world then continues with its own. */
export const readClock = ({ clock, speed }: WrittenServeOptions): ClockPolicy | undefined => {
  if (clock === undefined && speed === undefined) return undefined;
  const factor = speed === undefined || /^\d+(\.\d+)?$/.test(speed) ? Number(speed ?? 1) : 0;
  if (!(factor > 0 && factor <= 1_000_000)) throw new BadInput(`--speed '${speed}' is no speed; give a number above 0, such as 60`);
  const policy = requireKnown(clock ?? 'realtime', clocks, `--clock '${clock}' is no policy`);
  if (policy === 'realtime') return { clock: policy, speed: factor };
  if (speed !== undefined) throw new BadInput(forRealtime('--speed', policy));
  return { clock: policy };
};

const forRealtime = (option: string, clock: string): string =>
  `${option} is for a realtime clock, and --clock is ${clock}: write --clock realtime, or leave ${option} out`;

export const clocks = ['auto', 'manual', 'realtime', 'measured'] as const;

/**
 * Chooses the clock of a new world: the one in the options, or else `auto`; but `measured` if real workers take jobs. An auto clock does
 * not wait for these, and would run on to the end of their jobs at once.
 */
export const firstClock = (insisted: ClockPolicy | undefined, { endpoints }: WorldDefinition): ClockPolicy => {
  const external = endpoints.find(({ handler }) => handler.external !== undefined);
  if (insisted?.clock === 'auto' && external !== undefined)
    throw new BadInput(
      `--clock auto does not wait for real workers, and those of ${external.id} are real: leave --clock out, and the clock is measured`,
    );
  return insisted ?? { clock: external === undefined ? 'auto' : 'measured' };
};

export const readStallAfter = ({ stallAfter }: WrittenServeOptions): number => {
  const ms = parseDuration(stallAfter);
  if (ms === undefined || ms === 0) throw new BadInput(`--stall-after '${stallAfter}' is no duration; write it like 60s`);
  return ms;
};

/** Reads how far virtual time may lag behind a realtime clock, in ms; undefined if any lag is allowed. */
export const readLagMax = ({ lagMax, clock }: WrittenServeOptions): number | undefined => {
  const ms = lagMax === undefined ? undefined : parseDuration(lagMax);
  if (lagMax !== undefined && (ms === undefined || ms === 0))
    throw new BadInput(`--lag-max '${lagMax}' is no duration; write it like 500ms`);
  if (lagMax !== undefined && clock !== undefined && clock !== 'realtime') throw new BadInput(forRealtime('--lag-max', clock));
  return ms;
};
