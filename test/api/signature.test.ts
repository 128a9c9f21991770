import { describe, expectTypeOf, test } from 'vitest';
import type { CallArguments, CallResult, OperationId } from '../../engine/api/operations.ts';

/** The types of the operations. `tsc -p test` checks every expectation here. */
describe('the types of an operation', () => {
  test('name it', () => {
    expectTypeOf<'run'>().toExtend<OperationId>();
    expectTypeOf<'listPodBilling'>().toExtend<OperationId>();
    expectTypeOf<'setHandler'>().toExtend<OperationId>();
    expectTypeOf<'runs'>().not.toExtend<OperationId>();
    expectTypeOf<string>().not.toExtend<OperationId>();
  });

  test('ask for the parameters of its path', () => {
    expectTypeOf<CallArguments<'health'>>().toEqualTypeOf<{ readonly endpoint_id: string }>();
    expectTypeOf<CallArguments<'getSshKeys'>>().toEqualTypeOf<Record<never, never>>();
  });

  test('ask for a query and a body as they are written, where there is one', () => {
    expectTypeOf<{ endpoint_id: string; job_id: string }>().toExtend<CallArguments<'status'>>();
    expectTypeOf<{ endpoint_id: string; job_id: string; query: { ttl: 10_000 } }>().toExtend<CallArguments<'status'>>();
    expectTypeOf<{ endpoint_id: string; job_id: string; query: { ttl: true } }>().not.toExtend<CallArguments<'status'>>();
    expectTypeOf<{ query: { includeClusterPods: true } }>().toExtend<CallArguments<'listPods'>>();
    expectTypeOf<{ query: { podId: string } }>().toExtend<CallArguments<'listPodBilling'>>();
    expectTypeOf<{ endpoint_id: string; body: { input: { readonly a: readonly [1] } } }>().toExtend<CallArguments<'run'>>();
    expectTypeOf<{ endpoint_id: string }>().not.toExtend<CallArguments<'run'>>();
    expectTypeOf<{ endpoint_id: string; body: { inputs: { a: 1 } } }>().not.toExtend<CallArguments<'run'>>();
    expectTypeOf<{ endpoint_id: string; job_id: string }>().toExtend<CallArguments<'cancel'>>();
  });

  test('promise what it answers', () => {
    expectTypeOf<CallResult<'purgeQueue'>>().toEqualTypeOf<{ removed: number; status: 'completed' }>();
    expectTypeOf<CallResult<'deletePod'>>().toEqualTypeOf<undefined>();
    expectTypeOf<CallResult<'podAction'>>().toEqualTypeOf<CallResult<'getPod'> | undefined>();
  });
});
