import { z } from 'zod';
import { documented } from '../../api/contract/parts/documented.ts';
import type { ServerOperation } from '../../control/operation.ts';
import { controlOperations } from '../../control/table.ts';
import { invariant } from '../../kernel/invariant.ts';

/** Which world a tool is about. */
export const ofWorld = { world: z.string().min(1).max(100).optional().describe('The id of a world; the default world unless given') };

/** What an operation of the control plane takes as its body, field by field: a tool's input says it in the same words. */
export const readBodySchema = (operation: string): z.ZodObject => {
  const body = findOperationRow(operation).body;
  const object = body instanceof z.ZodDefault || body instanceof z.ZodOptional ? body.unwrap() : body;
  invariant(object instanceof z.ZodObject, () => `the body of ${operation} is no object`);
  return object;
};

/** What it takes in its query. A number is a text in a URL; an agent gives it as a number, or as such a text. */
export const readQuerySchema = (operation: string): z.ZodObject => {
  const { query } = findOperationRow(operation);
  invariant(query !== undefined, () => `${operation} has no query`);
  return z.object(Object.fromEntries(Object.entries(query.shape).map(([name, field]) => [name, alsoAsNumber(field as z.ZodType)])));
};

const alsoAsNumber = (field: z.ZodType): z.ZodType => {
  const about = field.description;
  const inner = field instanceof z.ZodOptional ? (field.unwrap() as z.ZodType) : field;
  const { type, minimum, maximum } = documented.get(inner) ?? {};
  if (type !== 'integer') return field;
  const number = z.int().min(Number(minimum)).max(Number(maximum));
  const either = z.union([number, inner]).optional();
  return about === undefined ? either : either.describe(about);
};

const findOperationRow = (operation: string): Pick<ServerOperation, 'body' | 'query'> => {
  const row = controlOperations.find(({ id }) => id === operation);
  invariant(row !== undefined, () => `there is no operation ${operation}`);
  return row;
};
