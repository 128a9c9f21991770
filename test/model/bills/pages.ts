import type { Billed } from './meter.ts';

/** What a bill is asked for: the last buckets, or those from an instant until another (null: it says nothing). Times are virtual, and may be negative. */
export interface BillWindow {
  readonly of: 'pods' | 'volumes';
  readonly bucket: 'hour' | 'day' | 'week';
  readonly last: number | null;
  readonly from: number | null;
  readonly to: number | null;
}

type ListBilled = (of: BillWindow['of']) => readonly Billed[];

/** `page`, `like`: counted from the newest, 0. */
interface NextPage {
  readonly page: number;
  readonly like: number;
  readonly limit: number | null;
}

interface Cursor {
  readonly window: string;
  /** All pages show the bill as of the first one. */
  readonly asOf: number;
  readonly bucket: number;
  readonly name: string;
}

const hour = 3_600_000;
const day = 24 * hour;
const lengths = { hour, day, week: 7 * day };
/** The world begins on a Thursday, and weeks on a Monday. */
const offsets = { hour: 0, day: 0, week: -3 * day };

/** Bills that are walked page by page (billing.buckets, list.pages). */
export class PagedBills {
  readonly #windows: BillWindow[] = [];
  readonly #cursors: Cursor[] = [];

  ask(now: number, window: BillWindow, limit: number | null, list: ListBilled): string {
    this.#windows.push(window);
    return this.#answer(now, window, limit ?? 10_000, list(window.of));
  }

  /** Goes on where one of the newest pages ended: the last is 0. `like`: which of the newest bills is asked for. */
  askNext(now: number, { page, like, limit }: NextPage, list: ListBilled): string {
    const cursor = this.#cursors.at(-1 - page);
    const window = this.#windows.at(-1 - like);
    if (cursor === undefined || window === undefined) return 'nothing';
    this.#windows.push(window);
    if (now - cursor.asOf > hour) return '422 list.pages';
    if (cursor.window !== JSON.stringify(window)) return '422 list.pages';
    return this.#answer(cursor.asOf, window, limit ?? 10_000, list(window.of), cursor);
  }

  #answer(now: number, window: BillWindow, limit: number, billed: readonly Billed[], after?: Cursor): string {
    const { bucket, last, from, to } = window;
    const end = to ?? now;
    if (last !== null && (from !== null || to !== null)) return '400 billing.buckets';
    if (last === null && from !== null && from >= end) return '400 billing.buckets';
    const [length, offset] = [lengths[bucket], offsets[bucket]];
    const past = Math.ceil((end - offset) / length);
    const first = last === null ? Math.floor(((from ?? end - 30 * day) - offset) / length) : past - last;
    const lived = Array.from({ length: Math.ceil((now - offset) / length) }, (_, k) => k).filter((one) => one >= first && one < past);
    const records = lived.flatMap((one) =>
      billed.flatMap(({ name, amountsUntil }) => {
        const [before, until] = [one, one + 1].map((edge) => amountsUntil(Math.min(Math.max(0, edge * length + offset), now)));
        const amounts = (until ?? []).map((amount, part) => amount - (before?.[part] ?? 0n));
        return amounts.every((amount) => amount === 0n) ? [] : [{ bucket: one, name, amounts }];
      }),
    );
    const begin = after === undefined ? 0 : records.findIndex((one) => one.bucket === after.bucket && one.name === after.name) + 1;
    const page = records.slice(begin, begin + limit);
    const hasMore = records.length > begin + limit;
    const ended = page.at(-1);
    if (hasMore && ended !== undefined)
      this.#cursors.push({ window: JSON.stringify(window), asOf: now, bucket: ended.bucket, name: ended.name });
    const totals = [0, 1].map((part) => records.reduce((sum, { amounts }) => sum + (amounts[part] ?? 0n), 0n));
    const told = page.map((one) => `${(one.bucket * length + offset) / hour} ${one.name} ${one.amounts.join(' ')}`).join(', ');
    return `200 ${told} of ${new Set(records.map(({ name }) => name)).size} for ${totals.join(' ')}${hasMore ? ' and more' : ''}`;
  }
}
