import type { z } from 'zod';

/**
 * What is wrong with a value, in our own words. The text goes into the log, so it may not be a library's. A library's text
 * changes with its version, its language, and the `z.config` of the program that uses podsim.
 */
export const issueWords = (issue: z.core.$ZodRawIssue): string => {
  switch (issue.code) {
    case 'invalid_type':
      return `expected ${issue.expected}, received ${typeNameOf(issue.input)}`;
    case 'invalid_value':
      return issue.values.length === 1 ? `expected ${shown(issue.values[0])}` : `Invalid option: expected one of ${listed(issue.values)}`;
    case 'too_small':
      return `Too small: expected ${issue.origin} ${measured(issue, issue.inclusive === false ? '>' : '>=', issue.minimum)}`;
    case 'too_big':
      return `Too big: expected ${issue.origin} ${measured(issue, issue.inclusive === false ? '<' : '<=', issue.maximum)}`;
    case 'not_multiple_of':
      return `must be a multiple of ${issue.divisor}`;
    case 'invalid_format':
      return issue.pattern === undefined ? `must be ${issue.format}` : `must match ${issue.pattern}`;
    case 'unrecognized_keys':
      return `additional properties ${issue.keys.map((key) => `'${key}'`).join(', ')} not allowed`;
    case 'invalid_key':
      return 'has a name that is not allowed';
    case 'invalid_element':
      return 'holds a value that is not allowed';
    case 'invalid_union':
      return Array.isArray(issue.options) ? `Invalid option: expected one of ${listed(issue.options)}` : fitsNone;
    case 'custom':
      return 'is not allowed';
    default:
      return issue satisfies never;
  }
};

/** The message for a value that fits none of several shapes, where the schema has no message of its own. */
export const fitsNone = 'has none of the shapes that it may have';

const measured = ({ origin, exact }: { readonly origin: string; readonly exact?: boolean }, sign: string, bound: unknown): string => {
  const unit = units[origin];
  return `to ${unit === undefined ? 'be' : 'have'} ${exact === true ? 'exactly ' : sign}${bound}${unit === undefined ? '' : ` ${unit}`}`;
};

const units: Readonly<Record<string, string>> = {
  string: 'characters',
  array: 'items',
  set: 'items',
  map: 'entries',
  record: 'properties',
};

const typeNameOf = (value: unknown): string => {
  if (value === null) return 'null';
  if (typeof value === 'number' && !Number.isFinite(value)) return `${value}`;
  return Array.isArray(value) ? 'array' : typeof value;
};

const listed = (values: readonly unknown[]): string => values.map(shown).join('|');

const shown = (value: unknown): string => (typeof value === 'string' ? `"${value}"` : `${value}`);
