import { type TimingName, valuesOf } from '../cloud/timing/timings.ts';
import type { Json } from '../kernel/canonical.ts';

type Fields = { readonly [key: string]: Json };

/**
 * The data of a scenario file with the times of that name. Settings that a measured timing has values for are left out: what stands in the file
 * was chosen for the times that it had.
 */
export const giveTiming = (data: Json, name: TimingName): Fields => {
  const file = fieldsOf(data);
  const { timing: _timing, ...world } = fieldsOf(file['world']);
  if (name === 'textbook') return { ...file, world };
  const measured = new Set(valuesOf(name).map(({ setting }) => setting));
  const settings = Object.entries(fieldsOf(world['settings'])).flatMap(([kind, some]) => {
    const kept = Object.entries(fieldsOf(some)).filter(([key]) => !measured.has(`${kind}.${key}`));
    return kept.length === 0 ? [] : [[kind, Object.fromEntries(kept)] as const];
  });
  return { ...file, world: { ...world, settings: Object.fromEntries(settings), timing: name } };
};

const fieldsOf = (value: Json | undefined): Fields =>
  value !== null && typeof value === 'object' && !Array.isArray(value) ? (value as Fields) : {};
