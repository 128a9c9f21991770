import { type Either, isRight, left, right } from 'fp-ts/lib/Either.js';
import type { HandlerChanges } from '../cloud/handler/handler.ts';
import type { Json } from '../kernel/canonical.ts';
import { complaints } from './admission/validate.ts';
import { handlerChanges } from './contract/handler/handler.ts';
import { contractTable } from './reading/bounds.ts';
import { findIssues, readAs } from './reading/readAs.ts';

const notWritten: Either<readonly string[], HandlerChanges | null> = right(null);

/** How the work of one call differs from the endpoint's other work, as the caller wrote it; left is what is wrong with that, one line per problem. */
export const ownHandler = (written: Json | undefined): Either<readonly string[], HandlerChanges | null> => {
  if (written === undefined) return notWritten;
  const read = readAs(handlerChanges, written);
  const most = contractTable.problemsNamed.value;
  return isRight(read) ? read : left(complaints(findIssues(handlerChanges, written, most).issues, 'podsim.handler'));
};
