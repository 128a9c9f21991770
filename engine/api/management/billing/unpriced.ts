import type { Rejection } from '../../../cloud/decisions.ts';

/** Refuses to rent what has no known price: 400 (billing.priced). */
export const refuseUnpriced = (detail: string | undefined): Rejection | undefined =>
  detail === undefined ? undefined : { kind: 'contradictory', rule: 'billing.priced', detail };
