import type { World } from '../../../engine/world/world.ts';

/** How many values a world holds, its log apart, part by part: what its snapshots hold is all that it knows. */
export const sizesOf = (world: World): Readonly<Record<string, number>> => {
  const { loop, callers } = world.snapshot();
  const { state, judge, ...rest } = loop;
  return {
    callers: valuesIn(callers),
    ...Object.fromEntries(state.tables.map(({ kind, rows, timers }) => [kind, valuesIn(rows) + valuesIn(timers)])),
    ...Object.fromEntries(state.readModels.map((dump, k) => [`read model ${k}`, valuesIn(dump)])),
    ...Object.fromEntries(Object.entries(judge ?? {}).map(([part, dump]) => [`audit ${part}`, valuesIn(dump)])),
    rest: valuesIn(rest),
  };
};

const valuesIn = (value: unknown): number => {
  if (value === null || typeof value !== 'object') return 1;
  const parts = value instanceof Map ? [...value].flat() : value instanceof Set ? [...value] : Object.values(value);
  return parts.reduce<number>((sum, part) => sum + valuesIn(part), 1);
};
