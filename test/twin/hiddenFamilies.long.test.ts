import { expect, test } from 'vitest';
import { hiddenFamilies } from './hidden/families.ts';
import { judgeTwin } from './hidden/judge.ts';

/** Families of which a twin knows that they are none of its own; of the others it knows enough to answer, or its backtest is too far off. */
const refused: ReadonlySet<string> = new Set([
  'a deploy in the middle',
  'a trend',
  'growing starts',
  'clients that give up',
  'clients that wait',
]);

// `npm run bench -- twin-loop` prints the table, of any number of endpoints.
test.each(Object.entries(hiddenFamilies))('%s: an answer is right, or there is none', (name, make) => {
  const { truth, isRight, goalMs, refusals } = judgeTwin(make(1), 1);
  expect(truth === undefined || isRight, `said to keep to ${goalMs} ms, and truly ${truth?.p95Ms} ms`).toBe(true);
  if (refused.has(name)) expect(refusals).not.toStrictEqual([]);
});
