import {
  type Answer,
  type CallArguments,
  type CallResult,
  type Client,
  controlInputs,
  firstKeyOf,
  type HandlerWritten,
  type Json,
  type Operation,
  type OperationId,
  operations,
  type Request,
  type World,
} from '../../engine/index.ts';
import type { HostedWorld } from '../host/hostedWorld.ts';

/**
 * One function for every operation of both APIs, and for what the control plane may do to a world (`setHandler`,
 * `injectFault`, …), by operation id. The compiler checks what it takes and gives.
 */
export type Calls = { readonly [Id in OperationId]: (...args: Arguments<Id>) => PendingAnswer<CallResult<Id>> };

/** Where nothing has to be said, nothing is: `world.call.listPods()`. */
type Arguments<Id extends OperationId> =
  Record<never, never> extends CallArguments<Id> ? [args?: CallArguments<Id> & CallOptions] : [args: CallArguments<Id> & CallOptions];

/** What may stand beside the parameters, the query and the body of every call. */
export interface CallOptions {
  /** Who calls: a key by its name, or by its secret; `nobody` sends none. The world's first key unless given. */
  readonly as?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Of a request to a load balancer; GET unless given. */
  readonly method?: string;
  /** How the job that this call submits runs, where it differs from the endpoint's others. */
  readonly handler?: HandlerWritten;
}

/** What a call came to. `ok` tells an answer from a refusal, for people and for the compiler. */
export type CallAnswer<Body> = Success<Body> | Refused;

export interface Success<Body> {
  readonly ok: true;
  readonly status: number;
  readonly body: Body;
  readonly headers: Readonly<Record<string, string>>;
}

export interface Refused {
  readonly ok: false;
  readonly status: number;
  readonly body: Problem;
  readonly headers: Readonly<Record<string, string>>;
  /** The rule that says no; `podsim rules <rule>` prints it. */
  readonly rule: string;
}

export interface Problem {
  readonly title: string;
  readonly status: number;
  readonly detail: string;
  readonly errors?: readonly string[];
}

/** A call on its way. A call that is refused is answered all the same. */
export interface PendingAnswer<Body> extends Promise<CallAnswer<Body>> {
  /** The body alone, for a call that must not be refused; rejects with the refusal, in words, if it is. */
  orThrow(): Promise<Body>;
}

/** The calls of a world. `served` is asked each time: a reset over HTTP puts another world in its place. */
export const callsOf = (served: () => HostedWorld, base: string): Calls =>
  Object.fromEntries(
    [...operations, ...controlInputs].map((row) => [row.id, (args: Written = {}) => called(served, row, args, base)]),
  ) as unknown as Calls;

/** A call's arguments, whatever its operation. */
interface Written extends CallOptions {
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
  readonly [param: string]: unknown;
}

const called = (served: () => HostedWorld, row: Operation, args: Written, base: string): PendingAnswer<unknown> => {
  const pending = new Promise<CallAnswer<unknown>>((resolve, reject) => {
    const client = row.api === 'control' ? operator : clientNamed(served().world, args.as);
    const respond = (answer: Answer) => {
      resolve(answerOf(answer));
      return undefined;
    };
    served().call(row, { operation: row.id, client, request: requestOf(row, args), base, unguarded: true }, respond, reject);
  });
  return Object.assign(pending, {
    orThrow: async () => {
      const answer = await pending;
      if (answer.ok) return answer.body;
      const { status, body, rule } = answer;
      throw new Error(`${row.id} was refused: ${status} ${(body.errors ?? [body.detail]).join('; ')} (${rule})`, { cause: answer });
    },
  });
};

/** Whoever holds the test holds the control plane. */
const operator: Client = { key: null, because: 'operator' };

const clientNamed = ({ header, state: { keyring } }: World, name: string | undefined): Client => {
  if (name === 'nobody') return { key: null, because: 'missing' };
  const key = name === undefined ? firstKeyOf(header.definition)?.secret : (keyring.named(name)?.key.secret ?? name);
  return key === undefined ? { key: null, because: 'missing' } : { key };
};

const requestOf = ({ path, passesOn }: Operation, { method = 'GET', query = {}, headers, body, handler, ...rest }: Written): Request => {
  const params = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => [name, String(rest[name])] as const);
  const asked = Object.entries(query).filter(([, value]) => value !== undefined);
  const given = Object.entries(headers ?? {}).map(([name, value]) => [name.toLowerCase(), value] as const);
  return {
    ...(passesOn ? { method } : {}),
    params: Object.fromEntries(params),
    query: Object.fromEntries(asked.map(([name, value]) => [name, String(value)])),
    ...(given.length === 0 ? {} : { headers: Object.fromEntries(given) }),
    ...(body === undefined ? {} : { body: asSent(body) }),
    ...(handler === undefined ? {} : { podsim: { handler: asSent(handler) } }),
  };
};

/** What arrives when a value is sent as JSON: a copy that its sender can no longer change. */
const asSent = (value: unknown): Json => JSON.parse(JSON.stringify(value)) as Json;

const answerOf = ({ status, body, headers = {}, rule }: Answer): CallAnswer<unknown> => {
  const sent = body === undefined ? undefined : asSent(body);
  if (status < 400) return { ok: true, status, body: sent, headers };
  return { ok: false, status, body: sent as unknown as Problem, headers, rule: rule ?? '' };
};
