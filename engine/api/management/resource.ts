import { type Either, isLeft, map, right } from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import type { z } from 'zod';
import type { ResourceGroup } from '../../cloud/account/events.ts';
import type { Rejection } from '../../cloud/decisions.ts';
import type { CommandOf, RelationOf, Settings, StateOf } from '../../cloud/entities.ts';
import type { SimulationContext } from '../../cloud/policies/context.ts';
import { invariant } from '../../kernel/invariant.ts';
import { keyText } from '../../kernel/rng.ts';
import { isSteps, type MaybeSteps, mapInSteps, type Steps } from '../../kernel/steps.ts';
import type { Addition } from '../contract/additions.ts';
import type { Untouched } from '../contract/parts/resource.ts';
import { showLagging } from '../lag.ts';
import type { Bounded, Operation, RequestContext } from '../operation.ts';
import { operation } from '../row.ts';
import { cutPage, hasPages, type Listed, withoutPlace } from './pages.ts';

/** The kinds of entity that accounts create, list, read, change and delete. */
export type ResourceKind =
  | 'pod'
  | 'cluster'
  | 'endpoint'
  | 'template'
  | 'volume'
  | 'registry'
  | 'delegation'
  | 'secret'
  | 'tag'
  | 'costCenter'
  | 'globalVolume';

/** The common parts of the operations on a kind of resource. */
interface Common<Kind extends ResourceKind, Path extends string, Schema extends z.ZodType, Name extends string, List extends z.ZodType> {
  readonly kind: Kind;
  readonly path: Path;
  /** The addition that introduced it; absent if the interface document has it. */
  readonly since?: Addition;
  readonly group: ResourceGroup;
  readonly schema: () => Schema;
  /** The name under which a list has them, and the schema of that list. */
  readonly listed: Name;
  readonly list: () => List & z.ZodType<{ readonly [Key in Name]: readonly z.output<Schema>[] }>;
  readonly view: (sim: SimulationContext, state: StateOf<Kind>, viewer: Viewer) => Untouched<z.output<Schema>>;
}

/** The reader of a resource, and the base of URLs in it. */
type Viewer = Pick<RequestContext<never, never>, 'accountId' | 'base'>;

/** The parts that differ between operations, for any resource. */
export type Particular<Id extends string, Body extends z.ZodType = never> = Pick<
  Operation<never, Body>,
  'summary' | 'bodyUnder' | 'rules' | 'refuses' | 'refusesSince' | 'secrets' | 'unfit' | 'contradiction' | 'refersTo'
> & {
  readonly id: Id;
  readonly outOfBounds?: (asked: Pick<Bounded<unknown, z.output<Body>>, 'body'>, settings: Settings) => Rejection | undefined;
};

/** The same, with the step that comes before the answer. */
export interface Doing<Body extends z.ZodType, Done> {
  readonly run: (sim: SimulationContext, asked: RequestContext<never, z.output<Body>>) => Done;
}

/** The rows of a resource that accounts own. Each names only its own parts; the rest follows from the resource. */
export const resource = <
  Kind extends ResourceKind,
  const Path extends string,
  Schema extends z.ZodType,
  const Name extends string,
  List extends z.ZodType,
>({
  kind,
  path,
  since,
  group,
  schema,
  listed,
  list,
  view,
}: Common<Kind, Path, Schema, Name, List>) => {
  const dated = since === undefined ? {} : { since };
  const all = { api: 'management', path, ...dated } as const;
  const one = { api: 'management', path: `${path}/{id}`, ...dated, resolves: { id: kind } } as const;
  const read = { group, level: 'read' } as const;
  const write = { group, level: 'write' } as const;
  const showResource = (sim: SimulationContext, id: string, viewer: Viewer) => view(sim, readBack(sim, kind, id), viewer);

  return {
    /**
     * GET: lists the account's resources, without those that `shown` leaves out; one page of them if the list has pages. With `cutsFirst`,
     * `shown` filters after the page is cut, so a page may be short (list.pages).
     */
    list: <const Id extends string, Query extends z.ZodObject = never>({
      shown = () => true,
      cutsFirst = false,
      ...row
    }: Particular<Id> & {
      readonly query?: Query;
      readonly shown?: (state: StateOf<Kind>, query: z.output<Query>) => boolean;
      readonly cutsFirst?: boolean;
    }) =>
      operation<Id, Path, Query, never, List>({
        ...all,
        ...row,
        methods: ['GET'],
        lists: { kind, under: listed },
        permission: read,
        success: { status: 200, schema: list },
        *run(sim, { accountId, base, query, inputKey }) {
          const own = sim.state.findRelated(kind, 'account' as RelationOf<Kind>, accountId);
          const show = (states: typeof own) => states.filter((state) => shown(state, query));
          const isFiltered = !(cutsFirst && hasPages(query));
          const wanted = showLagging(sim, { operation: row.id, occasion: inputKey }, isFiltered ? show(own) : own);
          const page = hasPages(query)
            ? cutPage(wanted as readonly Listed[], query, { list: row.id, accountId, query: withoutPlace(query) })
            : undefined;
          if (page !== undefined && isLeft(page)) return page;
          const items = (page?.right.items as typeof own | undefined) ?? wanted;
          const views = yield* mapInSteps(isFiltered ? items : show(items), (state) => view(sim, state, { accountId, base }));
          const body = { [listed]: views, ...(page === undefined ? {} : { pagination: page.right.pagination }) };
          return right({ answer: { status: 200, body: body as unknown as Untouched<z.output<List>> } });
        },
      }),

    /** POST: `run` creates one, and returns its id. */
    create: <const Id extends string, Body extends z.ZodType>({
      run,
      ...row
    }: Particular<Id, Body> & { readonly body: Body } & Doing<Body, Either<Rejection, string>>) =>
      operation<Id, Path, never, Body, Schema>({
        ...all,
        ...row,
        methods: ['POST'],
        permission: write,
        bodyMax: 'body',
        success: { status: 201, schema },
        run: (sim, asked) => answerWith(run(sim, asked), 201, (id) => showResource(sim, id, asked)),
      }),

    /** GET of one. */
    read: <const Id extends string>(row: Particular<Id>) =>
      operation<Id, `${Path}/{id}`, never, never, Schema>({
        ...one,
        ...row,
        methods: ['GET'],
        permission: read,
        success: { status: 200, schema },
        run: (sim, asked) => right({ answer: { status: 200, body: view(sim, asked[kind] as StateOf<Kind>, asked) } }),
      }),

    /** GET of a part of one resource: `part` ends the path. */
    part: <const Id extends string, const Part extends string, Found extends z.ZodType, Query extends z.ZodObject = never>(
      part: Part,
      {
        schema: found,
        body,
        ...row
      }: Particular<Id> & {
        readonly schema: () => Found;
        readonly query?: Query;
        readonly body: (
          sim: SimulationContext,
          state: StateOf<Kind>,
          query: z.output<Query>,
        ) => Either<Rejection, Untouched<z.output<Found>>>;
      },
    ) =>
      operation<Id, `${Path}/{id}/${Part}`, Query, never, Found>({
        ...one,
        ...row,
        path: `${path}/{id}/${part}`,
        methods: ['GET'],
        permission: read,
        success: { status: 200, schema: found },
        run: (sim, asked) =>
          pipe(
            body(sim, asked[kind] as StateOf<Kind>, asked.query),
            map((found) => ({ answer: { status: 200, body: found } })),
          ),
      }),

    /** PATCH: `run` changes it. */
    update: <const Id extends string, Body extends z.ZodType>({
      run,
      ...row
    }: Particular<Id, Body> & { readonly body: Body } & Doing<Body, Either<Rejection, void>>) =>
      operation<Id, `${Path}/{id}`, never, Body, Schema>({
        ...one,
        ...row,
        methods: ['PATCH'],
        permission: write,
        bodyMax: 'body',
        success: { status: 200, schema },
        run: (sim, asked) => answerWith(run(sim, asked), 200, () => showResource(sim, asked[kind].id, asked)),
      }),

    /** DELETE: `run` removes it, in steps if much goes with it. */
    delete: <const Id extends string>({ run, ...row }: Particular<Id> & Doing<never, MaybeSteps<Either<Rejection, void>>>) =>
      operation<Id, `${Path}/{id}`>({
        ...one,
        ...row,
        methods: ['DELETE'],
        permission: write,
        success: { status: 204 },
        run: (sim, asked) => {
          const deleted = run(sim, asked);
          return isSteps(deleted) ? answerGoneInSteps(deleted) : gone(deleted);
        },
      }),
  };
};

/** Answers with the body after the step, unless the step was refused. */
const answerWith = <Done, Status extends number, Body>(done: Either<Rejection, Done>, status: Status, bodyOf: (done: Done) => Body) =>
  pipe(
    done,
    map((value) => ({ answer: { status, body: bodyOf(value) } })),
  );

const gone = map(() => ({ answer: { status: 204 } }));

function* answerGoneInSteps(deleting: Steps<Either<Rejection, void>>) {
  return gone(yield* deleting);
}

/** Creates an entity whose id follows from the call's key, with the prefix of its kind if it has one. Returns that id. */
export const createEntity = <Kind extends ResourceKind>(
  sim: SimulationContext,
  kind: Kind,
  inputKey: string,
  command: CommandOf<Kind>,
  prefix = '',
): Either<Rejection, string> => {
  const id = prefix + sim.shortId(keyText(kind, inputKey));
  return pipe(
    sim.dispatch(kind, id, command),
    map(() => id),
  );
};

/** The entity after a command to it has been carried out. */
export const readBack = <Kind extends ResourceKind>(sim: SimulationContext, kind: Kind, id: string): StateOf<Kind> => {
  const state = sim.find(kind, id);
  invariant(state !== undefined, () => `${kind} ${id} has just been written`);
  return state;
};
