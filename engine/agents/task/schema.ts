import { z } from 'zod';
import type { JsonObject } from '../../kernel/canonical.ts';
import { scenarioJsonSchema } from '../../scenario/editor/editorSchema.ts';
import { nodesAt, type SchemaNode, scenarioNodes } from '../../scenario/file/schema.ts';
import { taskSchema } from './format.ts';

const ownSchema = (): JsonObject => z.toJSONSchema(taskSchema, { target: 'draft-7', io: 'input', unrepresentable: 'any' }) as JsonObject;

/** What may stand at that path of a task file. */
export const taskNodes = (path: readonly (string | number)[]): readonly SchemaNode[] =>
  path[0] === 'scenario' ? scenarioNodes(path.slice(1)) : nodesAt([ownSchema() as SchemaNode], path);

/** The JSON Schema (draft-07) of a task file, for editors. The scenario in it is checked like a scenario file, but needs no title. */
export const taskJsonSchema = (): JsonObject => {
  const { $schema: _, definitions, required: __, ...scenario } = scenarioJsonSchema();
  const { properties, ...file } = ownSchema() as { readonly properties: JsonObject };
  return { ...file, properties: { ...properties, scenario }, ...(definitions === undefined ? {} : { definitions }) };
};
