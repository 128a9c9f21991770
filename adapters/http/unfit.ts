import { type LimitName, type Limits, limitWords } from '../../engine/api/index.ts';
import type { Unreadable } from '../../engine/cloud/index.ts';
import type { Json } from '../../engine/kernel/index.ts';
import { weighName } from './jsonReader.ts';

/** Which of the limits says how many values a body may hold. */
export type ValuesName = Extract<LimitName, 'bodyValues' | 'jobValues'>;

/** The limit of values where that is the limit of bytes. */
export const valuesLimit = (bodyMax: LimitName): ValuesName => (jobBodies.has(bodyMax) ? 'jobValues' : 'bodyValues');

/** The inputs and outputs of jobs. */
const jobBodies: ReadonlySet<LimitName> = new Set<LimitName>(['runBody', 'runsyncBody', 'balancerBody', 'workerBody']);

/**
 * Describes the problem of a parsed JSON value: it is nested too deep, holds too much, or has a number like 1e999, which no log could
 * store. This check uses no recursion, because the value may be deep; code that handles the value afterwards may.
 */
export const unfitFor = (value: Json, limits: Limits, name: ValuesName): Unfit | undefined => {
  let level: readonly Json[] = [value];
  let values = 1;
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > limits.bodyDepth) return unfit.tooDeep(limits);
    const below: Json[] = [];
    for (const part of level) {
      if (typeof part === 'number' && !Number.isFinite(part)) return unfit.tooLarge;
      if (part === null || typeof part !== 'object') continue;
      const keys = Object.keys(part);
      if (!Array.isArray(part) && weighNames(keys) > limits.objectNames) return unfit.tooManyNames(limits);
      values += Array.isArray(part) ? keys.length : 2 * keys.length;
      if (values > limits[name]) return unfit.tooMany(limits, name);
      for (const key of keys) below.push((part as { readonly [key: string]: Json })[key] as Json);
    }
    level = below;
  }
  return undefined;
};

const weighNames = (names: readonly string[]): number => {
  let weight = 0;
  for (const name of names) weight += weighName(name);
  return weight;
};

/** Describes the problem of a value, after its name: `the body …`. */
export interface Unfit {
  readonly kind: Unreadable['kind'];
  readonly words: string;
}

/** The possible problems of a value. */
export const unfit = {
  tooDeep: (limits: Limits): Unfit => ({
    kind: 'malformed',
    words: `is nested more than ${limits.bodyDepth} deep: flatten it (${limitWords('bodyDepth')})`,
  }),
  tooMany: (limits: Limits, name: ValuesName): Unfit => ({
    kind: 'too-large',
    words: `holds more than ${limits[name]} values and names: send less, or send lists of numbers as one text, such as base64 (${limitWords(name)})`,
  }),
  tooManyNames: (limits: Limits): Unfit => ({
    kind: 'too-large',
    words: `holds an object of more than ${limits.objectNames} names, of which a long one counts for each 64 characters: send a list of names and values instead (${limitWords('objectNames')})`,
  }),
  tooLarge: { kind: 'malformed', words: 'holds a number that is too large for JSON' },
} as const;
