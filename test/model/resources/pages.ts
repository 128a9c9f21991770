/** What a list shows of one item, and when that was created. */
export interface ListedLine {
  readonly at: number;
  readonly line: string;
}

/** A list as it was asked for: whose it is, of what, and how many of it. */
export interface AskedList {
  readonly account: string;
  readonly of: string;
  readonly limit: string | null;
}

interface PageEnd {
  readonly account: string;
  readonly of: string;
  readonly at: number;
}

/** Lists that are walked by cursor (list.pages). */
export class Pages {
  /** Where each page has ended that was not the last. */
  readonly #ends: PageEnd[] = [];

  /** The end of one of the newest such pages: 0 is that of the last. */
  recall(page: number): PageEnd | undefined {
    return this.#ends.at(-1 - page);
  }

  /** The newest first, as many as the limit says, from where that page ended. */
  answer({ account, of, limit }: AskedList, all: readonly ListedLine[], after: PageEnd | undefined): string {
    const isLimit = limit === null || (/^\d+$/.test(limit) && Number(limit) >= 1 && Number(limit) <= 1_000);
    const isSame = after === undefined || (after.account === account && after.of === of);
    if (!isLimit || !isSame) return '422 list.pages';
    const left = all.filter(({ at }) => after === undefined || at < after.at).reverse();
    const page = left.slice(0, Number(limit ?? 1_000));
    const last = page.at(-1);
    const hasMore = left.length > page.length && last !== undefined;
    if (hasMore) this.#ends.push({ account, of, at: last.at });
    return `200 ${page.map(({ line }) => line).join(' ')}${hasMore ? ' and more' : ''}`;
  }
}
