import type { Json, JsonObject } from '../canonical.ts';

type Place = readonly PropertyKey[];

/**
 * Copies a value, and sorts the keys of the objects on the way to these places as canonical text does. The rest stays as it is: sorting a
 * long value as a whole would delay other calls.
 */
export const sortOnWay = (value: Json, places: readonly Place[]): Json => {
  const onWay = new Set<Json>();
  for (const place of places) addToWay(onWay, value, place, 0);
  return sortFields(value, onWay);
};

/** Adds the objects on the way to a place, and the lists that hold one of them. Returns whether the value is one of these. */
const addToWay = (onWay: Set<Json>, value: Json | undefined, place: Place, depth: number): boolean => {
  if (typeof value !== 'object' || value === null) return false;
  const key = place[depth];
  const leadsOn = key !== undefined && addToWay(onWay, (value as JsonObject)[String(key)], place, depth + 1);
  if (Array.isArray(value) && !leadsOn) return false;
  onWay.add(value);
  return true;
};

const sortFields = (value: Json, onWay: ReadonlySet<Json>): Json => {
  if (!onWay.has(value)) return value;
  if (Array.isArray(value)) return value.map((item: Json) => sortFields(item, onWay));
  const fields = value as JsonObject;
  return Object.fromEntries(
    Object.keys(fields)
      .sort()
      .map((key) => [key, sortFields(fields[key] as Json, onWay)]),
  );
};
