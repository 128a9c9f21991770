import { isLeft } from 'fp-ts/lib/Either.js';
import { describe, expect, test } from 'vitest';
import { holds, parseCondition } from '../../engine/scenario/step/condition.ts';
import { World } from '../../engine/world/world.ts';
import { endpointOf, jobIdOf, runOf, worldOf } from '../support/worlds/worlds.ts';

describe('a condition is read', () => {
  // biome-ignore format: a table
  test.each([
    ['job j is FAILED',                    { type: 'status', kind: 'job', id: 'j', statuses: ['FAILED'] }],
    ['job j is FAILED or TIMED_OUT',       { type: 'status', kind: 'job', id: 'j', statuses: ['FAILED', 'TIMED_OUT'] }],
    ['job j is FAILED, TIMED_OUT or gone', { type: 'status', kind: 'job', id: 'j', statuses: ['FAILED', 'TIMED_OUT', 'gone'] }],
    ['worker ep-a-w1 is IDLE',             { type: 'status', kind: 'worker', id: 'ep-a-w1', statuses: ['IDLE'] }],
    ['endpoint ep-a is gone',              { type: 'status', kind: 'endpoint', id: 'ep-a', statuses: ['gone'] }],
    ['endpoint ep-a has 1 worker',         { type: 'count', kind: 'endpoint', id: 'ep-a', of: 'worker', count: 1 }],
    ['endpoint ep-a has 2 workers IDLE',   { type: 'count', kind: 'endpoint', id: 'ep-a', of: 'worker', count: 2, status: 'IDLE' }],
    ['endpoint ep-a has 1 waiting job',    { type: 'count', kind: 'endpoint', id: 'ep-a', of: 'waiting job', count: 1 }],
    [' endpoint ep-a has 0 waiting jobs ', { type: 'count', kind: 'endpoint', id: 'ep-a', of: 'waiting job', count: 0 }],
  ])('%s', (text, condition) => {
    expect(parseCondition(text)).toMatchObject({ right: condition });
  });
});

describe('a condition is refused', () => {
  // biome-ignore format: a table
  test.each([
    ['of no known kind',         'planet p is RUNNING',                  'there is no kind of entity \'planet\'; docs/reference/lifecycles.md lists all'],
    ['of no known status',       'job j is BROKEN',                      'a job is never BROKEN; its statuses are NEW, IN_QUEUE'],
    ['of a status like ‘gone’',  'job j is DONE',                        'a job is never DONE; its statuses are NEW, IN_QUEUE'],
    ['with one status too many', 'job j is FAILED or BROKEN',            'a job is never BROKEN'],
    ['with a worker’s status',   'job j is IDLE',                        'a job is never IDLE'],
    ['of workers so',            'endpoint ep-a has 1 worker BUSY',      'a worker is never BUSY; its statuses are NEW, THROTTLED'],
    ['without a number',         'endpoint ep-a has some workers',       'cannot be read; write it like one of: job $job is FAILED'],
    ['of jobs that run',         'endpoint ep-a has 3 running jobs',     'cannot be read'],
    ['of jobs by status',        'endpoint ep-a has 3 waiting jobs IDLE', 'cannot be read'],
    ['of what a kind has no number of', 'pod p has 3 workers',           'cannot be read'],
    ['of what every object has', 'endpoint ep-a has 1 constructor',      'cannot be read'],
    ['with nothing in it',       '',                                     'cannot be read'],
  ])('%s', (_, text, words) => {
    const condition = parseCondition(text);
    expect(isLeft(condition) ? condition.left : '').toContain(words);
  });
});

describe('a condition holds', () => {
  const world = new World(
    worldOf({ endpoints: [endpointOf('ep-a', { workers: { min: 1, max: 1 } }, { duration: { kind: 'fixed', ms: 5_000 } })] }),
  );
  const first = jobIdOf(world.call(runOf('ep-a', { n: 1 })));
  const second = jobIdOf(world.call(runOf('ep-a', { n: 2 })));

  // biome-ignore format: a table
  test.each<[string, boolean]>([
    [`job ${first} is IN_PROGRESS`,               true],
    [`job ${second} is IN_PROGRESS`,              false],
    [`job ${second} is IN_PROGRESS or IN_QUEUE`,  true],
    ['job job-none is gone',                      true],
    [`job ${first} is gone`,                      false],
    ['worker ep-a-w1 is RUNNING',                 true],
    ['worker ep-a-w1 is IDLE',                    false],
    ['endpoint ep-a has 1 worker',                true],
    ['endpoint ep-a has 2 workers',               false],
    ['endpoint ep-a has 0 workers',               false],
    ['endpoint ep-a has 1 worker RUNNING',        true],
    ['endpoint ep-a has 0 workers IDLE',          true],
    ['endpoint ep-a has 1 worker IDLE',           false],
    ['endpoint ep-a has 1 waiting job',           true],
    ['endpoint ep-a has 2 waiting jobs',          false],
    ['endpoint ep-a has 0 waiting jobs',          false],
    ['endpoint ep-b has 0 waiting jobs',          true],
  ])('%s: %s', (text, expected) => {
    const condition = parseCondition(text);
    expect(isLeft(condition) ? condition.left : holds(condition.right, world)).toBe(expected);
  });
});
