import { describe, expect, test } from 'vitest';
import { agrees, answerText, isRight, readAnswer } from '../../../engine/lab/lesson/answer.ts';
import type { PlayedQuestion } from '../../../engine/lab/lesson/playedQuestion.ts';

const question = (parts: Partial<PlayedQuestion>): PlayedQuestion =>
  ({ ask: 'x', rules: ['job.start'], because: 'x', type: 'number', computed: 0, known: { seq: 1, at: 0 }, ...parts }) as PlayedQuestion;
const choice = [
  { wrong: 'no', claim: [] },
  { right: 'yes', claim: [] },
] as unknown as NonNullable<PlayedQuestion['choice']>;
const names = new Map([['job-1', 'id-of-1']]);
const known = (id: string) => (id === 'id-of-1' ? 'job-1' : id);

describe('a stated answer agrees with the computed one', () => {
  // biome-ignore format: a table
  test.each([
    [3,      3,        true],
    [3,      3.01,     false],
    [0.37,   0.372,    true],
    [0.37,   0.366,    true],
    [0.37,   0.376,    false],
    [0.4,    0.372,    true],
    [25_000, 25_000,   true],
    [25_000, 25_001,   false],
    ['a',    'a',      true],
    ['a',    'b',      false],
    [3,      '3',      false],
  ])('%s and %s: %s', (stated, computed, agreed) => {
    expect(agrees(stated, computed)).toBe(agreed);
  });
});

describe('what a learner writes is read', () => {
  // biome-ignore format: a table
  test.each<[string, PlayedQuestion, string, unknown]>([
    ['a letter',             question({ type: 'choice', choice }),                       ' B ',   'yes'],
    ['no such letter',       question({ type: 'choice', choice }),                       'c',     'give one of a, b'],
    ['a number',             question({ type: 'number' }),                               '0.5',   0.5],
    ['no number',            question({ type: 'number' }),                               'many',  'give a number'],
    ['an empty line',        question({ type: 'number' }),                               '',      'give a number'],
    ['a duration',           question({ type: 'duration' }),                             '1m30s', 90_000],
    ['a bare number',        question({ type: 'duration' }),                             '90',    'give a duration such as 500ms, 25s or 1h30m'],
    ['a short name',         question({ type: 'entity', candidates: ['id-of-1'] }),      'job-1', 'id-of-1'],
    ['an id',                question({ type: 'entity', candidates: ['ep-a-w1'] }),      'ep-a-w1', 'ep-a-w1'],
    ['another entity',       question({ type: 'entity', candidates: ['ep-a-w1'] }),      'job-1', 'give the name of one of those that are listed'],
    ['a height',             question({ type: 'line', line: { chart: 'workers', height: { count: 'JobStarted' } } as never }), '4', 4],
    ['a time on a chart',    question({ type: 'line', line: { chart: 'workers', time: { first: 'JobStarted' } } as never }), '4s', 4_000],
  ])('%s', (_, of, text, value) => {
    const read = readAnswer(of, text, names);
    expect(read._tag === 'Left' ? read.left : read.right).toBe(value);
  });
});

describe('an answer is right', () => {
  // biome-ignore format: a table
  test.each<[string, PlayedQuestion, number | string, boolean]>([
    ['exactly',                     question({ computed: 12, answer: 12 }),                       12,    true],
    ['not nearly',                  question({ computed: 12, answer: 12 }),                       13,    false],
    ['within its tolerance',        question({ computed: 12, answer: 12, tolerance: 1 }),         13,    true],
    ['beyond its tolerance',        question({ computed: 12, answer: 12, tolerance: 1 }),         14,    false],
    ['to the digits that are stated', question({ computed: 0.372, answer: 0.37 }),                0.37,  true],
    ['the right text',              question({ type: 'choice', choice, computed: 'yes' }),        'yes', true],
    ['a wrong text',                question({ type: 'choice', choice, computed: 'yes' }),        'no',  false],
  ])('%s', (_, of, given, right) => {
    expect(isRight(of, given)).toBe(right);
  });
});

test('an answer is shown with its unit, its short name, its stated digits', () => {
  expect(answerText(question({ computed: 0.372, answer: 0.37, unit: 'USD' }), { findName: known })).toBe('0.37 USD');
  expect(answerText(question({ type: 'entity', computed: 'id-of-1', answer: '$job' }), { findName: known })).toBe('job-1');
  expect(answerText(question({ type: 'duration', computed: 90_000, answer: '90s' }), { findName: known })).toBe('1m30s');
});
