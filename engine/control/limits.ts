import { type Either, left, right } from 'fp-ts/lib/Either.js';
import { type LimitName, limitTable, limitWords } from '../api/reading/bounds.ts';
import type { Rejection } from '../cloud/decisions.ts';
import type { ControlContext } from './operation.ts';

/** Checks a number that a caller asks for against a limit of the server: 422 if it is larger. */
export const withinLimit = (
  { host }: Pick<ControlContext, 'host'>,
  name: LimitName,
  asked: number,
  where: string,
): Either<Rejection, number> => {
  const most = host.limits[name];
  if (asked <= most) return right(asked);
  const errors = [`${where}: is ${asked}, but may be at most ${most} (${limitWords(name)})`];
  return left({ kind: 'invalid', rule: 'server.limits', detail: 'Request validation failed.', errors });
};

/** Refuses a request over a limit of the server: 409, by the rule of the limit. */
export const overLimit = (name: LimitName, detail: string): Either<Rejection, never> =>
  left({ kind: 'refused', rule: limitTable[name].rule, detail: `${detail} (${limitWords(name)})` });
