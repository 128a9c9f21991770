import { isLeft } from 'fp-ts/lib/Either.js';
import { findOperation } from '../../api/operations.ts';
import { takes } from '../../api/reading/readAs.ts';
import type { Request } from '../../cloud/input.ts';
import { canonicalText, type Json } from '../../kernel/canonical.ts';
import { givenFields } from '../../kernel/entryText.ts';
import { call } from '../format/callFormat.ts';
import type { Variables } from '../format/variables.ts';
import { nestingMax, refusedNames } from '../format/yamlFile.ts';
import type { CallWritten } from '../inputs/format.ts';
import { requestOfInput } from '../inputs/request.ts';
import { escapeCharacter } from './yamlText.ts';

/** The ids that have variables at that point, and the variables. */
export interface RecordedNames {
  readonly byId: ReadonlyMap<string, string>;
  readonly variables: Variables;
}

/** A request as an input writes it: in words if they mean exactly the same, otherwise as JSON. */
export const requestWritten = (act: string, request: Request, names: RecordedNames): Pick<CallWritten, 'with' | 'request'> => {
  const words = inWords(act, request, names);
  const { unreadable, ...spec } = words;
  const isSame = fits(words as Json) && takes(call, spec) && meansTheSame(act, words as NonNullable<CallWritten['with']>, request, names);
  if (!isSame) return { request: inAscii(request as unknown as Json) };
  return Object.keys(words).length === 0 ? {} : { with: words as NonNullable<CallWritten['with']> };
};

const inWords = (act: string, { method, params, query, headers, body, unreadable, podsim }: Request, names: RecordedNames) => {
  const { resolves } = findOperation(act) ?? {};
  const fillNames = <Value>(value: Value): Value => asWritten(value, names) as Value;
  return {
    ...(method === undefined ? {} : { method }),
    ...Object.fromEntries(Object.entries(params).map(([param, value]) => [resolves?.[param] ?? param, fillNames(value)])),
    ...(Object.keys(query).length === 0 ? {} : { query: fillNames(query) }),
    ...(headers === undefined ? {} : { headers: fillNames(headers) }),
    ...(body === undefined ? {} : { body: fillNames(body) }),
    ...(podsim?.handler === undefined ? {} : { handler: fillNames(podsim.handler) }),
    ...(unreadable === undefined ? {} : { unreadable }),
  };
};

/** Replaces ids by their variables, and doubles dollars that are not variables. */
const asWritten = (value: unknown, names: RecordedNames): unknown => {
  if (typeof value === 'string') {
    const name = names.byId.get(value);
    return name === undefined ? value.replaceAll('$', '$$$$') : `$${name}`;
  }
  if (value === null || typeof value !== 'object') return value;
  if (Array.isArray(value)) return value.map((item) => asWritten(item, names));
  return Object.fromEntries(Object.entries(value).map(([key, field]) => [key, asWritten(field, names)]));
};

const meansTheSame = (act: string, words: NonNullable<CallWritten['with']>, request: Request, names: RecordedNames): boolean => {
  const read = requestOfInput({ act, with: words as never, request: undefined }, names.variables);
  return !isLeft(read) && canonicalText(read.right, givenFields) === canonicalText(request, givenFields);
};

/** The deepest request that fits into a file, with the document around it. */
const depthMax = Math.floor(nestingMax / 2);
const keyLengthMax = 200;

/** Characters that some readers take for line ends, and others drop. */
const doubtful = /[\u0085\u2028\u2029\ufeff]/;

/** Whether YAML can hold the value so that our reader reads it back. */
const fits = (value: Json, depth = 0): boolean => {
  if (typeof value === 'string') return !doubtful.test(value);
  if (value === null || typeof value !== 'object') return true;
  if (depth > depthMax) return false;
  return Object.entries(value).every(
    ([key, field]) => !refusedNames.includes(key) && key.length <= keyLengthMax && !doubtful.test(key) && fits(field as Json, depth + 1),
  );
};

/** JSON in ASCII, which any file and any terminal preserves. */
export const inAscii = (value: Json): string => JSON.stringify(value).replaceAll(/[^ -~]/gu, escapeCharacter);
