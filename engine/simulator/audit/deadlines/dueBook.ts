import { Calendar, type CalendarEntry } from '../../../kernel/calendar.ts';
import { pacer, type Steps } from '../../../kernel/steps.ts';
import { type DurationMs, formatVirtualTime, later, type VirtualTime } from '../../../kernel/time.ts';
import type { Broken } from '../recount.ts';

/**
 * A page of a book: what is counted of one entity. It is an entry of the calendar as long as something is due in it. Its fields are all there
 * from the start, each written out: objects that are made otherwise cost more than all that is done with them.
 */
export interface DuePage extends CalendarEntry {
  readonly id: string;
}

/**
 * The pages of a book, and which of them is due first. What an instant changes is put into the calendar once it is over: most pages change
 * several times before time passes. A page whose time was put off stays where it is, and is looked at again then: so most events move nothing.
 */
export class DueBook<Page extends DuePage> {
  readonly #pages = new Map<string, Page>();
  readonly #calendar = new Calendar<Page>();
  /** The pages that this instant has changed; some may be gone, or there twice. */
  readonly #changed: Page[] = [];
  readonly #dueAt: (page: Page) => Due;

  /** `dueAt`: when the next thing in a page is due. */
  constructor(dueAt: (page: Page) => Due) {
    this.#dueAt = dueAt;
  }

  find(id: string): Page | undefined {
    return this.#pages.size === 0 ? undefined : this.#pages.get(id);
  }

  pages(): IterableIterator<Page> {
    return this.#pages.values();
  }

  put(page: Page): undefined {
    this.#pages.set(page.id, page);
    this.refresh(page);
  }

  /** To be called when what is due in a page may have changed. */
  refresh(page: Page): void {
    if (this.#changed.at(-1) !== page) this.#changed.push(page);
  }

  remove(id: string): undefined {
    const page = this.find(id);
    if (page === undefined) return;
    this.#pages.delete(id);
    if (page.place >= 0) this.#calendar.cancel(page);
    page.place = gone;
  }

  /** A page in which something was due before that time, and has not happened. */
  findOverdue(to: VirtualTime): Page | undefined {
    if (this.#changed.length > 0) this.#schedule();
    for (let page = this.#calendar.next(); page !== undefined && page.due < to; page = this.#calendar.next()) {
      const due = this.#dueAt(page);
      if (due !== undefined && due < to) return page;
      this.#calendar.take();
      if (due === undefined) continue;
      page.due = due;
      this.#calendar.schedule(page);
    }
    return undefined;
  }

  #schedule(): void {
    for (const page of this.#changed) {
      const due = page.place === gone ? undefined : this.#dueAt(page);
      if (due === undefined || (page.place >= 0 && page.due <= due)) continue;
      if (page.place >= 0) this.#calendar.cancel(page);
      page.due = due;
      this.#calendar.schedule(page);
    }
    this.#changed.length = 0;
  }

  /** A handler that writes an event into the page of its entity. Where the change says what is wrong with it, that breaks the invariant. */
  handler<Event>(name: string, change: (page: Page, event: Event, at: VirtualTime) => string | undefined) {
    return (event: Event, { id, at }: { readonly id: string; readonly at: VirtualTime }): Broken | undefined => {
      const page = this.find(id);
      if (page === undefined) return undefined;
      const wrong = change(page, event, at);
      this.refresh(page);
      return wrong === undefined ? undefined : { name, words: `${id} ${wrong}` };
    };
  }

  dump(): ReadonlyMap<string, Page> {
    return this.#pages;
  }

  *load(dump: ReadonlyMap<string, Page>): Steps<void> {
    const pauses = pacer();
    for (const page of dump.values()) {
      this.put({ ...page, place: -1 });
      if (pauses()) yield;
    }
  }
}

/** The place of a page that was removed. */
const gone = -2;

/** When something must happen; undefined = nothing is to happen. */
export type Due = VirtualTime | undefined;

/** The earlier of two. */
export const pickSooner = (a: Due, b: Due): Due => (a === undefined || (b !== undefined && b < a) ? b : a);

/** So long after `since`, or now if that is over: what comes due too early, because a setting has changed, happens now. */
export const dueFrom = (since: VirtualTime, by: DurationMs, now: VirtualTime): VirtualTime => (since + by > now ? later(since, by) : now);

/** What is wrong if something happened at another time than its rule says; undefined if it happened then. */
export const compareTime = (what: string, rule: string, at: VirtualTime, due: Due): string | undefined => {
  if (at === due) return undefined;
  const then = due === undefined ? 'that it does not' : formatVirtualTime(due);
  return `${what} at ${formatVirtualTime(at)}, ${rule} says ${then}`;
};

/** What is wrong if something has not happened when its rule says. */
export const sayMissing = (what: string, rule: string, due: VirtualTime): string => `${what} at ${formatVirtualTime(due)}, as ${rule} says`;
