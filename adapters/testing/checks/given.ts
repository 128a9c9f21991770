import { respellKeys } from '../../../engine/api/index.ts';
import { InvalidArgument, suggestion } from '../../../engine/kernel/index.ts';
import { listFields } from '../../../engine/scenario/index.ts';
import { eventTypes } from '../../../engine/world/index.ts';

/**
 * The fields as the event names them: `job` for `jobId`. Throws where a test looks for an event that there is none of in any world, or for a
 * field that the event never has: it would find none.
 */
export const checkPattern = (
  where: string,
  type: string,
  given: Readonly<Record<string, unknown>> = {},
): Readonly<Record<string, unknown>> => {
  if (typeof type !== 'string')
    throw new InvalidArgument(
      `${where}: an event is named by its type, such as 'JobQueued' or { type: 'JobQueued' }, and got ${kindOfValue(type)}`,
    );
  if (!eventTypes().includes(type))
    throw new InvalidArgument(`${where}: there is no event '${String(type)}'${suggestion(String(type), eventTypes(), listedBy)}`);
  const known = [...cursor, ...listFields(type)];
  const fields = respellKeys(given, known);
  const unknown = Object.keys(fields).find((name) => !known.includes(name));
  if (unknown !== undefined)
    throw new InvalidArgument(`${where}: ${type} has no field '${unknown}'${suggestion(unknown, known, listedBy, 'its fields')}`);
  const promised = Object.keys(fields).find(
    (name) => fields[name] instanceof Promise || (name.endsWith('Id') && fields[name] === undefined),
  );
  if (promised !== undefined)
    throw new InvalidArgument(
      `${where}: ${promised} takes a value, and got ${kindOfValue(fields[promised])}: an \`await\` or \`.orThrow()\` may be missing where it is read`,
    );
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
  if (value instanceof Promise) return 'a promise';
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

/** What an option must be, for the compiler of a test that has none, and in words. */
type OptionKind = readonly [kind: 'string' | 'object' | 'function', words: string];

/** Throws where an option is of another kind, or an empty text. */
export const checkKinds = (where: string, given: object, kinds: Readonly<Record<string, OptionKind>>): void => {
  for (const [name, value] of Object.entries(given)) {
    const [kind, words] = kinds[name] ?? [];
    const fits = typeof value === kind && value !== null && value !== '' && !Array.isArray(value);
    if (kind !== undefined && value !== undefined && !fits)
      throw new InvalidArgument(`${where}: ${name} takes ${words}, and got ${kindOfValue(value)}`);
  }
};
