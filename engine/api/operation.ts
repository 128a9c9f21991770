import type { Either } from 'fp-ts/lib/Either.js';
import type { z } from 'zod';
import type { AccessLevel, ApiKey, ResourceGroup } from '../cloud/account/events.ts';
import type { WaitSpec } from '../cloud/call/events.ts';
import type { Call } from '../cloud/call/evolve.ts';
import type { CpuFlavor } from '../cloud/catalog/cpuFlavors.ts';
import type { DataCenter } from '../cloud/catalog/dataCenters.ts';
import type { GpuType } from '../cloud/catalog/gpuTypes.ts';
import type { Rejection } from '../cloud/decisions.ts';
import { defaultSettings, type FindableKind, type Kind, type Settings, type StateOf } from '../cloud/entities.ts';
import type { Request } from '../cloud/input.ts';
import type { SimulationContext } from '../cloud/policies/context.ts';
import type { RuleId } from '../cloud/rulebook/rules.ts';
import type { StateChange } from '../cloud/state/state.ts';
import type { Json } from '../kernel/canonical.ts';
import type { Steps } from '../kernel/steps.ts';
import type { References, Referred } from './admission/references.ts';
import type { Addition } from './contract/additions.ts';
import { underContract } from './contract/underContract.ts';
import type { LimitName } from './reading/bounds.ts';

/** One piece of an answer that goes on: over HTTP, a server-sent event. */
export interface Frame<Data = Json> {
  /** Where to resume: a client that was cut off sends the last it saw as `Last-Event-ID`. */
  readonly id: string;
  readonly data: Data;
  /** The data as JSON, if it exists already: a frame that many streams send is serialized once. */
  readonly text?: string;
}

/** The rest of an answer that continues for as long as its client listens. Only the adapter knows how listening is done. */
export interface Frames {
  /** What there is by now. Asked for when the answer is sent: one that was slow on its way must not lack what came meanwhile. Again, as long as there is more. */
  readonly backfill: () => Added;
  /** What a change of the world adds after that; it is called with every change, until it says that it has ended. */
  readonly next: (change: StateChange) => Added;
  /** Where frames come of more than changes: what has come since. Asked for whenever a call or an advance of the clock is over. */
  readonly onQuiescent?: () => Added;
  /** The data of each frame is a text that is sent as it is: whole events, which their author wrote. */
  readonly raw?: true;
  /** What they tell of, by now: while any of it changes by itself, a clock that lets time run for its callers runs on. */
  readonly follows?: () => readonly { readonly kind: Kind; readonly id: string }[];
}

/** Some frames more; `ended`: nothing will ever come after them; `isCut`: and the connection breaks there; `more`: there are others already, to be asked for once these are sent. */
export interface Added<Data = Json> {
  readonly frames: readonly Frame<Data>[];
  readonly ended: boolean;
  readonly isCut?: true;
  readonly more?: boolean;
}

/** What a caller gets, over HTTP or anywhere else; with the body that its row promises, where that is known. */
export interface Answer<Body = Json> {
  readonly status: number;
  /** Absent = an empty body. */
  readonly body?: Body;
  /** What is shown of the body later, where the body says what is shown once. */
  readonly afterwards?: Body;
  readonly headers?: Readonly<Record<string, string>>;
  /** For refusals: the rule that says no. */
  readonly rule?: RuleId;
  /** How the caller stands in each window of the management API; absent for exempt callers and for callers without a key (limits.headers). */
  readonly limits?: readonly LimitState[];
  /** Its connection breaks: before it, or inside of this answer. Where there is none, the rest of the answer says so (fault.socket). */
  readonly breaks?: { readonly inside?: Answer };
  /** A fault gives it: a text is sent as it is, whatever its type, and a header in place of podsim's own (fault.answer). */
  readonly asGiven?: true;
  /** An answer that goes on; its body is then the data of what there is already. */
  readonly frames?: Frames;
  /** Instead of a body: a text of many lines, each without its line feed, for it may be longer than texts can be. */
  readonly lines?: Iterable<string>;
}

/** One window of a rate limit. */
export interface LimitState {
  readonly name: string;
  readonly quota: number;
  readonly windowSeconds: number;
  readonly remaining: number;
  readonly resetSeconds: number;
}

/** An answer now, or what to wait for. How waiting is done is for those who called to know. */
export type Outcome<Body = Json> =
  | { readonly answer: Answer<Body> }
  | { readonly wait: Pick<WaitSpec, 'jobId' | 'requestId' | 'workerId' | 'waitsFor' | 'until'> };

/** What came of it; in steps, where there may be very much to be done. */
export type Ran<Body = Json> = Either<Rejection, Outcome<Body>>;

/** What an operation is given: the request, checked, and the resources its path names, found. */
export interface RequestContext<Query, Body> extends Found {
  readonly accountId: string;
  readonly key: ApiKey;
  readonly request: Request;
  readonly query: Query;
  readonly body: Body;
  /** What the body refers to, found. */
  readonly referred: Referred;
  /** Where the caller finds the APIs: what URLs in its answer begin with; empty where there is no such place. */
  readonly base: string;
  /** Unique in the world; what ids and draws made by this call are keyed by. */
  readonly inputKey: () => string;
}

/** The parts of the catalog that a path may name a row of; they are every account's. */
interface Cataloged {
  readonly gpuType: GpuType;
  readonly cpuType: CpuFlavor;
  readonly dataCenter: DataCenter;
}

export type Findable = FindableKind | keyof Cataloged;

/** What the path names, by kind; reading a kind that the operation does not find is our bug. */
export type Found = { readonly [K in FindableKind]: StateOf<K> } & Cataloged;

/** Groups of operations that share a quota (limits.queue). */
type QuotaGroup = 'runsync' | 'run' | 'read' | 'cancel' | 'purge' | 'openai';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'HEAD' | 'OPTIONS';

/** What documents, routers and typed clients need to know of an operation. */
export interface Described<Query extends z.ZodObject = z.ZodObject, Body extends z.ZodType = z.ZodType> {
  readonly id: string;
  /** `worker`: of the real process of a worker, to the queue. `control`: the simulator's own; it needs no key. */
  readonly api: 'management' | 'queue' | 'worker' | 'control';
  readonly methods: readonly Method[];
  readonly path: string;
  readonly summary: string;
  /** The addition that brought it: in a world without that, there is no such path (contract.dated). */
  readonly since?: Addition;
  /** Every world has it; only documents of contracts with this addition show it (contract.dated). */
  readonly documentedSince?: Addition;
  /**
   * What is asked goes on to a worker as it came: any method, any path below (the last parameter of `path`), any query, any
   * body. The worker's answer may have any status.
   */
  readonly passesOn?: true;
  /** The worker's protocol says what an answer is: one body or a stream, as the call asks in its body; and, with 500, a failure. */
  readonly inItsWords?: true;
  /** The query and the body with all that later contracts have added; `query` and `body` are those of the interface document (contract.dated). */
  readonly whole?: { readonly query?: Query; readonly body?: Body };
  /** What a parameter of the path must be that names no entity. */
  readonly params?: Readonly<Record<string, z.ZodType>>;
  /** Query parameters; unknown ones are ignored. */
  readonly query?: Query;
  /** Headers that it looks at, in lower case; the log keeps these and no others. */
  readonly headers?: readonly string[];
  /** Absent = the operation takes no body, and does not look at one. */
  readonly body?: Body;
  /** The schema of the body in a world with these settings, where it depends on them; `body` is then that of the defaults, which documents show. */
  readonly bodyUnder?: (settings: Settings) => z.ZodType;
  /** The limit that says how many bytes a body may have (errors.body-size); for the adapter. */
  readonly bodyMax?: LimitName;
  /**
   * The successful answer; `type` is its media type where that is not JSON; `orEmpty` is a status it may have instead, without a body; `frames` is what each piece of an
   * answer that goes on holds; `lines` is what each line of an answer in lines holds (application/x-ndjson).
   */
  readonly success: {
    readonly status: number;
    readonly schema?: z.ZodType;
    readonly type?: string;
    readonly orEmpty?: number;
    readonly frames?: z.ZodType;
    readonly lines?: z.ZodType;
  };
  /** Statuses it refuses with, beside those that follow from the rest of its row. */
  readonly refuses?: readonly number[];
  /** The same since an addition (contract.dated). */
  readonly refusesSince?: readonly { readonly status: number; readonly since: Addition }[];
  /** Rules it follows beside those that hold for all. */
  readonly rules: readonly RuleId[];
}

/** What of a call may have bounds that settings say. */
export interface Bounded<Query, Body> {
  readonly query: Query;
  readonly body: Body;
}

/** One row of the operation table: everything there is to know of an operation. */
export interface Operation<Query extends z.ZodObject = z.ZodObject, Body extends z.ZodType = z.ZodType> extends Described<Query, Body> {
  /** Which parameters of the path name what kind of entity; in the order in which they are looked for. */
  readonly resolves?: Readonly<Record<string, Findable>>;
  /** What a successful answer is a list of, and under which name it has them, each with its `id`. */
  readonly lists?: { readonly kind: Kind; readonly under: string };
  /** What a key must permit; null for the control plane, which needs no key. */
  readonly permission: { readonly group: ResourceGroup; readonly level: AccessLevel } | null;
  readonly quota?: QuotaGroup;
  /** Its call is held at the edge, which gives up after a while unless the call names a `wait` (edge.cut). */
  readonly edgeHolds?: true;
  /** Properties of the body, by their paths (`*`: every item of a list), that are never stored, not even in the log: their values are taken out first. */
  readonly secrets?: readonly (readonly string[])[];
  /** What of the body does not go with what the path names: 422. For the rest of the 422s, the schema is enough. */
  readonly unfit?: (found: Found, body: z.output<Body>) => Rejection | undefined;
  /** What of the body contradicts itself, whatever the world holds: 400. */
  readonly contradiction?: (body: z.output<Body>) => Rejection | undefined;
  /** What no world with these settings takes, whatever else is in it: 422 or 400. Its `run` refuses it. */
  readonly outOfBounds?: (asked: Bounded<z.output<Query>, z.output<Body>>, settings: Settings) => Rejection | undefined;
  /** What the body refers to: what is not there is 404, a template of the other kind 422. */
  readonly refersTo?: (body: z.output<Body>) => References;
  /** Decides, when all of that is in order: what is left to refuse is 400 for what there is in the world, and 409. */
  readonly run: (sim: SimulationContext, asked: RequestContext<z.output<Query>, z.output<Body>>) => Ran | Steps<Ran>;
  /** The answer of a call that had to wait, now that its wait has ended. */
  readonly resume?: (sim: SimulationContext, call: Call, request: Request) => Either<Rejection, Answer>;
}

/** The schema that a body must fit in a world with these settings; by the defaults where they are not known. */
export const bodySchema = ({ body, bodyUnder, whole }: Described, settings: Settings = defaultSettings): z.ZodType | undefined =>
  schemaIn(settings, bodyUnder?.(settings) ?? whole?.body ?? body);

/** The same for its query. */
export const querySchema = ({ query, whole }: Described, settings: Settings = defaultSettings): z.ZodObject | undefined =>
  schemaIn(settings, whole?.query ?? query);

const schemaIn = <Schema extends z.ZodType>({ account }: Settings, schema: Schema | undefined): Schema | undefined =>
  schema && underContract(schema, account.contract);

/** Whether it only looks, whatever comes of it. */
export const isRead = ({ permission, methods }: Pick<Operation, 'methods'> & Partial<Pick<Operation, 'permission'>>): boolean =>
  permission === null || permission === undefined ? methods[0] === 'GET' : permission.level === 'read';

/** The id that stands in the path for an endpoint, whether or not there is one of that id. */
export const endpointNamed = ({ resolves }: Operation, { params }: Request): string | undefined => {
  for (const param in resolves) if (resolves[param] === 'endpoint') return params[param];
  return undefined;
};
