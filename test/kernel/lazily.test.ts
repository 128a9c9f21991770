import { expect, test } from 'vitest';
import { lazily } from '../../engine/kernel/collections/lazily.ts';

test('what is made lazily is made when it is first asked for, and only once', () => {
  let made = 0;
  const count = lazily(() => ++made);
  expect(made).toBe(0);
  expect([count(), count(), made]).toStrictEqual([1, 1, 1]);
});

test('so is nothing: undefined is a value like any other', () => {
  let asked = 0;
  const nothing = lazily(() => {
    asked += 1;
  });
  expect([nothing(), nothing(), asked]).toStrictEqual([undefined, undefined, 1]);
});
