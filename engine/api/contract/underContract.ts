import { z } from 'zod';
import { contracts } from '../../cloud/account/contracts.ts';
import { additionOf, type Contract, isIn } from './additions.ts';
import { documented, timeUnits } from './parts/documented.ts';
import { enforced } from './parts/enforced.ts';

/**
 * Makes a schema as a contract has it: without the properties of later additions, and with those of its own additions in their form then.
 * Parts without additions stay the same objects, so their registrations stay, too (contract.dated).
 */
export const underContract = <Schema extends z.ZodType>(schema: Schema, contract: Contract): Schema => {
  const known = made[contract];
  const before = known.get(schema);
  if (before !== undefined) return before as Schema;
  const its = rebuild(schema, contract);
  known.set(schema, its);
  return its as Schema;
};

const made = Object.fromEntries(contracts.map((contract) => [contract, new WeakMap()])) as {
  readonly [C in Contract]: WeakMap<z.ZodType, z.ZodType>;
};

const rebuild = (schema: z.ZodType, contract: Contract): z.ZodType => {
  const { def } = schema._zod as unknown as { readonly def: Def };
  if (def.type === 'object') return rebuildObject(schema as z.ZodObject, contract);
  for (const key of inner) {
    const part = def[key];
    if (part === undefined) continue;
    const its = Array.isArray(part) ? part.map((each) => underContract(each, contract)) : underContract(part as z.ZodType, contract);
    const isSame = Array.isArray(part) ? part.every((each, k) => each === (its as readonly z.ZodType[])[k]) : its === part;
    if (!isSame) return cloneWith(schema, { [key]: its });
  }
  return schema;
};

const rebuildObject = (schema: z.ZodObject, contract: Contract): z.ZodType => {
  let isSame = true;
  const shape: Record<string, z.core.$ZodType> = {};
  for (const [name, property] of Object.entries(schema.shape) as [string, z.ZodType][]) {
    const its = propertyUnder(property, contract);
    if (its !== property) isSame = false;
    if (its !== undefined) shape[name] = its;
  }
  return isSame ? schema : cloneWith(schema, { shape });
};

/** Undefined if the contract has no such property. */
const propertyUnder = (property: z.ZodType, contract: Contract): z.ZodType | undefined => {
  const dated = additionOf.get(property);
  if (dated === undefined) return underContract(property, contract);
  return isIn(contract, dated.addition) ? underContract((property as z.ZodOptional<z.ZodType>).unwrap(), contract) : undefined;
};

/** The same kind of schema with the same checks and the same words beside it. */
const cloneWith = (schema: z.ZodType, changes: Readonly<Record<string, unknown>>): z.ZodType => {
  const its = schema.clone({ ...schema._zod.def, ...changes } as never) as z.ZodType;
  for (const registry of [documented, timeUnits, enforced, z.globalRegistry]) {
    const words = registry.get(schema);
    if (words !== undefined) (registry as z.core.$ZodRegistry<object>).add(its, words);
  }
  return its;
};

/** The schemas inside a schema. Schemas that are made on demand have no additions. */
const inner = ['innerType', 'element', 'options', 'items', 'valueType', 'in', 'left', 'right'] as const;

type Def = { readonly type: string } & { readonly [Key in (typeof inner)[number]]?: z.ZodType | readonly z.ZodType[] };
