import { z } from 'zod';
import type { JsonObject } from '../../kernel/canonical.ts';
import { scenarioJsonSchema } from '../../scenario/editor/editorSchema.ts';
import { nodesAt, type SchemaNode, scenarioNodes } from '../../scenario/file/schema.ts';
import { observationSchema } from './format.ts';

const fileSchema = (reused: 'inline' | 'ref'): JsonObject =>
  z.toJSONSchema(observationSchema, { target: 'draft-7', io: 'input', unrepresentable: 'any', reused }) as JsonObject;

/** The parts that are written as in a scenario. */
const ofScenarios = ['world', 'steps', 'load', 'faults'];

/** The schema nodes that are allowed at that path of an observation. */
export const observationNodes = (path: readonly (string | number)[]): readonly SchemaNode[] =>
  ofScenarios.includes(String(path[0])) ? scenarioNodes(path) : nodesAt([fileSchema('inline') as SchemaNode], path);

/** The JSON Schema (draft-07) of an observation file, for editors. Its world and steps are checked like a scenario's. */
export const observationJsonSchema = (): JsonObject => {
  const { definitions: scenarioDefinitions, properties: scenarioProperties } = scenarioJsonSchema();
  const text = JSON.stringify(fileSchema('ref')).replaceAll(/\b__schema(?=\d)/g, 'observation.');
  const { properties, definitions, ...rest } = JSON.parse(text) as JsonObject;
  const shared = Object.fromEntries(
    ofScenarios.map((name) => [name, (scenarioProperties as Readonly<Record<string, JsonObject>>)[name] as JsonObject]),
  );
  return {
    ...rest,
    properties: { ...(properties as JsonObject), ...shared },
    definitions: { ...(definitions as JsonObject), ...(scenarioDefinitions as JsonObject) },
  };
};
