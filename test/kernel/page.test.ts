import { expect, test } from 'vitest';
import { Page } from '../../engine/kernel/collections/page.ts';

const pagesOf = (items: readonly string[], size: { readonly answerItems: number; readonly answerSize: number }, most?: number) => {
  const pages: string[][] = [];
  for (let left = [...items]; left.length > 0 && pages.length < 10; ) {
    const page = new Page<string>(size, most);
    const rest = page.fill(left, (item) => item);
    pages.push(page.items);
    left = rest === 0 ? [] : left.slice(-rest);
  }
  return pages;
};

test('a page ends where it has as many items as it may, or where the next one would be too much to send', () => {
  expect(pagesOf(['a', 'b', 'c'], { answerItems: 2, answerSize: 100 })).toStrictEqual([['a', 'b'], ['c']]);
  expect(pagesOf(['a', 'b', 'c'], { answerItems: 9, answerSize: 100 }, 1)).toStrictEqual([['a'], ['b'], ['c']]);
  // Each item has two quotation marks.
  expect(pagesOf(['aaaa', 'bbbb', 'cccc'], { answerItems: 9, answerSize: 12 })).toStrictEqual([['aaaa', 'bbbb'], ['cccc']]);
});

test('an item that is too large for any page is alone on its page, so that reading on comes past it', () => {
  expect(pagesOf(['a', 'too large', 'b'], { answerItems: 9, answerSize: 5 })).toStrictEqual([['a'], ['too large'], ['b']]);
});
