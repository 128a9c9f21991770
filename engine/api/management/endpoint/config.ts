import { type Either, left, right } from 'fp-ts/lib/Either.js';
import { explainUnpricedWorkers } from '../../../cloud/catalog/priced.ts';
import type { Rejection } from '../../../cloud/decisions.ts';
import type { EndpointConfig } from '../../../cloud/endpoint/events.ts';
import type { EndpointSettings } from '../../../cloud/endpoint/settings.ts';
import type { Template } from '../../../cloud/resources/template.ts';
import { canonicalText, type Json } from '../../../kernel/canonical.ts';
import type { CreateEndpointRequest, UpdateEndpointRequest } from '../../contract/endpoint.ts';
import { refuseUnpriced } from '../billing/unpriced.ts';
import { gpuContradiction } from './checks.ts';
import { type Change, type Creation, endpointFields, fieldNames } from './fields.ts';

/**
 * The configuration that a create asks for. It is laid over its template's, if it names one (endpoint.template-merge), and
 * defaults are filled in. 400 if it has more workers than the quota allows, or its compute has no price.
 */
export const endpointConfig = (
  body: CreateEndpointRequest,
  settings: EndpointSettings,
  template?: Template,
): Either<Rejection, EndpointConfig> => {
  const over = maxOutOfBounds(body, settings);
  if (over !== undefined) return left(over);
  const config = createFields({ body, settings, template });
  const priceless = refuseUnpriced(explainUnpricedWorkers(config));
  return priceless === undefined ? right(config) : left(priceless);
};

/** The configuration after a PATCH, and whether it makes a release: a change of the container or the compute does (endpoint.patch). */
export const updateConfig = (
  config: EndpointConfig,
  body: UpdateEndpointRequest,
  settings: EndpointSettings,
  template?: Template,
): Either<Rejection, { readonly config: EndpointConfig; readonly release: boolean }> => {
  if ((body.gpu !== undefined && config.gpu === null) || (body.cpu !== undefined && config.cpu === null)) {
    const family = config.gpu === null ? 'CPU' : 'GPU';
    return left({ kind: 'contradictory', rule: 'endpoint.patch', detail: `the compute family is fixed: this is a ${family} endpoint` });
  }
  const changed = changeFields({ config, body, settings, template });
  const clash = gpuContradiction(changed.gpu);
  if (clash !== undefined) return left(clash);
  if (changed.workers.max > settings.workersQuota && changed.workers.max > config.workers.max) return left(overQuota(settings));
  const priceless = body.gpu === undefined && body.cpu === undefined ? undefined : refuseUnpriced(explainUnpricedWorkers(changed));
  if (priceless !== undefined) return left(priceless);
  return right({ config: changed, release: releaseText(changed) !== releaseText(config) });
};

const createFields = (creation: Creation) =>
  Object.fromEntries(fieldNames.map((name) => [name, endpointFields[name].create(creation)])) as unknown as EndpointConfig;

const changeFields = (given: Change): EndpointConfig => {
  const changes = fieldNames.map((name) => {
    const { change } = endpointFields[name];
    return [name, change === 'is fixed' ? given.config[name] : change(given)];
  });
  return { ...given.config, ...(Object.fromEntries(changes) as unknown as EndpointConfig) };
};

/** What workers of a release have in common. */
const releaseText = (config: EndpointConfig): string =>
  canonicalText(fieldNames.filter((name) => endpointFields[name].makesRelease).map((name) => config[name]) as unknown as Json);

/** Workers are launched one by one, so their number needs a bound: more workers than the quota allows (endpoint.worker-quota). */
export const maxOutOfBounds = ({ workers }: CreateEndpointRequest, settings: EndpointSettings): Rejection | undefined =>
  (workers?.max ?? settings.workersMax) > settings.workersQuota ? overQuota(settings) : undefined;

const overQuota = ({ workersQuota }: EndpointSettings): Rejection => ({
  kind: 'contradictory',
  rule: 'endpoint.worker-quota',
  detail: `workers.max must not exceed your workers quota (${workersQuota})`,
});
