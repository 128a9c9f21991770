import { type Either, isLeft, left, right, tryCatch } from 'fp-ts/lib/Either.js';
import { z } from 'zod';
import { json } from '../../api/contract/parts/json.ts';
import { noKeyName } from '../../api/contract/parts/noKey.ts';
import { strictObject } from '../../api/contract/parts/objects.ts';
import { findOperation } from '../../api/operations.ts';
import { takes } from '../../api/reading/readAs.ts';
import type { GivenClient, Request } from '../../cloud/input.ts';
import type { Json } from '../../kernel/canonical.ts';
import type { World } from '../../world/world.ts';
import { method } from '../format/callFormat.ts';
import { substitute, type Variables } from '../format/variables.ts';
import { buildRequest, clientFor } from '../step/request.ts';
import type { CallInput } from './format.ts';

/** Builds the request of an input; left names what is missing, or cannot be read. */
export const requestOfInput = (
  { act, with: written, request }: Pick<CallInput, 'act' | 'with' | 'request'>,
  variables: Variables,
): Either<string, Request> => {
  if (request !== undefined) return wholeRequest(request);
  const { unreadable, ...spec } = written ?? {};
  const made = buildRequest(act, spec, variables);
  return isLeft(made) || unreadable === undefined ? made : right({ ...made.right, unreadable });
};

/** The client of an input; left if no key has that name at that time. */
export const clientOfInput = (
  { act, as }: Pick<CallInput, 'act' | 'as'>,
  world: World,
  variables: Variables,
): Either<string, GivenClient> => {
  if (as === undefined) return right(clientFor(act, world, undefined));
  if (typeof as !== 'string')
    return right('secret' in as ? { key: as.secret } : 'digest' in as ? { digest: as.digest } : { key: null, because: as.because });
  const name = substitute(as, variables);
  if (isLeft(name)) return left(`${name.left} is not set`);
  if (name.right === noKeyName) return right({ key: null, because: 'missing' });
  const principal = world.state.keyring.findByName(String(name.right));
  return principal === undefined ? left(`there is no key '${name.right}' at that time`) : right({ digest: principal.key.digest });
};

/** Finds the problem of an input before it is played. */
export const requestProblem = ({ act, request }: Pick<CallInput, 'act' | 'request'>): string | undefined => {
  if (findOperation(act) === undefined || request === undefined) return undefined;
  const read = wholeRequest(request);
  return isLeft(read) ? read.left : undefined;
};

const shape = strictObject(() => ({
  method: method.optional(),
  params: z.record(z.string(), z.string()),
  query: z.record(z.string(), z.union([z.string(), z.array(z.string())])),
  headers: z.record(z.string(), z.string()).optional(),
  body: json.optional(),
  unreadable: z.strictObject({ kind: z.enum(['malformed', 'too-large']), detail: z.string() }).optional(),
  podsim: z.strictObject({ handler: json.optional() }).optional(),
}));

/** Returns the parsed value, not the schema's copy, which would lose names like `__proto__`. */
const wholeRequest = (text: string): Either<string, Request> => {
  if (measureNesting(text) > nestingMax) return left(`request: is nested deeper than ${nestingMax} levels`);
  const value = tryCatch(
    () => JSON.parse(text) as Json,
    () => undefined,
  );
  if (isLeft(value)) return left('request: is not JSON');
  return takes(shape, value.right) ? right(value.right as unknown as Request) : left('request: does not have the shape of a request');
};

/** More than any body that the APIs read, with the request around it. */
const nestingMax = 256;

/** The nesting depth of a JSON text, found without parsing it: functions that walk a value are recursive. */
const measureNesting = (text: string): number => {
  let [depth, deepest, isText] = [0, 0, false];
  for (let k = 0; k < text.length; k++) {
    const sign = text[k];
    if (isText && sign === '\\') k += 1;
    else if (sign === '"') isText = !isText;
    else if (!isText && (sign === '[' || sign === '{')) deepest = Math.max(deepest, ++depth);
    else if (!isText && (sign === ']' || sign === '}')) depth -= 1;
  }
  return deepest;
};
