import { describe, expect, test } from 'vitest';
import { problemsOf, scenariosOf, scenarioText, submit } from '../support/worlds/playing.ts';

const stepsOf = (...steps: string[]) => scenarioText(`steps:\n${steps.map((step) => `  - ${step}\n`).join('')}`);
const loadOf = (load: string) => scenarioText(`load: [{ with: { endpoint: ep-a, body: { input: {} } }, ${load} }]`);
const faultOf = (fault: string) => scenarioText(`faults: [{ ${fault} }]`);
const assertOf = (assertion: string) => scenarioText(`assert: [{ ${assertion} }]`);
const worldOf = (world: string) => `title: x\nworld: { ${world} }`;
const aTemplate = '{ id: a, image: b }';

const duration = 'must be a duration such as 500ms, 8s, 2m or 1h30m';
const oneModel = 'a load has exactly one of constant, poisson, renewal, ramp, piecewise, burst, trace, closed';

describe('a file is refused for', () => {
  // biome-ignore format: a table
  test.each([
    ['a bare number for a duration',      stepsOf('{ delay: 5 }'),                                    `steps.0.delay: ${duration}`],
    ['a bare number for how long it took', stepsOf('{ act: health, expect: { took: { lte: 2000 } } }'), 'steps.0.expect.took: durations are written like 500ms, 8s or 1h30m, never as bare numbers'],
    ['half a millisecond',                stepsOf('{ delay: 0.5ms }'),                                'steps.0.delay: must be a whole number of milliseconds'],
    ['a bare number for a setting',       worldOf('settings: { job: { ttl: 60 } }'),                  `world.settings.job.ttl: ${duration}`],
    ['a setting without bounds',          worldOf('settings: { job: { webhookTries: 9007199254740991 } }'), 'world.settings.job.webhookTries: must be at most 1000000; got 9007199254740991'],
    ['a disk of nothing by default',      worldOf('settings: { pod: { diskDefault: 0 } }'),           'world.settings.pod.diskDefault: must be at least 1; got 0'],
    ['an interval of no length',          worldOf('settings: { endpoint: { scalerEvery: 0s } }'),     'world.settings.endpoint.scalerEvery: must be longer than nothing'],
    ['a `when` without `within`',         stepsOf(submit, '{ when: job $job is FAILED }'),            'steps.1: `when` needs `within`, the longest time to wait'],
    ['a `within` without `when`',         stepsOf('{ within: 5s }'),                                  'steps.0.within: `within` belongs to `when`'],
    ['two triggers',                      stepsOf('{ name: a }', '{ at: 5s, after: a }'),             'steps.1: has the triggers at and after: a step has only one'],
    ['a delay beside `at`',               stepsOf('{ at: 5s, delay: 1s }'),                           'steps.0.delay: `delay` goes with `after`, or alone'],
    ['an expectation without an act',     stepsOf('{ expect: { status: 200 } }'),                     'steps.0.expect: `expect` needs an `act`'],
    ['an unknown operation',              stepsOf('{ act: launch }'),                                 "steps.0.act: 'launch' is not an operation; `podsim spec operations` lists all"],
    ['a step after none',                 stepsOf('{ after: later }', '{ name: later }'),             "steps.0.after: no step before this one is named 'later'"],
    ['two steps of one name',             stepsOf('{ name: a }', '{ name: a }'),                      "steps.1.name: another step is named 'a'"],
    ['a condition that cannot be read',   stepsOf('{ when: it rains, within: 1s }'),                  'steps.0.when: cannot be read; write it like one of: job $job is FAILED'],
    ['an unknown key',                    stepsOf('{ act: run, as: carol }'),                         `steps.0.as: there is no key 'carol'; there are ${['nobody', 'dev'].join(', ')}`],
    ['a key that no step has made',       stepsOf('{ act: createKey, with: { body: { name: ci } } }', '{ act: run, as: cj }'), `steps.1.as: there is no key 'cj'; did you mean 'ci'? (there are ${['nobody', 'dev', 'ci'].join(', ')})`],
    ['a key for the control plane',       stepsOf('{ act: createKey, as: dev, with: { body: {} } }'), "steps.0.as: createKey is an operation of the control plane, which needs no key"],
    ['two ways to say who calls',          stepsOf("{ act: listPods, as: dev, with: { headers: { authorization: 'Bearer x' } } }"), 'steps.0.as: the authorization header identifies the caller already: give only one of them'],
    ['a fault of the control plane',      faultOf('fault: api-error, limit: 1, match: { operation: createKey }'), "faults.0.match.operation: 'createKey' is not an operation of the two APIs; did you mean 'createPod'?"],
    ['a pattern that is none',            stepsOf('{ act: run, expect: { body: { a: [{ matches: "(" }] } } }'), "steps.0.expect: '(' is not a regular expression"],
    ['a load without a model',            loadOf('exactly: 3'),                                       `load.0: ${oneModel}`],
    ['a load with two models',            loadOf('constant: { every: 1s }, burst: { size: 1 }, exactly: 3'), `load.0: ${oneModel}`],
    ['a load without an end',             loadOf('constant: { every: 1s }'),                          'load.0: the load would never end: give `exactly` or `for`'],
    ['users without an end',              loadOf('closed: { users: 1, thinkTime: { fixed: 1s } }'),   'load.0: the load would never end'],
    ['bursts without an end',             loadOf('burst: { size: 1, every: 1s }'),                    'load.0: the load would never end'],
    ['a load that never moves on',        loadOf('constant: { every: 0s }, exactly: 3'),              'load.0.constant.every: must be longer than nothing'],
    ['a rate without a unit',             loadOf('poisson: { rate: 5 }, exactly: 3'),                 'load.0.poisson.rate: must be a rate such as 5/s, 26.4/h or 1/10s'],
    ['a rate that is none',               loadOf('poisson: { rate: 0/s }, exactly: 3'),               'load.0.poisson.rate: must be a rate such as 5/s, 26.4/h or 1/10s'],
    ['pieces that begin late',            loadOf('piecewise: [{ at: 1h, rate: 5/h }], for: 1d'),      'load.0.piecewise.0.at: the first piece begins at 0s: give it a rate from there, which may be 0/s'],
    ['pieces out of order',               loadOf('piecewise: [{ at: 0s, rate: 5/h }, { at: 2h, rate: 1/h }, { at: 2h, rate: 1/h }], for: 1d'), 'load.0.piecewise.2.at: must be later than the piece before, which begins at 2h'],
    ['a piece that never begins',         loadOf('piecewise: [{ at: 0s, rate: 5/h }, { at: 24h, rate: 1/h }], every: 1d, for: 2d'), 'load.0.piecewise.1.at: never begins: the pieces begin again after `every: 1d`'],
    ['pieces without any call',           loadOf('piecewise: [{ at: 0s, rate: 0/h }], for: 1d'),      'load.0.piecewise: no call would ever come: one rate must be more than nothing'],
    ['pieces without an end',             loadOf('piecewise: [{ at: 0s, rate: 0.5/h }]'),             'load.0: the load would never end'],
    ['a period of no pieces',             loadOf('poisson: { rate: 5/s }, every: 1d, exactly: 3'),    'load.0.every: `every` belongs to `piecewise`; a burst has its own `burst.every`'],
    ['bursts of what has no rate',        loadOf('constant: { every: 1s }, bursts: { states: [{ times: 1, for: 1m }, { times: 4, for: 1m }] }, exactly: 3'), 'load.0.bursts: change the rate of `poisson` or `piecewise`: give one of them'],
    ['bursts of one state',               loadOf('poisson: { rate: 5/s }, bursts: { states: [{ times: 4, for: 1m }] }, exactly: 3'), 'load.0.bursts.states: must have two states or more'],
    ['bursts of nothing',                 loadOf('poisson: { rate: 5/s }, bursts: { states: [{ times: 0, for: 1m }, { times: 0, for: 2m }] }, exactly: 3'), 'load.0.bursts.states: no call would ever come: one state must have `times` above 0'],
    ['a scale of users',                  loadOf('closed: { users: 1, thinkTime: { fixed: 1s } }, scale: 2, exactly: 3'), 'load.0.scale: scales the rate of `poisson` or `piecewise`, or thins a `trace`: give one of them'],
    ['more of a trace than it has',       loadOf('trace: [1s], scale: 2'),                            'load.0.scale: of a `trace` is the share of calls that is kept: 1 or less'],
    ['blocks of what is no trace',        loadOf('poisson: { rate: 5/s }, resample: { block: 1h }, exactly: 3'), 'load.0.resample: draws blocks of a `trace`: give one, or say how calls come by chance'],
    ['blocks as long as the trace',       loadOf('trace: [1s, 20s], resample: { block: 15s }'),       'load.0.resample.block: the trace, of 20s, has less than two such blocks: give a shorter one'],
    ['two loads of one name',             scenarioText('load: [{ name: one, with: {}, trace: [1s] }, { name: one, with: {}, trace: [1s] }]'), "load.1: another load is named 'one'"],
    ['a fault without an end',            faultOf('fault: api-error'),                                'faults.0: would never end: give `window.to`, `limit`, or `at`'],
    ['a fault that ends before it began', faultOf('fault: api-error, window: { from: 5s, to: 4s }'),  'faults.0.window.to: must not be before `from`'],
    ['latency of no length',              faultOf('fault: api-latency, limit: 1'),                    'faults.0: api-latency needs `delay`'],
    ['a delay of a crash',                faultOf('fault: worker-crash, limit: 1, delay: 1s'),        'faults.0.delay: `delay` belongs to slow-image-pull, api-latency, answer-late, list-lag'],
    ['an error at a time',                faultOf('fault: api-error, at: 5s'),                        'faults.0.at: `at` belongs to worker-crash'],
    ['a chance above one',                faultOf('fault: worker-crash, limit: 1, chance: 3/2'),      'faults.0.chance: must not be more than 1'],
    ['a match of another kind',           faultOf('fault: host-failure, at: 5s, match: { endpoint: ep-a }'), 'faults.0.match.endpoint: host-failure cannot match by endpoint; it can by host, dataCenter, gpu'],
    ['a match of nothing',                faultOf('fault: no-capacity, limit: 1, match: { gpu: RTX }'), "faults.0.match.gpu: there is no host with the GPU type 'RTX'; there are "],
    ['a match of nothing, in full',       faultOf('exactly: { fault: api-error, match: { operation: nothing }, from: 0, atOnce: false, until: 9, chance: null, limit: null, delayMs: 0, status: 500 }'), "faults.0.exactly.match.operation: there is no operation that a fault can strike 'nothing'; there are listPods, "],
    ['a match that contradicts itself',   faultOf('fault: worker-crash, limit: 1, match: { worker: a1b2c3d4e5f6g7-w1, endpoint: b1b2c3d4e5f6g7 }'), 'faults.0.match: a1b2c3d4e5f6g7-w1 is no worker of b1b2c3d4e5f6g7'],
    ['more workers than the account may have', 'title: x\nworld: { settings: { account: { workersQuota: 5 } }, endpoints: [{ id: ep-a }, { id: ep-b }] }', 'world.endpoints.1: Max workers across all endpoints must not exceed your workers quota (5) (endpoint.quota)'],
    ['a host without a price',            'title: x\nworld: { hosts: [{ id: h, gpu: NVIDIA GeForce RTX 5090 }] }', 'world.hosts.0.gpu: the catalog has no price of NVIDIA GeForce RTX 5090 in the SECURE cloud; these have one: NVIDIA A100'],
    ['workers without a price',           'title: x\nworld: { endpoints: [{ id: ep-a, cpu: [{ id: cpu3m, vcpuCount: 2 }] }] }', 'world.endpoints.0: the catalog has no price of cpu3m for workers; these have one: cpu3c, cpu3g, cpu5c (billing.priced)'],
    ['an unknown cause',                  faultOf('fault: earthquake, limit: 1'),                     "faults.0.fault: 'earthquake' is not known here; docs/reference/faults.md lists all"],
    ['an unknown rule',                   'title: x\nteaches: [job.run, job.fly]',                    "2:20: teaches.1: 'job.fly' is not a rule; `podsim spec rules` lists all"],
    ['an unknown rule expected',          stepsOf('{ act: run, expect: { rule: job.fly } }'),         "steps.0.expect.rule: 'job.fly' is not a rule"],
    ['an unknown invariant',              'title: x\ninvariants: [peace]',                            "invariants.0: 'peace' is not an invariant"],
    ['an unknown event',                  assertOf('never: JobExploded'),                             "assert.0.never: 'JobExploded' is not an event type; did you mean 'JobExpired'?"],
    ['an unknown event in a sequence',    assertOf('sequence: [JobQueued, JobFlown], of: x'),         "assert.0.sequence.1: 'JobFlown' is not an event type"],
    ['a metric compared with nothing',    assertOf('metric: delayTime, of: ep-a'),                    'assert.0: give `p50`, `p90`, `p95`, `p99`, `max`, or `within` with `is`'],
    ['a single number for many',          assertOf('metric: delayTime, is: 3'),                       'assert.0.is: delayTime takes `p50`, `p90`, `p95`, `p99`, `max`, or `within` with `is`'],
    ['a percentile of a single number',   assertOf('metric: cost, p50: 3'),                           'assert.0.p50: cost takes `is`'],
    ['an id of digits alone',             worldOf('endpoints: [{ id: "123" }]'),                      'world.endpoints.0.id: must hold letters, digits, - and _ only, and a letter first or right after its digits'],
    ['an id that begins with a digit',    worldOf('accounts: [{ id: 1st }]'),                         'world.accounts.0.id: must begin with a letter'],
    ['a second document',                 'title: x\n---\ntitle: y',                                 '2:1: a second document begins here: a file has one; remove the line ---, or divide the file'],
    ['a quote that nothing ends',         'title: "x\nworld: {}',                                      'Missing closing "quote: a text before this begins with a quote, and nothing ends it'],
    ['a bracket that nothing opened',     'title: x\nworld: {} }\nsteps: []',                         '2:11: Unexpected flow-map-end token in YAML stream: "}": it closes a bracket that is not open'],
    ['a bracket that nothing closes',     'title: x\nworld: { endpoints: []',                         'end with a }: a bracket is never closed'],
    ['what is no mapping',                'submitted,delayTime\n1,2',                                 '1:1: got string, want object: write `key: value` in lines with title, teaches, '],
    ['two hosts of one id',               worldOf('hosts: [{ id: a }, { id: a }]'),                   'world.hosts.1.id: another host has this id'],
    ['a world said twice',                worldOf('exactly: "{}"'),                                   'world.exactly: '],
    ['two templates of one id',           worldOf(`templates: [${aTemplate}, ${aTemplate}]`),         'world.templates.1.id: another template has this id'],
    ['a template of an unknown owner',    worldOf('templates: [{ id: a, image: b, owner: them }]'),   'world.templates.0.owner: there is no account them; there are team'],
    ['a template without an image',       worldOf('templates: [{ id: a }]'),                          "2:22: world.templates.0: missing property 'image'"],
    ['a template of no disk',             worldOf('templates: [{ id: a, image: b, disk: 0 }]'),       '2:47: world.templates.0.disk: '],
    ['a template with a registry',        worldOf('templates: [{ id: a, image: b, registry: r }]'),   "2:41: world.templates.0: unknown key 'registry'"],
    ['a template on a network volume',    worldOf('templates: [{ id: a, image: b, mounts: { network: [] } }]'), "world.templates.0.mounts: unknown key 'network'"],
    ['a template whose id is no id',      worldOf('templates: [{ id: 1_t, image: b }]'),              'world.templates.0.id: must hold letters'],
    ['two endpoints of one id',           worldOf('endpoints: [{ id: a }, { id: a }]'),               'world.endpoints.1.id: another endpoint has this id'],
    ['two accounts of one id',            worldOf('accounts: [{ id: a, keys: [{ name: x }] }, { id: a, keys: [{ name: y }] }]'), 'world.accounts.1.id: another account has this id'],
    ['two keys of one name',              worldOf('accounts: [{ id: a, keys: [{ name: x }, { name: x, secret: s }] }]'), 'world.accounts: two keys have the name x'],
    ['two keys of one secret',            worldOf('accounts: [{ id: a, keys: [{ name: x }, { name: y, secret: key-x }] }]'), 'world.accounts: the key y has the secret of another'],
    ['a key with the reserved name',      worldOf('accounts: [{ id: a, keys: [{ name: "nobody" }] }]'), 'world.accounts: `nobody` is reserved for calls without a key'],
    ['an owner that is not there',        worldOf('endpoints: [{ id: a, owner: them }]'),             'world.endpoints.0.owner: there is no account them; there are team'],
    ['an endpoint that the API refuses',  worldOf('endpoints: [{ id: a, gpu: { pools: [ADA_25] } }]'),  '2:22: world.endpoints.0: there is no GPU pool ADA_25; there are AMPERE_16'],
    ['outcomes and chances together',     worldOf('endpoints: [{ id: a, handler: { outcomes: [fail], chances: { fail: 1/2 } } }]'), 'world.endpoints.0.handler: give outcomes or chances, not both'],
    ['chances in percent of more than one in all', worldOf('endpoints: [{ id: a, handler: { chances: { fail: 50.5%, hang: 1/2 } } }]'), 'world.endpoints.0.handler: chances add up to more than 1'],
    ['chances of more than one in all',   worldOf('endpoints: [{ id: a, handler: { chances: { fail: 2/3, hang: 2/3 } } }]'), 'world.endpoints.0.handler: chances add up to more than 1'],
    ['a step of more than two alone',     worldOf('endpoints: [{ id: a, handler: { concurrency: 8, sharing: { kind: batch, slope: 101% } } }]'), 'world.endpoints.0.handler.sharing.slope: must not be more than 100%'],
    ['a share that is none',              worldOf('endpoints: [{ id: a, handler: { concurrency: 8, sharing: { kind: batch, slope: {} } } }]'), 'world.endpoints.0.handler.sharing.slope: must be a share such as 2% or 0.02'],
    ['tokens that are none',              worldOf('endpoints: [{ id: a, handler: { tokens: { prompt: {}, output: many } } }]'), 'world.endpoints.0.handler.tokens.prompt: must be a whole number of tokens from 1 to 10000000, a distribution of them'],
    ['an instant that is none',           'title: x\nstart: 2026-02-30T00:00:00Z',                    'start: must be an instant in UTC such as 2026-01-01T00:00:00Z'],
    ['seeds that count downwards',        'title: x\nmatrix: { seeds: 5..1 }',                        '2:18: matrix.seeds: must count upwards, as in 1..20'],
    ['more members than are played',      `title: x\nmatrix: { seeds: 1..101, variables: { a: [${'1,'.repeat(100)}] } }`, '2:9: asks for 10100 runs; a file may ask for at most 10000'],
  ])('%s', (_, text, problem) => {
    expect(problemsOf(text).join('\n')).toContain(problem);
  });

  test('all that is wrong with it, at once', () => {
    expect(problemsOf('title: x\nteaches: [job.fly]\nsteps: [{ act: launch }, { delay: 5 }]')).toHaveLength(3);
  });
});

describe('a file may leave out', () => {
  test('all but its title', () => {
    const [scenario] = scenariosOf('title: x');
    expect(scenario?.definition).toMatchObject({ seed: 'podsim', accounts: [{ id: 'team', keys: [{ name: 'dev', secret: 'key-dev' }] }] });
    expect(scenario).toMatchObject({ member: undefined, first: true });
  });

  test('of an endpoint all but its id', () => {
    const [scenario] = scenariosOf(worldOf('endpoints: [{ id: ep-a }]'));
    const [endpoint] = scenario?.definition.endpoints ?? [];
    expect(endpoint).toMatchObject({ id: 'ep-a', accountId: 'team', config: { type: 'QUEUE', gpu: { pools: ['ADA_24'], count: 1 } } });
  });

  test('the permissions of a key, and it has all; or one of them, and it has none of that group', () => {
    const [scenario] = scenariosOf(worldOf('accounts: [{ id: a, keys: [{ name: x }, { name: y, permissions: { queue: read } }] }]'));
    const [all, some] = scenario?.definition.accounts[0]?.keys ?? [];
    expect(all?.permissions).toMatchObject({ queue: 'write', serverless: 'write' });
    expect(some?.permissions).toMatchObject({ queue: 'read', serverless: 'none' });
  });
});
