import { type LabelShape, listIds } from './label.ts';
import { type Owned, registerOwned } from './owned.ts';

/** The properties of a cost center. */
export interface CostCenterShape extends LabelShape {
  /** Its name. */
  readonly value: string;
}

/** The state of a cost center. */
export type CostCenter = Owned<CostCenterShape>;

/** A cost center: what the bills of resources are put together under. A resource is in one of them at most. */
export const costCenterEntity = registerOwned<CostCenterShape>()({
  kind: 'costCenter',
  life: {
    created: { command: 'CreateCostCenter', event: 'CostCenterCreated', rule: 'label.cost-centers' },
    updated: { command: 'UpdateCostCenter', event: 'CostCenterUpdated', rule: 'label.cost-centers' },
    attached: { command: 'AttachCostCenter', event: 'CostCenterAttached', rule: 'label.cost-centers' },
    detached: { command: 'DetachCostCenter', event: 'CostCenterDetached', rule: 'label.cost-centers' },
    deleted: { command: 'DeleteCostCenter', event: 'CostCenterDeleted', rule: 'label.cost-centers', words: 'its owner deletes it' },
  },
  blank: { value: '', resources: [] },
  createdBy: 'createCostCenter',
  example: 'c7c3n9t5r1x8qa',
  relations: { resource: listIds },
});
