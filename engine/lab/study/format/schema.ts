import { z } from 'zod';
import type { JsonObject } from '../../../kernel/canonical.ts';
import { scenarioJsonSchema } from '../../../scenario/editor/editorSchema.ts';
import { nodesAt, type SchemaNode, scenarioNodes } from '../../../scenario/file/schema.ts';
import { studySchema } from './format.ts';

const fileSchema = (): JsonObject => z.toJSONSchema(studySchema, { target: 'draft-7', io: 'input', unrepresentable: 'any' }) as JsonObject;

/** The schema nodes that are allowed at that path of a study. */
export const studyNodes = (path: readonly (string | number)[]): readonly SchemaNode[] =>
  path[0] === 'scenario' && path.length > 1 ? scenarioNodes(path.slice(1)) : nodesAt([fileSchema() as SchemaNode], path);

/** The JSON Schema (draft-07) of a study file, for editors. A scenario in it is checked like a scenario file. */
export const studyJsonSchema = (): JsonObject => {
  const { $schema: _, definitions, required: __, ...scenario } = scenarioJsonSchema();
  const { properties, definitions: own, ...rest } = fileSchema();
  const { scenario: described, ...others } = properties as { readonly [name: string]: JsonObject };
  return {
    ...rest,
    properties: {
      ...others,
      scenario: { description: described?.['description'] ?? '', anyOf: [{ type: 'string' }, { $ref: '#/definitions/scenario' }] },
    },
    definitions: { ...(own as JsonObject | undefined), ...(definitions as JsonObject), scenario },
  };
};
