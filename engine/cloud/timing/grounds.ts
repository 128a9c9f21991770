import { grounds202611 } from './grounds202611.ts';
import { grounds202612 } from './grounds202612.ts';
import { listValues, type TimingName } from './timings.ts';
import type { GroundedValue, ValueGrounds } from './timingValue.ts';

const grounds: Readonly<Record<TimingName, Readonly<Record<string, ValueGrounds>>>> = {
  textbook: {},
  'measured-2026-11': grounds202611,
  'measured-2026-12': grounds202612,
};

/** The values of a timing, each with its basis. */
export const valuesWithGrounds = (name: TimingName): readonly GroundedValue[] =>
  listValues(name).map((value) => ({ ...value, ...(grounds[name][value.setting] as ValueGrounds) }));
