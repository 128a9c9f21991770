import { type Either, map, right } from 'fp-ts/lib/Either.js';
import type { Rejection } from '../../../cloud/decisions.ts';
import type { SimulationContext } from '../../../cloud/policies/context.ts';
import { keptMs } from '../../../cloud/projections/meter.ts';
import { canonicalText } from '../../../kernel/canonical.ts';
import { sha256Hex } from '../../../kernel/sha256.ts';
import type { VirtualTime } from '../../../kernel/time.ts';
import type { BillingQuery } from '../../contract/account/billing.ts';
import { unknownCursor } from '../pages.ts';
import { type Instants, readWindow, type Window } from './window.ts';

/** The begin of a page of a bill. All pages show the bill as of the first one, so they add up to its totals (list.pages). */
export interface BillPlace {
  readonly window: Window;
  readonly asOf: Instants;
  /** The last record of the page before; absent on the first page. */
  readonly after?: RecordPlace;
  /** The query of the first page: a cursor is valid only with the same query. */
  readonly question: string;
}

interface RecordPlace {
  readonly bucket: number;
  readonly id: string;
}

/** The place that a query asks for. */
export const billPlace = ({ now, startMs }: SimulationContext, list: string, query: BillingQuery): Either<Rejection, BillPlace> => {
  const { cursor, limit: _, ...asked } = query;
  const question = sha256Hex(canonicalText({ list, ...asked })).slice(0, 16);
  const place = (asOf: Instants, after?: RecordPlace): Either<Rejection, BillPlace> =>
    map((window: Window) => ({ window, asOf, question, ...(after === undefined ? {} : { after }) }))(readWindow(asOf, query));
  if (cursor === undefined) return place({ now, startMs });
  const [, seenAt, bucket, askedBefore, id] = cursorShape.exec(cursor) ?? [];
  if (id === undefined || Number(seenAt) > now)
    return unknownCursor('is none that this list gave: give `pagination.nextCursor` as it stood in the answer before');
  if (now - Number(seenAt) > keptMs) return unknownCursor('is of a bill of more than an hour ago: ask for the bill anew');
  if (askedBefore !== question) return unknownCursor('was given for another list or another query: give it with the same query');
  return place({ now: Number(seenAt) as VirtualTime, startMs }, { bucket: Number(bucket), id });
};

const cursorShape = /^(\d{1,15})\.(\d{1,15})-([0-9a-f]{16})-(.*)$/s;

/** The cursor of the page after a record. Clients give it back as it is. */
export const cursorAfter = ({ asOf: { now }, question }: BillPlace, { bucket, id }: RecordPlace): string =>
  `${now}.${bucket}-${question}-${id}`;

/** Whether a billed item comes after the place, in its bucket. */
export const firstAfter = (ids: readonly string[], after: RecordPlace | undefined): Either<Rejection, number> => {
  if (after === undefined) return right(0);
  const index = ids.indexOf(after.id);
  return index < 0 ? unknownCursor('names nothing that this list bills') : right(index + 1);
};
