import type { SomeSettings } from '../entities.ts';
import { measured202611 } from './measured202611.ts';
import { measured202612 } from './measured202612.ts';
import type { TimingValue } from './timingValue.ts';

/**
 * The timings of a world. `textbook`: constants, chosen for readable timelines; the defaults of the settings. The others were computed from
 * observations of the real platform: one never changes once it is released, and the next one has another name.
 */
export const timingNames = ['textbook', 'measured-2026-11', 'measured-2026-12'] as const;
export type TimingName = (typeof timingNames)[number];

/** The timings that a world's definition can name: a world without one has the times of the textbook. */
export const measuredTimings = ['measured-2026-11', 'measured-2026-12'] as const;
export type MeasuredTiming = (typeof measuredTimings)[number];

/** The one that `npm run generate` computes: those before it are released, and stay as they are. */
export const newestTiming: MeasuredTiming = 'measured-2026-12';

/** Lists the values of a timing. Settings without one are as in `textbook`. Their basis is in `grounds.ts`. */
export const listValues = (name: TimingName): readonly TimingValue[] => values[name];

const values: Readonly<Record<TimingName, readonly TimingValue[]>> = {
  textbook: [],
  'measured-2026-11': measured202611,
  'measured-2026-12': measured202612,
};

/** The settings of a timing. */
export const settingsOfTiming = (name: TimingName): SomeSettings => settingsIn(values[name]);

/** Settings by kind without those that a timing has values for: they were chosen for other times. */
export const dropMeasured = <Value>(
  settings: Readonly<Record<string, Readonly<Record<string, Value>>>>,
  name: TimingName,
): Readonly<Record<string, Readonly<Record<string, Value>>>> => {
  const measured = new Set(values[name].map(({ setting }) => setting));
  const kept = Object.entries(settings).map(([kind, some]) => {
    const own = Object.entries(some).filter(([key]) => !measured.has(`${kind}.${key}`));
    return [kind, Object.fromEntries(own)] as const;
  });
  return Object.fromEntries(kept.filter(([, some]) => Object.keys(some).length > 0));
};

/** Values as settings, by kind of entity. What a handler or an image has by itself is none: its name has no kind. */
export const settingsIn = (timing: readonly TimingValue[]): SomeSettings => {
  const settings: Record<string, Record<string, unknown>> = {};
  for (const { setting, value } of timing) {
    const [kind = '', key] = setting.split('.');
    if (key === undefined) continue;
    settings[kind] = { ...settings[kind], [key]: value };
  }
  return settings as SomeSettings;
};
