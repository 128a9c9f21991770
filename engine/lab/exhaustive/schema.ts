import { z } from 'zod';
import type { Json } from '../../kernel/canonical.ts';
import { nodesAt, type SchemaNode, scenarioNodes } from '../../scenario/format/schema.ts';
import { smallWorldSchema } from './format.ts';

type Node = { readonly [key: string]: Json };

const fileSchema = (reused: 'inline' | 'ref'): Node =>
  z.toJSONSchema(smallWorldSchema, { target: 'draft-7', io: 'input', unrepresentable: 'any', reused }) as Node;

/** What may stand at that path of the file of a small world. */
export const smallWorldNodes = (path: readonly (string | number)[]): readonly SchemaNode[] =>
  ['world', 'faults', 'properties'].includes(String(path[0])) ? scenarioNodes(path) : nodesAt([fileSchema('inline') as SchemaNode], path);
