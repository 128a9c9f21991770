import { type Either, isLeft, left, right } from 'fp-ts/lib/Either.js';
import { findCpuFlavour } from '../catalog/cpuFlavours.ts';
import { findDataCenter } from '../catalog/dataCenters.ts';
import { findGpuType } from '../catalog/gpuTypes.ts';
import type { StateOf } from '../entities.ts';
import type { FaultMatch } from '../fault/events.ts';
import type { Request } from '../input.ts';
import type { Mutable, Rejection } from '../kernel/decider.ts';
import { trigger } from '../policies/faults.ts';
import type { Principal } from '../projections/keyring.ts';
import type { SimulationContext } from '../simulationContext.ts';
import { checkPermission } from './authorize.ts';
import { checkLimits, type Limit } from './limits.ts';
import {
  type Catalogued,
  endpointNamed,
  type Findable,
  type FindableKind,
  type Found,
  type Operation,
  type RequestContext,
} from './operation.ts';
import { type LookedUp, lookUp } from './references.ts';
import { ruleOfMissing } from './refusals.ts';
import { validate } from './validate.ts';

/**
 * What an operation is given, or the first "no" on the way there. The order of the stages is the order of precedence:
 * 401, 429, 503 of a fault, 403, 404 of what the path names, 422, 400 of the body alone, 404 of what the body refers to.
 * A row only says what is to be checked in which stage; its `run` adds 400 for what there is in the world, and 409 (auth.precedence).
 */
export const admit = (
  sim: SimulationContext,
  operation: Operation,
  { request, base, key: given }: { readonly request: Request; readonly base?: string; readonly key?: string },
  caller: Either<Rejection, Principal>,
  limits: readonly Limit[],
  inputKey: () => string,
): Either<Rejection, RequestContext<never, never>> => {
  if (isLeft(caller)) return caller;
  const within = checkLimits(sim, limits, operation, request, caller.right);
  if (isLeft(within)) return within;
  const failing = checkFaults(sim, operation, request, inputKey);
  if (isLeft(failing)) return failing;
  const may = checkPermission(caller.right, operation, request);
  if (isLeft(may)) return may;
  const { accountId, key } = caller.right;
  const asked: Filling = {
    accountId,
    key,
    request,
    base: base ?? '',
    query: undefined,
    body: undefined,
    referred: nothingReferred.referred,
    inputKey,
  };
  const found = findResources(sim, operation, asked);
  if (isLeft(found)) return found;
  const valid = validate(operation, request);
  if (isLeft(valid)) return valid;
  const { query, body } = valid.right;
  const refersTo = operation.refersTo?.(body as never);
  const { referred, unfit, missing } = refersTo === undefined ? nothingReferred : lookUp(sim, accountId, refersTo);
  const wrong = operation.unfit?.(asked as Found, body as never) ?? unfit ?? operation.contradiction?.(body as never) ?? missing;
  if (wrong !== undefined) return left(wrong);
  if (given !== undefined && sim.state.usedKeys.has(accountId, given)) return left(keyUsed(given));
  asked.query = query;
  asked.body = body;
  asked.referred = referred;
  return right(asked as RequestContext<never, never>);
};

/** What an operation is given, filled in from stage to stage. */
type Filling = Mutable<Omit<RequestContext<unknown, unknown>, keyof Found> & Partial<Found>>;

const fine = right(undefined);

const nothingReferred: LookedUp = { referred: { template: undefined, volumes: [] }, unfit: undefined, missing: undefined };

const checkFaults = (sim: SimulationContext, operation: Operation, request: Request, inputKey: () => string): Either<Rejection, void> => {
  if (operation.api === 'control' || sim.state.activeFaults.none('api-error')) return fine;
  const fault = trigger(sim, 'api-error', () => ({ ...whereOf(operation, request), occasion: inputKey }));
  if (fault === undefined) return fine;
  return left({ kind: 'failing', rule: 'fault.window', detail: 'the API fails here on purpose (api-error fault)', status: fault.status });
};

/** Refused last, as all conflicts are: a call that is refused for another reason has not used its key up. */
const keyUsed = (key: string): Rejection => ({
  kind: 'refused',
  rule: 'control.call-key',
  detail: `a call with the key ${JSON.stringify(key)} has been carried out already: give each call a key of its own, or none`,
});

/** Finds what the path names, as far as the caller may know of it: anything else is 404 (auth.tenancy). */
const findResources = (
  sim: SimulationContext,
  { api, resolves, permission, passesOn }: Operation,
  asked: Filling,
): Either<Rejection, void> => {
  const { accountId, request } = asked;
  const { params } = request;
  for (const param in resolves) {
    const kind = resolves[param] as Findable;
    if (isCatalogued(kind)) {
      const row = catalogue[kind](params[param] ?? '');
      if (row === undefined) return unknown(ruleOfMissing(kind), `the catalogue has no such ${kind}: list them to see which there are`);
      asked[kind] = row as never;
      continue;
    }
    const entity = sim.find(kind, params[param] ?? '');
    if (
      entity === undefined ||
      !(
        api === 'control' ||
        (isReadable(entity) && belongs(entity, accountId, asked)) ||
        (permission?.level === 'read' && isPublic(kind, entity))
      )
    )
      return unknown(ruleOfMissing(kind), `${kind} not found`);
    const type = api === 'queue' && kind === 'endpoint' ? (entity as StateOf<'endpoint'>).config.type : undefined;
    if (type === 'LOAD_BALANCER' && !passesOn) return unknown('queue.type', 'endpoint not found: a LOAD_BALANCER endpoint has no queue');
    if (type === 'QUEUE' && passesOn) return unknown('lb.traffic', 'endpoint not found: a QUEUE endpoint has no base URL');
    asked[kind] = entity as never;
  }
  return fine;
};

/** The catalogue is every account's. */
const catalogue = { gpuType: findGpuType, cpuType: findCpuFlavour, dataCenter: findDataCenter };

const isCatalogued = (kind: Findable): kind is keyof Catalogued => kind in catalogue;

/** What an account owns is its own; what lives on an endpoint belongs to the endpoint that the path names. */
const belongs = (entity: StateOf<FindableKind>, accountId: string, { endpoint }: Partial<Found>): boolean =>
  'endpointId' in entity ? entity.endpointId === endpoint?.id : 'accountId' in entity && entity.accountId === accountId;

/** A job whose result is gone is unknown to its account (job.status-ttl-webhook). */
const isReadable = (entity: StateOf<FindableKind>): boolean => !('resultDropped' in entity && entity.resultDropped);

/** A public template may be read by all, and changed by its owner alone (template.list, template.delete-used). */
const isPublic = (kind: FindableKind, entity: StateOf<FindableKind>): boolean =>
  kind === 'template' && (entity as StateOf<'template'>).shape.public;

const unknown = (rule: string, detail: string): Either<Rejection, never> => left({ kind: 'unknown', rule, detail });

/** Where a call goes, as far as faults look. */
export const whereOf = (operation: Operation, request: Request): FaultMatch => {
  const endpoint = endpointNamed(operation, request);
  return endpoint === undefined ? { operation: operation.id } : { operation: operation.id, endpoint };
};
