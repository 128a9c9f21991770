import { expect, test } from 'vitest';
import { hiddenFamilies } from './hidden/families.ts';
import { judgeTwin } from './hidden/judge.ts';

// `npm run bench -- twin-loop` prints the table, of any number of endpoints.
test.each(Object.entries(hiddenFamilies))('%s: an answer is right, or there is none', (name, make) => {
  for (const number of [1, 2]) {
    const { truth, isRight, goalMs } = judgeTwin(make(number), number);
    expect(truth === undefined || isRight, `${name} ${number}: said to keep to ${goalMs} ms, and truly ${truth?.p95Ms} ms`).toBe(true);
  }
});
