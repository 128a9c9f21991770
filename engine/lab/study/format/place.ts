import type { Json, JsonObject } from '../../../kernel/canonical.ts';
import type { DataPath } from '../../../scenario/format/problem.ts';

export const valueIn = (data: Json | undefined, path: DataPath): Json | undefined =>
  path.reduce<Json | undefined>((at, key) => (at !== null && typeof at === 'object' ? (at as JsonObject)[key] : undefined), data);

export const listIn = (data: Json | undefined, path: DataPath): readonly Json[] => {
  const value = valueIn(data, path);
  return Array.isArray(value) ? value : [];
};

export const fieldsIn = (data: Json | undefined, path: DataPath): JsonObject => {
  const value = valueIn(data, path);
  return value !== undefined && value !== null && typeof value === 'object' && !Array.isArray(value) ? (value as JsonObject) : {};
};

/** The data with the value at that path; missing mappings on the way are made. Items of lists must exist. */
export const withValue = (data: Json, [key, ...rest]: DataPath, value: Json): Json => {
  if (key === undefined) return value;
  if (Array.isArray(data)) return data.map((item: Json, k) => (k === key ? withValue(item, rest, value) : item));
  const fields = fieldsIn(data, []);
  return { ...fields, [key]: withValue(fields[key] ?? {}, rest, value) };
};

/** The id or name of an endpoint, a load, a host … */
export const nameIn = (item: Json | undefined): string | undefined => {
  const { id, name } = fieldsIn(item, []);
  const said = id ?? name;
  return typeof said === 'string' ? said : undefined;
};
