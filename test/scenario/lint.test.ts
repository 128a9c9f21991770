import { describe, expect, test } from 'vitest';
import { problemText } from '../../engine/scenario/problem.ts';
import { play } from '../../engine/scenario/play.ts';
import { file, problemsOf, scenariosOf, scenarioText, submit } from '../support/playing.ts';

/** What is found in a text that can be run, as `line:column: message`; a warning says that it is one. */
const findingsOf = (text: string): readonly string[] =>
  scenariosOf(text)
    .flatMap(({ findings }) => findings)
    .map(({ isError, ...problem }) => `${isError ? '' : 'warning '}${problemText(problem).replace(`${file}:`, '')}`);

const steps = (...lines: string[]) => scenarioText(`steps:\n${lines.map((line) => `  - ${line}`).join('\n')}`);
const assert = (line: string) => scenarioText(`steps:\n  - ${submit}\nassert:\n  - ${line}`);
const call = (act: string, more: string) => steps(`{ act: ${act}, with: ${more} }`);
const fault = (line: string, rest = `steps:\n  - ${submit}`) => scenarioText(`faults:\n  - ${line}\n${rest}`);
const matrix = (variables: string, rest: string) => scenarioText(`matrix: { variables: ${variables} }\n${rest}`);
const status = (job: string) => `{ act: status, with: { endpoint: ep-a, job: ${job} } }`;

/** A run with an error cannot pass; one with a warning may. Each row: what is wrong, the file, and the message. */
const isTold = (rows: readonly (readonly [what: string, text: string, message: string])[]) => {
  test('is shown by ten mistakes', () => {
    expect(rows).toHaveLength(10);
  });

  test.each(rows)('%s', (_, text, message) => {
    const findings = findingsOf(text);
    expect(findings).toContain(message);
    if (findings.some((one) => !one.startsWith('warning '))) expect(play(scenariosOf(text)[0]!).verdict).not.toBe('pass');
  });
};

// biome-ignore format: a table
describe('a variable that is not set', () => {
  isTold([
    ['in a path',                  steps(submit, status('$jb')),                       "8:44: steps.1.with.job: $jb is never saved; did you mean '$job'?; $$ is a dollar"],
    ['where none is saved',        steps(status('$job')),                              '7:44: steps.0.with.job: $job is never saved; `save: { NAME: id }` in an earlier step saves it; $$ is a dollar'],
    ['in a body',                  call('run', '{ endpoint: ep-a, body: { input: { a: [1, "of $n"] } } }'), '7:68: steps.0.with.body.input.a.1: $n is never saved; `save: { NAME: id }` in an earlier step saves it; $$ is a dollar'],
    ['in a condition',             steps(submit, '{ when: job $jop is FAILED, within: 1m }'), "8:13: steps.1.when: $jop is never saved; did you mean '$job'?; $$ is a dollar"],
    ['in an expectation',          steps(submit, '{ act: health, with: { endpoint: ep-a }, expect: { body: { jobs: { completed: $n } } } }'), '8:86: steps.1.expect.body.jobs.completed: $n is never saved; saved is $job; $$ is a dollar'],
    ['as a caller',                steps('{ act: health, as: $who, with: { endpoint: ep-a } }'), '7:22: steps.0.as: $who is never saved; `save: { NAME: id }` in an earlier step saves it; $$ is a dollar'],
    ['in an assertion',            assert('{ sequence: [JobQueued], of: $jobs }'),     "9:37: assert.0.of: $jobs is never saved; did you mean '$job'?; $$ is a dollar"],
    ['in a load',                  scenarioText(`steps:\n  - ${submit}\nload: [{ act: cancel, with: { endpoint: ep-a, job: $work }, trace: [1s] }]`), '8:52: load.0.with.job: $work is never saved; saved is $job; $$ is a dollar'],
    ['before it is saved',         steps(status('$job'), submit),                      '7:44: steps.0.with.job: $job is saved only by steps.1, which comes later'],
    ['in the step that saves it',  steps('{ act: run, with: { endpoint: ep-a, body: { input: {} } }, save: { job: id }, expect: { body: { id: $job } } }'), '7:105: steps.0.expect.body.id: $job is saved only by this step, after its answer was compared'],
  ]);
});

// biome-ignore format: a table
describe('an id that nothing has', () => {
  isTold([
    ['of a metric',                     assert('{ metric: delayTime, of: ep-b, max: 1h }'), "9:33: assert.0.of: there is no endpoint 'ep-b'; did you mean 'ep-a'?; a metric is of one endpoint, or without `of` of all"],
    ['of a metric that may be 0',       assert('{ metric: cost, of: ep-b, is: { lt: 1 } }'), "warning 9:28: assert.0.of: there is no endpoint 'ep-b'; did you mean 'ep-a'?; a metric is of one endpoint, or without `of` of all"],
    ['of a metric of a worker',         assert('{ metric: utilization, of: ep-a-w1, is: 0 }'), "warning 9:35: assert.0.of: 'ep-a-w1' is a worker, not an endpoint; a metric is of one endpoint, or without `of` of all"],
    ['in a path',                       call('health', '{ endpoint: ep-b }'),            "7:42: steps.0.with.endpoint: there is no endpoint 'ep-b'; did you mean 'ep-a'?"],
    ['that is a variable’s name',       steps(submit, status('job')),                    "8:44: steps.1.with.job: there is no job 'job'; did you mean the variable $job?"],
    ['in a condition',                  steps('{ when: worker ep-b-w1 is IDLE, within: 1m }'), "7:13: steps.0.when: there is no endpoint 'ep-b'; did you mean 'ep-a'?: this never holds"],
    ['in a condition that holds',       steps('{ when: worker ep-b-w1 is gone, within: 1m }'), "warning 7:13: steps.0.when: there is no endpoint 'ep-b'; did you mean 'ep-a'?: this holds from the start"],
    ['of an event of another kind',     assert('{ count: JobQueued, of: ep-a, is: 1 }'), "9:32: assert.0.of: JobQueued is an event of a job, and 'ep-a' is an endpoint, not a job; for those of one endpoint, write `where: { endpointId: ep-a }` instead of `of`"],
    ['of an event that never comes',    assert('{ never: WorkerCrashed, of: ep-w1 }'),   "warning 9:36: assert.0.of: WorkerCrashed is an event of a worker, and there is no endpoint 'ep'; did you mean 'ep-a'?"],
    ['of an event about nothing',       assert('{ never: InputRefused, of: ep-a }'),     'warning 9:35: assert.0.of: InputRefused is about no entity: leave `of` out, and select it with `where`'],
  ]);
});

// biome-ignore format: a table
describe('an unknown field in `where`', () => {
  isTold([
    ['that is misspelt',        assert('{ count: JobQueued, where: { sorce: run }, is: 1 }'),  "9:34: assert.0.where.sorce: JobQueued has no field 'sorce'; did you mean 'source'? (its fields are endpointId, input, jobId, source, terms)"],
    ['without its ending',      assert('{ count: JobQueued, where: { endpoint: ep-a }, is: 1 }'), "9:34: assert.0.where.endpoint: JobQueued has no field 'endpoint'; did you mean 'endpointId'? (its fields are endpointId, input, jobId, source, terms)"],
    ['of a single field',       assert('{ count: WorkerReady, where: { worker: x }, is: 1 }'), "9:36: assert.0.where.worker: WorkerReady has no field 'worker'; did you mean 'workerId'?"],
    ['that is like no other',   assert('{ count: JobRetried, where: { x: 1 }, is: 1 }'),       "9:35: assert.0.where.x: JobRetried has no field 'x'; its fields is jobId"],
    ['of none at all',          assert('{ count: JobQueued, where: { sorce: run }, is: 0 }'),  "warning 9:34: assert.0.where.sorce: JobQueued has no field 'sorce'; did you mean 'source'? (its fields are endpointId, input, jobId, source, terms)"],
    ['of what never happens',   assert('{ never: JobFailed, where: { reason: x } }'),          "warning 9:34: assert.0.where.reason: JobFailed has no field 'reason'; its fields are error, executionTime, jobId, workerId"],
    ['of an input',             assert('{ never: InputRefused, where: { code: 404 } }'),       "warning 9:37: assert.0.where.code: InputRefused has no field 'code'; its fields are detail, errors, kind, operation, rule, status"],
    ['that must not be there',  assert('{ count: JobQueued, where: { eror: { exists: false } }, is: 1 }'), "warning 9:34: assert.0.where.eror: JobQueued has no field 'eror'; its fields are endpointId, input, jobId, source, terms"],
    ['that another event has',  assert('{ count: JobCompleted, where: { error: x }, is: 1 }'), "9:37: assert.0.where.error: JobCompleted has no field 'error'; its fields are executionTime, jobId, output, workerId"],
    ['beside one that is',      assert('{ count: JobQueued, where: { source: run, ttl: 1h }, is: 1 }'), "9:47: assert.0.where.ttl: JobQueued has no field 'ttl'; its fields are endpointId, input, jobId, source, terms"],
  ]);
});

// biome-ignore format: a table
describe('a sequence that no entity has', () => {
  isTold([
    ['an event of another kind',      assert('{ sequence: [JobQueued, WorkerTookJob, JobStarted], of: $job }'), '9:29: assert.0.sequence.1: WorkerTookJob is an event of a worker, the others are of a job: a sequence has the events of one entity; for this one, use `count`'],
    ['an input',                      assert('{ sequence: [InputReceived, JobQueued, JobStarted], of: $job }'), '9:18: assert.0.sequence.0: InputReceived is about no entity, the others are of a job: a sequence has the events of one entity; for this one, use `count`'],
    ['only inputs',                   assert('{ sequence: [InputReceived], of: $job }'),             '9:17: assert.0.sequence: these events are about no entity: use `count`'],
    ['of an entity of another kind',  assert('{ sequence: [JobQueued, JobStarted, JobCompleted], of: ep-a-w1 }'), "9:60: assert.0.of: JobQueued is an event of a job, and 'ep-a-w1' is a worker, not a job"],
    ['a false beginning',             assert('{ sequence: [JobStarted, JobCompleted], of: $job }'),  '9:18: assert.0.sequence.0: a job never begins with JobStarted; it begins with JobQueued (`podsim rules job` shows the lifecycle)'],
    ['a step left out',               assert('{ sequence: [JobQueued, JobCompleted], of: $job }'),   '9:29: assert.0.sequence.1: JobCompleted never follows JobQueued; there can be JobStarted, JobCancelled, JobPurged, JobExpired, JobResultLimited (`podsim rules job` shows the lifecycle)'],
    ['another order',                 assert('{ sequence: [JobQueued, JobStarted, JobCompleted, JobFailed], of: $job }'), '9:55: assert.0.sequence.3: JobFailed never follows JobCompleted; there can be JobExpired, JobResultLimited, JobDrained, JobStreamed, JobWebhookSent, JobWebhookPosted, JobWebhookAnswered, JobResultDropped (`podsim rules job` shows the lifecycle)'],
    ['an ignored event',              assert('{ sequence: [JobQueued, JobStarted, JobCompleted], of: $job, ignoring: [JobStarted] }'), '9:77: assert.0.ignoring.0: JobStarted is in the sequence too: an ignored event is never found there'],
    ['an idle exception',             assert('{ sequence: [JobQueued, JobStarted, JobCompleted], of: $job, ignoring: [WorkerReady] }'), 'warning 9:77: assert.0.ignoring.0: WorkerReady is an event of a worker, so the events of a job never have it: remove it'],
    ['a misspelt event, beside',      assert('{ sequence: [WorkerLaunched, JobStarted, WorkerReady], of: ep-a-w1 }'), '9:34: assert.0.sequence.1: JobStarted is an event of a job, the others are of a worker: a sequence has the events of one entity; for this one, use `count`'],
  ]);
});
