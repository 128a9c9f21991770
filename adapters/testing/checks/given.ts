import { eventTypes, fieldsOf, InvalidArgument, respellKeys, suggestion } from '../../../engine/index.ts';

/**
 * The fields as the event names them: `job` for `jobId`. Throws where a test looks for an event that there is none of in any world, or for a
 * field that the event never has: it would find none.
 */
export const checkPattern = (
  where: string,
  type: string,
  given: Readonly<Record<string, unknown>> = {},
): Readonly<Record<string, unknown>> => {
  if (!eventTypes().includes(type))
    throw new InvalidArgument(`${where}: there is no event '${String(type)}'${suggestion(String(type), eventTypes(), listedBy)}`);
  const known = [...cursor, ...fieldsOf(type)];
  const fields = respellKeys(given, known);
  const unknown = Object.keys(fields).find((name) => !known.includes(name));
  if (unknown !== undefined)
    throw new InvalidArgument(`${where}: ${type} has no field '${unknown}'${suggestion(unknown, known, listedBy, 'its fields')}`);
  return fields;
};

/** What every entry has beside the fields of its event. */
const cursor = ['type', 'seq', 'at', 'cause'];

const listedBy = 'world.events()';

/** The names of all options, as a table that the compiler keeps complete. */
export type OptionNames<Options> = { readonly [Name in keyof Required<Options>]: 1 };

/** A value that is not what a function takes, in a message. */
export const kindOfValue = (value: unknown): string => {
  if (typeof value === 'function') return 'a function';
  if (Array.isArray(value)) return 'a list';
  return typeof value === 'string' ? `'${value}'` : value instanceof Object ? 'an object' : String(value);
};

/** Throws where an option is given that there is none of: it would change nothing. */
export const checkOptions = (where: string, given: object, known: Readonly<Record<string, 1>>): void => {
  if (typeof given !== 'object' || given === null || Array.isArray(given))
    throw new InvalidArgument(
      `${where}: takes an object of options, such as { ${Object.keys(known)[0]}: … }, and got ${kindOfValue(given)}`,
    );
  const names = Object.keys(known);
  const unknown = Object.keys(given).find((name) => !names.includes(name));
  if (unknown !== undefined)
    throw new InvalidArgument(`${where}: there is no option '${unknown}'${suggestion(unknown, names, 'docs/testing.md', 'the options')}`);
};
