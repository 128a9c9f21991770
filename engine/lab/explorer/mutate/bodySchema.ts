import { z } from 'zod';
import type { Json } from '../../../kernel/canonical.ts';

/** The part of JSON Schema that the requests of the operation table use. */
export interface BodySchema {
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, BodySchema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: BodySchema | boolean;
  readonly items?: BodySchema;
  readonly anyOf?: readonly BodySchema[];
  readonly oneOf?: readonly BodySchema[];
  readonly enum?: readonly Json[];
  readonly const?: Json;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly pattern?: string;
  readonly format?: string;
}

/** The JSON Schema of a zod schema, cached. */
export const convertSchema = (schema: z.ZodType): BodySchema => {
  const known = made.get(schema);
  if (known !== undefined) return known;
  const json = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as BodySchema;
  made.set(schema, json);
  return json;
};

const made = new WeakMap<z.ZodType, BodySchema>();
