import { z } from 'zod';
import { canonicalText, type Json } from '../../kernel/canonical.ts';
import { invariant } from '../../kernel/invariant.ts';
import { type Documented, documented } from '../contract/parts/documented.ts';
import type { Described } from '../operation.ts';

export type Fields = { readonly [key: string]: Json };

/** `input`: the request side. `output`: the answer side; for a query parameter, the value that its text is read as. */
export type Side = 'input' | 'output';

/** The named parts of a document that its operations share. Each part is referred to at least once. */
export class Components {
  /** Input and output may differ, by defaults for example, so each side has names of its own. */
  readonly #names = { input: new SchemaNames(), output: new SchemaNames() };
  readonly #made = { input: new Map<z.ZodType, Fields>(), output: new Map<z.ZodType, Fields>() };
  readonly #parts: { readonly [kind in ComponentKind]: Map<string, Json> } = {
    schemas: new Map(),
    responses: new Map(),
    headers: new Map(),
  };

  constructor(rows: readonly Described[]) {
    for (const { id, body, success } of rows) {
      const { input, output } = this.#names;
      input.giveTo(body, `${capitalize(id)}Request`);
      output.giveTo(success.schema, `${capitalize(id)}Response`);
      output.giveTo(success.frames, `${capitalize(id)}Event`);
      output.giveTo(success.lines, `${capitalize(id)}Line`);
    }
  }

  /** A zod schema as JSON Schema; a reference if it has a name. */
  schema(schema: z.ZodType, io: Side): Fields {
    const made = this.#made[io].get(schema) ?? this.#convert(schema, io);
    this.#made[io].set(schema, made);
    return made;
  }

  #convert(schema: z.ZodType, io: Side): Fields {
    const { $schema: _, $defs = {}, ...root } = z.toJSONSchema(schema, { io, unrepresentable: 'any', metadata: this.#names[io], override });
    for (const [name, part] of Object.entries($defs)) {
      invariant(!name.startsWith('__'), `${name}: a schema that holds itself must have a name`);
      this.add('schemas', name, relocate(part as Json));
    }
    return relocate(root as Json) as Fields;
  }

  /** Adds a part unless it exists, and returns a reference to it. Two different parts cannot have one name. */
  add(kind: ComponentKind, name: string, part: Json): Fields {
    const known = this.#parts[kind].get(name);
    const isSame = known === undefined || known === part || canonicalText(known) === canonicalText(part);
    invariant(isSame, () => `there are two ${kind} of the name ${name}`);
    this.#parts[kind].set(name, part);
    return { $ref: `#/components/${kind}/${name}` };
  }

  all(): Fields {
    return Object.fromEntries(
      Object.entries(this.#parts).map(([kind, parts]) => [kind, Object.fromEntries([...parts].sort(([a], [b]) => (a < b ? -1 : 1)))]),
    );
  }
}

type ComponentKind = 'schemas' | 'responses' | 'headers';

/** The metadata of a schema, with its own name or the one from its operation: from zod's registry and the contract's. */
class SchemaNames extends z.core.$ZodRegistry<Documented> {
  giveTo(schema: z.ZodType | undefined, id: string): void {
    if (schema !== undefined && this.get(schema)?.id === undefined) this.add(schema, { id });
  }

  override get(schema: z.core.$ZodType): Documented {
    return { ...(z.globalRegistry.get(schema) as Documented | undefined), ...documented.get(schema), ...super.get(schema) };
  }
}

/** Removes redundant keywords of zod's: the limits of safe integers, a pattern beside a format, and duplicates. */
const override = ({ jsonSchema }: { jsonSchema: z.core.JSONSchema.BaseSchema }): void => {
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
  if (jsonSchema.format === 'date-time') delete jsonSchema.pattern;
  const names = jsonSchema.propertyNames;
  if (typeof names === 'object' && names.type === 'string' && Object.keys(names).length === 1) delete jsonSchema.propertyNames;
};

const definitions = '#/$defs/';

/** Points references to the document's components. */
const relocate = (node: Json): Json => {
  if (Array.isArray(node)) return node.map(relocate);
  if (typeof node !== 'object' || node === null) return node;
  const { $ref, ...others } = node as Fields;
  const rest = Object.fromEntries(Object.entries(others).map(([key, value]) => [key, relocate(value)]));
  return typeof $ref === 'string' ? { $ref: `#/components/schemas/${$ref.slice(definitions.length)}`, ...rest } : rest;
};

export const capitalize = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);
