import {
  type Answer,
  type CallArguments,
  type CallResult,
  type HandlerWritten,
  keyIsUnknown,
  noKeyName,
  type Operation,
  type OperationId,
  type OperationPath,
  operating,
  worldOperations,
} from '../../engine/api/index.ts';
import type { GivenClient, Request } from '../../engine/cloud/index.ts';
import { askWhetherMeant, InvalidArgument, type Json, nearestTo } from '../../engine/kernel/index.ts';
import { unknownKey } from '../../engine/scenario/index.ts';
import { findFirstKey } from '../../engine/simulator/index.ts';
import type { World } from '../../engine/world/index.ts';
import type { HostedWorld } from '../host/world/hostedWorld.ts';
import { checkArguments, readParams } from './callArguments.ts';
import { kindOfValue } from './checks/given.ts';
import type { RefusalWatch, RefusedCall } from './refusals.ts';
import { type Loss, refuseNames, type Unawaited } from './tracked.ts';

/**
 * One function for every operation of both APIs, and for the control plane's inputs to a world (`setHandler`, `injectFault`, …), by
 * operation id. Arguments and results are typed.
 */
export type Calls = { readonly [Id in OperationId]: (...args: Arguments<Id>) => PendingAnswer<CallResult<Id>> };

/** The argument is optional where the operation requires none: `world.call.listPods()`. */
type Arguments<Id extends OperationId> =
  Record<never, never> extends CallArguments<Id> ? [args?: NamedParams<Id> & CallOptions] : [args: NamedParams<Id> & CallOptions];

/**
 * `endpoint_id` names an endpoint in every call, also where the path has another name for it. Each name may be without `_id`, as in a
 * scenario.
 */
type NamedParams<Id extends OperationId> =
  OperationPath<Id> extends `${EndpointPath}${string}`
    ? CallArguments<Id> | Plain<Omit<CallArguments<Id>, 'id'> & { readonly endpoint_id: string }>
    : Plain<CallArguments<Id>>;

type Plain<Args> = Args | { readonly [Name in keyof Args as Name extends `${infer Kind}_id` ? Kind : Name]: Args[Name] };

type EndpointPath = `${'/v2/serverless' | '/_podsim/v1/endpoints'}/{id}`;

/** Options of every call, beside its parameters, query and body. */
export interface CallOptions {
  /** The caller: a key's name or secret. `nobody` sends no key. The world's first key unless given. */
  readonly as?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** The HTTP method of a request to a load balancer; GET unless given. */
  readonly method?: string;
  /** How the job that this call submits runs, where it differs from the endpoint's other jobs. */
  readonly handler?: HandlerWritten;
}

/** The result of a call. `ok` distinguishes an answer from a refusal, for people and for the compiler. */
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
  /** The rule that refuses; `podsim spec rules <rule>` prints it. */
  readonly rule: string;
}

export interface Problem {
  readonly title: string;
  readonly status: number;
  readonly detail: string;
  readonly errors?: readonly string[];
}

/** A call under way. A refused call resolves as well. */
export interface PendingAnswer<Body> extends Promise<CallAnswer<Body>> {
  /** The body alone, for a call that must not be refused. Rejects with the reason if it is. */
  orThrow(): Promise<Body>;
}

/** Who hears of answers that a test does not look at. */
interface Watches {
  readonly refusals: RefusalWatch;
  readonly unawaited: Unawaited;
}

/** The calls of a world. `hosted` is asked at each call, because a reset over HTTP replaces the world. */
export const makeCalls = (hosted: () => HostedWorld, base: string, watches: Watches): Calls => {
  const calls = worldOperations.map((row) => [row.id, (args: AnyArguments = {}) => makeCall(hosted, row, args, base, watches)] as const);
  return new Proxy(Object.fromEntries(calls), { get: (known, name) => Reflect.get(known, name) ?? refuseNear(name) }) as unknown as Calls;
};

/** What is there for a name that is near an operation's: a call of it says so. Other names are asked for by runners of tests. */
const refuseNear = (name: string | symbol): (() => never) | undefined => {
  const ids = worldOperations.map(({ id }) => id);
  if (typeof name === 'symbol' || name === 'then' || nearestTo(name, ids).length === 0) return undefined;
  return () => {
    throw new InvalidArgument(
      `world.call: there is no operation '${name}'${askWhetherMeant(name, ids)} (\`podsim spec operations\` lists all)`,
    );
  };
};

/** A call's arguments, for any operation. */
interface AnyArguments extends CallOptions {
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
  readonly [param: string]: unknown;
}

const makeCall = (
  hosted: () => HostedWorld,
  row: Operation,
  args: AnyArguments,
  base: string,
  { refusals, unawaited }: Watches,
): PendingAnswer<unknown> => {
  let stranger: string | undefined;
  const what = `world.call.${row.id}`;
  // A test may well leave a call waiting, or need no more of it than that it was made.
  const loss: Loss = { words: undefined };
  const asked = new Promise<CallAnswer<unknown>>((resolve, reject) => {
    checkArguments(what, args);
    const called = hosted();
    const { world } = called;
    const client = row.api === 'control' ? operating : clientNamed(world, args.as);
    stranger = unknownKey(world, args.as);
    const respond = (answer: Answer) => {
      const given = readAnswer(answer);
      const refused = given.ok ? undefined : { ...describeRefusal(row.id, given, stranger), at: world.now };
      loss.words = refused && refusalText(refused);
      resolve(given.ok ? (row.passesOn ? given : refuseBodyNames(what, given)) : refusals.watch(refused as RefusedCall, given));
      return undefined;
    };
    called.call(row, { operation: row.id, client, request: writeRequest(row, args), base, unguarded: true }, respond, reject);
  });
  const names = Object.keys((row.success.schema as { readonly shape?: object } | undefined)?.shape ?? {});
  const pending = unawaited.track(what, loss, [...answerNames, ...names], asked);
  const takeBody = async () => {
    const answer = await pending;
    if (answer.ok) return answer.body;
    throw new Error(refusalText(describeRefusal(row.id, answer, stranger)), { cause: answer });
  };
  return Object.assign(pending, {
    orThrow: refuseNames(
      () => unawaited.track(`${what}(…).orThrow`, loss, [...names, 'body'], takeBody()),
      names,
      (name) => `${what}(…).orThrow: '${name}' is read of a function: write (await ${what}(…).orThrow()).${name}`,
    ),
  });
};

const answerNames = ['ok', 'status', 'body', 'headers', 'rule'];

/** What a body has is read of the answer around it by mistake. */
const refuseBodyNames = <Given extends Success<unknown>>(what: string, answer: Given): Given =>
  refuseNames(
    answer,
    typeof answer.body === 'object' && answer.body !== null && !Array.isArray(answer.body) ? Object.keys(answer.body) : [],
    (name) => `${what}: '${name}' is in the body of the answer: write answer.body.${name}, or await ${what}(…).orThrow()`,
  );

/** `stranger`: what is wrong with the name of its caller. A test may call with a wrong secret, so the answer itself is the platform's. */
const describeRefusal = (operation: string, { status, rule, body }: Refused, stranger: string | undefined): Omit<RefusedCall, 'at'> => ({
  operation,
  status,
  rule,
  detail: [...(body.errors ?? [body.detail]), ...(body.detail === keyIsUnknown && stranger !== undefined ? [stranger] : [])].join('; '),
});

/** A refused call, in a message. */
export const refusalText = ({ operation, status, detail, rule }: Omit<RefusedCall, 'at'>): string =>
  `${operation} was refused: ${status} ${detail} (${rule})`;

const clientNamed = ({ header, state: { keyring } }: World, name: string | undefined): GivenClient => {
  if (name === noKeyName) return { key: null, because: 'missing' };
  const key = name === undefined ? findFirstKey(header.definition) : keyring.findByName(name)?.key;
  if (key !== undefined) return { digest: key.digest };
  return name === undefined ? { key: null, because: 'missing' } : { key: name };
};

const writeRequest = (row: Operation, { as: _, method = 'GET', query = {}, headers, body, handler, ...rest }: AnyArguments): Request => {
  const asked = Object.entries(query).filter(([, value]) => value !== undefined);
  const given = Object.entries(headers ?? {}).map(([name, value]) => [name.toLowerCase(), value] as const);
  return {
    ...(row.passesOn ? { method } : {}),
    params: Object.fromEntries(readParams(row, rest)),
    query: Object.fromEntries(asked.map(([name, value]) => [name, String(value)])),
    ...(given.length === 0 ? {} : { headers: Object.fromEntries(given) }),
    ...(body === undefined ? {} : { body: asSent(body) }),
    ...(handler === undefined ? {} : { podsim: { handler: asSent(handler, 'handler') } }),
  };
};

/** The value that arrives when this one is sent as JSON: a copy that its sender can no longer change. */
const asSent = (value: unknown, what = 'the body'): Json => {
  const text = typeof value === 'function' ? undefined : jsonText(value, what);
  if (text !== undefined) return JSON.parse(text) as Json;
  throw new InvalidArgument(`${what} is ${kindOfValue(value)}, and goes as JSON${what === 'handler' ? functionsElsewhere : ''}`);
};

const jsonText = (value: unknown, what: string): string | undefined => {
  try {
    return JSON.stringify(value);
  } catch (error) {
    throw new InvalidArgument(
      `${what} cannot be sent as JSON: ${(error as Error).message.split('\n')[0]}; write numbers, texts, lists and plain objects`,
    );
  }
};

const functionsElsewhere =
  ": write { duration: { fixed: '2s' } }, or give a function to createWorld({ handlers: { 'ep-demo': (job) => … } })";

const readAnswer = ({ status, body, headers = {}, rule }: Answer): CallAnswer<unknown> => {
  const sent = body === undefined ? undefined : asSent(body);
  if (status < 400) return { ok: true, status, body: sent, headers };
  return { ok: false, status, body: sent as unknown as Problem, headers, rule: rule ?? '' };
};
