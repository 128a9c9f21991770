import { isLeft, right } from 'fp-ts/lib/Either.js';
import { z } from 'zod';
import { lazily } from '../../kernel/lazily.ts';
import {
  amountName,
  type BillingQuery,
  billedProducts,
  billingQuery,
  billList,
  billListOf,
  clusterBills,
  endpointBillList,
  type ProductShape,
  podBills,
  serverlessBills,
  volumeBills,
} from '../contract/billing.ts';
import { operation } from '../operation.ts';
import { billingBody, chargesIn, isSomething, joined, sumCharges } from './billingRecords.ts';
import { livedBuckets, windowOf } from './billingWindow.ts';

/** The fields that all billing lists share. */
const shared = {
  api: 'management',
  methods: ['GET'],
  permission: { group: 'billing', level: 'read' },
  refuses: [400],
  rules: ['billing.buckets', 'billing.amounts'],
} as const;

/** GET /v2/billing: one record for each bucket with any charge, all products side by side. */
export const listBilling = operation({
  ...shared,
  id: 'listBilling',
  path: '/v2/billing',
  summary: 'List billing of all products',
  query: billingQuery,
  success: { status: 200, schema: billList },
  *run(sim, { accountId, query }) {
    const window = windowOf(sim, query);
    if (isLeft(window)) return window;
    const buckets = livedBuckets(sim, window.right);
    const charges: { bucket: number; id: string; amounts: bigint[] }[] = buckets.map((bucket) => ({ bucket, id: '', amounts: [] }));
    for (const shape of billedProducts) {
      const bills = sim.state.billing.of(shape.product, accountId);
      const ofProduct = yield* chargesIn(sim, window.right, buckets, shape, bills);
      for (const [k, { amounts }] of charges.entries()) amounts.push(...(yield* sumCharges(ofProduct[k] ?? [], shape.parts.length)));
    }
    return right({ answer: { status: 200, body: yield* billingBody(window.right, charges.filter(isSomething), { amounts: allAmounts }) } });
  },
});

const allAmounts = [...billedProducts.flatMap(({ prefix, parts }) => parts.map(({ name }) => amountName(name, prefix))), 'endpointAmount'];

/** GET /v2/billing/endpoints: bills of public endpoints, which serve hosted models. There are none here, so nothing is charged. */
export const listEndpointBilling = operation({
  ...shared,
  id: 'listEndpointBilling',
  path: '/v2/billing/endpoints',
  summary: 'List billing of public endpoints',
  query: billingQuery,
  success: { status: 200, schema: endpointBillList },
  *run(sim, { query }) {
    const window = windowOf(sim, query);
    return isLeft(window) ? window : right({ answer: { status: 200, body: yield* billingBody(window.right, [], { amounts: [] }) } });
  },
});

/** One record for each bucket and each resource charged in it. An id that the account never had has no records. */
const listOfProduct = <const Id extends string, const Path extends string, IdName extends string>(
  id: Id,
  path: Path,
  summary: string,
  shape: ProductShape<IdName>,
) =>
  operation({
    ...shared,
    id,
    path,
    summary,
    query: z.object({ ...billingQuery.shape, ...filterNamed(shape.idName) }),
    success: { status: 200, schema: lazily(() => billListOf(shape)) },
    *run(sim, { accountId, query }) {
      const window = windowOf(sim, query as BillingQuery);
      if (isLeft(window)) return window;
      const wanted = (query as Readonly<Record<string, unknown>>)[shape.idName] as string | undefined;
      const bills = sim.state.billing.of(shape.product, accountId).filter((bill) => wanted === undefined || bill.id === wanted);
      const charges = yield* joined(yield* chargesIn(sim, window.right, livedBuckets(sim, window.right), shape, bills));
      const naming = {
        amounts: shape.parts.map(({ name }) => amountName(name)),
        ids: { name: shape.idName, unique: shape.uniqueName, wanted },
      };
      return right({ answer: { status: 200, body: yield* billingBody(window.right, charges, naming) } });
    },
  });

/** Typed by hand: TypeScript widens a computed key to `string`. */
const filterNamed = <IdName extends string>(name: IdName) =>
  ({ [name]: z.string().optional() }) as { readonly [Name in IdName]: z.ZodOptional<z.ZodString> };

/** GET /v2/billing/pods: pods outside clusters. Members of clusters are charged under their cluster. */
export const listPodBilling = listOfProduct('listPodBilling', '/v2/billing/pods', 'List billing of pods', podBills);

/** GET /v2/billing/serverless: endpoints, by how long their workers were up. */
export const listServerlessBilling = listOfProduct(
  'listServerlessBilling',
  '/v2/billing/serverless',
  'List billing of serverless endpoints',
  serverlessBills,
);

/** GET /v2/billing/network-volumes: volumes, from their creation to their deletion. */
export const listNetworkVolumeBilling = listOfProduct(
  'listNetworkVolumeBilling',
  '/v2/billing/network-volumes',
  'List billing of network volumes',
  volumeBills,
);

/** GET /v2/billing/clusters: each cluster's members together. */
export const listClusterBilling = listOfProduct('listClusterBilling', '/v2/billing/clusters', 'List billing of clusters', clusterBills);
