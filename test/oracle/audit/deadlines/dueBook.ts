import type { RuleId } from '../../../../engine/cloud/rulebook/rules.ts';
import { Calendar, type CalendarEntry } from '../../../../engine/kernel/calendar.ts';
import { pacer, type Steps } from '../../../../engine/kernel/steps.ts';
import { type DurationMs, formatVirtualTime, later, minutes, type VirtualTime, worldStart } from '../../../../engine/kernel/time.ts';
import { DueWatch } from '../dueWatch.ts';

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
 * The calendar has what is due soon; what is due later lies in heaps without order, one for each span of time, until that has come: the
 * results of thousands of jobs are kept for as long, and to hold all of them in order would cost more than all that is checked of them.
 */
export class DueBook<Page extends DuePage> {
  readonly #pages: Map<string, Page>;
  readonly #calendar = new Calendar<Page>();
  readonly #spans = new Calendar<Span<Page>>();
  readonly #spanAt = new Map<number, Span<Page>>();
  /** What is due before this time is in the calendar, and nothing else is. */
  #soon = worldStart;
  readonly watch = new DueWatch();
  /** The pages that this instant has changed; some may be gone, or there twice. */
  readonly #changed: Page[] = [];
  readonly #dueAt: (page: Page) => Due;

  /** `dueAt`: when the next thing in a page is due. `pages`: those of another, which adds and removes them. */
  constructor(dueAt: (page: Page) => Due, pages = new Map<string, Page>()) {
    this.#dueAt = dueAt;
    this.#pages = pages;
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
    this.watch.set();
  }

  remove(id: string): undefined {
    this.take(id);
  }

  /** Removes a page, and returns it. */
  take(id: string): Page | undefined {
    const page = this.find(id);
    if (page === undefined) return undefined;
    this.#pages.delete(id);
    this.close(page);
    return page;
  }

  /** Nothing is due in a page any more. */
  close(page: Page): void {
    this.#takeOut(page);
    page.place = gone;
  }

  /** A page in which something was due before that time, and has not happened. */
  findOverdue(to: VirtualTime): Page | undefined {
    this.#open(to);
    if (this.#changed.length > 0) this.#schedule();
    for (let page = this.#calendar.next(); page !== undefined && page.due < to; page = this.#calendar.next()) {
      const due = this.#dueAt(page);
      if (due !== undefined && due < to) return page;
      this.#calendar.take();
      if (due !== undefined) this.#putIn(page, due);
    }
    this.watch.clear();
    for (const next of [this.#calendar.next(), this.#spans.next()])
      if (next !== undefined) this.watch.after = Math.min(this.watch.after, next.due);
    return undefined;
  }

  /** What is due soon, counted from that time, comes into the calendar. */
  #open(to: VirtualTime): void {
    if (to < this.#soon) return;
    this.#soon = later(spanStart(to), spanMs);
    for (let span = this.#spans.next(); span !== undefined && span.due < this.#soon; span = this.#spans.next()) {
      this.#spans.take();
      this.#spanAt.delete(span.due);
      for (const page of span.pages) {
        page.place = nowhere;
        this.#calendar.schedule(page);
      }
    }
  }

  #putIn(page: Page, due: VirtualTime): void {
    page.due = due;
    if (due < this.#soon) {
      this.#calendar.schedule(page);
      return;
    }
    const { pages } = this.#spanAt.get(spanStart(due)) ?? this.#addSpan(spanStart(due));
    page.place = inSpan - pages.length;
    pages.push(page);
  }

  #addSpan(due: VirtualTime): Span<Page> {
    const span = this.#spans.schedule({ due, order: 0, place: nowhere, pages: [] });
    this.#spanAt.set(due, span);
    return span;
  }

  /** The last of its span takes its place. */
  #takeOut(page: Page): void {
    if (page.place >= 0) this.#calendar.cancel(page);
    if (page.place > inSpan) return;
    const pages = this.#spanAt.get(spanStart(page.due))?.pages ?? [];
    const last = pages.pop();
    if (last !== undefined && last !== page) {
      last.place = page.place;
      pages[inSpan - page.place] = last;
    }
    page.place = nowhere;
  }

  #schedule(): void {
    for (const page of this.#changed) {
      const due = page.place === gone ? undefined : this.#dueAt(page);
      if (due === undefined || (page.place !== nowhere && page.due <= due)) continue;
      this.#takeOut(page);
      this.#putIn(page, due);
    }
    // Most instants change one page; to set the length of a list costs more than to take that one.
    if (this.#changed.length === 1) this.#changed.pop();
    else this.#changed.length = 0;
  }

  /** A handler that writes an event into the page of its entity. Where the change says what is wrong with it, that breaks the invariant. */
  handler<Event>(name: string, change: (page: Page, event: Event, at: VirtualTime) => string | undefined) {
    return (event: Event, { id, at }: { readonly id: string; readonly at: VirtualTime }) => {
      const page = this.find(id);
      if (page === undefined) return undefined;
      const wrong = change(page, event, at);
      this.refresh(page);
      return wrong === undefined ? undefined : { name, words: `${id} ${wrong}` };
    };
  }

  /** The pages of another have been loaded. */
  *schedule(): Steps<void> {
    const pauses = pacer();
    for (const page of this.#pages.values()) {
      page.place = nowhere;
      this.refresh(page);
      if (pauses()) yield;
    }
  }

  dump(): ReadonlyMap<string, Page> {
    return this.#pages;
  }

  *load(dump: ReadonlyMap<string, Page>): Steps<void> {
    const pauses = pacer();
    for (const page of dump.values()) {
      this.put({ ...page, place: nowhere });
      if (pauses()) yield;
    }
  }
}

/** Pages that are due from `due` on, and before the next span begins. */
interface Span<Page> extends CalendarEntry {
  readonly pages: Page[];
}

/** The place of a page that is due at no time, and of one that was removed. The k-th of a span has `inSpan` - k. */
const nowhere = -1;
const gone = -2;
const inSpan = -3;

const spanMs = minutes(1);
const spanStart = (at: VirtualTime): VirtualTime => (at - (at % spanMs)) as VirtualTime;

/** When something must happen; undefined = nothing is to happen. */
export type Due = VirtualTime | undefined;

/** The earlier of two. */
export const pickSooner = (a: Due, b: Due): Due => (a === undefined || (b !== undefined && b < a) ? b : a);

/** So long after `since`, or now if that is over: what comes due too early, because a setting has changed, happens now. */
export const dueFrom = (since: VirtualTime, by: DurationMs, now: VirtualTime): VirtualTime => (since + by > now ? later(since, by) : now);

/** What is wrong if something happened at another time than its rule says; undefined if it happened then. */
export const compareTime = (what: string, rule: RuleId, at: VirtualTime, due: Due): string | undefined => {
  if (at === due) return undefined;
  const then = due === undefined ? 'that it does not' : formatVirtualTime(due);
  return `${what} at ${formatVirtualTime(at)}, ${rule} says ${then}`;
};

/** What is wrong if something has not happened when its rule says. */
export const sayMissing = (what: string, rule: RuleId, due: VirtualTime): string => `${what} at ${formatVirtualTime(due)}, as ${rule} says`;
