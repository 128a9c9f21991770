import type { Json } from '../../../../engine/kernel/index.ts';
import type { Results } from '../../../../engine/scenario/index.ts';

type Properties = Readonly<Record<string, string | number | boolean>>;

/** The results of a load run as named values, with the names of the JSON report; without values over time, which are lists. */
export const resultsProperties = (results: Results | undefined): Properties => {
  if (results === undefined) return {};
  const refusals = Object.fromEntries(results.refusals.map(({ status, rule, count }) => [`${status} ${rule}`, count]));
  return Object.fromEntries(flattenLeaves('results', { ...results, refusals } as Json));
};

const flattenLeaves = (name: string, value: Json): readonly (readonly [string, string | number | boolean])[] => {
  if (value === null || Array.isArray(value)) return [];
  if (typeof value !== 'object') return [[name, value]];
  return Object.entries(value).flatMap(([key, field]) => flattenLeaves(`${name}.${key}`, field as Json));
};
