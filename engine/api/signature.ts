import type { z } from 'zod';
import type { Json } from '../kernel/canonical.ts';
import type { Operation } from './operation.ts';

/** Stands for what a row's schemas take and give. No row has it: it is there for the compiler alone. */
declare const signature: unique symbol;

/** A row that still knows its id, its path and its schemas' types. `never` = it has no such schema. */
export interface Signed<Id extends string, Path extends string, Query, Body, Success> extends Operation {
  readonly id: Id;
  readonly path: Path;
  readonly [signature]?: { readonly query: Query; readonly body: Body; readonly success: Success };
}

export type AnySigned = Signed<string, string, unknown, unknown, unknown>;

/** How a call of a row is written, in one object: the parameters of its path by their names, beside them `query` and `body`. */
export type ArgumentsOf<Row extends AnySigned> = { readonly [Name in ParameterOf<Row['path']>]: string } & Part<
  'query',
  Loose<Signature<Row>['query']>
> &
  Part<'body', Untouched<Signature<Row>['body']>>;

/** The body of the answer that a row promises to a call it does not refuse; undefined where that has none. */
export type SuccessOf<Row extends AnySigned> = [Signature<Row>['success']] extends [never] ? undefined : Signature<Row>['success'];

type Signature<Row extends AnySigned> = NonNullable<Row[typeof signature]>;

/** The parameters that a path names in braces. */
type ParameterOf<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}` ? Name | ParameterOf<Rest> : never;

/** A part of a call: absent where no schema takes it, and left to the caller where the schema can do without. */
type Part<Name extends string, Value> = [Value] extends [never]
  ? unknown
  : undefined extends Value
    ? { readonly [Key in Name]?: Value }
    : Record<never, never> extends Value
      ? { readonly [Key in Name]?: Value }
      : { readonly [Key in Name]: Value };

/** A query is text once it is sent; until then, numbers, flags and lists may stand for what they are written as. */
type Loose<Query> = [Query] extends [never] ? never : { readonly [Name in keyof Query]: LooseValue<Query[Name]> };

type LooseValue<Value> = Value extends string
  ? string extends Value
    ? string | number | readonly string[]
    : Value extends 'true' | 'false'
      ? Value | boolean
      : Value
  : Value;

/** A resource as its contract has it, whose schema may be made when it is asked for: what a view returns. */
export type Resource<Schema extends z.ZodType | (() => z.ZodType)> = Untouched<
  z.output<Schema extends () => z.ZodType ? ReturnType<Schema> : Extract<Schema, z.ZodType>>
>;

/** What is only read may be constant all the way down; of JSON there is a type that says so already. */
export type Untouched<T> = [z.core.util.JSONType] extends [T]
  ? Json | Extract<T, undefined>
  : T extends object
    ? { readonly [Key in keyof T]: Untouched<T[Key]> }
    : T;
