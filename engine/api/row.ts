import type { Either } from 'fp-ts/lib/Either.js';
import type { z } from 'zod';
import { contracts } from '../cloud/account/contracts.ts';
import type { Call } from '../cloud/call/evolve.ts';
import type { Rejection } from '../cloud/decisions.ts';
import type { Request } from '../cloud/input.ts';
import type { SimulationContext } from '../cloud/policies/context.ts';
import type { Steps } from '../kernel/steps.ts';
import type { Untouched } from './contract/parts/resource.ts';
import { underContract } from './contract/underContract.ts';
import type { Answer, Operation, Ran, RequestContext } from './operation.ts';
import type { Signed } from './signature.ts';

/** A row as it is written: the schemas of its answer are made when they are asked for, which few processes do. */
export type WrittenRow<Id, Path, Query extends z.ZodObject, Body extends z.ZodType, Success extends z.ZodType, Empty extends number> = Omit<
  Operation<Query, Body>,
  'success' | 'run' | 'resume'
> & {
  readonly id: Id;
  readonly path: Path;
  readonly run: (
    sim: SimulationContext,
    asked: RequestContext<z.output<Query>, z.output<Body>>,
  ) => Ran<Untouched<z.output<Success>>> | Steps<Ran<Untouched<z.output<Success>>>>;
  readonly resume?: (sim: SimulationContext, call: Call, request: Request) => Either<Rejection, Answer<Untouched<z.output<Success>>>>;
  readonly success: Omit<Operation['success'], 'schema' | 'frames'> & {
    readonly schema?: () => Success;
    readonly frames?: () => z.ZodType;
    readonly orEmpty?: Empty;
  };
};

/**
 * Checks a row's types against its schemas, and forgets them for readers of the table, which holds rows of all kinds.
 * What callers need to know of them stays, as a signature.
 */
export const operation = <
  const Id extends string,
  const Path extends string,
  Query extends z.ZodObject = never,
  Body extends z.ZodType = never,
  Success extends z.ZodType = never,
  Empty extends number = never,
>({
  success: { schema, frames, ...success },
  query,
  body,
  ...row
}: WrittenRow<Id, Path, Query, Body, Success, Empty>): Signed<
  Id,
  Path,
  z.input<Query>,
  z.input<Body>,
  z.output<Success> | ([Empty] extends [never] ? never : undefined)
> =>
  ({
    ...row,
    whole: { query, body },
    get query() {
      return query && underContract(query, contracts[0]);
    },
    get body() {
      return body && underContract(body, contracts[0]);
    },
    success: {
      ...success,
      get schema() {
        return schema?.();
      },
      get frames() {
        return frames?.();
      },
    },
  }) as never;
