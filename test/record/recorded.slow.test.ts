import { isLeft } from 'fp-ts/lib/Either.js';
import { describe, expect, test } from 'vitest';
import { digestSecret } from '../../engine/cloud/account/keyDigest.ts';
import type { Client, GivenClient, Request } from '../../engine/cloud/input.ts';
import { finish } from '../../engine/kernel/steps.ts';
import { later, minutes, seconds, type VirtualTime, worldStart } from '../../engine/kernel/time.ts';
import { play } from '../../engine/scenario/play/play.ts';
import type { Run } from '../../engine/scenario/play/run.ts';
import { record } from '../../engine/scenario/recording/record.ts';
import { type WorldDefinition, writeHeader } from '../../engine/simulator/definition.ts';
import { logFormat } from '../../engine/simulator/version.ts';
import { playInputs, rerun } from '../../engine/world/history/rerun.ts';
import { World } from '../../engine/world/world.ts';
import { problemsOf, scenariosOf } from '../support/worlds/playing.ts';
import { callOf, endpointOf, gpuHost, jobIdOf, keyOf, runOf, worldOf } from '../support/worlds/worlds.ts';

const textOf = (world: World): string => {
  const text = record(world.header, [...world.log.entries()]);
  if (isLeft(text)) throw new Error(text.left);
  return text.right;
};

const played = (text: string): Run => {
  const [scenario] = scenariosOf(text);
  if (scenario === undefined) throw new Error('the text asks for no run');
  return play(scenario);
};

/** Records a world, checks that the recording gives the same log, and returns its text. */
const roundTrip = (world: World): string => {
  const text = textOf(world);
  const run = played(text);
  expect([run.verdict, ...run.failures, ...run.unfired]).toStrictEqual(['pass']);
  expect(run.world.fingerprint()).toBe(world.fingerprint());
  return text;
};

const inputsIn = (text: string): string[] => text.split('\n').filter((line) => /^ {2}- \{ (at|name|clock|leave)/.test(line));
/** The inputs without their places in the log. */
const saidIn = (text: string): string[] =>
  inputsIn(text).map((line) => line.replace(/^ {2}- /, '').replace(/, entry: \d+\/[0-9a-f]{8} \}$/, ' }'));

const put = (world: World, operation: string, client: GivenClient, request: Partial<Request> = {}): void => {
  world.call({ operation, client, request: { params: {}, query: {}, ...request } });
};
const markedClient = (secret: string): Client => ({ digest: digestSecret(secret).digest });

const operator: Client = { key: null, because: 'operator' };
const toA: Partial<Request> = { params: { endpoint_id: 'ep-a' }, body: { input: {} } };

describe('a recording', () => {
  test('reads as the session went', () => {
    const world = new World(worldOf());
    const job = jobIdOf(world.call(callOf('run', { endpoint_id: 'ep-a' }, { body: { input: { prompt: 'hi' } } })));
    world.advance({ to: later(worldStart, minutes(1)) });
    world.call(callOf('status', { endpoint_id: 'ep-a', job_id: job }, { at: 61_500, query: { ttl: '20000' } }));
    world.call(callOf('cancel', { endpoint_id: 'ep-a', job_id: job }));
    // Its digests depend on the rules, so they change with any rule.
    const withoutDigests = roundTrip(world)
      .replaceAll(/\/[0-9a-f]{8}\b/g, '/…')
      .replace(/[0-9a-f]{64}/, '…');
    expect(withoutDigests).toMatchInlineSnapshot(`
      "# Recorded by podsim 0.1.0. A run must produce the same log. If you change something on purpose, remove the fingerprint.

      title: A recorded session of 4 inputs, 1m1s500ms long
      seed: podsim
      world:
        settings:
          worker: { imagePull: 0s, start: 0s }
        accounts:
          - { id: acc-a, keys: [ { name: alice, digest: d16a80956c32f3f5fb979bea408abac8, last4: lice, rateLimitExempt: true } ] }
        endpoints:
          - { id: ep-a, name: an endpoint, workers: { min: 0, max: 3 }, scaling: { type: REQUEST_COUNT, requestCount: 1 }, timeout: 300000, cpu: [ { id: cpu3c, vcpuCount: 2 } ], image: an-image, handler: { duration: { fixed: 1s }, outcomes: [ complete ] } }
      inputs:
        - { at: 0s, act: run, with: { endpoint: ep-a, body: { input: { prompt: hi } } }, save: { job-1: id }, entry: 5/… }
        - { clock: { to: 1m }, entry: 14/… }
        - { at: 1m1s500ms, act: status, with: { endpoint: ep-a, job: $job-1, query: { ttl: "20000" } }, entry: 15/… }
        - { at: 1m1s500ms, act: cancel, with: { endpoint: ep-a, job: $job-1 }, expect: { status: 409, rule: job.cancel-terminal }, entry: 17/… }
      fingerprint: …
      "
    `);
  });

  test('says who called: by the name of the key', () => {
    const world = new World(worldOf({ accounts: [{ id: 'acc-a', keys: [keyOf('alice'), keyOf('bob')] }] }));
    for (const key of ['key-of-alice', 'key-of-bob']) put(world, 'run', { key }, toA);
    put(world, 'revokeKey', operator, { params: { key: 'bob' } });
    put(world, 'createKey', operator, { body: { name: 'bob' } });
    put(world, 'run', { digest: [...world.state.keyring.all()].at(-1)?.key.digest ?? '' }, toA);
    put(world, 'createKey', { key: 'key-of-alice' }, { body: { name: 'ci' } });
    expect(saidIn(roundTrip(world))).toStrictEqual([
      '{ at: 0s, act: run, with: { endpoint: ep-a, body: { input: {} } } }',
      '{ at: 0s, act: run, as: bob, with: { endpoint: ep-a, body: { input: {} } } }',
      '{ at: 0s, act: revokeKey, with: { key: bob } }',
      '{ at: 0s, act: createKey, with: { body: { name: bob } } }',
      '{ at: 0s, act: run, as: bob, with: { endpoint: ep-a, body: { input: {} } } }',
      '{ at: 0s, act: createKey, as: alice, with: { body: { name: ci } } }',
    ]);
  });

  test('says why there was no key, where the format of the log has such calls', () => {
    const world = new World(worldOf({ accounts: [{ id: 'acc-a', keys: [keyOf('alice'), keyOf('bob')] }] }));
    put(world, 'revokeKey', operator, { params: { key: 'bob' } });
    put(world, 'createKey', operator, { body: { name: 'bob' } });
    const entries = [...world.log.entries()];
    const keyless = (['missing', 'malformed', 'operator'] as const).map((because): Client => ({ key: null, because }));
    for (const client of [markedClient('unknown'), ...keyless, markedClient('key-of-bob')])
      entries.push({
        seq: entries.length + 1,
        at: worldStart,
        cause: 0,
        event: { type: 'InputReceived', operation: 'listPods', client, request: { params: {}, query: {} } },
      });
    const text = record(world.header, entries);
    if (isLeft(text)) throw new Error(text.left);
    expect(saidIn(text.right)).toStrictEqual([
      '{ at: 0s, act: revokeKey, with: { key: bob } }',
      '{ at: 0s, act: createKey, with: { body: { name: bob } } }',
      `{ at: 0s, act: listPods, as: { digest: ${digestSecret('unknown').digest} } }`,
      '{ at: 0s, act: listPods, as: nobody }',
      '{ at: 0s, act: listPods, as: { because: malformed } }',
      '{ at: 0s, act: listPods, as: { because: operator } }',
      `{ at: 0s, act: listPods, as: { digest: ${digestSecret('key-of-bob').digest} } }`,
    ]);
  });

  test('says who left before their answer, and when', () => {
    const world = new World(worldOf({ endpoints: [endpointOf('ep-a', {}, { duration: { kind: 'fixed', ms: minutes(1) } })] }));
    const waiting = [1, 2].map((k) => world.call(callOf('runsync', { endpoint_id: 'ep-a' }, { body: { input: { k } } })));
    world.advance({ to: later(worldStart, 3_000) });
    const [, second] = waiting;
    if (second !== undefined && 'held' in second) world.abandon(second.held);
    expect(saidIn(roundTrip(world))).toStrictEqual([
      '{ at: 0s, act: runsync, with: { endpoint: ep-a, body: { input: { k: 1 } } } }',
      '{ at: 0s, name: call-2, act: runsync, with: { endpoint: ep-a, body: { input: { k: 2 } } } }',
      '{ clock: { to: 3s } }',
      '{ leave: call-2 }',
    ]);
  });

  test('writes equal consecutive calls as one line', () => {
    const world = new World(worldOf());
    for (let k = 1; k <= 40; k++) world.call({ ...runOf('ep-a', {}, 1_000), key: `load-1/${k}` });
    for (let k = 1; k <= 3; k++) world.call(callOf('run', { endpoint_id: 'ep-a' }, { at: 1_000 + 250 * k, body: {} }));
    for (const key of ['a7', 'a8', 'a10', 'a011', 'a012']) world.call({ ...runOf('ep-a', {}, 2_000), key });
    expect(saidIn(roundTrip(world))).toStrictEqual([
      '{ at: 1s, times: 40, act: run, with: { endpoint: ep-a, body: { input: {} } }, key: load-1/1..40 }',
      '{ at: [ 1s250ms, 1s500ms, 1s750ms ], act: run, with: { endpoint: ep-a, body: {} }, expect: { status: 422, rule: job.run } }',
      '{ at: 2s, times: 2, act: run, with: { endpoint: ep-a, body: { input: {} } }, key: a7..8 }',
      '{ at: 2s, act: run, with: { endpoint: ep-a, body: { input: {} } }, key: a10 }',
      '{ at: 2s, times: 2, act: run, with: { endpoint: ep-a, body: { input: {} } }, key: a011..12 }',
    ]);
  });

  test('expects what a client heard, where a fault answered a refusal', () => {
    const world = new World(worldOf());
    const given = { fault: 'answer-is', limit: 1, match: { operation: 'getPod' }, answer: { status: 201, body: '<html>' } };
    put(world, 'injectFault', operator, { body: given });
    for (let k = 0; k < 2; k++) world.call({ ...callOf('getPod', { id: 'none' }), client: { key: 'key-of-alice' } });
    put(world, 'createPod', { key: 'key-of-alice' }, { body: {} });
    expect(saidIn(roundTrip(world)).slice(1)).toStrictEqual([
      '{ at: 0s, act: getPod, with: { pod: none }, expect: { status: 201, rule: fault.answer } }',
      '{ at: 0s, act: createPod, with: { body: {} }, expect: { status: 422, rule: errors.validation } }',
    ]);
  });

  test('gives a name to a created entity, where it is used later', () => {
    const world = new World(worldOf());
    put(world, 'createTemplate', { key: 'key-of-alice' }, { body: { name: 't', image: 'i' } });
    const [template] = world.state.all('template');
    put(world, 'createPod', { key: 'key-of-alice' }, { body: { name: 'p', templateId: template?.id ?? '', gpu: { id: 'NVIDIA A40' } } });
    put(world, 'updateTemplate', { key: 'key-of-alice' }, { params: { id: template?.id ?? '' }, body: { name: 'u' } });
    expect(saidIn(roundTrip(world))).toStrictEqual([
      '{ at: 0s, act: createTemplate, with: { body: { name: t, image: i } }, save: { template-1: id } }',
      '{ at: 0s, act: createPod, with: { body: { name: p, templateId: $template-1, gpu: { id: NVIDIA A40 } } } }',
      '{ at: 0s, act: updateTemplate, with: { template: $template-1, body: { name: u } } }',
    ]);
  });

  test('holds requests that YAML cannot, and those that no operation takes', () => {
    const world = new World(worldOf());
    const alice: GivenClient = { key: 'key-of-alice' };
    const run = (some: Partial<Request>) => put(world, 'run', alice, { params: { endpoint_id: 'ep-a' }, ...some });
    run({ body: { input: JSON.parse('{"__proto__":{"a":1},"constructor":2}') } });
    run({ body: JSON.parse(`{"input":${'{"a":'.repeat(150)}1${'}'.repeat(150)}}`) });
    run({ body: { input: { 'a\u2028b': 'c\u0085', brackets: '[{"\\'.repeat(500) } } });
    run({ body: { input: { 'a\u0000b': 'c\u0000\u200b\ud800 d', $money: '$5 and $$ and $job-1', true: 'null', '1': '1e3' } } });
    run({ unreadable: { kind: 'malformed', detail: 'the body is not JSON: Unexpected token }' } });
    run({ params: { endpoint_id: 'ep-a', more: 'than is known' }, body: { input: {} } });
    run({ params: {}, body: { input: {} } });
    run({ body: { input: {} }, podsim: {} });
    run({ body: { input: {} }, podsim: { handler: { duration: { fixed: '9s' }, outcomes: ['$x'] } } });
    run({ query: { wait: ['1', '2'], other: 'x,y' }, headers: { 'user-agent': 'curl/8' } });
    const text = roundTrip(world);
    expect(Buffer.from(text).toString('utf8')).toBe(text);
    expect(inputsIn(text).map((line) => /(with|request): /.exec(line)?.[1])).toStrictEqual([
      ...['request', 'request', 'request', 'with', 'with', 'request', 'with', 'request', 'with', 'with'],
    ]);
    expect(text).toContain('with: { endpoint: ep-a, unreadable: { kind: malformed, detail: "the body is not JSON: Unexpected token }" } }');
  });

  test('writes a sign that cannot be seen as its number', () => {
    const world = new World(worldOf());
    world.call(runOf('ep-a', { k: 'a\u200bb' }));
    expect(saidIn(roundTrip(world))).toStrictEqual([
      String.raw`{ at: 0s, act: run, with: { endpoint: ep-a, body: { input: { k: "a\u200bb" } } } }`,
    ]);
  });

  test('says in words what a world has, and in the words of a log only what has none', () => {
    const key = { ...keyOf('narrow'), queueEndpoints: ['ep-a'], rateLimitExempt: false, expiresAt: 60_000 as VirtualTime };
    const world = new World(worldOf({ accounts: [{ id: 'acc-a', keys: [keyOf('alice'), key] }], hosts: [gpuHost('host-a', 2)] }));
    const text = roundTrip(world);
    expect(text).not.toContain('exactly');
    expect(text).toContain('endpoints: [ ep-a ], expiresAfter: 1m');
    expect(text).toContain('{ id: host-a, dataCenter: EU-RO-1, gpu: NVIDIA GeForce RTX 4090, gpus: 2');
  });

  test('says when seeds and settings changed', () => {
    const world = new World(worldOf());
    world.reseed('b', later(worldStart, 1_000));
    world.reconfigure({ job: { retentionRun: minutes(3), retriesMax: 2 } }, later(worldStart, 2_000));
    world.call(runOf('ep-a', {}, 5_000));
    expect(saidIn(roundTrip(world)).slice(0, 2)).toStrictEqual([
      '{ at: 1s, seed: b }',
      '{ at: 2s, settings: { job: { retentionRun: 3m, retriesMax: 2 } } }',
    ]);
  });

  test('of another version of podsim is compared with the log that it wrote', () => {
    const world = new World(worldOf());
    world.call(runOf('ep-a', {}, 0));
    const header = { ...world.header, podsim: { ...world.header.podsim, engine: '0.0.9' } };
    const text = record(header, [...world.log.entries()]);
    if (isLeft(text)) throw new Error(text.left);
    expect(text.right).toContain(`recorded:\n  format: ${logFormat}\n  engine: 0.0.9\n`);
    expect(played(text.right).verdict).toBe('pass');
  });
});

describe('a recording that is changed', () => {
  const session = (): string => {
    const world = new World(worldOf());
    for (let k = 0; k < 3; k++) world.call(runOf('ep-a', { k }, 5_000 * k));
    world.advance({ to: later(worldStart, 60_000) });
    return textOf(world);
  };
  const failing = (change: (text: string) => string): readonly string[] => {
    const { verdict, failures } = played(change(session()));
    expect(verdict).toBe('fail');
    return failures;
  };

  test('fails, and names the first input before which the log is another', () => {
    expect(failing((text) => text.replace('{ k: 1 }', '{ k: 9 }'))).toStrictEqual([
      'inputs.1 run at 00:00:05.000: the log differs: entry 13, or one before it, has other contents; up to inputs.0 run at 00:00:00.000, entry 5, the logs are the same',
    ]);
    expect(failing((text) => text.replace('at: 5s', 'at: 500ms'))[0]).toContain(
      'inputs.1 run at 00:00:00.500: the log differs: it is entry',
    );
    expect(failing((text) => text.replace(/ {2}- \{ at: 5s.*\n/, ''))[0]).toMatch(/^inputs\.1 run at 00:00:10.000: .* and was entry 19; /);
  });

  test('fails where only its end differs, or only its fingerprint', () => {
    expect(failing((text) => text.replace(/fingerprint: \w+/, `fingerprint: ${'f'.repeat(64)}`))[0]).toMatch(
      /^fingerprint: the log has [0-9a-f]{64}: the log differs after inputs\.3 \(clock at 00:01:00\.000\), entry \d+$/,
    );
    expect(failing((text) => text.replaceAll(/, entry: \S+ \}/g, ' }').replace('{ k: 1 }', '{ k: 9 }'))[0]).toMatch(
      /^fingerprint: the log has [0-9a-f]{64}$/,
    );
  });

  test('says that other rules wrote it, where they did', () => {
    const by = 'recorded: { format: 1, engine: 0.0.9, ruleset: of-old }\n';
    expect(failing((text) => `${text.replace('{ k: 1 }', '{ k: 9 }')}${by}`)[0]).toMatch(
      /\(it was recorded by podsim 0\.0\.9, whose rules differ from those of this podsim [\d.]+\)$/,
    );
  });

  test('passes once its fingerprint is taken out, and with another seed', () => {
    const changed = session().replace('{ k: 1 }', '{ k: 9 }');
    expect(played(changed.replace(/fingerprint: .*/, '')).verdict).toBe('pass');
    const [seeded] = scenariosOf(session().replace('title:', 'matrix: { seeds: [other] }\ntitle:'));
    expect(seeded === undefined ? undefined : play(seeded).verdict).toBe('pass');
  });

  test('may expect answers, save what they say, and assert', () => {
    const text = session()
      .replace(/fingerprint: .*/, 'assert: [{ count: JobQueued, is: 3 }]')
      .replace(/(\{ k: 0 \} \} \}), entry: \S+/, '$1, save: { job-a: id }, expect: { status: 200, body: { status: IN_QUEUE } }')
      .replace(
        / {2}- \{ clock/,
        '  - { at: 20s, act: status, with: { endpoint: ep-a, job: $job-a }, expect: { body: { status: COMPLETED } } }\n$&',
      );
    expect(played(text)).toMatchObject({ verdict: 'pass', failures: [] });
    expect(played(text.replace('status: COMPLETED', 'status: FAILED')).failures).toStrictEqual([
      'inputs.3 status at 00:00:20.000: body.status: expected "FAILED", got "COMPLETED"',
    ]);
    expect(played(text.replace('$job-a', '$job-b')).failures).toStrictEqual(['inputs.3 status at 00:00:20.000: $job-b is not set']);
  });

  test('is incomplete where an answer that is expected never comes', () => {
    const text = session()
      .replace(/fingerprint: .*/, '')
      .concat('  - { at: 60s, act: runsync, with: { endpoint: ep-a, body: { input: {} } }, expect: { status: 200 } }\n'.replace(/^/, ''))
      .replace(/(\n {2}- \{ clock.*\n)\n?( {2}- .*\n)/, '$1$2');
    expect(played(text)).toMatchObject({ verdict: 'incomplete', unfired: ['inputs.4 runsync at 00:01:00.000: was never answered'] });
  });

  test('fails where the call that should be left is not pending, and where a key does not exist', () => {
    const text = session()
      .replace(/fingerprint: .*/, '')
      .replace(
        / {2}- \{ clock/,
        '  - { name: a, at: 30s, act: health, with: { endpoint: ep-a } }\n  - { leave: a }\n  - { at: 30s, as: carol, act: listPods }\n$&',
      );
    expect(played(text).failures).toStrictEqual([
      'inputs.4: the call a has been answered already',
      "inputs.5 listPods at 00:00:30.000: there is no key 'carol' at that time",
    ]);
  });

  test('stops where its log becomes too long', () => {
    const [scenario] = scenariosOf(session());
    if (scenario === undefined) throw new Error('no scenario');
    const run = play(scenario, { entriesMax: 15 });
    expect(run.unfired).toStrictEqual(['entriesMax: the scenario was stopped after 15 log entries and calls without one']);
  });
});

describe('a scenario of inputs is refused for', () => {
  const of = (...inputs: string[]) => `title: x\ninputs:\n${inputs.map((input) => `  - ${input}\n`).join('')}`;
  // biome-ignore format: a table
  test.each([
    ['time that runs backwards',        of('{ at: 5s, act: listPods }', '{ at: 4s, act: listPods }'), 'inputs.1.at: 4s comes after 5s: time never runs backwards'],
    ['a clock that runs backwards',     of('{ at: 5s, act: listPods }', '{ clock: { to: 4s } }'),     'inputs.1.clock: 4s comes after 5s'],
    ['times in no order',               of('{ at: [2s, 1s], act: listPods }'),                        'inputs.0.at: 1s comes after 2s'],
    ['a client that was never there',   of('{ leave: a }'),                                           "inputs.0.leave: no call before this one is named 'a'"],
    ['two calls of one name',           of('{ name: a, at: 0s, act: listPods }', '{ name: a, at: 0s, act: listPods }'), "inputs.1.name: another call is named 'a'"],
    ['a name of several calls',         of('{ name: a, at: 0s, times: 2, act: listPods }'),           'inputs.0.name: `name` is of one call'],
    ['a key of several calls',          of('{ at: 0s, times: 3, act: listPods, key: a/1..2 }'),       'inputs.0.key: must stand for 3 keys, as in load-1/1..3'],
    ['times of several times',          of('{ at: [1s, 2s], times: 2, act: listPods }'),              'inputs.0.times: `times` needs a single time in `at'],
    ['two requests in one',             of("{ at: 0s, act: listPods, with: {}, request: '{}' }"),     'inputs.0.request: give `request` or `with`, not both'],
    ['a request that is no JSON',       of("{ at: 0s, act: listPods, request: '{' }"),                'inputs.0.request: is not JSON'],
    ['a request that is too deep',      of(`{ at: 0s, act: listPods, request: '${'['.repeat(9_000)}' }`), 'inputs.0.request: is nested deeper than 256 levels'],
    ['a request that is none',          of("{ at: 0s, act: listPods, request: '[]' }"),               'inputs.0.request: does not have the shape of a request'],
    ['an unknown operation',            of('{ at: 0s, act: launch }'),                                "inputs.0.act: 'launch' is not an operation"],
    ['a pattern that is none',          of('{ at: 0s, act: listPods, expect: { body: { matches: "(" } } }'), "inputs.0.expect: '(' is not a regular expression"],
    ['an unknown setting',              of('{ at: 0s, settings: { job: { tll: 1h } } }'),             "inputs.0.settings.job: unknown key 'tll'; did you mean 'ttl'?"],
    ['steps beside them',               `${of('{ at: 0s, act: listPods }')}steps: []\n`,              'steps: give `inputs` or `steps`, not both'],
    ['loads beside them',               `${of('{ at: 0s, act: listPods }')}load: []\n`,               'load: give `inputs` or `load`, not both'],
    ['a fingerprint that is none',      'title: x\nfingerprint: abc',                                 'fingerprint: must be 64 hex digits'],
    ['a place that is none',            of('{ at: 0s, act: listPods, entry: 7 }'),                    'inputs.0.entry: '],
    ['settings beside a call',          'title: x\nsteps: [{ act: listPods, settings: { job: { ttl: 1h } } }]', 'steps.0.settings: give `settings` or `act`, not both'],
  ])('%s', (_, text, problem) => {
    expect(problemsOf(text).join('\n')).toContain(problem);
  });
});

describe('what a scenario cannot hold is not recorded', () => {
  const leftOf = (definition: WorldDefinition, calls = 0): string => {
    const world = new World(definition);
    for (let k = 0; k < calls; k++) world.call(runOf('ep-a', { k }, k));
    const text = record(world.header, [...world.log.entries()]);
    return isLeft(text) ? text.left : 'was recorded';
  };

  test('a world of an old log, in which there was more to be set', () => {
    const world = rerun(writeHeader(worldOf({ settings: { job: { of: 'old' } as never } })), []);
    const text = record(world.header, [...world.log.entries()]);
    expect(isLeft(text) && text.left).toBe('a scenario has no words for world.settings.job');
  });

  test('a call that is deeper than any body the APIs read', () => {
    const world = new World(worldOf());
    const deep = JSON.parse(`{"input":${'{"a":'.repeat(300)}1${'}'.repeat(300)}}`);
    // Adapters limit the depth of a body: only one without that limit could pass such a body in.
    world.call({ ...runOf('ep-a', {}), request: { params: { endpoint_id: 'ep-a' }, query: {}, body: deep }, unguarded: true });
    const text = record(world.header, [...world.log.entries()]);
    expect(isLeft(text) && text.left).toBe('a scenario cannot hold one of its calls, because its request is nested too deep');
  });

  test('a session that is longer than a file may be', () => {
    expect(leftOf(worldOf(), 5_000)).toBe('the session is too long for a file: more than 200000 tokens');
  });

  test('but any fault is, in words or as the log has it', () => {
    const fault = {
      fault: 'worker-crash',
      match: {},
      from: worldStart,
      atOnce: false,
      until: null,
      chance: [1, 9],
      limit: null,
      delayMs: 0,
      status: 503,
    } as const;
    const text = (some: object) => roundTrip(new World(worldOf({ faults: [{ ...fault, ...some }] })));
    const line = (some: object) => /faults:\n {2}- (.*)/.exec(text(some))?.[1];
    expect(line({})).toMatch(/^\{ exactly: \{ fault: worker-crash, match: \{\}, from: 0, /);
    expect(line({ limit: 2 })).toBe('{ fault: worker-crash, chance: 1/9, limit: 2 }');
    expect(line({ until: 9_000, from: 500 })).toBe('{ fault: worker-crash, window: { from: 500ms, to: 9s }, chance: 1/9 }');
    expect(line({ atOnce: true, from: 500, limit: 1 })).toBe('{ fault: worker-crash, at: 500ms, chance: 1/9 }');
    expect(line({ fault: 'api-error', limit: 1, status: 500, match: { operation: 'run' } })).toBe(
      '{ fault: api-error, match: { operation: run }, chance: 1/9, limit: 1, status: 500 }',
    );
    const answer = { status: 200, headers: { 'x-a': 'b' }, body: '{"id":', effect: false };
    expect(line({ fault: 'answer-is', limit: 1, answer })).toBe(
      `{ fault: answer-is, chance: 1/9, limit: 1, answer: { headers: { x-a: b }, body: '{"id":', effect: false } }`,
    );
    expect(text({ fault: 'answer-is', limit: 1, answer: { status: 502, headers: {}, effect: true } })).toContain('answer: { status: 502 }');
  });
});

test('what was recorded of a fork is a session of its own', () => {
  const world = new World(worldOf());
  world.call(runOf('ep-a', {}, 0));
  world.advance({ by: seconds(30) });
  const again = new World(world.header.definition);
  finish(playInputs(again, [...world.log.entries()]));
  again.reseed('b');
  const text = roundTrip(again);
  expect(text).toContain('seed: b');
  expect(text).toContain('title: A recorded session of 3 inputs, 30s long\n');
});
