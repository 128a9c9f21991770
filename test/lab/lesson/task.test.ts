import { isLeft } from 'fp-ts/lib/Either.js';
import { describe, expect, test } from 'vitest';
import { attempt, judge, parseSteps } from '../../../engine/lab/lesson/task.ts';
import { problemText } from '../../../engine/scenario/format/problem.ts';
import { assertionText } from '../../../engine/scenario/step/assertionText.ts';
import { goodLesson, lessonOf, lessonWith } from './lessons.ts';

const goodGoal = '{ metric: delayTime, of: ep-a, max: 0s }';
const judged = (text: string, goal = goodGoal) => {
  const lesson = lessonOf(lessonWith(goodGoal, goal));
  const steps = parseSteps('steps.yaml', text);
  if (isLeft(steps)) throw new Error(steps.left.map(problemText).join('\n'));
  const run = attempt(lesson, steps.right);
  if (isLeft(run)) throw new Error(run.left.map(({ message }) => message).join('\n'));
  return judge(lesson, run.right);
};

test('steps that meet the goal solve a task, and no others', () => {
  expect(judged('- { at: 0s, act: updateEndpoint, with: { endpoint: ep-a, body: { workers: { min: 1 } } } }').isMet).toBe(true);
  expect(judged('- { at: 20s, act: updateEndpoint, with: { endpoint: ep-a, body: { workers: { min: 1 } } } }')).toMatchObject({
    isMet: false,
    parts: [{ unmet: ['delayTime of ep-a max: expected 0s, got 15s'] }],
  });
});

test('each part of a goal says what was measured', () => {
  const measuredBy = (goal: string) =>
    judged('- { at: 1m, act: health, with: { endpoint: ep-a } }', goal).parts.map(({ measured }) => measured);
  expect(measuredBy('{ metric: delayTime, of: ep-a, max: 0s }')).toStrictEqual(['max 25 s']);
  expect(measuredBy('{ metric: executionTime, of: $none, max: 0s }')).toStrictEqual([undefined]);
  expect(measuredBy('{ metric: delayTime, p50: { lt: 0s }, p95: 0s }')).toStrictEqual(['p50 25 s, p95 25 s']);
  expect(measuredBy('{ count: JobStarted, is: 7 }')).toStrictEqual(['1']);
  expect(measuredBy('{ never: JobStarted }')).toStrictEqual(['1']);
  expect(measuredBy('{ metric: cost, is: 0 }')).toStrictEqual([expect.stringMatching(/^0\.\d{1,6} USD$/)]);
  expect(measuredBy('{ metric: utilization, is: 7 }')).toStrictEqual([expect.stringMatching(/^0\.\d{1,6}$/)]);
  expect(measuredBy('{ sequence: [JobQueued], of: $job }')).toStrictEqual([undefined]);
});

test('the steps of a learner may use what those of the sandbox have saved', () => {
  expect(judged('- { at: 31s, act: cancel, with: { endpoint: ep-a, job: $job } }')).toMatchObject({
    parts: [{ unmet: ['delayTime of ep-a: no job has one'] }],
  });
});

// biome-ignore format: a table
test.each([
  ['no list',                'act: run',                                                    'steps.yaml:1:1: must be a list of steps'],
  ['an unknown key',         '- { at: 0s, acts: run }',                                     "steps.yaml:1:13: 0: unknown key 'acts'; did you mean 'act'?"],
  ['an unknown operation',   '- { act: rnu, with: { endpoint: ep-a } }',                    "did you mean 'run'?"],
  ['an unknown endpoint',    '- { act: health, with: { endpoint: ep-b } }',                 "step 1.with.endpoint: there is no endpoint 'ep-b'; did you mean 'ep-a'?"],
  ['an unreadable condition', '- { act: health, with: { endpoint: ep-a } }\n- { when: soon, within: 1s }', 'step 2.when: cannot be read'],
  ['a variable of no step',  '- { act: cancel, with: { endpoint: ep-a, job: $jab } }',      '$jab'],
])('steps with %s are refused', (_, text, words) => {
  expect(() => judged(text)).toThrow(words);
});

test('what is wrong with a step stands at its place among those of the learner', () => {
  const steps = parseSteps('steps.yaml', '- { delay: 1s }\n- { act: health, with: { endpoint: ep-b } }');
  const run = isLeft(steps) ? expect.fail() : attempt(lessonOf(goodLesson), steps.right);
  expect(isLeft(run) ? run.left.map(({ path }) => path) : []).toStrictEqual([[1, 'with', 'endpoint']]);
});

describe('a goal in words', () => {
  // biome-ignore format: a table
  test.each([
    [{ metric: 'delayTime', of: 'ep-a', p95: { lte: '5s' } },              'p95 of delayTime of ep-a ≤ 5s'],
    [{ metric: 'delayTime', p50: '1s', max: { lt: '9s' } },                'p50 of delayTime = 1s, max of delayTime < 9s'],
    [{ metric: 'bill', is: { gte: 1, lt: 2 } },                            'bill ≥ 1 and < 2'],
    [{ count: 'JobCompleted', of: '$job', is: 5 },                         'count of JobCompleted of $job = 5'],
    [{ never: 'JobPurged' },                                               'no JobPurged'],
    [{ sequence: ['JobQueued', 'JobStarted'], of: '$job' },                'the events of $job: JobQueued, JobStarted'],
  ])('%j', (assertion, words) => {
    expect(assertionText(assertion as never)).toBe(words);
  });
});
