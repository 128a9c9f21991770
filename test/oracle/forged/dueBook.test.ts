import { describe, expect, it } from 'vitest';
import { drawsFrom } from '../../../engine/kernel/rng.ts';
import { type VirtualTime, worldStart } from '../../../engine/kernel/time.ts';
import { type Due, DueBook, type DuePage } from '../audit/deadlines/dueBook.ts';

interface Page extends DuePage {
  at: Due;
}

const newPage = (id: string, at: Due): Page => ({ due: worldStart, order: 0, place: -1, id, at });

describe('a book of what is due', () => {
  it('finds what is overdue, however it was put off, put forward and removed, as a list that is read from end to end does', () => {
    const draw = drawsFrom('books');
    for (let world = 1; world <= 12; world++) {
      let drawn = 0;
      const below = (most: number): number => Math.floor(draw('book', String(world), drawn++) * most);
      const book = new DueBook<Page>(({ at }) => at);
      const pages: Page[] = [];
      let now = 0;
      for (let step = 0; step < 150; step++) {
        const dueAt = (): Due => (below(6) === 0 ? undefined : ((now + 1 + below(below(2) === 0 ? 5_000 : 400_000)) as VirtualTime));
        for (let change = below(4); change > 0; change--) {
          const page = pages[below(pages.length + 1)];
          if (page === undefined) {
            const added = newPage(`page-${step}-${change}`, dueAt());
            pages.push(added);
            book.put(added);
          } else if (below(3) === 0) {
            pages.splice(pages.indexOf(page), 1);
            book.remove(page.id);
          } else {
            page.at = dueAt();
            book.refresh(page);
          }
        }
        now += 1 + below(below(3) === 0 ? 90_000 : 3_000);
        const overdue = pages.filter(({ at }) => at !== undefined && at < now);
        const looks = book.watch.after < now;
        if (overdue.length > 0) expect(looks).toBe(true);
        for (let found = looks ? book.findOverdue(now as VirtualTime) : undefined; found !== undefined; ) {
          expect(overdue).toContain(found);
          overdue.splice(overdue.indexOf(found), 1);
          pages.splice(pages.indexOf(found), 1);
          book.remove(found.id);
          found = book.findOverdue(now as VirtualTime);
        }
        expect(overdue).toEqual([]);
      }
    }
  });
});
