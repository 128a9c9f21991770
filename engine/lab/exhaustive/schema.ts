import { z } from 'zod';
import type { Json } from '../../kernel/canonical.ts';
import { scenarioJsonSchema } from '../../scenario/editor/editorSchema.ts';
import { nodesAt, type SchemaNode, scenarioNodes } from '../../scenario/format/schema.ts';
import { smallWorldSchema } from './format.ts';

type Node = { readonly [key: string]: Json };

const ownSchema = (): Node => z.toJSONSchema(smallWorldSchema, { target: 'draft-7', io: 'input', unrepresentable: 'any' }) as Node;

/** The parts that a small world shares with a scenario. */
const shared = ['world', 'faults', 'properties'] as const;

/** What may stand at that path of the file of a small world. */
export const smallWorldNodes = (path: readonly (string | number)[]): readonly SchemaNode[] =>
  (shared as readonly unknown[]).includes(path[0]) ? scenarioNodes(path) : nodesAt([ownSchema() as SchemaNode], path);

/** The JSON Schema (draft-07) of a small world, for editors. What it shares with a scenario is as in that: also the body of a call, by its `act`. */
export const smallWorldJsonSchema = (): Node => {
  const { definitions, properties: ofScenario } = scenarioJsonSchema() as { readonly definitions: Node; readonly properties: NodesByName };
  const { properties, ...file } = ownSchema() as { readonly properties: NodesByName };
  const step = ofScenario['steps']?.['items'] as Node;
  const { acts } = properties;
  return {
    ...file,
    properties: {
      ...properties,
      ...Object.fromEntries(shared.map((part) => [part, ofScenario[part] as Node])),
      acts: { ...acts, items: { ...(acts?.['items'] as Node), allOf: step['allOf'] as Json } },
    },
    definitions,
  };
};

type NodesByName = { readonly [name: string]: Node };
