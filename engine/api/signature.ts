import type { Untouched } from './contract/parts/resource.ts';
import type { Operation } from './operation.ts';

/** Carries the types of a row's schemas. It exists only for the compiler: no row has the property. */
declare const signature: unique symbol;

/** A row that still knows its id, its path and its schemas' types. `never` = it has no such schema. */
export interface Signed<Id extends string, Path extends string, Query, Body, Success> extends Operation {
  readonly id: Id;
  readonly path: Path;
  readonly [signature]?: { readonly query: Query; readonly body: Body; readonly success: Success };
}

type AnySigned = Signed<string, string, unknown, unknown, unknown>;

/** The arguments of a call in one object: the path's parameters by name, with `query` and `body` beside them. */
export type ArgumentsOf<Row extends AnySigned> = { readonly [Name in ParameterOf<Row['path']>]: string } & CallPart<
  'query',
  LooseQuery<Signature<Row>['query']>
> &
  CallPart<'body', Untouched<Signature<Row>['body']>>;

/** The body of a row's success answer; undefined if it has none. */
export type SuccessOf<Row extends AnySigned> = [Signature<Row>['success']] extends [never] ? undefined : Signature<Row>['success'];

type Signature<Row extends AnySigned> = NonNullable<Row[typeof signature]>;

/** The parameters that a path names in braces. */
type ParameterOf<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}` ? Name | ParameterOf<Rest> : never;

/** A part of a call: absent if no schema takes it, and optional if the schema accepts undefined. */
type CallPart<Name extends string, Value> = [Value] extends [never]
  ? unknown
  : undefined extends Value
    ? { readonly [Key in Name]?: Value }
    : Record<never, never> extends Value
      ? { readonly [Key in Name]?: Value }
      : { readonly [Key in Name]: Value };

/** A query is text when sent. Before that, numbers, flags and lists may be given instead of their text. */
type LooseQuery<Query> = [Query] extends [never] ? never : { readonly [Name in keyof Query]: LooseValue<Query[Name]> };

type LooseValue<Value> = Value extends string
  ? string extends Value
    ? string | number | readonly string[]
    : Value extends 'true' | 'false'
      ? Value | boolean
      : Value
  : Value;
