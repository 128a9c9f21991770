import { isLeft } from 'fp-ts/lib/Either.js';
import { describe, expect, test } from 'vitest';
import { handlerSpec } from '../../../engine/api/contract/handler/handler.ts';
import { handlerView } from '../../../engine/api/contract/handler/handlerView.ts';
import { readAs } from '../../../engine/api/reading/readAs.ts';
import { answerTo } from '../../../engine/cloud/handler/answers.ts';
import { defaultHandler, handlerFor } from '../../../engine/cloud/handler/handler.ts';
import type { HandlerAnswer } from '../../../engine/cloud/handler/spec.ts';
import type { Json } from '../../../engine/kernel/canonical.ts';
import { drawsFrom } from '../../../engine/kernel/rng.ts';

/** An answer that is known by its output. */
const answer = (output: string, some: Partial<HandlerAnswer> = {}): HandlerAnswer => ({
  attempt: 1,
  times: 1,
  handler: { ...defaultHandler, output },
  ...some,
});

const answers = [
  answer('of job a', { job: 'a', input: { nth: 1 } }),
  answer('of job a, again', { job: 'a', input: { nth: 1 }, attempt: 2 }),
  answer('of job b', { job: 'b', input: { nth: 1 }, times: 3 }),
  answer('of job c', { job: 'c', input: { nth: 2 } }),
  answer('of none'),
];

/** What is given to a question as the draw goes from 0 to 1, in hundredths. */
const given = (id: string, input: Json, attempt = 1): Readonly<Record<string, number>> => {
  const counts: Record<string, number> = {};
  for (let k = 0; k < 100; k++) {
    const output = String(answerTo(answers, { id, input, attempt }, () => k / 100).handler.output);
    counts[output] = (counts[output] ?? 0) + 1;
  }
  return counts;
};

describe('the answer', () => {
  test('to the attempt of a job that is known is its own', () => {
    expect(given('a', { nth: 1 })).toStrictEqual({ 'of job a': 100 });
    expect(given('a', { nth: 1 }, 2)).toStrictEqual({ 'of job a, again': 100 });
    expect(given('b', { nth: 1 })).toStrictEqual({ 'of job b': 100 });
  });

  test('to a known input is one of those to it, each as often as it was given', () => {
    expect(given('new', { nth: 1 })).toStrictEqual({ 'of job a': 25, 'of job b': 75 });
    expect(given('new', { nth: 1 }, 2)).toStrictEqual({ 'of job a, again': 100 });
  });

  test('to a new input is one of all to that attempt', () => {
    expect(given('new', { nth: 3 })).toStrictEqual({ 'of job a': 17, 'of job b': 50, 'of job c': 17, 'of none': 16 });
  });

  test('to an attempt that no job came to is one of all', () => {
    expect(Object.keys(given('a', { nth: 1 }, 7))).toStrictEqual(['of job a', 'of job a, again', 'of job b', 'of job c', 'of none']);
  });

  test('has the same input whatever the order of its keys', () => {
    const both = [answer('right', { input: { a: 1, b: [{ c: 2, d: 3 }] } }), answer('wrong', { input: { a: 1 } })];
    expect(answerTo(both, { id: 'x', input: { b: [{ d: 3, c: 2 }], a: 1 }, attempt: 1 }, () => 0.99).handler.output).toBe('right');
  });

  test('is drawn by job and attempt, and without a draw where there is but one', () => {
    const draw = drawsFrom('answers');
    const drawn = (id: string, attempt: number) => handlerFor({ ...defaultHandler, answers }, { id, input: 'new', attempt }, draw).output;
    expect(drawn('j', 1)).toBe(drawn('j', 1));
    expect(new Set(Array.from({ length: 50 }, (_, k) => drawn(`j-${k}`, 1))).size).toBe(4);
    const none = () => {
      throw new Error('a draw was made');
    };
    expect(handlerFor({ ...defaultHandler, answers }, { id: 'a', input: null, attempt: 1 }, none).output).toBe('of job a');
    expect(handlerFor(defaultHandler, { id: 'a', input: null, attempt: 1 }, none)).toBe(defaultHandler);
  });
});

describe('a handler with answers, as it is written', () => {
  const read = (answers: Json, more: { readonly [name: string]: Json } = {}) => readAs(handlerSpec, { answers, ...more });

  test('is shown so that it reads back as it is', () => {
    const written = read([
      { job: 'a', input: { nth: 1 }, duration: { fixed: '2s' }, output: [1] },
      { input: null, attempt: 2, times: 7, outcomes: ['fail'], error: 'no' },
      { outcomes: ['hang'], chunks: ['a', 'b'] },
    ]);
    if (isLeft(written)) throw new Error(JSON.stringify(written.left));
    expect(readAs(handlerSpec, handlerView(written.right))).toStrictEqual(written);
  });

  // biome-ignore format: a table
  test.each([
    ['no answer',              [],                                                        {},                  'minItems: got 0, want 1'],
    ['something beside them',  [{}],                                                      { output: 1 },       'a handler with answers has nothing else, but concurrency'],
    ['real workers, too',      [{}],                                                      { external: {} },    'an external handler has nothing else'],
    ['outcomes and chances',   [{ outcomes: ['fail'], chances: { fail: '1/2' } }],        {},                  'give outcomes or chances, not both'],
    ['chances above 1',        [{ chances: { fail: '2/3', crash: '2/3' } }],              {},                  'chances add up to more than 1'],
    ['answers in an answer',   [{ answers: [{}] }],                                       {},                  "additional properties 'answers' not allowed"],
    ['a weight of nothing',    [{ times: 0 }],                                            {},                  'minimum: got 0, want 1'],
  ])('is refused with %s', (_, answers, more, words) => {
    const problems = read(answers as Json, more);
    expect(isLeft(problems) ? problems.left.map(({ message }) => message).join('\n') : 'taken').toContain(words);
  });
});

describe('headers of an answer', () => {
  const isRead = (headers: Json): boolean => !isLeft(readAs(handlerSpec, { duration: { fixed: '1s' }, headers } as Json));

  test('are names and printable ASCII', () => {
    expect(isRead({ 'x-served-by': 'a', 'Content-Type': 'text/plain; a="b"' })).toBe(true);
    for (const headers of [{ 'x y': 'a' }, { 'x:': 'a' }, { x: 'ä' }, { x: 'a\r\nb: c' }, { '': 'a' }]) expect(isRead(headers)).toBe(false);
  });

  test('are none of those that a server writes itself, however they are written', () => {
    for (const name of ['content-length', 'Content-Length', 'CONNECTION', 'Date', 'Transfer-Encoding'])
      expect(isRead({ [name]: '1' })).toBe(false);
  });
});
