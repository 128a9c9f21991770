import { z } from 'zod';

/** What documents say of a schema beside what it checks itself: any words of JSON Schema, and its name. */
export interface Documented {
  /** What the schema is called among the components of a document. */
  readonly id?: string;
  readonly [word: string]: unknown;
}

/**
 * Kept apart from zod's own registry: an id there would turn every JSON Schema that is made of the contract, those of
 * scenarios too, into one of references, and words that only OpenAPI's readers know would stand in it.
 */
export const documented = z.registry<Documented>();
