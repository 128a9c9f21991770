import { entities, type FindableKind, type RelationOf } from '../../cloud/entities.ts';
import type { SimulationContext } from '../../cloud/policies/context.ts';
import type { Principal } from '../../cloud/projections/keyring.ts';
import { contractTable } from '../reading/bounds.ts';
import { explainNotSimulated } from './explainNotSimulated.ts';
import { publicEndpoints, publicOnes } from './publicEndpoints.ts';

/** Why there is nothing of a kind and an id, and what there is: of the caller's, or of all without one. */
export const explainMissing = (
  sim: Pick<SimulationContext, 'state'>,
  principal: Principal | undefined,
  kind: FindableKind,
  id: string,
): string => {
  if (kind === 'job') return `job not found: ${explainMissingJob(sim, principal, id)}`;
  if (principal === undefined)
    return `${kind} not found: ${listIds(
      [...sim.state.all(kind)].map((one) => one.id),
      'this world',
    )}`;
  if (kind === 'endpoint') return explainMissingEndpoint(sim, principal, id);
  if (!('account' in entities[kind].relations)) return `${kind} not found`;
  const own = sim.state.findRelated(kind, 'account' as RelationOf<typeof kind>, principal.accountId);
  return `${kind} not found: ${listIds(own.map((one) => one.id))}`;
};

const explainMissingJob = ({ state }: Pick<SimulationContext, 'state'>, principal: Principal | undefined, id: string): string => {
  if (/^job-\d{1,9}$/.test(id)) return `${id} is a name in timelines, and the id of a job is what run answers`;
  const job = state.find('job', id);
  const endpoint = job === undefined || job.resultDropped ? undefined : state.find('endpoint', job.endpointId);
  const isOwn = endpoint?.accountId === principal?.accountId && (principal?.key.queueEndpoints?.includes(endpoint?.id ?? '') ?? true);
  return endpoint !== undefined && isOwn
    ? `it is a job of ${endpoint.id}`
    : 'it was never here, or has expired; its id is what run answers';
};

/** Why there is no endpoint of an id, and which endpoints the account has; another account's is as unknown as none (auth.tenancy). */
const explainMissingEndpoint = ({ state }: Pick<SimulationContext, 'state'>, { accountId, key }: Principal, id: string): string => {
  const own = state.findRelated('endpoint', 'account', accountId).map((endpoint) => endpoint.id);
  const shown = key.queueEndpoints === null ? own : own.filter((one) => key.queueEndpoints?.includes(one));
  const isPublic = publicEndpoints.includes(id);
  return `endpoint not found: ${isPublic ? `${id} is one of the platform's, and ${explainNotSimulated(publicOnes)}; ` : ''}${listIds(shown)}`;
};

export const listIds = (ids: readonly string[], owner = 'this account'): string => {
  const max = contractTable.endpointsNamed.value;
  if (ids.length === 0) return `${owner} has none`;
  const more = ids.length > max ? `, and ${ids.length - max} more` : '';
  return `${owner} has ${ids.slice(0, max).join(', ')}${more}`;
};
