import { dropMeasured, type TimingName } from '../../cloud/timing/timings.ts';
import type { Json } from '../../kernel/canonical.ts';

type Fields = { readonly [key: string]: Json };

/**
 * The data of a scenario file with the times of that name. Settings that a measured timing has values for are left out: what stands in the file
 * was chosen for the times that it had.
 */
export const giveTiming = (data: Json, name: TimingName): Fields => {
  const file = fieldsOf(data);
  const { timing: _timing, ...world } = fieldsOf(file['world']);
  if (name === 'textbook') return { ...file, world };
  const byKind = Object.entries(fieldsOf(world['settings'])).map(([kind, some]) => [kind, fieldsOf(some)] as const);
  return { ...file, world: { ...world, settings: dropMeasured(Object.fromEntries(byKind), name), timing: name } };
};

const fieldsOf = (value: Json | undefined): Fields =>
  value !== null && typeof value === 'object' && !Array.isArray(value) ? (value as Fields) : {};
