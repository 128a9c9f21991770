import { dropMeasured, type TimingName } from '../../cloud/timing/timings.ts';
import type { Json, JsonObject } from '../../kernel/canonical.ts';

/**
 * Gives the data of a scenario file the times of that name. It drops settings that a measured timing has values for: the file's values were
 * chosen for the times that it had.
 */
export const giveTiming = (data: Json, name: TimingName): JsonObject => {
  const file = readFields(data);
  const { timing: _timing, ...world } = readFields(file['world']);
  if (name === 'textbook') return { ...file, world };
  const byKind = Object.entries(readFields(world['settings'])).map(([kind, some]) => [kind, readFields(some)] as const);
  return { ...file, world: { ...world, settings: dropMeasured(Object.fromEntries(byKind), name), timing: name } };
};

const readFields = (value: Json | undefined): JsonObject =>
  value !== null && typeof value === 'object' && !Array.isArray(value) ? (value as JsonObject) : {};
