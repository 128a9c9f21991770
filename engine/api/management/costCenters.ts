import { chainFirst, type Either, isLeft, right } from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import type { Rejection } from '../../cloud/decisions.ts';
import type { SimulationContext } from '../../cloud/policies/context.ts';
import type { CostCenter } from '../../cloud/resources/costCenter.ts';
import { isAttached, type Labeled } from '../../cloud/resources/label.ts';
import {
  costCenterList,
  costCenterResource,
  costCentersQuery,
  createCostCenterRequest,
  readLabeled,
  updateCostCenterRequest,
} from '../contract/account/label.ts';
import type { Resource } from '../contract/parts/resource.ts';
import { attachments, distinct } from './labels.ts';
import { createEntity, resource } from './resource.ts';

const costCenters = resource({
  kind: 'costCenter',
  path: '/v2/cost-centers',
  since: 'costCenters',
  group: 'account',
  schema: costCenterResource,
  listed: 'costCenters',
  list: costCenterList,
  view: (_sim, costCenter) => costCenterView(costCenter),
});

const attributed = attachments('costCenter', '/v2/cost-centers', {
  since: 'costCenters',
  rule: 'label.cost-centers',
  change: (sim, id, one, how) =>
    how === 'detach'
      ? sim.dispatch('costCenter', id, { type: 'DetachCostCenter', resource: one })
      : pipe(
          takeOut(sim, [one]),
          chainFirst(() => sim.dispatch('costCenter', id, { type: 'AttachCostCenter', resource: one })),
        ),
});

/** GET /v2/cost-centers: the account's cost centers, or those whose name contains a text. */
export const listCostCenters = costCenters.list({
  id: 'listCostCenters',
  summary: 'List cost centers',
  query: costCentersQuery,
  rules: ['auth.tenancy', 'list.pages', 'label.cost-centers'],
  shown: ({ shape }, { value = '' }) => shape.value.includes(value),
});

/** POST /v2/cost-centers: creates a cost center by name. The body may attribute resources to it at once. */
export const createCostCenter = costCenters.create({
  id: 'createCostCenter',
  summary: 'Create a cost center',
  body: createCostCenterRequest,
  rules: ['auth.tenancy', 'label.cost-centers'],
  refersTo: ({ resources = [] }) => ({ labeled: resources.map(readLabeled) }),
  run: (sim, { accountId, body: { value, resources = [] }, inputKey }) => {
    const shape = { value: value.trim(), resources: distinct(resources.map(readLabeled)) };
    const taken = takeOut(sim, shape.resources);
    return isLeft(taken) ? taken : createEntity(sim, 'costCenter', inputKey(), { type: 'CreateCostCenter', accountId, shape });
  },
});

/** GET /v2/cost-centers/{id}: one cost center. */
export const getCostCenter = costCenters.read({ id: 'getCostCenter', summary: 'Read a cost center', rules: ['auth.tenancy'] });

/** PATCH /v2/cost-centers/{id}: another name. */
export const updateCostCenter = costCenters.update({
  id: 'updateCostCenter',
  summary: 'Rename a cost center',
  body: updateCostCenterRequest,
  rules: ['label.cost-centers'],
  run: (sim, { costCenter: { id, shape }, body: { value } }) =>
    sim.dispatch('costCenter', id, { type: 'UpdateCostCenter', shape: { ...shape, value: value.trim() } }),
});

/** DELETE /v2/cost-centers/{id}: its resources are then in no cost center. */
export const deleteCostCenter = costCenters.delete({
  id: 'deleteCostCenter',
  summary: 'Delete a cost center',
  rules: ['label.cost-centers'],
  run: (sim, { costCenter: { id } }) => sim.dispatch('costCenter', id, { type: 'DeleteCostCenter' }),
});

/** GET /v2/cost-centers/{id}/resources: lists its resources. */
export const listCostCenterResources = attributed.list('listCostCenterResources', 'List the resources of a cost center');

/** PUT /v2/cost-centers/{id}/resources/{resourceType}/{resourceId}. */
export const attachCostCenter = attributed.attach('attachCostCenter', 'Attribute a resource to a cost center');

/** DELETE of the same. */
export const detachCostCenter = attributed.detach('detachCostCenter', 'Remove a resource from a cost center');

/** Takes resources out of the cost centers that have them (label.cost-centers). */
const takeOut = (sim: SimulationContext, resources: readonly Labeled[]): Either<Rejection, void> => {
  for (const one of resources) {
    for (const { id, shape } of sim.state.findRelated('costCenter', 'resource', one.id)) {
      const taken = isAttached(shape, one) ? sim.dispatch('costCenter', id, { type: 'DetachCostCenter', resource: one }) : right(undefined);
      if (isLeft(taken)) return taken;
    }
  }
  return right(undefined);
};

/** The cost center resource. */
const costCenterView = ({ id, shape: { value } }: CostCenter): Resource<typeof costCenterResource> => ({ id, value });
