import type { z } from 'zod';
import type { Json } from '../../../kernel/canonical.ts';

/** A resource as its contract defines it, also for a schema that is made on demand: the return type of a view. */
export type Resource<Schema extends z.ZodType | (() => z.ZodType)> = Untouched<
  z.output<Schema extends () => z.ZodType ? ReturnType<Schema> : Extract<Schema, z.ZodType>>
>;

/** A deeply read-only type. JSON has such a type already. */
export type Untouched<T> = [z.core.util.JSONType] extends [T]
  ? Json | Extract<T, undefined>
  : T extends object
    ? { readonly [Key in keyof T]: Untouched<T[Key]> }
    : T;
