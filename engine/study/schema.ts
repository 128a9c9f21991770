import { z } from 'zod';
import type { Json } from '../kernel/canonical.ts';
import { nodesAt, type SchemaNode } from '../scenario/schema.ts';
import { studySchema } from './format.ts';

/** The JSON Schema (draft-07) of a study file, for editors. */
export const studyJsonSchema = (): { readonly [key: string]: Json } =>
  z.toJSONSchema(studySchema, { target: 'draft-7', io: 'input', unrepresentable: 'any' }) as { readonly [key: string]: Json };

/** What may stand at that path of a study. */
export const studyNodes = (path: readonly (string | number)[]): readonly SchemaNode[] => nodesAt([studyJsonSchema() as SchemaNode], path);
