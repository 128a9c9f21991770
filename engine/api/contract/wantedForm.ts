import type { z } from 'zod';
import type { Json } from '../../kernel/canonical.ts';
import { parseDuration } from '../../kernel/time.ts';
import type { FlatIssue } from '../reading/issues.ts';
import { findChildren, findParts } from './enforcedRules.ts';
import { documented, perUnit, timeUnits, unitNames } from './parts/documented.ts';

/** Suggests the form of a value of another type, or the place of a key that is unknown here; empty without a suggestion. */
export const describeForm = (schema: z.ZodType, { path, message, unknownKeys }: FlatIssue, value: Json | undefined): string => {
  const schemas = path.reduce((at, key) => at.flatMap((one) => findChildren(one, key)).flatMap(listParts), listParts(schema));
  if (unknownKeys !== undefined) return message.includes('did you mean') ? '' : describePlace(schemas, unknownKeys);
  const [, type = ''] = /^got \w+, want (\w+)$/.exec(message) ?? [];
  if (type === '') return '';
  return (
    describeTime(schemas, value) ??
    describeExample(schemas) ??
    describeKeys(schemas) ??
    `${forms[type] ?? ''}${describeUnit(schemas, type)}`
  );
};

const forms: Readonly<Record<string, string>> = {
  string: '; write it as text, in quotes',
  number: '; write it without quotes',
  integer: '; write a whole number, without quotes',
  boolean: '; write true or false, without quotes',
  array: '; write a list, in brackets',
  object: '; write an object, in braces, such as {"name": "value"}',
};

const listParts = (schema: z.ZodType): readonly z.ZodType[] => [schema, ...findParts(schema).flatMap(listParts)];

/** For a duration: its unit, and the number in the text. */
const describeTime = (schemas: readonly z.ZodType[], value: Json | undefined): string | undefined => {
  const { unit } = schemas.map((one) => timeUnits.get(one)).find((one) => one !== undefined) ?? {};
  if (unit === undefined) return undefined;
  const ms = typeof value === 'string' ? parseDuration(value) : undefined;
  return `; it counts ${unitNames[unit]}${ms === undefined ? `, such as ${5_000 / perUnit[unit]}` : `: write ${ms / perUnit[unit]}`}`;
};

/** The unit of a number, by its description. */
const describeUnit = (schemas: readonly z.ZodType[], type: string): string => {
  const words = schemas.find(({ description }) => description !== undefined)?.description ?? '';
  return words === '' || (type !== 'number' && type !== 'integer') ? '' : ` (${words})`;
};

const describeExample = (schemas: readonly z.ZodType[]): string | undefined => {
  const [example] = schemas.flatMap((one) => (documented.get(one)?.['examples'] as readonly Json[] | undefined) ?? []);
  return example === undefined ? undefined : `; write it like ${JSON.stringify(example)}`;
};

const describeKeys = (schemas: readonly z.ZodType[]): string | undefined => {
  const keys = listKeys(schemas);
  return keys.length === 0 ? undefined : `; its keys are ${keys.slice(0, keysMax).join(', ')}${keys.length > keysMax ? ', …' : ''}`;
};

/** More keys of an object than this are not listed. */
const keysMax = 12;

/** The keys with known keys below them. An object with a name, an id and a type cannot hold the keys of another. */
const describePlace = (schemas: readonly z.ZodType[], keys: readonly string[]): string => {
  const unknown = keys.filter((key) => !['name', 'id', 'type'].includes(key));
  const below = listKeys(schemas).filter((key) =>
    listKeys(schemas.flatMap((one) => findChildren(one, key)).flatMap(listParts)).some((one) => unknown.includes(one)),
  );
  return below.length === 0 ? '' : `; it belongs to ${below.map((key) => `'${key}'`).join(' or ')}`;
};

const listKeys = (schemas: readonly z.ZodType[]): readonly string[] => [
  ...new Set(schemas.flatMap((one) => Object.keys((one as { readonly shape?: object }).shape ?? {}))),
];
