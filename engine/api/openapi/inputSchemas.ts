import { z } from 'zod';
import type { Json } from '../../kernel/canonical.ts';
import { documented } from '../contract/parts/documented.ts';
import type { Described } from '../operation.ts';

/** The JSON Schemas of an operation's inputs under the newest contract. Each is self-contained, without references. */
export const inputSchemas = ({ query, body, whole }: Described): { readonly query?: Json; readonly body?: Json } => {
  const [ofQuery, ofBody] = [whole?.query ?? query, whole?.body ?? body];
  return {
    ...(ofQuery === undefined ? {} : { query: writeSchema(ofQuery) }),
    ...(ofBody === undefined ? {} : { body: writeSchema(ofBody) }),
  };
};

const writeSchema = (schema: z.ZodType): Json => {
  const { $schema: _, ...node } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any', metadata: new SchemaWords() });
  return node as Json;
};

/** The documented words of a schema, without its name: a name would make a reference of it. */
class SchemaWords extends z.core.$ZodRegistry<{ readonly [word: string]: unknown }> {
  override get(schema: z.core.$ZodType): { readonly [word: string]: unknown } {
    const { id: _, ...words } = documented.get(schema) ?? {};
    return { ...z.globalRegistry.get(schema), ...words };
  }
}
