import { z } from 'zod';
import type { Component } from '../../../cloud/projections/bill.ts';
import type { BilledProduct } from '../../../cloud/projections/billing.ts';
import { lazily } from '../../../kernel/collections/lazily.ts';
import { parseDateTime } from '../../../kernel/instant.ts';
import { contractTable } from '../../reading/bounds.ts';
import { since } from '../additions.ts';
import { documented } from '../parts/documented.ts';
import { enforced } from '../parts/enforced.ts';
import { openObject, strictObject } from '../parts/objects.ts';
import { wholeFrom } from '../parts/query.ts';

const bucketSize = z.enum(['hour', 'day', 'week', 'month', 'year']).register(documented, { id: 'BillingBucketSize' });

/** Later years could not be written as an instant any more once snapped to their bucket. */
const [earliest, latest] = [parseDateTime('1970-01-01T00:00:00Z') ?? 0, parseDateTime('9998-12-31T23:59:59Z') ?? 0];

const instant = z
  .string()
  .refine((text) => {
    const ms = parseDateTime(text);
    return ms !== undefined && ms >= earliest && ms <= latest;
  }, 'must be a date-time such as 2026-01-01T00:00:00Z, from 1970 to 9998')
  .transform((text) => parseDateTime(text) ?? 0)
  .register(documented, { type: 'string', format: 'date-time' });

const recordsMax = contractTable.billRecords.value;

/** The query of every billing list. Times become milliseconds since 1970. */
export const billingQuery = openObject(() => ({
  startTime: instant.optional().describe('Inclusive, snapped down to a bucket'),
  endTime: instant.optional().describe('Exclusive, snapped up to a bucket'),
  bucketSize: bucketSize.default('day'),
  lastN: wholeFrom(1).optional().describe('The last N buckets, instead of the times'),
  limit: wholeFrom(1, recordsMax).register(enforced, { any: 'list.pages' }).default(recordsMax).describe('The most records of one answer'),
  cursor: z.string().optional().describe('`pagination.nextCursor` of the answer before, with the same query'),
  tagId: since('tags', z.string().optional().describe('What has this tag, or had it when it was deleted')),
  costCenterId: since('costCenters', z.string().optional().describe('What is in this cost center, or was when it was deleted')),
}));

export type BillingQuery = z.output<typeof billingQuery>;

/** The parts of each product's bills. A part without a component is never charged here: it is always 0. */
export interface ProductShape<IdName extends string = string> {
  readonly product: BilledProduct;
  /** The name of the record's id, and of the filter. */
  readonly idName: IdName;
  readonly uniqueName: string;
  /** Prefix of the names of its parts in the list of all products. */
  readonly prefix: string;
  readonly parts: readonly { readonly name: string; readonly component: Component | null }[];
}

const part = (component: Component) => ({ name: component, component });
const free = (name: string) => ({ name, component: null });

const describeBills = <const IdName extends string>(
  product: BilledProduct,
  idName: IdName,
  uniqueName: string,
  prefix: string,
  parts: ProductShape['parts'],
): ProductShape<IdName> => ({ product, idName, uniqueName, prefix, parts });

export const podBills = describeBills('pod', 'podId', 'uniquePodCount', 'pod', [part('gpu'), part('cpu'), part('disk')]);
export const serverlessBills = describeBills('serverless', 'serverlessId', 'uniqueServerlessCount', 'serverless', [
  part('gpu'),
  part('cpu'),
  free('disk'),
  free('fee'),
]);
export const volumeBills = describeBills('volume', 'networkVolumeId', 'uniqueNetworkVolumeCount', 'storage', [
  part('standard'),
  part('highPerformance'),
]);
export const clusterBills = describeBills('cluster', 'clusterId', 'uniqueClusterCount', 'cluster', [
  part('gpu'),
  part('disk'),
  free('networking'),
]);

/** The `gpu` part of a pod is `gpuAmount` in the pod's own records, and `podGpuAmount` in those of all products. */
export const amountName = (name: string, prefix = ''): string =>
  prefix === '' ? `${name}Amount` : `${prefix}${name.charAt(0).toUpperCase()}${name.slice(1)}Amount`;

const usd = z.number().describe('USD');
const labels = { tagId: since('tags', z.string().nullable()), costCenterId: since('costCenters', z.string().nullable()) };
const range = { startTime: z.iso.datetime(), endTime: z.iso.datetime() };

const list = (amounts: Readonly<Record<string, z.ZodType>>, ids: Ids = {}) =>
  strictObject(() => ({
    records: z.array(z.strictObject({ ...range, ...amounts, ...ids.record })),
    metadata: z.strictObject({
      query: z.strictObject({ ...range, bucketSize, ...ids.query, ...labels }),
      recordCount: z.int().describe('In this answer'),
      ...ids.metadata,
      totals: z.strictObject(amounts).describe('Of the whole bill'),
    }),
    pagination: z
      .strictObject({ hasNextPage: z.boolean(), nextCursor: z.string().nullable() })
      .optional()
      .describe('Where the bill has more records than one answer holds'),
  }));

type Ids = { readonly [Where in 'record' | 'query' | 'metadata']?: Readonly<Record<string, z.ZodType>> };

export const describeBillList = ({ parts, idName, uniqueName }: ProductShape) =>
  list(
    { totalAmount: usd, ...Object.fromEntries(parts.map(({ name }) => [amountName(name), usd])) },
    { record: { [idName]: z.string() }, query: { [idName]: z.string().nullable() }, metadata: { [uniqueName]: z.int() } },
  );

/** Bills of public endpoints, which serve hosted models. */
export const endpointBillList = lazily(() => list({ totalAmount: usd }));

/** The products in the list of all, in the order of its amounts. */
export const billedProducts: readonly ProductShape[] = [podBills, serverlessBills, volumeBills, clusterBills];

export const billList = lazily(() =>
  list({
    totalAmount: usd,
    ...Object.fromEntries(billedProducts.flatMap(({ prefix, parts }) => parts.map(({ name }) => [amountName(name, prefix), usd]))),
    endpointAmount: usd,
  }),
);
