import type { SimulationContext } from '../../../cloud/policies/context.ts';
import type { Bill } from '../../../cloud/projections/bill.ts';
import type { BilledProduct } from '../../../cloud/projections/billing.ts';
import { isAttached, type LabeledType } from '../../../cloud/resources/label.ts';
import type { BillingQuery } from '../../contract/account/billing.ts';
import { hasAddition } from '../../contract/additions.ts';

/** Which tag and which cost center a bill is asked for. */
export type LabelQuery = Pick<BillingQuery, 'tagId' | 'costCenterId'>;

/** Lists the bills that a query asks for: those of resources with its tag and in its cost center (billing.labels). */
export const listBills = (sim: SimulationContext, accountId: string, product: BilledProduct, query: LabelQuery): readonly Bill[] => {
  const labels = [
    ...(query.tagId === undefined ? [] : [sim.find('tag', query.tagId)]),
    ...(query.costCenterId === undefined ? [] : [sim.find('costCenter', query.costCenterId)]),
  ];
  const all = sim.state.billing.of(product, accountId);
  if (labels.length === 0) return all;
  const type = billedAs[product];
  return all.filter(({ id }) => labels.every((label) => label?.accountId === accountId && isAttached(label.shape, { type, id })));
};

/** The fields of an answer that repeat the requested tag and cost center, if the contract has them. */
export const labelsAsked = ({ settings }: SimulationContext, { tagId, costCenterId }: LabelQuery) => ({
  ...(hasAddition(settings, 'tags') ? { tagId: tagId ?? null } : {}),
  ...(hasAddition(settings, 'costCenters') ? { costCenterId: costCenterId ?? null } : {}),
});

const billedAs = {
  pod: 'POD',
  serverless: 'SERVERLESS_ENDPOINT',
  volume: 'NETWORK_VOLUME',
  cluster: 'CLUSTER',
} as const satisfies Readonly<Record<BilledProduct, LabeledType>>;
