import { z } from 'zod';
import type { Json } from '../kernel/canonical.ts';
import { scenarioJsonSchema } from '../scenario/editorSchema.ts';
import { knownNames, namesAt, type SchemaNode } from '../scenario/schema.ts';
import { lessonSchema } from './format.ts';

type Node = { readonly [key: string]: Json };

const fileSchema = (): Node => z.toJSONSchema(lessonSchema, { target: 'draft-7', io: 'input', unrepresentable: 'any' }) as Node;

/** The names allowed in the object at that path of a lesson. */
export const knownLessonNames = (path: readonly (string | number)[]): readonly string[] => {
  const [first, second, ...rest] = path;
  if (first === 'scenario') return knownNames(path.slice(1));
  if (first === 'task' && second === 'scenario') return knownNames(rest);
  if (first === 'task' && second === 'solution') return knownNames(['steps', ...rest]);
  return namesAt([fileSchema() as SchemaNode], path);
};

/** The JSON Schema (draft-07) of a lesson file, for editors. A scenario in it is checked like a scenario file. */
export const lessonJsonSchema = (): Node => {
  const { $schema: _, definitions = {}, required: __, ...scenario } = scenarioJsonSchema();
  const { properties, ...rest } = fileSchema();
  const { task, ...others } = properties as { readonly [name: string]: Node };
  const described = ({ description = '' }: Node): Node => ({
    description,
    anyOf: [{ type: 'string' }, { $ref: '#/definitions/scenario' }],
  });
  const parts = task?.['properties'] as { readonly [name: string]: Node };
  const steps = (scenario['properties'] as { readonly [name: string]: Node })['steps'] as Node;
  return {
    ...rest,
    properties: {
      ...others,
      scenario: described(others['scenario'] as Node),
      task: { ...task, properties: { ...parts, scenario: described(parts['scenario'] as Node), solution: steps } },
    },
    definitions: { ...(definitions as Node), scenario },
  };
};
