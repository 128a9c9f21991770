import { type TimingName, valuesOf } from '../../../cloud/timing/timings.ts';
import type { Json } from '../../../kernel/canonical.ts';
import { fieldsIn, withValue } from '../format/place.ts';

/**
 * The scenario of a study with the times of that name. Settings that a measured timing has values for are left out: what stands in the file was
 * chosen for the times that it had.
 */
export const giveTiming = (data: Json, name: TimingName): Json => {
  const { timing: _timing, ...world } = fieldsIn(data, ['world']);
  if (name === 'textbook') return withValue(data, ['world'], world);
  const measured = new Set(valuesOf(name).map(({ setting }) => setting));
  const settings = Object.entries(fieldsIn(world, ['settings'])).map(([kind, some]) => {
    const kept = Object.entries(fieldsIn(some, [])).filter(([key]) => !measured.has(`${kind}.${key}`));
    return [kind, Object.fromEntries(kept)] as const;
  });
  const rest = settings.filter(([, some]) => Object.keys(some).length > 0);
  return withValue(data, ['world'], { ...world, settings: Object.fromEntries(rest), timing: name });
};
