import type { z } from 'zod';
import { askWhetherMeant, findPart, nearestTo } from '../../kernel/collections/nearest.ts';
import { contractTable } from './bounds.ts';

/**
 * Describes the problem with a value, in the words of the platform, as recorded live; for unrecorded problems, in those of the validator
 * behind them (errors.validation). The text goes into the log, so it must not be a library's: that changes with its version, its language,
 * and the `z.config` of the program that uses podsim. The text has only the type, size or number of the value, which may be a secret.
 */
export const issueWords = (issue: z.core.$ZodRawIssue): string => {
  switch (issue.code) {
    case 'invalid_type':
      return `got ${nameType(issue.input)}, want ${jsonTypes[issue.expected] ?? issue.expected}`;
    case 'invalid_value':
      return mustBe(issue.values);
    case 'too_small':
      return beyond(issue, issue.inclusive === false ? 'exclusiveMinimum' : 'minimum', 'min', issue.minimum);
    case 'too_big':
      return beyond(issue, issue.inclusive === false ? 'exclusiveMaximum' : 'maximum', 'max', issue.maximum);
    case 'not_multiple_of':
      return `multipleOf: got ${issue.input}, want ${issue.divisor}`;
    case 'invalid_format':
      return issue.pattern === undefined
        ? `value is not valid ${issue.format}`
        : `value does not match pattern '${readPattern(issue.pattern)}'`;
    case 'unrecognized_keys':
      return `additional properties ${listKeys(issue.keys)} not allowed${askForKeys(issue)}`;
    case 'invalid_key':
      return 'has a name that is not allowed';
    case 'invalid_element':
      return 'holds a value that is not allowed';
    case 'invalid_union':
      return Array.isArray(issue.options) ? mustBe(issue.options) : fitsNone;
    case 'custom':
      return 'is not allowed';
    default:
      return issue satisfies never;
  }
};

const listKeys = (keys: readonly string[]): string => {
  const most = contractTable.problemsNamed.value;
  const more = keys.length > most ? ` and ${keys.length - most} more` : '';
  return `${keys.slice(0, most).map(quote).join(', ')}${more}`;
};

/** Which keys of the object may have been meant. */
const askForKeys = ({ keys, inst }: { readonly keys: readonly string[]; readonly inst?: unknown }): string => {
  const known = Object.keys((inst as { readonly shape?: object } | undefined)?.shape ?? {});
  const compared = keys.slice(0, contractTable.problemsNamed.value).filter(({ length }) => length <= comparedMax);
  const meant = compared.map((key) => askWhetherMeant(nearestTo(key, known).length > 0 ? key : (findPart(key, known) ?? key), known));
  return [...new Set(meant)].join('');
};

/** Comparing takes as long as a name is long, and no key is longer. */
const comparedMax = 60;

/** The message for a value that fits none of several shapes, if the schema has no message of its own. */
export const fitsNone = 'has none of the shapes that it may have';

/** The beginning of the message about a value that is none of several. */
export const oneOf = 'value must be one of ';

const mustBe = (values: readonly unknown[]): string =>
  values.length === 1 ? `value must be ${quote(values[0])}` : `${oneOf}${values.map(quote).join(', ')}`;

/** A number that is out of bounds, or a text, a list or an object that has too much or too little. */
const beyond = (
  { origin, input }: { readonly origin: string; readonly input?: unknown },
  numberKeyword: string,
  side: 'min' | 'max',
  bound: unknown,
): string => {
  const unit = units[origin];
  return unit === undefined ? `${numberKeyword}: got ${input}, want ${bound}` : `${side}${unit}: got ${measureSize(input)}, want ${bound}`;
};

const units: Readonly<Record<string, string>> = {
  string: 'Length',
  array: 'Items',
  set: 'Items',
  map: 'Properties',
  record: 'Properties',
};

const measureSize = (value: unknown): number => {
  if (typeof value === 'string' || Array.isArray(value)) return value.length;
  return value instanceof Map || value instanceof Set ? value.size : Object.keys(value ?? {}).length;
};

/** The types of JSON that zod calls otherwise. */
const jsonTypes: Readonly<Record<string, string>> = { int: 'integer', record: 'object', map: 'object', tuple: 'array' };

const nameType = (value: unknown): string => {
  if (value === null) return 'null';
  if (typeof value === 'number' && !Number.isFinite(value)) return `${value}`;
  return Array.isArray(value) ? 'array' : typeof value;
};

/** The text of a pattern that zod writes between slashes. */
const readPattern = (pattern: string): string => /^\/(.*)\/\w*$/s.exec(pattern)?.[1] ?? pattern;

const quote = (value: unknown): string => (typeof value === 'string' ? `'${value}'` : `${value}`);
