import { z } from 'zod';
import type { JsonObject } from '../../kernel/canonical.ts';
import { scenarioJsonSchema } from '../../scenario/editor/editorSchema.ts';
import { nodesAt, type SchemaNode, scenarioNodes } from '../../scenario/file/schema.ts';
import { lessonSchema } from './format.ts';

const fileSchema = (reused: 'inline' | 'ref'): JsonObject =>
  z.toJSONSchema(lessonSchema, { target: 'draft-7', io: 'input', unrepresentable: 'any', reused }) as JsonObject;

/** The schema nodes that are allowed at that path of a lesson. */
export const lessonNodes = (path: readonly (string | number)[]): readonly SchemaNode[] => {
  const [first, second, ...rest] = path;
  if (first === 'scenario') return scenarioNodes(path.slice(1));
  if (first === 'task' && second === 'scenario') return scenarioNodes(rest);
  return nodesAt([fileSchema('inline') as SchemaNode], path);
};

/** The JSON Schema (draft-07) of a lesson file, for editors. A scenario in it is checked like a scenario file. */
export const lessonJsonSchema = (): JsonObject => {
  const { $schema: _, definitions: ofScenarios, required: __, properties: ofScenario, ...scenario } = scenarioJsonSchema();
  const { steps, ...parts } = ofScenario as NodesByName;
  // A part that occurs in several places, such as the types of events, is written once, under a name that no part of a scenario has.
  const text = JSON.stringify(fileSchema('ref')).replaceAll(/\b__schema(?=\d)/g, 'lesson.');
  const { properties, definitions, ...rest } = JSON.parse(text) as JsonObject;
  const { task, ...others } = properties as NodesByName;
  const ofTask = task?.['properties'] as NodesByName;
  const fileOrInline = ({ description = '' }: JsonObject): JsonObject => ({
    description,
    anyOf: [{ type: 'string' }, definition('scenario')],
  });
  return {
    ...rest,
    properties: {
      ...others,
      scenario: fileOrInline(others['scenario'] as JsonObject),
      task: { ...task, properties: { ...ofTask, scenario: fileOrInline(ofTask['scenario'] as JsonObject), solution: definition('steps') } },
    },
    definitions: {
      ...(definitions as JsonObject),
      ...(ofScenarios as JsonObject),
      scenario: { ...scenario, properties: { ...parts, steps: definition('steps') } },
      steps: steps as JsonObject,
    },
  };
};

type NodesByName = { readonly [name: string]: JsonObject };

const definition = (name: string): JsonObject => ({ $ref: `#/definitions/${name}` });
