import { describe, expect, test } from 'vitest';
import { problemsOf, scenarioText } from '../support/worlds/playing.ts';

const withBody = 'with: { endpoint: ep-a, body: { input: {} } }';
const loadOf = (load: string) => scenarioText(`load:\n  - { ${withBody}, burst: { size: 1 }, ${load} }`);
const stepOf = (step: string) => scenarioText(`steps:\n  - { ${step} }`);
const worldOf = (endpoint: string) => `title: x\nworld:\n  endpoints:\n    - { id: ep-a, ${endpoint} }`;
const inBody = (policy: string) => `act: run, with: { endpoint: ep-a, body: { input: {}, policy: ${policy} } }`;

const like = 'write it like 500ms, 8s, 2m or 1h30m, or as a number of milliseconds';

/** Each is one mistake: what stands at the line and column of the message, and the message: what is wrong, and what to write instead. */
describe('a mistake in', () => {
  // biome-ignore format: a table
  test.each([
    // Clients that retry.
    ['who retries',                     loadOf('onFailure: { retry: user }'),                                          'user', 'load.0.onFailure.retry: must be `client` (submits a new job) or `job` (the platform’s retry of the same job)'],
    ['a retry without its client',      loadOf('onFailure: { attempts: 3 }'),                                          '{ attempts: 3', "load.0.onFailure: missing property 'retry'; must be `client` (submits a new job) or `job` (the platform’s retry of the same job)"],
    ['how often: once is no retry',     loadOf('onFailure: { retry: job, attempts: 1 }'),                              '1', 'load.0.onFailure.attempts: counts the first attempt too: give 2 or more'],
    ['how often: half',                 loadOf('onRefusal: { attempts: 2.5 }'),                                        '2.5', 'load.0.onRefusal.attempts: must be a whole number: how many attempts are made at most, the first included'],
    ['a delay without a unit',          loadOf('onRefusal: { backoff: constant, delay: 5 }'),                          '5', 'load.0.onRefusal.delay: must be a duration such as 500ms, 8s, 2m or 1h30m'],
    ['a delay without a backoff',       loadOf('onRefusal: { delay: 5s }'),                                            '5s', 'load.0.onRefusal.delay: `delay` belongs to a `backoff`: give `backoff: constant` or `exponential`'],
    ['a factor of constant delays',     loadOf('onRefusal: { backoff: constant, factor: 2 }'),                         '2', 'load.0.onRefusal.factor: `factor` belongs to `backoff: exponential`; constant delays never grow'],
    ['delays that shrink',              loadOf('onRefusal: { backoff: exponential, factor: 0.5 }'),                    '0.5', 'load.0.onRefusal.factor: must be 1 or more: delays never shrink'],
    ['a bound below the first delay',   loadOf('onRefusal: { backoff: exponential, delay: 1m, max: 30s }'),            '30s', 'load.0.onRefusal.max: the longest delay, 30s, is shorter than the first, 1m'],
    ['an unknown backoff',              loadOf('onRefusal: { backoff: linear }'),                                      'linear', "load.0.onRefusal.backoff: 'linear' is not known here; the choices are constant, exponential"],
    ['a name',                          loadOf('onRefusal: { obeyRetryafter: true }'),                                 'obeyRetryafter:', "load.0.onRefusal: unknown key 'obeyRetryafter'; did you mean 'obeyRetryAfter'?"],
    ['a failure of what is no job',     scenarioText('load:\n  - { act: listPods, with: {}, burst: { size: 1 }, onFailure: { retry: client } }'), '{ retry: client', 'load.0.onFailure: is about jobs: use it with run or runsync; for refused calls there is `onRefusal`'],
    ['no patience at all',              loadOf('giveUpAfter: 0s'),                                                     '0s', 'load.0.giveUpAfter: must be longer than nothing'],
    // What a load does, and for how long.
    ['steps beside an act',             loadOf('steps: [{ act: health }]'),                                            '{ endpoint: ep-a', 'load.0.with: `steps` replace `act` and `with`: remove `with`'],
    ['no call',                         scenarioText('load:\n  - { burst: { size: 1 } }'),                             '{ burst: {', "load.0: missing property 'with' (or steps)"],
    ['more calls than a burst has',     loadOf('exactly: 5'),                                                          '5', 'load.0.exactly: the load makes only 1 calls: give `burst.every`'],
    ['more calls than a trace has',     scenarioText(`load:\n  - { ${withBody}, trace: [1s, 2s], exactly: 3 }`),       '3', 'load.0.exactly: the load makes only 2 calls: give more times in `trace`'],
    ['when a load begins',              loadOf('after: 8h'),                                                            'after:', "load.0: unknown key 'after'; for when it begins, write `start: 8h`"],
    ['who operates the control plane',  loadOf('as: dev').replace('with: {', 'act: createKey, with: {'),               'dev', 'load.0.as: createKey is an operation of the control plane, which needs no key'],
    ['who calls: named twice',          scenarioText("load:\n  - { act: listPods, as: dev, burst: { size: 1 }, with: { headers: { authorization: 'Bearer x' } } }"), 'dev', 'load.0.as: the authorization header identifies the caller already: give only one of them'],
    // Workers.
    ['how long a worker idles, beside another scaler', worldOf('workers: { idleTimeout: 5s }'),                            '5s', 'world.endpoints.0.workers.idleTimeout: idleTimeout does not apply to queue-based endpoints scaling on requestCount, as this one does: add `scaling: { type: QUEUE_DELAY, queueDelay: 4 }` to the endpoint; or leave the scaler, and give the world `settings: { endpoint: { idleTimeout: 5s } }` instead'],
    // Repetition.
    ['a repeat without an end',         stepOf('repeat: { every: 1d }, act: health, with: { endpoint: ep-a }'),        '{ every: 1d', 'steps.0.repeat: would never end: give `times` or `until`'],
    ['a repeat of a condition',         stepOf('repeat: { until: job x is FAILED }'),                                  '{ until: job', 'steps.0.repeat: `until` a condition needs `times`, after how many the condition must hold'],
    ['a repeat in which no time passes', stepOf('repeat: { until: 30d }'),                                             '{ until: 30d', 'steps.0.repeat: `until` a time needs `every` or `times`: without them, no time may pass'],
    ['when a repeat ends',              stepOf('repeat: { times: 3, until: it rains }'),                               'it rains', 'steps.0.repeat.until: cannot be read; write it like one of: '],
    ['when a repeat ends: a number',    stepOf('repeat: { times: 3, until: 30 }'),                                     '30', 'steps.0.repeat.until: must be a condition such as `job $job is COMPLETED`, or give a virtual time such as 30d'],
    ['how often a step comes',          stepOf('repeat: { times: 0 }'),                                                '0', 'steps.0.repeat.times: must be 1 or more'],
    ['a group that comes once',         stepOf('steps: [{ act: health, with: { endpoint: ep-a } }]'),                  '{ steps: [{', 'steps.0: a group of steps needs `repeat`: without it, write the steps one after another'],
    ['a group with an act',             stepOf('act: health, repeat: { times: 2 }, steps: [{ delay: 1s }]'),           'health', 'steps.0.act: a group of steps has no `act` of its own: make it one of its steps'],
    ['a time within a group',           stepOf('repeat: { times: 2 }, steps: [{ at: 5s }]'),                           '5s', 'steps.0.steps.0.at: a repeated step cannot come at one virtual time: use `delay` or `when`'],
    ['a name from outside a group',     scenarioText('steps:\n  - { name: a }\n  - { repeat: { times: 2 }, steps: [{ after: a }] }'), 'a', "steps.1.steps.0.after: no step before this one is named 'a'"],
    ['a name that is used twice',       scenarioText('steps:\n  - { name: a }\n  - { repeat: { times: 2 }, steps: [{ name: a }] }'), 'a', "steps.1.steps.0.name: another step is named 'a'"],
    ['a key within a group',            stepOf('repeat: { times: 2 }, steps: [{ act: health, as: carol, with: { endpoint: ep-a } }]'), 'carol', "steps.0.steps.0.as: there is no key 'carol'; there are "],
    // One word for another.
    ['what a step follows: a time',     scenarioText('steps:\n  - { name: a }\n  - { after: 8h }'),                 '8h', 'steps.1.after: is the name of a step before this one: for a time after the previous step, write `delay: 8h`'],
    ['what a step follows: a number',   stepOf('after: 8'),                                                         '8', 'steps.0.after: must be the name of a step before this one; for a time, use `delay: 8h`'],
    ['what a step follows: a list',     stepOf('after: [a]'),                                                       '[', 'steps.0.after: must be the name of a step before this one'],
    ['an operation under another key',  stepOf('operation: run'),                                                   'operation:', "steps.0: unknown key 'operation'; did you mean 'act', which can be run? (see docs/reference/steps.md)"],
    // Durations as text, where the API has numbers.
    ['a duration of a job',             stepOf(inBody('{ ttl: 15 sec }')),                                             '15 sec', `steps.0.with.body.policy.ttl: '15 sec' is no duration: ${like}`],
    ['a duration in a query',           stepOf(`act: runsync, ${withBody.replace('}', '}, query: { wait: soon }')}`).replace('{}, query: { wait: soon } }', '{} }, query: { wait: soon }'), 'soon', `steps.0.with.query.wait: 'soon' is no duration: ${like}`],
    ['a duration of a load',            scenarioText(`load:\n  - { burst: { size: 1 }, ${inBody('{ executionTimeout: 1min }')} }`), '1min', `load.0.with.body.policy.executionTimeout: '1min' is no duration: ${like}`],
    ['a duration of an endpoint',       worldOf('timeout: soon'),                                                      'soon', 'world.endpoints.0.timeout: must be a duration such as 10s, or a number of milliseconds'],
    ['part of a second',                worldOf('workers: { idleTimeout: 1500ms }'),                                   '1500ms', 'world.endpoints.0.workers.idleTimeout: 1.5 seconds: got number, want integer'],
    ['a duration that is too long',     worldOf('workers: { idleTimeout: 2h }'),                                       '2h', 'world.endpoints.0.workers.idleTimeout: 7200 seconds: maximum: got 7200, want 3600'],
    ['a number that is too small',      worldOf('scaling: { type: QUEUE_DELAY, queueDelay: 0.1 }'),                    '0.1', 'world.endpoints.0.scaling.queueDelay: 0.1 seconds: minimum: got 0.1, want 0.5'],
  ])('%s', (_, text, at, problem) => {
    const problems = problemsOf(text);
    expect(problems).toHaveLength(1);
    const [, line, column, message] = /^(\d+):(\d+): (.*)$/s.exec(problems[0] ?? '') ?? [];
    expect(message?.slice(0, problem.length)).toBe(problem);
    expect(text.split('\n')[Number(line) - 1]?.slice(Number(column) - 1, Number(column) - 1 + at.length)).toBe(at);
  });
});
