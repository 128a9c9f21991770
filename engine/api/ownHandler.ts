import { type Either, left, right } from 'fp-ts/lib/Either.js';
import type { HandlerChanges } from '../handler/handler.ts';
import type { Json } from '../kernel/canonical.ts';
import { handlerChanges } from './contract/handler.ts';
import { complaints, issuesWith } from './validate.ts';

/** How the work that a call submits differs from the endpoint's other work, as the caller writes it; left is what is wrong with that, line by line. */
export const ownHandler = (written: Json | undefined): Either<readonly string[], HandlerChanges | null> => {
  if (written === undefined) return right(null);
  const read = handlerChanges.safeParse(written);
  return read.success ? right(read.data) : left(complaints(issuesWith(handlerChanges, written), 'podsim.handler'));
};
