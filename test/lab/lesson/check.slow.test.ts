import { describe, expect, test } from 'vitest';
import { goodLesson, lessonWith, problemsOfLesson } from './lessons.ts';

test('a good lesson has no problem', () => {
  expect(problemsOfLesson(goodLesson)).toStrictEqual([]);
});

const completed = '{ right: COMPLETED, claim: { holds: job $job is COMPLETED } }';
const failed = '{ wrong: FAILED, claim: { holds: job $job is FAILED }, but: Its handler did not fail. }';
const measure = 'duration: { first: JobStarted, of: $job, since: { first: JobQueued, of: $job } }';

describe('what is stated, and the log does not say', () => {
  // biome-ignore format: a table
  test.each([
    ['a stated duration is not the computed one', lessonWith('answer: 25s', 'answer: 24s'),                       'steps.0.question.answer: is stated to be "24s", but the log says 25s'],
    ['a stated number is not the computed one',   lessonWith(`${measure}\n      answer: 25s\n      tolerance: 1s`, 'number: { count: WorkerLaunched }\n      answer: 2'), 'steps.0.question.answer: is stated to be 2, but the log says 1'],
    ['a stated entity is another one',            lessonWith(`${measure}\n      answer: 25s\n      tolerance: 1s`, 'entity: { first: JobStarted, field: workerId }\n      answer: ep-a-w2'), 'steps.0.question.answer: is stated to be "ep-a-w2", but the log says ep-a-w1'],
    ['a stated line is elsewhere',                lessonWith(`${measure}\n      answer: 25s\n      tolerance: 1s`, 'line: { chart: workers, of: ep-a, height: { most: workers, of: ep-a } }\n      answer: 3'), 'steps.0.question.answer: is stated to be 3, but the log says 1'],
    ['the right choice does not hold',            lessonWith(completed, completed.replace('is COMPLETED', 'is TIMED_OUT')), 'steps.1.question.choice.0.claim: this choice is stated to be right, but the log contradicts it'],
    ['a wrong choice holds',                      lessonWith(failed, failed.replace('is FAILED', 'is COMPLETED')), 'steps.1.question.choice.1.claim: this choice is stated to be wrong, but the log does not contradict it'],
    ['a wrong choice holds in all of its claims', lessonWith(failed, failed.replace('{ holds: job $job is FAILED }', '[{ never: JobFailed }, { count: JobStarted, is: 1 }]')), 'but the log does not contradict it'],
    ['the log has no such event',                 lessonWith('{ first: JobStarted, of: $job,', '{ first: JobRetried, of: $job,'), 'steps.0.question.duration: the log has no such JobRetried'],
    ['the event has no such field',               lessonWith('{ first: JobStarted, of: $job, since: { first: JobQueued, of: $job } }', '{ first: JobStarted, field: color }'), "steps.0.question.duration: JobStarted has no field 'color'"],
    ['a line is on a chart of nothing',           lessonWith(`${measure}\n      answer: 25s\n      tolerance: 1s`, 'line: { chart: workers, of: ep-b, height: { count: WorkerLaunched } }\n      answer: 1'), "steps.0.question.line: the log has no 'ep-b'; did you mean 'ep-a'?"],
    ['a line is on a chart that stays at 0',      lessonWith(`${measure}\n      answer: 25s\n      tolerance: 1s`, 'line: { chart: THROTTLED workers, of: ep-a, height: { count: JobStarted } }\n      answer: 1'), 'steps.0.question.line: the chart of THROTTLED workers is 0 all the time'],
    ['a measure names no entity of the log',      lessonWith('{ first: JobStarted, of: $job,', '{ first: JobStarted, of: job-7,'), "steps.0.question.duration: the log has no 'job-7'"],
    ['a wrong claim names an unknown entity',     lessonWith(failed, failed.replace('{ holds: job $job is FAILED }', '{ count: WorkerLaunched, of: ep-a-w7, is: 1 }')), "steps.1.question.choice.1.claim: the log has no 'ep-a-w7'; did you mean 'ep-a-w1'?"],
    ['a wrong claim is about another kind',       lessonWith(failed, failed.replace('{ holds: job $job is FAILED }', '{ count: JobFailed, of: ep-a, is: 1 }')), "steps.1.question.choice.1.claim: JobFailed is an event of a job, and 'ep-a' is an endpoint"],
    ['a wrong claim has an unknown field',        lessonWith(failed, failed.replace('{ holds: job $job is FAILED }', '{ count: JobStarted, where: { worker: x }, is: 1 }')), "steps.1.question.choice.1.claim: JobStarted has no field 'worker'"],
    ['a wrong claim has an unset variable',       lessonWith(failed, failed.replace('{ holds: job $job is FAILED }', '{ value: $delay, is: 3 }')), 'steps.1.question.choice.1.claim: $delay is not set when the scenario has ended; there is only $job'],
    ['a wrong condition is about no entity',      lessonWith(failed, failed.replace('job $job is FAILED', 'worker ep-a-w9 is UNHEALTHY')), "steps.1.question.choice.1.claim: the log has no worker 'ep-a-w9'"],
    ['a wrong claim is of what has no entity',    lessonWith(failed, failed.replace('{ holds: job $job is FAILED }', '{ count: InputRefused, of: ep-a, is: 1 }')), 'InputRefused is about no entity: leave `of` out'],
  ])('%s', (_, text, words) => {
    expect(problemsOfLesson(text).join('\n')).toContain(words);
  });
});

describe('moments', () => {
  // biome-ignore format: a table
  test.each([
    ['a question is asked when its answer is known', lessonWith('when: job $job is IN_QUEUE', 'at: 1m'),         'steps.0.question: the answer is known already when the question is asked at 00:01:00.000, after entry 13: ask earlier, or give a later `until`'],
    ['its end is its own moment',                    lessonWith('until: 1m', 'until: 55s'),                        'steps.1.question: the answer is known already'],
    ['what it asks for is over',                     lessonWith(`when: job $job is IN_QUEUE\n    question:`, 'at: 1m\n    question:\n      until: 90s'), 'steps.0.question: the answer is known already'],
    ['a step goes back',                             lessonWith('The job runs for 2 s.', 'The job runs.\n    at: 1s'), 'steps.1.at: goes back: the step before stands at 00:00:55.000'],
    ['a step is after the end',                      lessonWith('when: job $job is IN_QUEUE', 'at: 1h'),           'steps.0.at: the scenario ends at 00:02:00.000, before that'],
    ['an answer is after the end',                   lessonWith('until: 1m', 'until: 1h'),                        'steps.1.question.until: the scenario has no such time after 00:00:55.000: it ends at 00:02:00.000'],
    ['a condition never holds',                      lessonWith('when: job $job is IN_QUEUE', 'when: job $job is FAILED'), "steps.0.when: 'job $job is FAILED' never holds from 00:00:00.000 on"],
    ['a condition cannot be read',                   lessonWith('when: job $job is IN_QUEUE', 'when: job $job is QUEUED'), "steps.0.when: a job is never QUEUED; its statuses are"],
    ['an end cannot be read',                        lessonWith('until: 1m', 'until: soon'),                      'steps.1.question.until: cannot be read'],
    ['a variable is not saved',                      lessonWith('when: job $job is IN_QUEUE', 'when: job $jab is IN_QUEUE'), 'steps.0.when: $jab is not set when the scenario has ended; did you mean'],
    ['a step has two moments',                       lessonWith('when: job $job is IN_QUEUE', 'when: job $job is IN_QUEUE\n    at: 1s'), 'steps.0: a moment is `at` or `when`, not both'],
  ])('%s', (_, text, words) => {
    expect(problemsOfLesson(text).join('\n')).toContain(words);
  });
});

describe('questions', () => {
  // biome-ignore format: a table
  test.each([
    ['no type',                lessonWith(measure, 'unit: s'),                           'steps.0.question: give one of choice, number, duration, entity, line'],
    ['two types',              lessonWith(measure, `${measure}\n      number: { count: JobQueued }`), 'steps.0.question: give one of choice, number, duration, entity, line, and only one'],
    ['no answer',              lessonWith('answer: 25s', 'unit: s'),                     'steps.0.question: give the `answer` that the log must have'],
    ['a number for a time',    lessonWith('answer: 25s', 'answer: 25'),                  'steps.0.question.answer: must be a duration such as 25s'],
    ['a time for a number',    lessonWith(measure, 'number: { count: JobQueued }'),      'steps.0.question.answer: must be a number'],
    ['a measure of another type', lessonWith(measure, 'duration: { count: JobQueued }'), 'steps.0.question.duration: this is a number, and the question asks for a duration'],
    ['an entity that is counted', lessonWith(`${measure}\n      answer: 25s\n      tolerance: 1s`, 'entity: { count: JobQueued }\n      answer: x'), 'steps.0.question.entity: an entity is that of an event'],
    ['an entity nearly',       lessonWith(`${measure}\n      answer: 25s`, 'entity: { first: JobQueued }\n      answer: $job'), 'steps.0.question.tolerance: an entity is not nearly another'],
    ['no right choice',        lessonWith(completed, completed.replace('right', 'wrong')), 'steps.1.question.choice: one choice must be right, and none is'],
    ['two right choices',      lessonWith(failed, failed.replace('wrong: FAILED', 'right: DONE').replace(', but: Its handler did not fail.', '')), 'steps.1.question.choice: one choice must be right, and 2 is'],
    ['two equal choices',      lessonWith('wrong: FAILED', 'wrong: COMPLETED'),          'steps.1.question.choice.1: another choice says the same'],
    ['an answer to a choice',  lessonWith('until: 1m', 'until: 1m\n      answer: COMPLETED'), 'steps.1.question.answer: a choice has no `answer`: its claims say what is right'],
    ['a choice without claim', lessonWith(failed, '{ wrong: FAILED }'),                  "steps.1.question.choice.1: missing property 'claim'"],
    ['an unknown event',       lessonWith('first: JobStarted', 'first: JobStartd'),      "'JobStartd' is not an event type; did you mean 'JobStarted'?"],
    ['an unknown chart',       lessonWith(measure, 'number: { most: worker, of: ep-a }'), "'worker' is not known here; did you mean 'workers'"],
    ['a bad pattern',          lessonWith(failed, failed.replace('{ holds: job $job is FAILED }', "{ value: $job, is: { matches: '(' } }")), "steps.1.question: '(' is not a regular expression"],
    ['a claim with a misspelt key', lessonWith(failed, failed.replace('holds', 'hold')),       "claim: unknown key 'hold'; did you mean 'holds'?"],
    ['one choice alone',       lessonWith(`        - ${failed}\n`, ''),                     'steps.1.question.choice: must have at least 2 items; got 1'],
    ['a claim of no value',    lessonWith(failed, failed.replace('{ holds: job $job is FAILED }', '{ value: job, is: x }')), 'must be a variable such as $wait'],
  ])('%s', (_, text, words) => {
    expect(problemsOfLesson(text).join('\n')).toContain(words);
  });
});

describe('rules and sources', () => {
  // biome-ignore format: a table
  test.each([
    ['an unknown rule',                        lessonWith('rules: [job.start, worker.cold-start]', 'rules: [job.strat]'), "3:9: rules.0: 'job.strat' is not a rule; did you mean 'job.start'?"],
    ['a rule that no question shows',          lessonWith('rules: [job.start, worker.cold-start]', 'rules: [job.start, worker.cold-start, job.retry]'), '3:39: rules.2: no question shows job.retry'],
    ['a question with a rule of another lesson', lessonWith('      rules: [job.start]', '      rules: [job.retry]'), 'steps.1.question.rules.0: job.retry is not among the `rules` of the lesson'],
    ['a scenario that teaches more',           lessonWith('teaches: [job.start, worker.cold-start]', 'teaches: [job.run]'), 'rules: a scenario of the lesson teaches job.run, which is not among its rules'],
    ['a source that is no thread',             lessonWith('scenario:\n', 'sources: [{ thread: a forum, says: x }]\nscenario:\n'), 'sources.0.thread: must be a public thread such as owner/repository#12'],
    ['an unknown key',                         lessonWith('goal: You', 'gaol: x\ngoal: You'),            "2:1: unknown key 'gaol'; did you mean 'goal'?"],
    ['an unknown key of a question',           lessonWith('tolerance: 1s', 'tolerence: 1s'),             "steps.0.question: unknown key 'tolerence'; did you mean 'tolerance'?"],
  ])('%s', (_, text, words) => {
    expect(problemsOfLesson(text).join('\n')).toContain(words);
  });
});

describe('scenarios', () => {
  const inFile = lessonWith(
    goodLesson.slice(goodLesson.indexOf('scenario:\n'), goodLesson.indexOf('steps:\n  - text')),
    'scenario: ../jobs/a.scenario.yaml\n',
  );
  const text =
    'title: x\nworld:\n  endpoints:\n    - { id: ep-a, workers: { min: 0, max: 1 }, handler: { duration: { fixed: 2s } } }\nsteps:\n  - { at: 30s, act: run, with: { endpoint: ep-a, body: { input: {} } }, save: { job: id } }\n  - { at: 2m, act: health, with: { endpoint: ep-a } }\n';
  const readA = (path: string) => (path === 'jobs/a.scenario.yaml' ? text : undefined);

  test('may be in a file, as seen from the lesson', () => {
    expect(problemsOfLesson(inFile, readA)).toStrictEqual([]);
  });

  // biome-ignore format: a table
  test.each([
    ['a file that is not there',   inFile,                                                         "scenario: there is no scenario file '../jobs/a.scenario.yaml'"],
    ['a file beyond all folders',  inFile.replace('../jobs', '../../../jobs'),                     'scenario: there is no scenario file'],
    ['a mistake in the scenario',  lessonWith('    endpoints:\n', '    endpoint:\n'),              "7:5: world: unknown key 'endpoint'; did you mean 'endpoints'?"],
    ['a call that is refused',     lessonWith('{ at: 2m, act: health, with: { endpoint: ep-a } }', '{ at: 2m, act: cancel, with: { endpoint: ep-a, job: $job } }'), 'scenario: a lesson needs a scenario that passes: steps.1 cancel: was refused'],
    ['a step that never comes',    lessonWith('{ at: 2m,', '{ when: job $job is FAILED, within: 1m,'), 'scenario: a lesson needs a scenario that passes: steps.1 health: '],
    ['an endpoint that is missing', lessonWith('{ at: 2m, act: health, with: { endpoint: ep-a } }', '{ at: 2m, act: health, with: { endpoint: ep-b } }'), "there is no endpoint 'ep-b'"],
    ['a matrix',                   lessonWith('  steps:\n', '  matrix: { seeds: 1..2 }\n  steps:\n'), 'scenario: a lesson has one run: its scenario may have no matrix'],
  ])('%s', (_, lesson, words) => {
    expect(problemsOfLesson(lesson).join('\n')).toContain(words);
  });
});

describe('tasks', () => {
  const solution = '{ at: 0s, act: updateEndpoint, with: { endpoint: ep-a, body: { workers: { min: 1 } } } }';

  // biome-ignore format: a table
  test.each([
    ['a goal that is met at the start',  lessonWith('max: 0s }', 'max: 25s }'),                         'task.goal: is met already where nothing is done'],
    ['a solution that is none',          lessonWith('at: 0s, act: updateEndpoint', 'at: 29s, act: updateEndpoint'), 'task.goal.0: the solution does not meet it: delayTime of ep-a max: expected 0s, got 24s'],
    ['a solution that is refused',       lessonWith(solution, '{ at: 0s, act: updateEndpoint, with: { endpoint: ep-a, body: { workers: { max: 5000 } } } }'), 'task.solution: steps.2 updateEndpoint: was refused: 400'],
    ['a solution that never comes',      lessonWith(solution, `{ when: job $job is FAILED, within: 1m }`), "task.solution: steps.2: 'job $job is FAILED' did not hold"],
    ['a solution with an unknown act',   lessonWith('act: updateEndpoint', 'act: updateEndpont'),        "task.solution.0.act: 'updateEndpont' is not an operation; did you mean 'updateEndpoint'?"],
    ['a solution that names no endpoint', lessonWith('act: updateEndpoint, with: { endpoint: ep-a', 'act: updateEndpoint, with: { endpoint: ep-x'), "there is no endpoint 'ep-x'"],
    ['a goal of an unknown metric',      lessonWith('metric: delayTime', 'metric: delay'),               "'delay' is not known here"],
    ['a goal about nothing',             lessonWith('metric: delayTime, of: ep-a', 'metric: delayTime, of: ep-b'), "task.goal.0: the log has no 'ep-b'"],
    ['no goal',                          lessonWith('  goal:\n    - { metric: delayTime, of: ep-a, max: 0s }\n', ''), "task: missing property 'goal'"],
    ['no solution',                      lessonWith(`  solution:\n    - ${solution}\n`, ''),             "task: missing property 'solution'"],
  ])('%s', (_, text, words) => {
    expect(problemsOfLesson(text).join('\n')).toContain(words);
  });

  test('a problem is reported at its place in the file', () => {
    expect(problemsOfLesson(lessonWith('answer: 25s', 'answer: 24s'))[0]).toMatch(/^18:15: steps\.0\.question\.answer: /);
    expect(problemsOfLesson(lessonWith('endpoint: ep-a, body: { workers', 'endpoint: ep-x, body: { workers'))[0]).toMatch(
      /^36:\d+: task\.solution/,
    );
  });
});
