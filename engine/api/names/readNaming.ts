import { type Either, isLeft } from 'fp-ts/lib/Either.js';
import type { z } from 'zod';
import { flatIssues } from '../reading/issues.ts';
import { readAs } from '../reading/readAs.ts';
import { listForms } from './entityNames.ts';
import { type Renaming, renameKeys } from './renameKeys.ts';

type ReadOf<Schema extends z.ZodType> = Either<readonly z.core.$ZodIssue[], z.output<Schema>>;

/** What is below a renamed key shows its own unknown keys only then: as deep as files of podsim are. */
const roundsMax = 8;

/**
 * Reads what podsim defines itself: files, the control plane, tools. Each thing may be named in any of its forms there, wherever the schema
 * knows another. Bodies of the platform's own APIs are read as they are: it takes one form. All keys are tried at once: a long body with as many
 * other forms as it likes is read a few times.
 */
export const readNaming = <Schema extends z.ZodType>(schema: Schema, value: unknown): ReadOf<Schema> => {
  let current: NamedValue<Schema> = { value, read: readAs(schema, value) };
  for (let round = 0; round < roundsMax; round++) {
    const better = respell(schema, current);
    if (better === undefined) break;
    current = better;
  }
  return current.read;
};

interface NamedValue<Schema extends z.ZodType> {
  readonly value: unknown;
  readonly read: ReadOf<Schema>;
}

/** The value with its unknown keys in forms that the schema knows; undefined if it knows none of them. */
const respell = <Schema extends z.ZodType>(schema: Schema, given: NamedValue<Schema>): NamedValue<Schema> | undefined => {
  let current = given;
  for (const place of [0, 1, 2]) {
    const renamings = listUnknown(current).flatMap(({ at, key }) => toForm(at, key, place));
    if (renamings.length === 0) continue;
    const all = readRenamed(schema, current, renamings);
    const refused = new Set(listUnknown(all).map(writeName));
    const taken = renamings.filter(({ at, to }) => !refused.has(writeName({ at, key: to })));
    const next = taken.length === renamings.length ? all : readRenamed(schema, current, taken);
    if (listUnknown(next).length < listUnknown(current).length) current = next;
  }
  return current === given ? undefined : current;
};

const toForm = (at: Renaming['at'], key: string, place: number): readonly Renaming[] => {
  const to = listForms(key)[place];
  return to === undefined || to === key ? [] : [{ at, key, to }];
};

const readRenamed = <Schema extends z.ZodType>(
  schema: Schema,
  { value }: NamedValue<Schema>,
  renamings: readonly Renaming[],
): NamedValue<Schema> => {
  const renamed = renameKeys(value, renamings);
  return { value: renamed, read: readAs(schema, renamed) };
};

interface UnknownKey {
  readonly at: Renaming['at'];
  readonly key: string;
}

const listUnknown = ({ read }: NamedValue<z.ZodType>): readonly UnknownKey[] =>
  isLeft(read) ? flatIssues(read.left).flatMap(({ path, unknownKeys = [] }) => unknownKeys.map((key) => ({ at: path, key }))) : [];

const writeName = ({ at, key }: UnknownKey): string => JSON.stringify([...at, key]);
