import { type Either, isLeft, map } from 'fp-ts/lib/Either.js';
import { z } from 'zod';
import type { Rejection } from '../../../cloud/decisions.ts';
import type { Json } from '../../../kernel/canonical.ts';
import { lazily } from '../../../kernel/collections/lazily.ts';
import { pacer } from '../../../kernel/steps.ts';
import {
  amountName,
  type BillingQuery,
  billedProducts,
  billingQuery,
  billList,
  clusterBills,
  describeBillList,
  endpointBillList,
  type ProductShape,
  podBills,
  serverlessBills,
  volumeBills,
} from '../../contract/account/billing.ts';
import { operation } from '../../row.ts';
import { labelsAsked, listBills } from './labeled.ts';
import { billPlace } from './pages.ts';
import { type BilledRow, billingBody, billResource } from './records.ts';

/** The fields that all billing lists share. */
const shared = {
  api: 'management',
  methods: ['GET'],
  permission: { group: 'billing', level: 'read' },
  refuses: [400],
  rules: ['billing.buckets', 'billing.amounts', 'billing.labels', 'list.pages'],
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
    const place = billPlace(sim, 'all', query);
    if (isLeft(place)) return place;
    const bills = billedProducts.flatMap((shape) =>
      listBills(sim, accountId, shape.product, query).map((bill) => ({ shape, billed: billResource(bill, shape) })),
    );
    return answerWith(
      yield* billingBody(place.right, [allTogether(bills)], { amounts: allAmounts, asked: labelsAsked(sim, query) }, query.limit),
    );
  },
});

/** All products side by side, as one. */
const allTogether = (bills: readonly { readonly shape: ProductShape; readonly billed: BilledRow }[]): BilledRow => ({
  id: '',
  *amountsAt(at) {
    const pauses = pacer();
    const sums = new Map(billedProducts.map((shape) => [shape, shape.parts.map(() => 0n)]));
    for (const { shape, billed } of bills) {
      const amounts = yield* billed.amountsAt(at);
      const sum = sums.get(shape) ?? [];
      for (const [k, amount] of amounts.entries()) sum[k] = (sum[k] ?? 0n) + amount;
      if (pauses()) yield;
    }
    return [...sums.values()].flat();
  },
});

const answerWith = <Body extends Json>(body: Either<Rejection, Body>) => map((one: Body) => ({ answer: { status: 200, body: one } }))(body);

const allAmounts = [...billedProducts.flatMap(({ prefix, parts }) => parts.map(({ name }) => amountName(name, prefix))), 'endpointAmount'];

/** GET /v2/billing/endpoints: bills of public endpoints, which serve hosted models. The simulator has none, so nothing is charged. */
export const listEndpointBilling = operation({
  ...shared,
  id: 'listEndpointBilling',
  path: '/v2/billing/endpoints',
  summary: 'List billing of public endpoints',
  query: billingQuery,
  success: { status: 200, schema: endpointBillList },
  *run(sim, { query }) {
    const place = billPlace(sim, 'endpoints', query);
    return isLeft(place)
      ? place
      : answerWith(yield* billingBody(place.right, [], { amounts: [], asked: labelsAsked(sim, query) }, query.limit));
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
    success: { status: 200, schema: lazily(() => describeBillList(shape)) },
    *run(sim, { accountId, query }) {
      const place = billPlace(sim, shape.product, query as BillingQuery);
      if (isLeft(place)) return place;
      const wanted = (query as Readonly<Record<string, unknown>>)[shape.idName] as string | undefined;
      const bills = listBills(sim, accountId, shape.product, query as BillingQuery).filter(
        (bill) => wanted === undefined || bill.id === wanted,
      );
      const billed = bills.map((bill) => billResource(bill, shape));
      const naming = {
        amounts: shape.parts.map(({ name }) => amountName(name)),
        ids: { name: shape.idName, unique: shape.uniqueName, wanted },
        asked: labelsAsked(sim, query as BillingQuery),
      };
      return answerWith(yield* billingBody(place.right, billed, naming, (query as BillingQuery).limit));
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
