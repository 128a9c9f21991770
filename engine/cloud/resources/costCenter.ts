import { defineLifecycle } from '../lifecycles.ts';
import { attach, detach, type Labeled, type LabelShape, listIds } from './label.ts';
import { type Owned, type OwnedLife, registerOwned, statusesOfOwned } from './owned.ts';

/** The events of a cost center. */
type CostCenterEvent =
  | { readonly type: 'CostCenterCreated'; readonly costCenterId: string; readonly accountId: string; readonly shape: CostCenterShape }
  | { readonly type: 'CostCenterUpdated'; readonly costCenterId: string; readonly shape: CostCenterShape }
  | { readonly type: 'CostCenterAttached'; readonly costCenterId: string; readonly resource: Labeled }
  | { readonly type: 'CostCenterDetached'; readonly costCenterId: string; readonly resource: Labeled }
  | { readonly type: 'CostCenterDeleted'; readonly costCenterId: string };

/** The properties of a cost center. */
export interface CostCenterShape extends LabelShape {
  /** Its name. */
  readonly value: string;
}

type CostCenterCommand =
  | { readonly type: 'CreateCostCenter'; readonly accountId: string; readonly shape: CostCenterShape }
  | { readonly type: 'UpdateCostCenter'; readonly shape: CostCenterShape }
  | { readonly type: 'AttachCostCenter'; readonly resource: Labeled }
  | { readonly type: 'DetachCostCenter'; readonly resource: Labeled }
  | { readonly type: 'DeleteCostCenter' };

/** Its life, and the rules of it. */
const costCenterLife: OwnedLife<CostCenterCommand, CostCenterEvent> = {
  created: { command: 'CreateCostCenter', event: 'CostCenterCreated', rule: 'label.cost-centers' },
  updated: { command: 'UpdateCostCenter', event: 'CostCenterUpdated', rule: 'label.cost-centers' },
  others: [
    { command: 'AttachCostCenter', event: 'CostCenterAttached', rule: 'label.cost-centers', words: 'its owner attaches it to a resource' },
    { command: 'DetachCostCenter', event: 'CostCenterDetached', rule: 'label.cost-centers', words: 'its owner removes it from one' },
  ],
  deleted: { command: 'DeleteCostCenter', event: 'CostCenterDeleted', rule: 'label.cost-centers', words: 'its owner deletes it' },
};

const costCenterLifecycle = defineLifecycle<CostCenterEvent>()({
  id: 'costCenter',
  initial: 'NEW',
  states: statusesOfOwned(costCenterLife),
});

/** The state of a cost center. */
export type CostCenter = Owned<CostCenterShape>;

const noCostCenter: CostCenterShape = { value: '', resources: [] };

/** A cost center: what the bills of resources are put together under. A resource is in one of them at most. */
export const costCenterEntity = registerOwned({
  kind: 'costCenter',
  lifecycle: costCenterLifecycle,
  life: costCenterLife,
  blank: noCostCenter,
  createdBy: 'createCostCenter',
  example: 'c7c3n9t5r1x8qa',
  changed: (shape, event) =>
    event.type === 'CostCenterAttached'
      ? attach(shape, event.resource)
      : event.type === 'CostCenterDetached'
        ? detach(shape, event.resource)
        : shape,
  relations: { resource: listIds },
});
