import { z } from 'zod';

/** The documented words about a schema, besides its checks: any keywords of JSON Schema, and its name. */
export interface Documented {
  /** The name of the schema among a document's components. */
  readonly id?: string;
  readonly [word: string]: unknown;
}

/**
 * Separate from zod's own registry. An id there would make every JSON Schema made from the contract use references, those of
 * scenarios included, and would add keywords that only OpenAPI readers know.
 */
export const documented = z.registry<Documented>();

/** The unit in which a number counts time. */
export type TimeUnit = 'ms' | 's';
export const perUnit: Readonly<Record<TimeUnit, number>> = { ms: 1, s: 1_000 };
export const unitNames: Readonly<Record<TimeUnit, string>> = { ms: 'milliseconds', s: 'seconds' };

/** The schemas whose values are durations, as numbers; scenarios may write these as text. */
export const timeUnits = z.registry<{ readonly unit: TimeUnit }>();
