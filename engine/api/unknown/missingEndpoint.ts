import type { SimulationContext } from '../../cloud/policies/context.ts';
import type { Principal } from '../../cloud/projections/keyring.ts';
import { contractTable } from '../bounds.ts';
import { explainNotSimulated } from './explainNotSimulated.ts';
import { publicEndpoints, publicOnes } from './publicEndpoints.ts';

/** Why there is no endpoint of an id, and which endpoints the account has; another account's is as unknown as none (auth.tenancy). */
export const explainMissingEndpoint = ({ state }: Pick<SimulationContext, 'state'>, { accountId, key }: Principal, id: string): string => {
  const own = state.findRelated('endpoint', 'account', accountId).map((endpoint) => endpoint.id);
  const shown = key.queueEndpoints === null ? own : own.filter((one) => key.queueEndpoints?.includes(one));
  const isPublic = publicEndpoints.includes(id);
  return `endpoint not found: ${isPublic ? `${id} is one of the platform's, and ${explainNotSimulated(publicOnes)}; ` : ''}${listIds(shown)}`;
};

const listIds = (ids: readonly string[]): string => {
  const max = contractTable.endpointsNamed.value;
  if (ids.length === 0) return 'this account has none';
  const more = ids.length > max ? `, and ${ids.length - max} more` : '';
  return `this account has ${ids.slice(0, max).join(', ')}${more}`;
};
