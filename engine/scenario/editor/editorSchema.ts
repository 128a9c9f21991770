import { z } from 'zod';
import { distribution } from '../../api/contract/parts/distribution.ts';
import { timeUnits } from '../../api/contract/parts/documented.ts';
import { worldOperations } from '../../api/operations.ts';
import type { Json, JsonObject } from '../../kernel/canonical.ts';
import { durationPattern } from '../../kernel/time.ts';
import { asWritten, fileSchema } from '../file/schema.ts';

/**
 * The JSON Schema (draft-07) of a scenario file, for editors: made from the schemas that check the file and the requests in it. The body
 * of a call depends on its `act`, unless the call is expected to be refused.
 */
export const scenarioJsonSchema = (): JsonObject => {
  const bodies = worldOperations.flatMap(({ id, body, whole, passesOn }) =>
    body === undefined || passesOn ? [] : [[id, whole?.body ?? body] as const],
  );
  const definitions = Object.fromEntries(bodies.map(([id, body]) => [`${id}.body`, bodySchema(body)]));
  const byAct = (isDefault: boolean): Json =>
    bodies.map(([id]) => ({
      if: {
        ...(isDefault && id === 'run' ? {} : { required: ['act'] }),
        properties: { act: { const: id }, mayBeRefused: { const: false }, expect: acceptance },
      },
      then: asObject({ with: asObject({ body: { $ref: `#/definitions/${id}.body` } }) }),
    }));
  const { shared, file } = shareDistributions(fileSchema());
  const steps = at(file, ['properties', 'steps', 'items', 'properties', 'steps', 'items'], (node) => ({
    ...node,
    allOf: byAct(false),
  }));
  const groups = at(steps, ['properties', 'steps', 'items'], (node) => ({ ...node, allOf: byAct(false) }));
  const calls = at(groups, ['properties', 'load', 'items', 'properties', 'steps', 'items'], (node) => ({ ...node, allOf: byAct(false) }));
  const loads = at(calls, ['properties', 'load', 'items'], (node) => ({ ...node, allOf: byAct(true) }));
  return { ...loads, definitions: { ...(loads['definitions'] as JsonObject | undefined), ...definitions, ...shared, variable, duration } };
};

/** Distributions of durations occur at many places, and have many forms: the schema writes them once, and refers to them. */
const shareDistributions = (file: JsonObject): { readonly file: JsonObject; readonly shared: JsonObject } => {
  const { $schema: _, ...written } = z.toJSONSchema(distribution, asWritten) as JsonObject;
  const text = JSON.stringify(written['anyOf']);
  const share = (node: Json): Json => {
    if (Array.isArray(node)) return node.map(share);
    if (typeof node !== 'object' || node === null) return node;
    const { anyOf, ...rest } = node as JsonObject;
    if (anyOf !== undefined && JSON.stringify(anyOf) === text) return { ...rest, anyOf: [{ $ref: '#/definitions/distribution' }] };
    return Object.fromEntries(Object.entries(node).map(([name, part]) => [name, share(part as Json)]));
  };
  return { file: share(file) as JsonObject, shared: { distribution: written } };
};

/** Says that it is an object also where its parent does: strict readers of schemas ask for it. */
const asObject = (properties: JsonObject): JsonObject => ({ type: 'object', properties });

/** An expectation that a refused call does not meet. */
const acceptance: JsonObject = {
  type: 'object',
  properties: { status: { type: 'integer', maximum: 399 } },
  not: { type: 'object', properties: { rule: {} }, required: ['rule'] },
};

const variable: JsonObject = { type: 'string', pattern: '\\$', description: 'A variable that a step has saved, such as $job' };
const duration: JsonObject = { type: 'string', pattern: durationPattern.source, description: 'A duration such as 15s or 1h30m' };

const at = (node: JsonObject, [key, ...path]: readonly string[], change: (node: JsonObject) => JsonObject): JsonObject =>
  key === undefined ? change(node) : { ...node, [key]: at((node[key] ?? {}) as JsonObject, path, change) };

const bodySchema = (schema: z.ZodType): JsonObject => {
  const { $schema: _, ...node } = z.toJSONSchema(schema, { ...asWritten, metadata: timeUnits }) as JsonObject;
  const { $schema: __, ...described } = z.toJSONSchema(schema, asWritten) as JsonObject;
  return orVariable(described, node);
};

/** Any value may be a variable, and a number that counts time a duration. `units` is the same schema with its units. */
const orVariable = (node: JsonObject, units: JsonObject): JsonObject => {
  const { description, ...rest } = node;
  const about = description === undefined ? {} : { description };
  const isAnyText =
    rest['type'] === 'string' && rest['enum'] === undefined && rest['pattern'] === undefined && rest['format'] === undefined;
  if (isAnyText || rest['type'] === undefined) return withParts(node, units);
  return {
    ...about,
    anyOf: [
      withParts(rest, units),
      { $ref: '#/definitions/variable' },
      ...(units['unit'] === undefined ? [] : [{ $ref: '#/definitions/duration' }]),
    ],
  };
};

const parts = ['anyOf', 'oneOf', 'allOf'] as const;

const withParts = (node: JsonObject, units: JsonObject): JsonObject => {
  const changed: Record<string, Json> = { ...node };
  const child = (name: string): JsonObject => (units[name] ?? {}) as JsonObject;
  for (const name of ['properties'] as const) {
    if (node[name] !== undefined)
      changed[name] = Object.fromEntries(
        Object.entries(node[name] as JsonObject).map(([key, one]) => [
          key,
          orVariable(one as JsonObject, (child(name)[key] ?? {}) as JsonObject),
        ]),
      );
  }
  for (const name of ['items', 'additionalProperties'] as const) {
    const one = node[name];
    if (one !== null && typeof one === 'object' && !Array.isArray(one)) changed[name] = orVariable(one as JsonObject, child(name));
  }
  for (const name of parts) {
    const list = node[name];
    if (Array.isArray(list))
      changed[name] = list.map((one: Json, k) =>
        orVariable(one as JsonObject, ((units[name] as Json[] | undefined)?.[k] ?? {}) as JsonObject),
      );
  }
  if (changed['oneOf'] === undefined) return changed;
  const { oneOf, ...others } = changed;
  return { ...others, anyOf: oneOf } as JsonObject;
};
