import { isLeft } from 'fp-ts/lib/Either.js';
import { z } from 'zod';
import { empiricalCounts, empiricalValues } from '../../api/contract/parts/distribution.ts';
import { readAs } from '../../api/reading/readAs.ts';
import { findChild, type SchemaNode } from '../../api/reading/schemaNode.ts';
import type { Json } from '../../kernel/canonical.ts';
import { lazily } from '../../kernel/collections/lazily.ts';
import type { DataPath } from '../format/problem.ts';
import { arrivalTimes, jobDurations, jobTokens } from '../load/format.ts';
import { columnFile, countsFile, tokensFile, traceFile } from '../tables/format.ts';
import { scenarioSchema } from './format.ts';

export type { SchemaNode };

/** The JSON Schema (draft-07) of a scenario file, without the bodies of requests. */
export const fileSchema = (): { readonly [key: string]: Json } =>
  z.toJSONSchema(scenarioSchema, asWritten) as { readonly [key: string]: Json };

/** The lists whose values may be a column of a file, and how it is named. */
const columns = lazily(
  () =>
    new Map<unknown, z.ZodType>([
      [arrivalTimes, traceFile],
      [jobDurations, columnFile],
      [jobTokens, tokensFile],
      [empiricalValues(), columnFile],
      [empiricalCounts(), countsFile],
    ]),
);

/**
 * The options for the schema of files. The column of a file may replace a list of times: its values are read before the schema is asked.
 */
export const asWritten: z.core.ToJSONSchemaParams = {
  target: 'draft-7',
  io: 'input',
  unrepresentable: 'any',
  override: ({ zodSchema, jsonSchema }) => {
    if (jsonSchema.pattern !== undefined) Object.assign(jsonSchema, patternWords(zodSchema, jsonSchema.pattern));
    const file = columns().get(zodSchema);
    if (file === undefined) return;
    const { $schema: _, ...node } = z.toJSONSchema(file, { target: 'draft-7', io: 'input' });
    const { description, ...list } = jsonSchema;
    for (const key of Object.keys(jsonSchema)) delete jsonSchema[key as keyof typeof jsonSchema];
    Object.assign(jsonSchema, { ...(description === undefined ? {} : { description }), anyOf: [list, node] });
  },
};

/** The editor's message for a text that does not match, instead of the pattern: the schema's own message, if it has one. */
const patternWords = (schema: z.core.$ZodType, pattern: string): { readonly patternErrorMessage?: string } => {
  const read = readAs(schema as z.ZodType, unmatched);
  const message = isLeft(read) ? read.left[0]?.message : undefined;
  return message === undefined || message.includes(pattern) ? {} : { patternErrorMessage: message };
};

/** A text that matches no pattern. */
const unmatched = '\0';

/** Finds the schemas at that path of a scenario. */
export const scenarioNodes = (path: DataPath): readonly SchemaNode[] => nodesAt([wholeSchema()], path);

const wholeSchema = lazily(() => fileSchema() as SchemaNode);

/** The names allowed in the object at that path of a scenario. */
export const namesAllowed = (path: DataPath): readonly string[] => listNames(scenarioNodes(path));

/** The names in an object that may have that value, as one of a few. */
export const namesTaking = (nodes: readonly SchemaNode[], value: Json): readonly string[] => {
  const properties = nodes.flatMap((node) => Object.entries(node.properties ?? {}));
  const taking = properties.filter(([, node]) => branches(node).some((one) => one.enum?.includes(value) || one.const === value));
  return [...new Set(taking.map(([name]) => name))];
};

/** Finds the schemas at that path below some of the schemas. */
export const nodesAt = (schemas: readonly SchemaNode[], path: DataPath): readonly SchemaNode[] =>
  path.reduce((parents, key) => parents.flatMap(branches).flatMap((node) => findChild(node, key)), schemas).flatMap(branches);

/** Lists the names allowed in an object; none if any name is allowed. */
export const listNames = (nodes: readonly SchemaNode[]): readonly string[] =>
  nodes.some(isOpen) ? [] : [...new Set(nodes.flatMap((node) => Object.keys(node.properties ?? {})))];

/** The names that some of the schemas allow in the object at that path. */
export const namesAt = (schemas: readonly SchemaNode[], path: DataPath): readonly string[] => listNames(nodesAt(schemas, path));

/** Whether it says nothing of the names in it. */
const isOpen = ({ properties, additionalProperties, items, ...rest }: SchemaNode): boolean =>
  items === undefined &&
  (properties === undefined
    ? additionalProperties !== undefined || !('type' in rest || 'const' in rest || 'enum' in rest)
    : additionalProperties !== undefined && additionalProperties !== false);

const branches = (node: SchemaNode): readonly SchemaNode[] => (node.anyOf ?? node.oneOf)?.flatMap(branches) ?? [node];
