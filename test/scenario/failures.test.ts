import { describe, expect, test } from 'vitest';
import { findTeaching } from '../../engine/scenario/format/teaching.ts';
import { findHeldAssertions } from '../../engine/scenario/play/heldAssertions.ts';
import { assertionLine, placeFailures } from '../../engine/scenario/step/failurePlaces.ts';
import { file, playedText, scenarioText, submit } from '../support/worlds/playing.ts';

const text = scenarioText(`steps:
  - ${submit}
  - { at: 10s, act: status, with: { endpoint: ep-a, job: $job }, expect: { body: { status: FAILED } } }
assert:
  - { count: JobCompleted, is: 1 }
  - { count: JobQueued, of: $job, is: 2 }
  - { metric: executionTime, of: ep-a, max: 9s }
`);
const run = playedText(text);

describe('what was not as expected', () => {
  const { failures, failedAssertions } = placeFailures(file, text, run.failed);

  test('stands at its line, with what was expected and the entry to look at first', () => {
    expect(failures).toStrictEqual([
      'a.scenario.yaml:11:39: assert.1: count of JobQueued: expected 2, got 1',
      'a.scenario.yaml:12:45: assert.2: executionTime of ep-a max: expected 9s, got 1s (job-1, entry 11, 00:00:01.000)',
      'a.scenario.yaml:8:82: steps.1 status: body.status: expected "FAILED", got "COMPLETED"',
    ]);
  });

  test('is the same in numbers, and as the line that is shown', () => {
    expect(failedAssertions.map(assertionLine)).toStrictEqual(failures);
    expect(failedAssertions[1]).toStrictEqual({
      ...{ file, line: 12, column: 45, what: 'assert.2: executionTime of ep-a max', expected: '9s', actual: '1s' },
      nearest: 'job-1, entry 11, 00:00:01.000',
    });
  });

  test('stands at the beginning of a file that can no longer be read', () => {
    expect(placeFailures(file, 'title: [', run.failed).failures[0]).toMatch(/^a\.scenario\.yaml:1:1: /);
  });
});

test('an assertion that holds stands beside what was seen; those that failed are left out', () => {
  expect(findHeldAssertions(text, run)).toStrictEqual([{ line: 10, column: 5, what: 'count of JobCompleted = 1', seen: '1' }]);
});

describe('a rule is shown', () => {
  test('by a scenario that teaches it, and by a lesson that is about it', () => {
    expect(findTeaching('a.yaml', 'title: runs\nteaches: [job.run]\n', 'job.run')).toStrictEqual({
      kind: 'scenario',
      file: 'a.yaml',
      title: 'runs',
    });
    expect(findTeaching('b.yaml', 'title: learn\nrules: [job.run]\n', 'job.run')).toStrictEqual({
      kind: 'lesson',
      file: 'b.yaml',
      title: 'learn',
    });
  });

  test('by no file that only mentions it, and by none that cannot be read', () => {
    expect(findTeaching('a.yaml', 'title: about job.run\nteaches: [job.run-sync]\n', 'job.run')).toBeUndefined();
    expect(findTeaching('a.yaml', 'teaches: [job.run', 'job.run')).toBeUndefined();
  });
});
