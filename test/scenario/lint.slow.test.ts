import { describe, expect, test } from 'vitest';
import { scenarioFiles } from '../../adapters/cli/files.ts';
import { noKeyName } from '../../engine/api/contract/parts/noKey.ts';
import { problemText } from '../../engine/scenario/format/problem.ts';
import { file, playedText, problemsOf, scenariosIn, scenariosOf, scenarioText, submit } from '../support/worlds/playing.ts';

/** What is found in a text that can be run, as `line:column: message`; a warning says that it is one. */
const findingsOf = (text: string): readonly string[] => {
  const found = scenariosOf(text).flatMap(({ findings }) => findings);
  return [
    ...new Set(found.map(({ isError, ...problem }) => `${isError ? '' : 'warning '}${problemText(problem).replace(`${file}:`, '')}`)),
  ];
};

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
    expect(findings.join('\n')).toBe(message);
    if (findings.some((one) => !one.startsWith('warning '))) expect(playedText(text).verdict).not.toBe('pass');
  });
};

// biome-ignore format: a table
describe('a variable that is not set', () => {
  isTold([
    ['in a path',                  steps(submit, status('$jb')),                       "8:49: steps.1.with.job: $jb is never saved; did you mean '$job'? ($$ stands for a dollar)"],
    ['where none is saved',        steps(status('$job')),                              '7:49: steps.0.with.job: $job is never saved; `save: { NAME: id }` in an earlier step saves it ($$ stands for a dollar)'],
    ['in a body',                  call('run', '{ endpoint: ep-a, body: { input: { a: [1, "of $n"] } } }'), '7:65: steps.0.with.body.input.a.1: $n is never saved; `save: { NAME: id }` in an earlier step saves it ($$ stands for a dollar)'],
    ['in a condition',             steps(submit, '{ when: job $jop is FAILED, within: 1m }'), "8:13: steps.1.when: $jop is never saved; did you mean '$job'? ($$ stands for a dollar)"],
    ['in an expectation',          steps(submit, '{ act: health, with: { endpoint: ep-a }, expect: { body: { jobs: { completed: $n } } } }'), '8:83: steps.1.expect.body.jobs.completed: $n is never saved; there is only $job ($$ stands for a dollar)'],
    ['as a caller',                steps('{ act: health, as: $who, with: { endpoint: ep-a } }'), '7:24: steps.0.as: $who is never saved; `save: { NAME: id }` in an earlier step saves it ($$ stands for a dollar)'],
    ['in an assertion',            assert('{ sequence: [JobQueued], of: $jobs }'),     "9:34: assert.0.of: $jobs is never saved; did you mean '$job'? ($$ stands for a dollar)"],
    ['in a load',                  scenarioText(`steps:\n  - ${submit}\nload: [{ act: cancel, with: { endpoint: ep-a, job: $work }, trace: [1s] }]`), '8:52: load.0.with.job: $work is never saved; there is only $job ($$ stands for a dollar)'],
    ['before it is saved',         steps(status('$job'), submit),                      '7:49: steps.0.with.job: $job is saved only by steps.1, which comes later'],
    ['in the step that saves it',  steps('{ act: run, with: { endpoint: ep-a, body: { input: {} } }, save: { job: id }, expect: { body: { id: $job } } }'), '7:105: steps.0.expect.body.id: $job is saved only by this step, after its answer was compared'],
  ]);
});

const group = (...lines: string[]) => steps(`{ repeat: { times: 2 }, steps: [${lines.join(', ')}] }`);
const health = 'act: health, with: { endpoint: ep-a }';
const loadOf = (more: string, ...lines: string[]) => `${steps(...lines)}\nload: [{ ${more} }]`;
const cancel = 'act: cancel, with: { endpoint: ep-a, job: $job }';

// biome-ignore format: a table
describe('a variable that is used before it is saved', () => {
  isTold([
    ['in a group',                      group(status('$job'), submit),                "7:81: steps.0.steps.0.with.job: $job is saved only by steps.0.steps.1, which comes later"],
    ['in a group, by its own step',     group('{ act: run, with: { endpoint: ep-a, body: { input: { of: $job } } }, save: { job: id } }'), '7:94: steps.0.steps.0.with.body.input.of: $job is saved only by this step, after its answer was compared'],
    ['before a group',                  steps(status('$job'), `{ repeat: { times: 2 }, steps: [${submit}] }`), '7:49: steps.0.with.job: $job is saved only by steps.1.steps.0, which comes later'],
    ['before a later step of the list', steps('{ repeat: { times: 2 }, steps: [{ act: status, with: { endpoint: ep-a, job: $job } }] }', submit), '7:81: steps.0.steps.0.with.job: $job is saved only by steps.1, which comes later'],
    ['where the end of a repeat is read', steps(`{ ${health}, repeat: { times: 2, until: job $job is COMPLETED } }`, submit), '7:73: steps.0.repeat.until: $job is saved only by steps.1, which comes later'],
    ['at an earlier time',              steps(`{ at: 5s, ${submit.slice(2)}`, `{ at: 2s, ${status('$job').slice(2)}`), '8:57: steps.1.with.job: $job is saved only by steps.0, which comes at 5s at the earliest, and this at 2s'],
    ['by a load from the start',        loadOf(`${cancel}, burst: { size: 1 }`, `{ at: 1s, ${submit.slice(2)}`), '8:52: load.0.with.job: $job is saved only by steps.0, which comes at 1s at the earliest, and this at 0s'],
    ['by the first call of a user',     loadOf("steps: [{ act: status, with: { endpoint: ep-a, job: $own } }, { act: run, with: { endpoint: ep-a, body: { input: {} } }, save: { own: id } }], burst: { size: 1 }", submit), '8:62: load.0.steps.0.with.job: $own is saved only by load.0.steps.1, which comes later'],
    ['by the call that saves it',       loadOf('steps: [{ act: run, with: { endpoint: ep-a, body: { input: { of: $own } } }, save: { own: id } }], trace: [1s]', submit), '8:75: load.0.steps.0.with.body.input.of: $own is saved only by this call, from its answer'],
    ['in an assertion, by users alone', `${loadOf('steps: [{ act: run, with: { endpoint: ep-a, body: { input: {} } }, save: { own: id } }], trace: [1s]', submit)}\nassert: [{ sequence: [JobQueued], of: $own }]`, '9:39: assert.0.of: $own is saved only by the users of load.0, each for itself'],
  ]);

  test.each([
    ['a group that saves it before',      group(submit, status('$job'))],
    ['the end of a repeat that saves it', steps(`{ ${submit.slice(2, -2)}, repeat: { times: 2, until: job $job is COMPLETED } }`)],
    ['a step at a later time',            steps(`{ at: 2s, ${submit.slice(2)}`, `{ at: 5s, ${status('$job').slice(2)}`)],
    ['a load that begins later',          loadOf(`${cancel}, burst: { size: 1 }, start: 2s, mayBeRefused: true`, `{ at: 1s, ${submit.slice(2)}`)],
    ['the second call of a user',         loadOf('steps: [{ act: run, with: { endpoint: ep-a, body: { input: {} } }, save: { job: id } }, { act: status, with: { endpoint: ep-a, job: $job } }], trace: [1s]', submit)],
  ])('but not by %s', (_, text) => {
    expect(findingsOf(text)).toStrictEqual([]);
  });
});

// biome-ignore format: a table
describe('an id that nothing has', () => {
  isTold([
    ['of a metric',                     assert('{ metric: delayTime, of: ep-b, max: 1h }'), "9:30: assert.0.of: there is no endpoint 'ep-b'; did you mean 'ep-a'? (a metric is of one endpoint, or without `of` of all)"],
    ['of a metric that may be 0',       assert('{ metric: cost, of: ep-b, is: { lt: 1 } }'), "warning 9:25: assert.0.of: there is no endpoint 'ep-b'; did you mean 'ep-a'? (a metric is of one endpoint, or without `of` of all)"],
    ['of a metric of a worker',         assert('{ metric: utilization, of: ep-a-w1, is: 0 }'), "warning 9:32: assert.0.of: 'ep-a-w1' is a worker, not an endpoint (a metric is of one endpoint, or without `of` of all)"],
    ['in a path',                       call('health', '{ endpoint: ep-b }'),            "7:38: steps.0.with.endpoint: there is no endpoint 'ep-b'; did you mean 'ep-a'?"],
    ['that is a variable’s name',       steps(submit, status('job')),                    "8:49: steps.1.with.job: there is no job 'job'; did you mean the variable $job?"],
    ['in a condition',                  steps('{ when: worker ep-b-w1 is IDLE, within: 1m }'), "7:13: steps.0.when: there is no endpoint 'ep-b'; did you mean 'ep-a'? (so this never holds)"],
    ['in a condition that holds',       steps('{ when: worker ep-b-w1 is gone, within: 1m }'), "warning 7:13: steps.0.when: there is no endpoint 'ep-b'; did you mean 'ep-a'? (so this holds from the start)"],
    ['of an event of another kind',     assert('{ count: JobQueued, of: ep-a, is: 1 }'), "9:29: assert.0.of: JobQueued is an event of a job, and 'ep-a' is an endpoint; for those of one endpoint, write `where: { endpointId: ep-a }` instead of `of`"],
    ['of an event that never comes',    assert('{ never: WorkerCrashed, of: ep-w1 }'),   "warning 9:33: assert.0.of: WorkerCrashed is an event of a worker, and there is no endpoint 'ep'; did you mean 'ep-a'?"],
    ['of an event about nothing',       assert('{ never: InputRefused, of: ep-a }'),     'warning 9:32: assert.0.of: InputRefused is about no entity: leave `of` out, and select it with `where`'],
  ]);
});

const label = (kind: string) =>
  `is what timelines call a ${kind}, for reading, and no id: write \`save: { ${kind}: id }\` in the step that creates it, and $${kind} here`;

// biome-ignore format: a table
describe('a short name instead of an id', () => {
  isTold([
    ['of a job',                steps(submit, status('job-1')),                                   `8:49: steps.1.with.job: 'job-1' ${label('job')}`],
    ['of a pod',                call('getPod', '{ pod: pod-1 }'),                                 `7:33: steps.0.with.pod: 'pod-1' ${label('pod')}`],
    ['of a cluster',            call('getCluster', '{ cluster: cluster-12 }'),                    `7:41: steps.0.with.cluster: 'cluster-12' ${label('cluster')}`],
    ['in a load',               scenarioText('load: [{ act: cancel, with: { endpoint: ep-a, job: job-1 }, trace: [1s] }]'), `6:52: load.0.with.job: 'job-1' ${label('job')}`],
    ['in a condition',          steps(submit, '{ when: job job-1 is COMPLETED, within: 1m }'),    `8:13: steps.1.when: 'job-1' ${label('job')} (so this never holds)`],
    ['in a condition that holds', steps(submit, '{ when: job job-1 is gone, within: 1m }'),       `warning 8:13: steps.1.when: 'job-1' ${label('job')} (so this holds from the start)`],
    ['in the end of a repeat',  steps('{ repeat: { times: 2, until: job job-1 is COMPLETED }, act: health, with: { endpoint: ep-a } }'), `7:34: steps.0.repeat.until: 'job-1' ${label('job')} (so this never holds)`],
    ['of a sequence',           assert('{ sequence: [JobQueued], of: job-1 }'),                   `9:34: assert.0.of: JobQueued is an event of a job, and 'job-1' ${label('job')}`],
    ['of what never happens',   assert('{ never: JobFailed, of: job-1 }'),                        `warning 9:29: assert.0.of: JobFailed is an event of a job, and 'job-1' ${label('job')}`],
    ['in `where`',              assert('{ count: WorkerTookJob, where: { jobId: job-1 }, is: 1 }'), `9:45: assert.0.where.jobId: 'job-1' ${label('job')}`],
  ]);
});

// biome-ignore format: a table
describe('an unknown field in `where`', () => {
  isTold([
    ['that is misspelt',        assert('{ count: JobQueued, where: { sorce: run }, is: 1 }'),  "9:34: assert.0.where.sorce: JobQueued has no field 'sorce'; did you mean 'source'? (its fields are batch, endpointId, input, jobId, source, terms)"],
    ['in another of its forms', assert('{ count: JobQueued, where: { endpoint: ep-a }, is: 1 }'), ''],
    ['of a single field',       assert('{ count: WorkerReady, where: { workr: x }, is: 1 }'), "9:36: assert.0.where.workr: WorkerReady has no field 'workr'; there is only workerId"],
    ['that is like no other',   assert('{ count: JobRetried, where: { x: 1 }, is: 1 }'),       "9:35: assert.0.where.x: JobRetried has no field 'x'; there is only jobId"],
    ['of none at all',          assert('{ count: JobQueued, where: { sorce: run }, is: 0 }'),  "warning 9:34: assert.0.where.sorce: JobQueued has no field 'sorce'; did you mean 'source'? (its fields are batch, endpointId, input, jobId, source, terms)"],
    ['of what never happens',   assert('{ never: JobFailed, where: { reason: x } }'),          "warning 9:34: assert.0.where.reason: JobFailed has no field 'reason'; its fields are error, executionTime, jobId, output, posted, unnamed, workerId"],
    ['of an input',             assert('{ never: InputRefused, where: { code: 404 } }'),       "warning 9:37: assert.0.where.code: InputRefused has no field 'code'; its fields are detail, errors, kind, operation, rule, status"],
    ['that must not be there',  assert('{ count: JobQueued, where: { eror: { exists: false } }, is: 1 }'), "warning 9:34: assert.0.where.eror: JobQueued has no field 'eror'; its fields are batch, endpointId, input, jobId, source, terms"],
    ['that another event has',  assert('{ count: JobCompleted, where: { error: x }, is: 1 }'), "9:37: assert.0.where.error: JobCompleted has no field 'error'; its fields are bare, executionTime, jobId, output, workerId"],
    ['beside one that is',      assert('{ count: JobQueued, where: { source: run, ttl: 1h }, is: 1 }'), "9:47: assert.0.where.ttl: JobQueued has no field 'ttl'; its fields are batch, endpointId, input, jobId, source, terms"],
  ]);
});

// biome-ignore format: a table
describe('a sequence that no entity has', () => {
  isTold([
    ['an event of another kind',      assert('{ sequence: [JobQueued, WorkerTookJob, JobStarted], of: $job }'), '9:29: assert.0.sequence.1: WorkerTookJob is an event of a worker, the others are of a job: a sequence has the events of one entity; for this one, use `count`'],
    ['an input',                      assert('{ sequence: [InputReceived, JobQueued, JobStarted], of: $job }'), '9:18: assert.0.sequence.0: InputReceived is about no entity, the others are of a job: a sequence has the events of one entity; for this one, use `count`'],
    ['only inputs',                   assert('{ sequence: [InputReceived], of: $job }'),             '9:17: assert.0.sequence: these events are about no entity: use `count`'],
    ['of an entity of another kind',  assert('{ sequence: [JobQueued, JobStarted, JobCompleted], of: ep-a-w1 }'), "9:60: assert.0.of: JobQueued is an event of a job, and 'ep-a-w1' is a worker"],
    ['a false beginning',             assert('{ sequence: [JobStarted, JobCompleted], of: $job }'),  '9:18: assert.0.sequence.0: a job never begins with JobStarted; it begins with JobQueued (`podsim spec rules job` shows the lifecycle)'],
    ['a step left out',               assert('{ sequence: [JobQueued, JobCompleted], of: $job }'),   '9:29: assert.0.sequence.1: JobCompleted never follows JobQueued; there can be JobStarted, JobCancelled, JobCancelAsked, JobPurged, JobExpired, JobResultLimited, JobDrained (`podsim spec rules job` shows the lifecycle)'],
    ['another order',                 assert('{ sequence: [JobQueued, JobStarted, JobCompleted, JobFailed], of: $job }'), '9:55: assert.0.sequence.3: JobFailed never follows JobCompleted; there can be JobDrained, JobResultLimited, JobWebhookSent, JobWebhookPosted, JobWebhookAnswered, JobResultDropped, JobExpired (`podsim spec rules job` shows the lifecycle)'],
    ['an ignored event',              assert('{ sequence: [JobQueued, JobStarted, JobCompleted], of: $job, ignoring: [JobStarted] }'), '9:77: assert.0.ignoring.0: JobStarted is in the sequence too: an ignored event is never found there'],
    ['an idle exception',             assert('{ sequence: [JobQueued, JobStarted, JobCompleted], of: $job, ignoring: [WorkerReady] }'), 'warning 9:77: assert.0.ignoring.0: WorkerReady is an event of a worker, so the events of a job never have it: remove it'],
    ['a misspelt event, beside',      assert('{ sequence: [WorkerLaunched, JobStarted, WorkerReady], of: ep-a-w1 }'), '9:34: assert.0.sequence.1: JobStarted is an event of a job, the others are of a worker: a sequence has the events of one entity; for this one, use `count`'],
  ]);
});

// biome-ignore format: a table
test('more workers at least than at most are pointed out', () => {
  const text = steps(submit).replace(/workers: \{[^}]*\}/, 'workers: { min: 3, max: 1 }');
  expect(text).toContain('min: 3');
  expect(findingsOf(text).join('\n')).toMatch(
    /^warning \d+:\d+: world\.endpoints\.0\.workers: min 3 is more than max 1: 1 workers are kept up, never 3; raise max, or lower min$/,
  );
});

describe('a metric that nothing can have', () => {
  const balanced = (assertion: string): string =>
    assert(assertion)
      .replace('id: ep-a', 'id: ep-a, type: LOAD_BALANCER')
      .replace(/^steps:[\s\S]*?(?=^assert)/m, '');
  // biome-ignore format: a table
  test.each([
    ['of tokens',              assert('{ metric: firstToken, of: ep-a, max: 1s }'),    'no worker of ep-a makes tokens, and so none has a firstToken: its handler has no `tokens`'],
    ['of tokens, of all',      assert('{ metric: batchSize.max, is: 1 }'),             'no worker of ep-a makes tokens'],
    ['of refusals',            assert('{ metric: refusals, is: 0 }'),                  '`refusals` counts calls of loads that were refused, and there is no `load`'],
    ['of expired requests',    balanced('{ metric: expired, is: 0 }'),                 'ep-a is a load balancer: requests are never expired'],
  ])('is refused: %s', (_, text, words) => {
    expect(findingsOf(text).join('\n')).toContain(`assert.0.metric: ${words}`);
  });
});

describe('a metric of an unknown endpoint', () => {
  isTold([
    [
      'of times',
      assert('{ metric: executionTime, of: epa, max: 1h }'),
      "9:34: assert.0.of: there is no endpoint 'epa'; did you mean 'ep-a'? (a metric is of one endpoint, or without `of` of all)",
    ],
    [
      'of utilization',
      assert('{ metric: utilization, of: ep-aa, is: { lt: 1 } }'),
      "warning 9:32: assert.0.of: there is no endpoint 'ep-aa'; did you mean 'ep-a'? (a metric is of one endpoint, or without `of` of all)",
    ],
    [
      'of utilization above 0',
      assert('{ metric: utilization, of: ep-aa, is: { gt: 0 } }'),
      "9:32: assert.0.of: there is no endpoint 'ep-aa'; did you mean 'ep-a'? (a metric is of one endpoint, or without `of` of all)",
    ],
    [
      'of an exact cost',
      assert('{ metric: cost, of: endpoint, is: 2 }'),
      "9:25: assert.0.of: there is no endpoint 'endpoint'; there is only ep-a (a metric is of one endpoint, or without `of` of all)",
    ],
    [
      'of a job',
      assert('{ metric: delayTime, of: job, max: 1h }'),
      "9:30: assert.0.of: there is no endpoint 'job'; did you mean the variable $job? (a metric is of one endpoint, or without `of` of all)",
    ],
    [
      'of an account',
      assert('{ metric: cost, of: team, is: { lt: 9 } }'),
      "warning 9:25: assert.0.of: 'team' is an account, not an endpoint (a metric is of one endpoint, or without `of` of all)",
    ],
    [
      'of a quantile',
      assert('{ metric: delayTime, of: EP-A, p50: { lte: 8s } }'),
      "9:30: assert.0.of: there is no endpoint 'EP-A'; did you mean 'ep-a'? (a metric is of one endpoint, or without `of` of all)",
    ],
    [
      'with a false operator',
      assert('{ metric: delayTime, of: ep-a, p95: { lessThan: 8s } }'),
      "9:43: assert.0.p95.lessThan: unknown operator 'lessThan'; the operators are eq, ne, lt, lte, gt, gte, matches, contains, length, exists, oneOf",
    ],
    [
      'with no duration',
      assert('{ metric: delayTime, of: ep-a, max: soon }'),
      '9:41: assert.0.max: "soon" can never be met; give a duration such as 8s, or operators with durations such as { lte: 8s }',
    ],
    [
      'with a text',
      assert("{ metric: cost, of: ep-a, is: { lt: '2 USD' } }"),
      '9:41: assert.0.is.lt: "2 USD" can never be met; give a number of USD such as 0.25, or operators with such numbers: { lt: 0.25 }',
    ],
  ]);
});

const share = 'give a share of time such as 90% or 0.9, or operators with such shares: { gte: 90% }';
const amount = 'give a number of USD such as 0.25, or operators with such numbers: { lt: 0.25 }';
const time = 'give a duration such as 8s, or operators with durations such as { lte: 8s }';
const number = 'give a number such as 3, or operators with numbers such as { gte: 3 }';

// biome-ignore format: a table
describe('a quantity compared with one of another unit', () => {
  isTold([
    ['utilization with a duration', assert('{ metric: utilization, is: { gte: 1s } }'),    `9:39: assert.0.is.gte: "1s" can never be met; ${share}`],
    ['utilization with exactly one', assert('{ metric: utilization, is: 500ms }'),         `9:32: assert.0.is: "500ms" can never be met; ${share}`],
    ['utilization with too many percent', assert('{ metric: utilization, is: { lt: 190% } }'), `9:38: assert.0.is.lt: "190%" can never be met; ${share}`],
    ['utilization with a number of percent', assert('{ metric: utilization, is: { lt: 90 } }'), `warning 9:38: assert.0.is.lt: 90 is no share; ${share}`],
    ['utilization with less than nothing', assert('{ metric: utilization, is: { oneOf: [0.5, -1] } }'), `warning 9:41: assert.0.is.oneOf: -1 is no share; ${share}`],
    ['cost with a duration',        assert('{ metric: cost, is: { lt: 1h } }'),            `9:31: assert.0.is.lt: "1h" can never be met; ${amount}`],
    ['cost with dollars in text',   assert("{ metric: cost, is: '2 USD' }"),               `9:25: assert.0.is: "2 USD" can never be met; ${amount}`],
    ['a wait with percent',         assert('{ metric: delayTime, p50: 50% }'),             `9:31: assert.0.p50: "50%" can never be met; ${time}`],
    ['a count with a duration',     assert('{ count: JobQueued, is: { gte: 3s } }'),       `9:36: assert.0.is.gte: "3s" can never be met; ${number}`],
    ['a count with exactly one',    assert('{ count: JobQueued, is: 3s }'),                `9:29: assert.0.is: "3s" can never be met; ${number}`],
  ]);

  test('may be a variable, or a share at either end', () => {
    expect(findingsOf(assert('{ metric: utilization, is: { gte: 0, lte: 1 } }'))).toStrictEqual([]);
    expect(findingsOf(matrix('{ least: [0.5] }', 'assert: [{ metric: utilization, is: { gte: $least } }]'))).toStrictEqual([]);
  });
});

const load = (model: string) => scenarioText(`load:\n  - { with: { endpoint: ep-a, body: { input: {} } }, ${model} }`);
const longer = (time: string) => `give \`for: ${time}\`, leave it out, or remove them`;

// biome-ignore format: a table
describe('a call that a load names and never makes', () => {
  isTold([
    ['one after its end',           load('for: 10s, trace: [0s, 5s, 11s]'),                     `warning 7:80: load.0.trace.2: \`for: 10s\` is over before 1 of 3 arrivals: ${longer('11s')}`],
    ['several, in any order',       load('for: 10s, trace: [1m, 5s, 2m, 10s]'),                 `warning 7:72: load.0.trace.0: \`for: 10s\` is over before 2 of 4 arrivals: ${longer('2m')}`],
    ['all of them',                 load('start: 1h, for: 1s, trace: [1m, 5m]'),                `warning 7:82: load.0.trace.0: \`for: 1s\` is over before 2 of 2 arrivals: ${longer('5m')}`],
    ['more than so many',           load('exactly: 2, trace: [0s, 5s, 11s]'),                   'warning 7:63: load.0.exactly: the load makes only 2 of the 3 calls that `trace` has'],
    ['most of a burst',             load('exactly: 2, burst: { size: 50 }'),                    'warning 7:63: load.0.exactly: the load makes only 2 of the 50 calls that its burst has'],
    ['some of so many',             load('exactly: 4, for: 3s, trace: [3s, 1s, 1s, 4s]'),       `warning 7:63: load.0.exactly: the load makes only 3 of 4 calls in its \`for: 3s\`; give a longer one, or leave it out\nwarning 7:95: load.0.trace.3: \`for: 3s\` is over before 1 of 4 arrivals: ${longer('4s')}`],
    ['by a constant rate',          load('exactly: 12, for: 10s, constant: { every: 1s }'),     'warning 7:63: load.0.exactly: the load makes only 11 of 12 calls in its `for: 10s`; give a longer one, or leave it out'],
    ['by a rate that grows',        load('exactly: 99, for: 10s, ramp: { from: 1/s, to: 3/s, over: 10s }'), 'warning 7:63: load.0.exactly: the load makes only 20 of 99 calls in its `for: 10s`; give a longer one, or leave it out'],
    ['by bursts',                   load('exactly: 20, for: 10s, burst: { size: 3, every: 2s }'), 'warning 7:63: load.0.exactly: the load makes only 18 of 20 calls in its `for: 10s`; give a longer one, or leave it out'],
    ['of the second load',          `${load('burst: { size: 1 }')}\n  - { with: { endpoint: ep-a, body: { input: {} } }, for: 0s, trace: [1ms] }`, `warning 8:71: load.1.trace.0: \`for: 0s\` is over before 1 of 1 arrivals: ${longer('1ms')}`],
  ]);

  test('is told of pieces, too', () => {
    const pieces = load('for: 10s, piecewise: [{ at: 0s, rate: 9/s }, { at: 9s, rate: 1/s }, { at: 11s, rate: 2/s }]');
    const words = '`for: 10s` is over before 1 of 3 pieces begin: give a longer one, or remove them';
    expect(findingsOf(pieces)).toStrictEqual([`warning 7:122: load.0.piecewise.2: ${words}`]);
  });

  test.each([
    ['as the last one at the end',  load('for: 10s, trace: [0s, 10s]')],
    ['as many as it has',           load('exactly: 2, trace: [0s, 10s]')],
    ['as many as a rate makes',     load('exactly: 11, for: 10s, constant: { every: 1s }')],
    ['a rate that is held',         load('exactly: 99, ramp: { from: 1/s, to: 3/s, over: 10s }')],
    ['without any end but that',    load('exactly: 7, burst: { size: 3, every: 2s }')],
    ['users who come often enough', load('exactly: 2, for: 1h, closed: { users: 1, thinkTime: { fixed: 1s } }')],
  ])('is told of no load that makes them all: %s', (_, text) => {
    expect(findingsOf(text)).toStrictEqual([]);
    expect(idle(text)).toStrictEqual([]);
  });

  test.each([
    ['users',            'exactly: 9, for: 10s, closed: { users: 1, thinkTime: { fixed: 8s } }', 'the load makes only 2 of 9 calls in its `for: 10s`'],
    ['random arrivals',  'exactly: 9, for: 10s, poisson: { rate: 1/h }',                         'the load makes only 0 of 9 calls in its `for: 10s`'],
  ])('is told by the run of %s', (_, model, words) => {
    expect(idle(load(model))).toStrictEqual([`load.0.exactly: ${words}; give a longer one, or leave it out`]);
  });
});

// biome-ignore format: a table
describe('a matrix variable that nothing uses', () => {
  isTold([
    ['alone',                   matrix('{ n: [1, 2] }', ''),                                    'warning 6:24: matrix.variables.n: nothing uses $n, so its values make no difference (included files cannot use it)'],
    ['beside one that is used', matrix('{ n: [1, 2], m: [3] }', 'assert: [{ count: JobQueued, is: { lt: $n } }]'), 'warning 6:35: matrix.variables.m: nothing uses $m, so its values make no difference (included files cannot use it)'],
    ['that is misspelt',        matrix('{ workers: [1, 2] }', 'steps: [{ act: run, with: { endpoint: ep-a, body: { input: { n: $worker } } } }]'), "warning 6:24: matrix.variables.workers: nothing uses $workers, so its values make no difference; did you mean '$worker'? (included files cannot use it)\n7:65: steps.0.with.body.input.n: $worker is never saved; `save: { NAME: id }` in an earlier step saves it ($$ stands for a dollar)"],
    ['in another case',         matrix('{ Count: [1] }', 'seed: $count'), "warning 6:24: matrix.variables.Count: nothing uses $Count, so its values make no difference; did you mean '$count'? (included files cannot use it)"],
    ['without its dollar',      matrix('{ wait: [1s] }', 'steps: [{ delay: 1s, name: wait }]'), 'warning 6:24: matrix.variables.wait: nothing uses $wait, so its values make no difference (included files cannot use it)'],
    ['as a dollar',             matrix('{ price: [1] }', `steps: [{ act: run, with: { endpoint: ep-a, body: { input: { text: '$$price' } } } }]`), 'warning 6:24: matrix.variables.price: nothing uses $price, so its values make no difference (included files cannot use it)'],
    ['in a comment',            matrix('{ n: [1] }', '# $n'),                                   'warning 6:24: matrix.variables.n: nothing uses $n, so its values make no difference (included files cannot use it)'],
    ['as a key',                matrix('{ n: [a] }', 'steps: [{ act: run, with: { endpoint: ep-a, body: { input: { $n: 1 } } } }]'), 'warning 6:24: matrix.variables.n: nothing uses $n, so its values make no difference (included files cannot use it)'],
    ['in a longer name',        matrix('{ n: [1] }', 'seed: $n-1'),                             "warning 6:24: matrix.variables.n: nothing uses $n, so its values make no difference; did you mean '$n-1'? (included files cannot use it)"],
    ['beside seeds',            matrix('{ n: [1] }, seeds: [a, b]', ''),                        'warning 6:24: matrix.variables.n: nothing uses $n, so its values make no difference (included files cannot use it)'],
  ]);
});

// biome-ignore format: a table
describe('a fault that matches nothing', () => {
  isTold([
    ['an operation never called',    fault('{ fault: api-error, limit: 1, match: { operation: retry } }'),   'warning 7:55: faults.0.match.operation: the fault strikes nothing: no step or load calls retry; there is only run'],
    ['an operation misspelt by use', fault('{ fault: api-error, limit: 1, match: { operation: runsync } }'), 'warning 7:55: faults.0.match.operation: the fault strikes nothing: no step or load calls runsync; there is only run'],
    ['an endpoint never called',     fault('{ fault: api-error, limit: 1, match: { endpoint: ep-a } }', 'steps: [{ act: listPods }]'), 'warning 7:54: faults.0.match.endpoint: the fault strikes nothing: no step or load calls an operation of ep-a'],
    ['an operation of no endpoint',  fault('{ fault: api-latency, delay: 1s, limit: 1, match: { endpoint: ep-a, operation: status } }'), 'warning 7:84: faults.0.match.operation: the fault strikes nothing: no step or load calls status; there is only run'],
    ['no call at all',               fault('{ fault: api-error, limit: 1 }', 'steps: [{ delay: 1s }]'),      'warning 7:5: faults.0: the fault strikes nothing: no step or load calls an API'],
    ['only the control plane',       fault('{ fault: api-error, limit: 1 }', 'steps: [{ act: clearFaults }]'), 'warning 7:5: faults.0: the fault strikes nothing: no step or load calls an API'],
    ['an image',                     fault("{ fault: slow-image-pull, delay: 1m, limit: 1, match: { image: 'podsim/worker:2' } }"), "warning 7:68: faults.0.match.image: the fault strikes nothing: nothing here has the image 'podsim/worker:2'; did you mean 'podsim/worker:1'?"],
    ['an image of a failed pull',    fault("{ fault: image-pull-failure, limit: 1, match: { image: nginx } }"), "warning 7:60: faults.0.match.image: the fault strikes nothing: nothing here has the image 'nginx'; there is only podsim/worker:1"],
    ['a pod that none creates',      fault('{ fault: no-capacity, limit: 1, match: { pod: abcdefghij1234 } }'), 'warning 7:51: faults.0.match.pod: the fault strikes nothing: no step or load creates a pod'],
    ['the first of two',             fault('{ fault: api-error, limit: 1, match: { operation: cancel } }\n  - { fault: api-error, limit: 1, match: { operation: health } }', 'steps: [{ act: health, with: { endpoint: ep-a }, expect: { status: 503 } }]'), 'warning 7:55: faults.0.match.operation: the fault strikes nothing: no step or load calls cancel; there is only health'],
  ]);
});

// biome-ignore format: a table
describe('a body that its operation refuses', () => {
  isTold([
    ['a key that is misspelt',      call('run', '{ endpoint: ep-a, body: { input: {}, polcy: {} } }'),           "warning 7:60: steps.0.with.body.polcy: run discards the unknown key 'polcy'; did you mean 'policy'? (the keys here are input, webhook, webhookV2, policy, s3Config)"],
    ['a key in an object',          call('run', '{ endpoint: ep-a, body: { input: {}, policy: { tll: 15s } } }'), "7:70: steps.0.with.body.policy.tll: run refuses the unknown key 'tll'; did you mean 'ttl'? (the keys here are executionTimeout, ttl, lowPriority)"],
    ['a missing property',          call('run', '{ endpoint: ep-a, body: { prompt: hi } }'),                     "7:47: steps.0.with.body: run refuses this: missing property 'input'\nwarning 7:49: steps.0.with.body.prompt: run discards the unknown key 'prompt'; the keys here are input, webhook, webhookV2, policy, s3Config"],
    ['no body',                     call('run', '{ endpoint: ep-a }'),                                           '7:23: steps.0.with: run needs a `body` with input, webhook, webhookV2, policy, s3Config'],
    ['a text for an object',        call('runsync', '{ endpoint: ep-a, body: { input: hi } }'),                  '7:60: steps.0.with.body.input: runsync refuses this: got string, want object'],
    ['a negative duration',         call('updateEndpoint', '{ endpoint: ep-a, body: { timeout: -1 } }'),         '7:69: steps.0.with.body.timeout: updateEndpoint refuses this: minimum: got -1, want 0; it counts milliseconds, or is a duration such as 15s'],
    ['a choice that there is not',  call('createEndpoint', '{ body: { name: a, type: QUEU, image: i, gpu: { pools: [ADA_24] }, scaling: { type: REQUEST_COUNT, requestCount: 1 } } }'), "7:59: steps.0.with.body.type: 'QUEU' is not known here; did you mean 'QUEUE'? (the choices are QUEUE, LOAD_BALANCER)"],
    ['although it expects 200',     steps('{ act: run, with: { endpoint: ep-a, body: {} }, expect: { status: 200 } }'), "7:47: steps.0.with.body: run refuses this: missing property 'input'"],
    ['in a load',                   scenarioText('load: [{ with: { endpoint: ep-a, body: { imput: {} } }, trace: [1s] }]'), "6:40: load.0.with.body: run refuses this: missing property 'input'\nwarning 6:42: load.0.with.body.imput: run discards the unknown key 'imput'; did you mean 'input'? (the keys here are input, webhook, webhookV2, policy, s3Config)"],
    ['beside a variable',           steps(submit, '{ act: run, with: { endpoint: ep-a, body: { input: { of: $job }, webhook: $job, policy: { ttl: soon } } }, expect: { status: 200 } }'), '8:100: steps.1.with.body.policy.ttl: run refuses this: got string, want number; it counts milliseconds, or is a duration such as 15s'],
  ]);
});

test('a key of a body that the settings of the world refuse is an error, not a warning', () => {
  const step = '{ act: run, with: { endpoint: ep-a, body: { input: {}, polcy: {} } } }';
  const world = '{ settings: { job: { unknownKeys: refuse } }, endpoints: [{ id: ep-a }] }';
  const text = `title: strict\nworld: ${world}\nsteps: [${step}]`;
  expect(findingsOf(text)).toStrictEqual([expect.stringMatching(/^3:.*run refuses the unknown key 'polcy'; did you mean 'policy'\?/)]);
});

const creates = (act: string, body: string) => call(act, `{ body: { name: a, image: 'a:1', ${body} } }`);
const shape = 'type: QUEUE, scaling: { type: REQUEST_COUNT, requestCount: 1 }';

// biome-ignore format: a table
describe('what an operation itself refuses, by its rules', () => {
  isTold([
    ['too short a time to live',    call('run', '{ endpoint: ep-a, body: { input: {}, policy: { ttl: 5s } } }'),  '7:75: steps.0.with.body.policy.ttl: run refuses this: must be from 10000 to 604800000 ms; it counts milliseconds, or is a duration such as 15s (errors.validation)'],
    ['too long a wait',             call('runsync', '{ endpoint: ep-a, query: { wait: 10m }, body: { input: {} } }'), '7:60: steps.0.with.query.wait: runsync refuses this: must be a whole number from 1000 to 300000, in ms; it counts milliseconds, or is a duration such as 15s (job.runsync-wait-bounds)'],
    ['in a load',                   scenarioText('load: [{ with: { endpoint: ep-a, body: { input: {}, policy: { executionTimeout: 1s } } }, trace: [1s] }]'), '6:81: load.0.with.body.policy.executionTimeout: run refuses this: must be from 5000 to 604800000 ms; it counts milliseconds, or is a duration such as 15s (errors.validation)'],
    ['a GPU type of a pod',         creates('createPod', 'gpu: { id: RTX 4090 }'),            "7:73: steps.0.with.body.gpu.id: createPod refuses this: there is no GPU type RTX 4090; GET /v2/catalog/gpus lists them; did you mean 'NVIDIA GeForce RTX 4090'? (pod.capacity)"],
    ['a GPU type of a cluster',     creates('createCluster', 'type: TRAINING, compute: { gpuTypeId: H100, gpuCountPerPod: 8, podCount: 2 }'), "7:104: steps.0.with.body.compute.gpuTypeId: createCluster refuses this: there is no GPU type H100; GET /v2/catalog/gpus lists them; did you mean 'NVIDIA H100 PCIe' or 'NVIDIA H100 80GB HBM3'? (pod.capacity)"],
    ['a GPU pool of an endpoint',   creates('createEndpoint', `${shape}, gpu: { pools: [ADA_25] }`), "7:146: steps.0.with.body.gpu.pools.0: createEndpoint refuses this: there is no GPU pool ADA_25; there are AMPERE_16, AMPERE_24, ADA_24, AMPERE_48, ADA_48_PRO, AMPERE_80, ADA_80_PRO, HOPPER_141, BLACKWELL_96, BLACKWELL_180; did you mean 'ADA_24'? (endpoint.create)"],
    ['a CPU flavour',               creates('createPod', 'cpu: { id: cpu9c, vcpuCount: 2 }'), "7:73: steps.0.with.body.cpu.id: createPod refuses this: there is no CPU flavour cpu9c; there are cpu3c, cpu3g, cpu5c, cpu5g, cpu5m; did you mean 'cpu3c'? (pod.cpu-flavor)"],
    ['both families of compute',    creates('createPod', 'gpu: { id: NVIDIA L4 }, cpu: { id: cpu3c, vcpuCount: 2 }'), '7:37: steps.0.with.body: createPod refuses this: give exactly one of gpu and cpu (pod.create-compute)'],
    ['more workers than the quota', creates('createEndpoint', `${shape}, gpu: { pools: [ADA_24] }, workers: { max: 2000 }`), '7:42: steps.0.with.body: createEndpoint refuses this: workers.max must not exceed your workers quota (1000) (endpoint.worker-quota)'],
    ['a data center of a volume',   call('createNetworkVolume', '{ body: { name: a, size: 10, dataCenter: EU-RO-9 } }'), "7:80: steps.0.with.body.dataCenter: createNetworkVolume refuses this: there is no data centre EU-RO-9; these do: EU-RO-1, US-IL-1, EUR-IS-1, EU-CZ-1, US-KS-2, US-GA-2, US-WA-1, US-CA-2, US-NC-1, EUR-NO-1, US-MD-1, US-MO-1, US-MO-2, US-NC-2, US-NE-1; did you mean 'EU-RO-1'? (volume.data-center)"],
  ]);

  test.each([
    ['a step that expects it',           steps('{ act: createPod, with: { body: { name: a, image: i, gpu: { id: RTX } } }, expect: { status: 400 } }')],
    ['a load that may be refused',       scenarioText('load: [{ with: { endpoint: ep-a, body: { input: {}, policy: { ttl: 5s } } }, trace: [1s], mayBeRefused: true }]')],
    ['what a variable says',             steps('{ act: listGpuTypes, save: { gpu: gpus.0.id } }', '{ act: createPod, with: { body: { name: a, image: i, gpu: { id: $gpu } } } }')],
    ['bounds that a step has changed',   steps('{ settings: { job: { ttlMin: 1s } } }', '{ act: run, with: { endpoint: ep-a, body: { input: {}, policy: { ttl: 5s } } } }')],
    ['bounds that the world has',        steps('{ act: run, with: { endpoint: ep-a, body: { input: {}, policy: { ttl: 5s } } } }').replace('settings: {', 'settings: { job: { ttlMin: 1s },')],
  ])('but not %s', (_, text) => {
    expect(findingsOf(text)).toStrictEqual([]);
  });
});

// biome-ignore format: a table
describe('what else a call has wrong', () => {
  isTold([
    ['a path without its parameter',  call('status', '{ endpoint: ep-a }'),                                 '7:26: steps.0.with: status needs `job`, which its path names: /v2/{endpoint_id}/status/{job_id}'],
    ['a name that it ignores',        call('health', '{ endpoint: ep-a, job: x }'),                         'warning 7:44: steps.0.with.job: health does not look at `job`; there is only endpoint'],
    ['a body that it ignores',        call('health', '{ endpoint: ep-a, body: {} }'),                       'warning 7:44: steps.0.with.body: health takes no body, and does not look at one'],
    ['a parameter that it ignores',   call('runsync', '{ endpoint: ep-a, body: { input: {} }, query: { wiat: 10s } }'), "warning 7:75: steps.0.with.query.wiat: runsync does not look at 'wiat'; did you mean 'wait'?"],
    ['a parameter that it refuses',   call('listPodBilling', '{ query: { bucketSize: hours } }'),           "7:57: steps.0.with.query.bucketSize: 'hours' is not known here; did you mean 'hour'? (the choices are hour, day, week, month, year)"],
    ['a handler that it refuses',     call('run', '{ endpoint: ep-a, body: { input: {} }, handler: { outcome: fail } }'), "7:73: steps.0.with.handler.outcome: run refuses the unknown key 'outcome'; did you mean 'outcomes'? (the keys here are duration, outcomes, chances, output, error, chunks, firstJob, emptyInput, status, headers, tokens)"],
    ['a field that is never saved',   steps('{ act: run, with: { endpoint: ep-a, body: { input: {} } }, save: { job: jobId } }'), "7:77: steps.0.save.job: the answer of run never has 'jobId'; its fields are id, status"],
    ['a field that never comes',      steps('{ act: health, with: { endpoint: ep-a }, expect: { body: { jobs: { complete: 0 } } } }'), "7:72: steps.0.expect.body.jobs.complete: jobs in the answer of health never has 'complete'; did you mean 'completed'? (its fields are completed, failed, inProgress, inQueue, retried)"],
    ['a time that is no time',        steps('{ act: health, with: { endpoint: ep-a }, expect: { took: { lt: fast } } }'), '7:68: steps.0.expect.took.lt: "fast" can never be met; give a duration such as 8s, or operators with durations such as { lte: 8s }'],
    ['a status that is no number',    steps('{ act: health, with: { endpoint: ep-a }, expect: { status: { below: 300 } } }'), "7:66: steps.0.expect.status.below: unknown operator 'below'; the operators are eq, ne, lt, lte, gt, gte, matches, contains, length, exists, oneOf"],
  ]);
});

// biome-ignore format: a table
test.each([
  ['a fault on what clients do of themselves',  fault('{ fault: api-error, limit: 1, match: { operation: retry } }', 'load: [{ with: { endpoint: ep-a, body: { input: {} } }, onFailure: { retry: job }, trace: [1s] }]')],
  ['a fault on an image that a variable names', fault('{ fault: slow-image-pull, delay: 1m, limit: 1, match: { image: nginx } }', `steps:\n  - ${submit}\n  - { act: createPod, with: { body: { name: p, image: $job, gpu: { id: NVIDIA L4 } } } }`)],
  ['a sequence that ignores what is between',   assert('{ sequence: [JobQueued, JobCompleted], of: $job, ignoring: [JobStarted] }')],
  ['the fields of a refusal',                   steps('{ act: health, with: { endpoint: ep-a }, expect: { status: { gte: 400 }, body: { title: x } } }')],
])('nothing is found in %s', (_, text) => {
  expect(findingsOf(text)).toStrictEqual([]);
});

test('a condition that counts none of what is not there holds from the start', () => {
  const [finding] = findingsOf(steps('{ when: endpoint ep-b has 0 waiting jobs, within: 1m }'));
  expect(finding).toMatch(/^warning .*there is no endpoint 'ep-b'.*\(so this holds from the start\)$/);
});

/** What the run of a text had no effect on. */
const idle = (text: string): readonly string[] => playedText(text).idle.map(({ message }) => message);
const hidden = (assertion: string) =>
  scenarioText(`load: [{ act: run, name: l, with: { endpoint: ep-a, body: { input: {} } }, trace: [1s] }]\nassert:\n  - ${assertion}`);

// biome-ignore format: a table
describe('a run says what had no effect in it', () => {
  const rows = [
    ['a crash while nothing runs',     fault('{ fault: worker-crash, at: 1h, match: { endpoint: ep-a } }', 'steps: [{ delay: 2h }]\nload: []').replace('workers: { min: 1, max: 1 }', 'workers: { min: 0, max: 1 }'), 'faults.0: this worker-crash struck nothing: nothing that it matches came up at 1h'],
    ['a window that is over',          fault('{ fault: api-error, window: { to: 1s }, match: { operation: health } }', 'steps: [{ at: 5s, act: health, with: { endpoint: ep-a } }]'), 'faults.0: this api-error struck nothing: nothing that it matches came up from 0s to 1s'],
    ['a window that comes too late',   fault('{ fault: api-error, window: { from: 1h, to: 2h } }'), 'faults.0: this api-error struck nothing: nothing that it matches came up from 1h to 2h'],
    ['a chance that spared all',       fault('{ fault: api-error, chance: 1/1000000, limit: 1 }'), 'faults.0: this api-error struck nothing: nothing that it matches came up from 0s on, or chance (1/1000000) spared all of it'],
    ['a host that nothing is on',      fault('{ fault: slow-image-pull, delay: 1s, limit: 1, match: { gpu: NVIDIA A40 } }'), 'faults.0: this slow-image-pull struck nothing: nothing that it matches came up from 0s on'],
    ['the second fault',               fault('{ fault: api-latency, delay: 1s, limit: 1 }\n  - { fault: api-error, window: { from: 1h, to: 2h } }'), 'faults.1: this api-error struck nothing: nothing that it matches came up from 1h to 2h'],
    ['an assertion about no job',      scenarioText('assert: [{ never: JobFailed }]'), 'assert.0: there was no job, so this says nothing'],
    ['a count of no pod',              hidden('{ count: PodFailed, is: { lt: 3 } }'), 'assert.0: there was no pod, so this says nothing'],
    ['an entity that was not there',   hidden('{ never: WorkerCrashed, of: ep-a-w2 }'), 'assert.0: there was no worker ep-a-w2, so this says nothing'],
    ['a bill of what was not there',   scenarioText('assert: [{ metric: bill, of: x, is: 0 }]'), 'assert.0: there was no x to bill, so this says nothing'],
    ['a metric without any worker',    scenarioText('assert: [{ metric: cost, is: 0 }]').replace('workers: { min: 1, max: 1 }', 'workers: { min: 0, max: 1 }'), 'assert.0: there was no worker, so this says nothing'],
  ] as const;

  test('is shown by eleven mistakes', () => {
    expect(rows).toHaveLength(11);
  });

  test.each(rows)('%s', (_, text, message) => {
    expect(idle(text).join('\n')).toBe(message);
  });

  // biome-ignore format: a table
  test.each([
    ['of another entity',        hidden('{ never: JobFailed, where: { workerId: ep-a-w2 } }'), 'there was no worker ep-a-w2'],
    ['of an endpoint that begins nothing', hidden('{ never: WorkerLaunched, where: { endpointId: e1nothing12345 } }'), 'there was no endpoint e1nothing12345'],
    ['of a count that may be 0', hidden('{ count: JobStarted, where: { workerId: ep-a-w2 }, is: { lt: 2 } }'), 'there was no worker ep-a-w2'],
    ['of two fields',            hidden('{ never: WorkerTookJob, where: { workerId: ep-a-w1, jobId: x-u1 } }'), 'there was no job x-u1'],
    ['beside `of`',              hidden('{ never: WorkerFreed, of: ep-a-w1, where: { jobId: x-u1 } }'), 'there was no job x-u1'],
    ['of a call',                hidden('{ never: InputRefused, where: { operation: retry } }'), 'there was no call of retry'],
    ['of calls that are counted', hidden('{ count: InputReceived, where: { operation: cancel }, is: 0 }'), 'there was no call of cancel'],
  ])('an assertion whose `where` finds nothing: %s', (_, text, words) => {
    expect(idle(text)).toStrictEqual([`assert.0: ${words}, so this says nothing`]);
  });

  test.each([
    ['that nothing began',    scenarioText('assert: [{ never: JobQueued }]')],
    ['that one did not begin', hidden('{ never: WorkerLaunched, of: ep-a-w2 }')],
    ['that one did not begin, in `where`', hidden('{ never: WorkerLaunched, where: { workerId: ep-a-w2 } }')],
    ['what a field never was', hidden('{ never: JobQueued, where: { source: runsync } }')],
    ['a call without an entry', scenarioText('steps: [{ act: health, with: { endpoint: ep-a } }]\nassert: [{ never: InputRefused, where: { operation: health } }]')],
    ['what did happen',       hidden('{ never: JobFailed }')],
    ['what fails anyway',     scenarioText('assert: [{ count: JobFailed, is: 1 }]')],
  ])('and not %s', (_, text) => {
    expect(idle(text)).toStrictEqual([]);
  });
});

// biome-ignore format: a table
describe('an unknown word has the nearest known one', () => {
  const words = [
    ['an operation',             steps('{ act: runn }'),                                          "7:12: steps.0.act: 'runn' is not an operation; did you mean 'run'? (`podsim spec operations` lists all)"],
    ['an event',                 assert('{ never: JobFaild }'),                                   "9:14: assert.0.never: 'JobFaild' is not an event type; did you mean 'JobFailed'? (`podsim spec rules job` lists those of a job; docs/reference/names.md lists all)"],
    ['a rule',                   'title: x\nteaches: [job.rty]',                                  "2:11: teaches.0: 'job.rty' is not a rule; did you mean 'job.retry'? (`podsim spec rules` lists all)"],
    ['a key',                    steps('{ act: health, as: devv, with: { endpoint: ep-a } }'),    `7:24: steps.0.as: there is no key 'devv'; did you mean 'dev'? (there are ${noKeyName}, dev)`],
    ['a step',                   steps('{ name: first }', '{ after: frist }'),                    "8:14: steps.1.after: no step before this one is named 'frist'; did you mean 'first'?"],
    ['a status',                 steps(submit, '{ when: job $job is FALED, within: 1m }'),        "8:13: steps.1.when: a job is never FALED; did you mean 'FAILED'? (its statuses are NEW, IN_QUEUE, IN_PROGRESS, COMPLETED, FAILED, CANCELLED, TIMED_OUT, REMOVED, gone)"],
    ['a kind',                   steps('{ when: jbo x is FAILED, within: 1m }'),                  "7:13: steps.0.when: there is no kind of entity 'jbo'; did you mean 'job'? (docs/reference/lifecycles.md lists all)"],
    ['what a fault matches',     fault('{ fault: worker-crash, at: 1s, match: { endpoint: ep-b } }'), "7:55: faults.0.match.endpoint: there is no endpoint 'ep-b'; there are ep-a; did you mean 'ep-a'?"],
    ['a GPU type',               'title: x\nworld: { hosts: [{ id: h, gpu: NVIDIA A41 }] }',      "2:32: world.hosts.0.gpu: 'NVIDIA A41' is not a GPU type that can be rented; did you mean 'NVIDIA A40'? (docs/reference/names.md lists all)"],
    ['a GPU type without a price', 'title: x\nworld: { hosts: [{ id: h, gpu: NVIDIA A30 }] }',      "2:32: world.hosts.0.gpu: 'NVIDIA A30' is not a GPU type that can be rented; did you mean 'NVIDIA A40'? (docs/reference/names.md lists all)"],
    ['a variable of the matrix', matrix('{ workers: [1] }', 'start: $worker'),                    "7:8: start: $worker is not a variable of the matrix; did you mean '$workers'? (must be an instant in UTC such as 2026-01-01T00:00:00Z)"],
    ['a choice',                 'title: x\nworld: { hosts: [{ id: h, cloud: SECUR }] }',         "2:34: world.hosts.0.cloud: 'SECUR' is not known here; did you mean 'SECURE'? (the choices are SECURE, COMMUNITY)"],
    ['a key of the file',        'title: x\nstep: []',                                            "2:1: unknown key 'step'; did you mean 'steps'? (see docs/reference/scenario.md)"],
  ] as const;

  test.each(words)('%s', (_, text, message) => {
    expect(problemsOf(text).join('\n')).toBe(message);
  });
});

test('each member of a matrix has its own mistakes, and members that differ only in their seed are read once', () => {
  const text = matrix('{ n: [1, 2] }, seeds: 1..3', `steps: [{ act: run, with: { endpoint: ep-a, body: { inpt: $n } } }]`);
  const findings = scenariosOf(text).map((scenario) => scenario.findings);
  expect(findings.map(({ length }) => length)).toStrictEqual([2, 2, 2, 2, 2, 2]);
  expect(new Set(findings).size).toBe(2);
});

test('a query is judged by the contract of the world', () => {
  const walked = "steps: [{ act: listPods, with: { query: { limit: '1' } } }]";
  expect(findingsOf(`title: t\nworld: { contract: 2026-11 }\n${walked}`)).toStrictEqual([]);
  expect(findingsOf(`title: t\n${walked}`)).toStrictEqual([
    expect.stringContaining("warning 2:43: steps.0.with.query.limit: listPods does not look at 'limit'"),
  ]);
  expect(findingsOf(`title: t\nworld: { contract: 2026-11 }\n${walked.replace("'1'", "'0'")}`)).toStrictEqual([
    expect.stringContaining('query.limit'),
  ]);
});

test('nothing is found in the scenarios that ship', () => {
  const found = scenarioFiles(['scenarios']).flatMap((path) => scenariosIn(path).flatMap(({ findings }) => findings.map(problemText)));
  expect(found).toStrictEqual([]);
});
