import type { Rejection } from '../../../cloud/decisions.ts';

/** What has no known price cannot be rented: 400 (billing.priced). */
export const refuseUnpriced = (detail: string | undefined): Rejection | undefined =>
  detail === undefined ? undefined : { kind: 'contradictory', rule: 'billing.priced', detail };
