import { isLeft } from 'fp-ts/lib/Either.js';
import { findId, findKind, type Kind } from '../../cloud/entities.ts';
import type { Json } from '../../kernel/canonical.ts';
import { substitute, type Variables } from '../format/variables.ts';
import type { Run } from './run.ts';

/**
 * What each failure of a run is about, and then each step that was never taken: the first entity that its part of the file names, with its
 * variables filled in, or that it has saved. Undefined where it names none but places, such as endpoints, in which many others are.
 */
export const findSubjects = ({ scenario, world, variables, failed, unfired }: Run): readonly (string | undefined)[] => {
  if (failed.length + unfired.length === 0) return [];
  const known = new Map<string, Kind>();
  for (const { event } of world.log.entries()) {
    const kind = findKind(event);
    if (kind !== undefined && !places.has(kind)) known.set(findId(kind, event), kind);
  }
  const paths = [...failed.map(({ path }) => path), ...unfired.map(pathOfUnfired)];
  return paths.map((path) => {
    const part = partAt(scenario.spec as unknown as Json, path);
    return part === undefined ? undefined : wordsIn(part, variables).find((word) => known.has(word));
  });
};

const places: ReadonlySet<Kind> = new Set(['account', 'endpoint', 'host', 'fault']);

/** `steps.2.steps.0 (name) run: …` says it. */
const pathOfUnfired = (message: string): readonly (string | number)[] =>
  (/^steps(?:\.(?:\d+|steps))+/.exec(message)?.[0] ?? '').split('.').map((part) => (/^\d+$/.test(part) ? Number(part) : part));

/** The innermost step, or the assertion or property, in which a path ends. */
const partAt = (spec: Json, path: readonly (string | number)[]): Json | undefined => {
  let [part, found]: [Json | undefined, Json | undefined] = [spec, undefined];
  for (const [k, step] of path.entries()) {
    part = part !== null && typeof part === 'object' ? (part as { readonly [key: string]: Json })[step] : undefined;
    if (part === undefined) break;
    if (k % 2 === 1) found = part;
    else if (k > 0 && step !== 'steps') break;
  }
  return found;
};

/** All words of its texts, and of what it has saved. */
const wordsIn = (part: Json, variables: Variables): readonly string[] => {
  const { save = {} } = part as { readonly save?: Readonly<Record<string, string>> };
  const filled = substitute(part, variables);
  const saved = Object.keys(save).flatMap((name) => variables.get(name) ?? []);
  return textsIn([isLeft(filled) ? part : filled.right, ...saved]).flatMap((text) => text.split(/[^\w-]+/));
};

const textsIn = (value: Json): readonly string[] => {
  if (typeof value === 'string') return [value];
  return value === null || typeof value !== 'object' ? [] : Object.values(value).flatMap((one) => textsIn(one as Json));
};
