import { type Either, isLeft } from 'fp-ts/lib/Either.js';
import { cpuFlavors, findCpuFlavor } from '../../cloud/catalog/cpuFlavors.ts';
import { dataCenters, findDataCenter } from '../../cloud/catalog/dataCenters.ts';
import { findGpuType, gpuTypes } from '../../cloud/catalog/gpuTypes.ts';
import type { Rejection } from '../../cloud/decisions.ts';
import { type FindableKind, isKind, type StateOf } from '../../cloud/entities.ts';
import type { FaultMatch } from '../../cloud/fault/events.ts';
import type { Request } from '../../cloud/input.ts';
import type { SimulationContext } from '../../cloud/policies/context.ts';
import { trigger } from '../../cloud/policies/faults.ts';
import type { Principal } from '../../cloud/projections/keyring.ts';
import type { RuleId } from '../../cloud/rulebook/rules.ts';
import { askWhetherMeant } from '../../kernel/collections/nearest.ts';
import type { Mutable } from '../../kernel/decider.ts';
import { replaceAnswer } from '../breakAnswer.ts';
import { showLagging } from '../lag.ts';
import { explainMissing } from '../names/missingEndpoint.ts';
import { type Answer, endpointNamed, type Findable, type Found, isRead, type Operation, type RequestContext } from '../operation.ts';
import { checkPermission, takesBareKey } from './authorize.ts';
import { refuseLargeTemplate } from './bodySize.ts';
import { checkLimits, type Limit } from './limits.ts';
import { type LookedUp, lookUp } from './references.ts';
import { ruleOfMissing } from './refusals.ts';
import { validate } from './validate.ts';

/** A call on its way through the stages, with a known caller. Each stage adds its findings. */
export interface Admission extends Mutable<Omit<RequestContext<unknown, unknown>, keyof Found>>, Partial<Mutable<Found>> {
  readonly sim: SimulationContext;
  readonly operation: Operation;
  readonly principal: Principal;
  readonly limits: readonly Limit[];
  /** The key that the caller gave to this call (control.call-key). */
  readonly givenKey: string | undefined;
  /** The answer that a fault sends to the client instead of the refusal (fault.answer). */
  heard?: Answer | undefined;
}

/** Checks a call, and adds the findings. Returns the reason of a refusal; undefined if the call continues to the next stage. */
type Stage = (call: Admission) => Rejection | undefined;

/**
 * Runs the remaining stages of a call with a known caller: returns the first rejection (auth.precedence), or none, and then the operation's
 * `run` gets the call. A row of the operation table names the checks of each stage; its `run` adds 400s that depend on the world, and 409.
 */
export const admit = (call: Admission): Rejection | undefined => {
  for (const stage of stages) {
    const refusal = stage(call);
    if (refusal !== undefined) return refusal;
  }
  return undefined;
};

const withinLimits: Stage = (call) => {
  const { sim, limits, operation, request, principal } = call;
  return readRefusal(checkLimits(sim, limits, operation, request, principal));
};

const checkFaults: Stage = (call) => {
  const { sim, operation } = call;
  return operation.api === 'control' || sim.state.activeFaults.isEmpty ? undefined : failByFault(call);
};

const failByFault: Stage = (call) => {
  const { sim, operation, request, inputKey } = call;
  const where = () => ({ ...readTarget(operation, request), occasion: inputKey });
  const given = replaceAnswer(sim, where, false);
  if (given !== undefined) {
    call.heard = given;
    return {
      kind: 'failing',
      rule: 'fault.answer',
      detail: 'answered on purpose, and not carried out (answer-is fault)',
      status: given.status,
    };
  }
  const fault = trigger(sim, 'api-error', where);
  if (fault === undefined) return undefined;
  return { kind: 'failing', rule: 'fault.window', detail: 'the API fails here on purpose (api-error fault)', status: fault.status };
};

const requirePermission: Stage = ({ principal, operation, request }) => readRefusal(checkPermission(principal, operation, request));

const withValidInput: Stage = (call) => validate(call.operation, call.request, call, call.sim.settings);

const withReferences: Stage = (call) => {
  const { sim, operation, accountId } = call;
  const body = call.body as never;
  const references = operation.refersTo?.(body);
  const { referred, unfit, missing } = references === undefined ? nothingReferred : lookUp(sim, accountId, references);
  const large = refuseLargeTemplate(operation, call.request.body, referred.template, sim.settings);
  const wrong = operation.unfit?.(call as Found, body) ?? unfit ?? operation.contradiction?.(body) ?? large ?? missing;
  if (wrong === undefined) call.referred = referred;
  return wrong;
};

/** Last, as all conflicts: a call that is refused for another reason has not used its key up. */
const withUnusedKey: Stage = (call) => {
  const { sim, accountId, givenKey } = call;
  if (givenKey === undefined || !sim.state.usedKeys.has(accountId, givenKey)) return undefined;
  const detail = `a call with the key ${JSON.stringify(givenKey)} has been carried out already: give each call a key of its own, or none`;
  return { kind: 'refused', rule: 'control.call-key', detail };
};

const readRefusal = (checked: Either<Rejection, void>): Rejection | undefined => (isLeft(checked) ? checked.left : undefined);

export const nothingReferred: LookedUp = { referred: { template: undefined, volumes: [] }, unfit: undefined, missing: undefined };

/** Finds the entities in the path. An entity that the caller may not know of is 404, too (auth.tenancy). */
const withResources: Stage = (call) => {
  const { sim, operation, accountId, request, principal } = call;
  const { api, resolves, permission, passesOn, resume } = operation;
  const { params } = request;
  for (const param in resolves) {
    const kind = resolves[param] as Findable;
    if (!isKind(kind)) {
      const row = catalog[kind](params[param] ?? '');
      if (row === undefined)
        return unknown(
          ruleOfMissing(kind),
          `the catalogue has no such ${kind}${askWhetherMeant(params[param] ?? '', listed[kind])}; list them to see which there are`,
        );
      call[kind] = row as never;
      continue;
    }
    const entity = sim.find(kind, params[param] ?? '');
    if (
      entity === undefined ||
      !(
        api === 'control' ||
        (isReadable(entity) && belongs(entity, accountId, call)) ||
        (permission?.level === 'read' && isPublic(kind, entity))
      )
    )
      return api === 'worker' && resume !== undefined
        ? goAway(`${kind} not found`)
        : unknown(
            ruleOfMissing(kind),
            api === 'worker'
              ? `${kind} not found`
              : explainMissing(sim, api === 'control' ? undefined : principal, kind, params[param] ?? ''),
          );
    const type = takesBareKey(api) && kind === 'endpoint' ? (entity as StateOf<'endpoint'>).config.type : undefined;
    if (type === 'LOAD_BALANCER' && !passesOn) return unknown('queue.type', 'endpoint not found: a LOAD_BALANCER endpoint has no queue');
    if (type === 'QUEUE' && passesOn) return unknown('lb.traffic', 'endpoint not found: a QUEUE endpoint has no base URL');
    if (isRead(operation) && api === 'management' && isHidden(call, entity)) return unknown(ruleOfMissing(kind), `${kind} not found`);
    call[kind] = entity as never;
  }
  return undefined;
};

/** Whether a fault hides a newly created entity from this read (fault.views). */
const isHidden = ({ sim, operation, inputKey }: Admission, entity: StateOf<FindableKind>): boolean =>
  'createdAt' in entity && showLagging(sim, { operation: operation.id, occasion: inputKey }, [entity]).length === 0;

/** The catalog is every account's. */
const catalog = { gpuType: findGpuType, cpuType: findCpuFlavor, dataCenter: findDataCenter };

const listed = {
  gpuType: gpuTypes.map(({ id }) => id),
  cpuType: cpuFlavors.map(({ id }) => id),
  dataCenter: dataCenters.map(({ id }) => id),
};

/** An account owns its resources; whatever lives on an endpoint belongs to the endpoint in the path. */
const belongs = (entity: StateOf<FindableKind>, accountId: string, { endpoint }: Partial<Found>): boolean =>
  'endpointId' in entity ? entity.endpointId === endpoint?.id : 'accountId' in entity && entity.accountId === accountId;

/** A job whose result is gone is unknown to its account (job.status-ttl-webhook). */
const isReadable = (entity: StateOf<FindableKind>): boolean => !('resultDropped' in entity && entity.resultDropped);

/** Anyone may read a public template, but only its owner may change it (template.list, template.delete-used). */
const isPublic = (kind: FindableKind, entity: StateOf<FindableKind>): boolean =>
  kind === 'template' && (entity as StateOf<'template'>).shape.public;

const unknown = (rule: RuleId, detail: string): Rejection => ({ kind: 'unknown', rule, detail });

/** A worker that polls waits a while after this answer, and would ask again at once after any other refusal (worker-api.take). */
const goAway = (detail: string): Rejection => ({ kind: 'exhausted', rule: 'worker-api.take', detail });

/** The order of these lines is the order of precedence. */
const stages: readonly Stage[] = [
  withinLimits, // 429
  checkFaults, // 503
  requirePermission, // 403
  withResources, // 404 for the path
  withValidInput, // 422
  withReferences, // 422, 400 for the body by itself, 404 for its references
  withUnusedKey, // 409 of a key that has been used
];

/** Finds the target of a call, for the match of faults. */
export const readTarget = (operation: Operation, request: Request): FaultMatch => {
  const endpoint = endpointNamed(operation, request);
  return endpoint === undefined ? { operation: operation.id } : { operation: operation.id, endpoint };
};
