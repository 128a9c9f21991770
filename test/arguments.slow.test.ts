import { describe, expect, test } from 'vitest';
import { digestSecret } from '../engine/cloud/account/keyDigest.ts';
import type { Attempt } from '../engine/cloud/handler/attempt.ts';
import type { HandlerFunction } from '../engine/cloud/handler/handler.ts';
import { InvalidArgument } from '../engine/kernel/invalidArgument.ts';
import { minutes, seconds, type VirtualTime } from '../engine/kernel/time.ts';
import type { WorldDefinition } from '../engine/simulator/definition.ts';
import { rerun } from '../engine/world/history/rerun.ts';
import { World } from '../engine/world/world.ts';
import { callOf, endpointOf, eventTypes, jobIdOf, keyOf, runOf, templateOf, worldOf } from './support/worlds/worlds.ts';

const at = (ms: number) => ms as VirtualTime;

/** A world at 10 s whose only job has ended. */
const aWorld = (): World => {
  const world = new World(worldOf());
  world.call(runOf('ep-a', { k: 0 }));
  world.advance({ by: seconds(10) });
  return world;
};

/** The world continues as if the call had not been made, and its log can be rerun. */
const goesOn = (world: World): void => {
  const [now, length] = [world.now, world.log.length];
  const job = jobIdOf(world.call(runOf('ep-a', { after: true })));
  world.advance({ by: minutes(1) });
  expect(world.now).toBe(now + minutes(1));
  expect(world.state.find('job', job)?.status).toBe('COMPLETED');
  expect(world.log.length).toBeGreaterThan(length);
  expect(rerun(world.header, world.log.entries()).fingerprint()).toBe(world.fingerprint());
};

describe('a wrong argument is refused before anything changes', () => {
  const wrong = (change: (input: ReturnType<typeof runOf>) => unknown) => (world: World) =>
    world.call(change(runOf('ep-a', { k: 1 })) as never);
  const withBody = (body: unknown) => wrong((input) => ({ ...input, request: { ...input.request, body } }));
  const endless: { self?: unknown } = {};
  endless.self = endless;

  // biome-ignore format: a table
  test.each<[string, (world: World) => unknown, string]>([
    ['an advance by less than nothing', (world) => world.advance({ by: -1 }),                            'advance by: is the number -1'],
    ['an advance by no number',         (world) => world.advance({ by: Number.NaN }),                    'advance by: is the number NaN'],
    ['an advance without end',          (world) => world.advance({ by: Number.POSITIVE_INFINITY }),      'advance by: is the number Infinity'],
    ['an advance by half a millisecond', (world) => world.advance({ by: 0.5 }),                          'advance by: is the number 0.5'],
    ['an advance by a text',            (world) => world.advance({ by: '10s' } as never),                'advance by: is the text "10s"'],
    ['an advance into the past',        (world) => world.advance({ to: at(9_999) }),                     'advance to: is 00:00:09.999, and it is 00:00:10.000 already'],
    ['an advance beyond the year 9999', (world) => world.advance({ by: Number.MAX_SAFE_INTEGER - 1e5 }), 'advance by: lies beyond 9999-12-31'],
    ['an advance to two places',        (world) => world.advance({ by: 1, next: true } as never),        'this has by and next'],
    ['an advance to nowhere',           (world) => world.advance({} as never),                           'this has none'],
    ['an advance that is not to be',    (world) => world.advance({ next: false } as never),                  'advance next: is a boolean'],
    ['an advance until nothing',        (world) => world.advance({ untilIdle: 0 } as never),                 'advance untilIdle: is the number 0'],
    ['an advance of half an entry',     (world) => world.advance({ by: 1 }, undefined, 0.5),             'entriesMax: is the number 0.5'],
    ['a call in the past',              (world) => world.call(runOf('ep-a', {}, 9_000)),                 'at: is 00:00:09.000, and it is 00:00:10.000 already'],
    ['a call between milliseconds',     (world) => world.call(runOf('ep-a', {}, 10_000.5)),              'at: is the number 10000.5'],
    ['a call at no time',               (world) => world.call(runOf('ep-a', {}, Number.NaN)),            'at: is the number NaN'],
    ['an unknown operation',            wrong((input) => ({ ...input, operation: 'fly' })),              'there is no operation "fly"'],
    ['no operation',                    wrong((input) => ({ ...input, operation: undefined })),          'there is no operation undefined'],
    ['no client',                       wrong((input) => ({ ...input, client: undefined })),             'client: give'],
    ['a client without a reason',       wrong((input) => ({ ...input, client: { key: null } })),         'client: give'],
    ['an empty key',                    wrong((input) => ({ ...input, key: '' })),                       'key: is the text ""'],
    ['no request',                      wrong((input) => ({ ...input, request: undefined })),            'request.params: is undefined'],
    ['a parameter that is no text',     wrong((input) => ({ ...input, request: { params: { endpoint_id: 1 }, query: {} } })), 'request.params.endpoint_id: is the number 1'],
    ['a part of no request',            wrong((input) => ({ ...input, request: { ...input.request, bdoy: {} } })), 'request.bdoy: is no part of a request'],
    ['a body with a date in it',        withBody({ input: { when: new Date(0) } }),                      'request.body.input.when: is a Date'],
    ['a body with a map in it',         withBody({ input: { all: [new Map()] } }),                       'request.body.input.all.0: is a Map'],
    ['a body with a function in it',    withBody({ input: { f: () => 1 } }),                             'request.body.input.f: is a function'],
    ['a body with a big integer in it', withBody({ input: { n: 1n } }),                                  'request.body.input.n: is a bigint'],
    ['a body with a hole in it',        withBody({ input: { list: [1, undefined] } }),                   'request.body.input.list.1: is undefined'],
    ['a body with no number in it',     withBody({ input: { n: Number.NaN } }),                          'request.body.input.n: is NaN'],
    ['a body that holds itself',        withBody({ input: endless }),                                    'is nested more than 200 deep, or holds itself'],
    ['a seed that is no text',          (world) => world.reseed(5 as never),                             'seed: is the number 5'],
    ['a seed in the past',              (world) => world.reseed('s', at(1)),                             'at: is 00:00:00.001'],
    ['an unknown setting',              (world) => world.reconfigure({ job: { retention: 1 } } as never), "settings.job: additional properties 'retention' not allowed"],
    ['a setting of no kind',            (world) => world.reconfigure({ jobs: {} } as never),             "settings: additional properties 'jobs' not allowed"],
    ['a setting below nothing',         (world) => world.reconfigure({ worker: { start: -1 } }),         'settings.worker.start: '],
    ['a setting of half a millisecond', (world) => world.reconfigure({ worker: { start: 0.5 } }),        'settings.worker.start: '],
    ['a disk of nothing by default',    (world) => world.reconfigure({ pod: { diskDefault: 0 } }),           'settings.pod.diskDefault: '],
    ['no disk of an endpoint by default', (world) => world.reconfigure({ endpoint: { diskDefault: 0 } }),    'settings.endpoint.diskDefault: '],
    ['a scaler that never rests',       (world) => world.reconfigure({ endpoint: { scalerEvery: 0 } }),  'settings.endpoint.scalerEvery: '],
    ['settings in the past',            (world) => world.reconfigure({ worker: { start: 1 } }, at(1)),   'at: is 00:00:00.001'],
    ['no calls to count',               (world) => world.countCalls([]),                                 'counted: give a list'],
    ['calls of no number',              (world) => world.countCalls([{ of: 'minute acc-a', windowMs: 60_000, calls: 0 }]), 'counted: give a list'],
    ['calls in no window',              (world) => world.countCalls([{ of: 'minute acc-a', windowMs: 0, calls: 1 }]), 'counted: give a list'],
    ['to run until a past time',        (world) => world.runUntil(at(1)),                                  'at: is 00:00:00.001'],
  ])('%s', (_, ask, words) => {
    const world = aWorld();
    const [now, before] = [world.now, world.fingerprint()];
    expect(() => ask(world)).toThrow(InvalidArgument);
    expect(() => ask(world)).toThrow(words);
    expect([world.now, world.fingerprint()]).toStrictEqual([now, before]);
    goesOn(world);
  });

  test('a call that is not pending cannot be abandoned', () => {
    const world = aWorld();
    const before = world.fingerprint();
    expect([world.abandon('call-7'), world.abandon(undefined as never)]).toStrictEqual([false, false]);
    expect(world.fingerprint()).toBe(before);
    goesOn(world);
  });
});

describe('an invalid definition is refused', () => {
  const [endpoint = endpointOf('ep-a')] = worldOf().endpoints;
  const template = templateOf('torch');
  const { shape } = template;
  // biome-ignore format: a table
  test.each<[string, Partial<WorldDefinition> | object, string]>([
    ['without a seed',              { seed: undefined },                                             "definition: missing property 'seed'"],
    ['that starts between two ms',  { startMs: 0.5 },                                                'definition.startMs: '],
    ['that starts after the end',   { startMs: 1e15 },                                               'definition.startMs: '],
    ['with a setting that is none', { settings: { job: { ttl: '1h' } } },                            'definition.settings.job.ttl: '],
    ['with two templates of one id', { templates: [template, template] },                            'definition.templates: has torch twice'],
    ['with a template of no account', { templates: [{ ...template, accountId: 'acc-z' }] },            'definition.templates.0.accountId: there is no account acc-z'],
    ['with a template of a registry', { templates: [{ ...template, shape: { ...shape, container: { ...shape.container, registry: 'r' as never } } }] }, 'definition.templates.0.shape.container.registry: '],
    ['with half a template',        { templates: [{ ...template, shape: { name: 'torch' } as never }] }, "definition.templates.0.shape: missing property 'container'"],
    ['with two endpoints of one id', { endpoints: [endpoint, endpoint] },                            'definition.endpoints: has ep-a twice'],
    ['with an endpoint of no account', { endpoints: [{ ...endpoint, accountId: 'acc-z' }] },            'definition.endpoints.0.accountId: there is no account acc-z'],
    ['with a number for an id',     { endpoints: [endpointOf('1')] },                                'definition.endpoints.0.id: must hold letters, digits, - and _ only'],
    ['with workers without end',    { endpoints: [endpointOf('ep-a', { workers: { min: 0, max: 1e9 } })] }, 'must not exceed the workers quota'],
    ['with a host without a price', { hosts: [{ id: 'h', dataCenterId: 'EU-RO-1', cloud: 'SECURE', gpuTypeId: 'NVIDIA GeForce RTX 5090', gpus: 1, vcpus: 0, cudaVersion: null }] }, 'definition.hosts.0.gpuTypeId: the catalog has no price of NVIDIA GeForce RTX 5090 in the SECURE cloud; these have one: NVIDIA A100'],
    ['with workers without a price', { endpoints: [endpointOf('ep-a', { gpu: null, cpu: [{ id: 'cpu5m', vcpuCount: 2, memory: 16 }] })] }, 'definition.endpoints.0.config.cpu: the catalog has no price of cpu5m for workers; these have one: cpu3c, cpu3g, cpu5c'],
    ['with a handler without end',  { endpoints: [endpointOf('ep-a', {}, { duration: { kind: 'fixed', ms: Number.POSITIVE_INFINITY } })] }, 'definition.endpoints.0.handler.duration.ms: is Infinity'],
    ['with an answer to no attempt', { endpoints: [endpointOf('ep-a', {}, { answers: [{ attempt: 0, times: 1, handler: {} as never }] })] }, 'definition.endpoints.0.handler.answers.0.attempt: '],
    ['with a key of a reserved name', { accounts: [{ id: 'acc-a', keys: [keyOf('nobody')] }] },      'definition.accounts.0.keys.0.name: `nobody` is reserved for calls without a key'],
    ['with two keys of one secret', { accounts: [{ id: 'acc-a', keys: [keyOf('a'), { ...keyOf('b'), secret: keyOf('a').secret }] }] }, `definition.accounts: has the digest ${digestSecret('key-of-a').digest} twice`],
    ['with a date in it',           { endpoints: [endpointOf('ep-a', {}, { output: new Date(0) as never })] }, 'definition.endpoints.0.handler.output: is a Date'],
    ['with a fault of no kind',     { faults: [{ fault: 'flood' }] },                                'definition.faults.0.fault: '],
  ])('%s', (_, some, words) => {
    const make = () => new World({ ...worldOf(), ...some } as never);
    expect(make).toThrow(InvalidArgument);
    expect(make).toThrow(words);
  });

  test('so are handlers that are not functions', () => {
    expect(() => new World(worldOf(), { handlers: { 'ep-a': {} as never } })).toThrow('handlers.ep-a: is an object; give a function');
  });

  test('by an error whose name tells a program, and the reader of a trace, that the caller was wrong', () => {
    const refused = expect.objectContaining({ name: 'InvalidArgument', message: expect.stringContaining('entriesMax') });
    expect(() => aWorld().advance({ by: 1 }, undefined, 0)).toThrow(refused);
  });
});

describe('a callback that throws', () => {
  const boom = () => {
    throw new Error('boom');
  };

  test('in the callback of an answer surfaces after the advance', () => {
    const world = aWorld();
    world.call(callOf('runsync', { endpoint_id: 'ep-a' }, { body: { input: {} } }), boom);
    expect(() => world.advance({ by: seconds(20) })).toThrow('boom');
    expect(world.now).toBe(seconds(30));
    expect(eventTypes(world).at(-1)).toBe('ClockAdvanced');
    goesOn(world);
  });

  test('in onChange', () => {
    let throws = false;
    const world = new World(worldOf(), { onChange: () => throws && boom() });
    throws = true;
    expect(() => world.call(runOf('ep-a', {}))).toThrow('boom');
    throws = false;
    expect(eventTypes(world)).toContain('WorkerLaunched');
    goesOn(world);
  });

  test('in the function that stops an advance', () => {
    const world = aWorld();
    world.call(runOf('ep-a', {}));
    expect(() => world.advance({ by: minutes(5) }, boom)).toThrow('boom');
    expect(world.now).toBe(seconds(11));
    goesOn(world);
  });

  test('because the callback calls the world', () => {
    const world = aWorld();
    world.call(callOf('runsync', { endpoint_id: 'ep-a' }, { body: { input: {} } }), () => world.advance({ by: 1 }));
    expect(() => world.advance({ by: seconds(20) })).toThrow('is being changed from one of its own callbacks');
    goesOn(world);
  });
});

describe('a handler function', () => {
  const ending = 'complete' as const;
  const handled = (handler: unknown, input: object = {}): World => {
    const world = new World(worldOf(), { handlers: { 'ep-a': handler as HandlerFunction } });
    world.call(runOf('ep-a', input as never));
    world.advance({ by: minutes(1) });
    return world;
  };
  const errorOf = (world: World): string | undefined => {
    for (const { event } of world.log.entries()) if (event.type === 'JobFailed') return event.error;
    return undefined;
  };
  const endless: { self?: unknown } = {};
  endless.self = endless;

  // biome-ignore format: a table
  test.each<[string, () => unknown, string]>([
    ['nothing',              () => undefined,                                     'answered undefined; expected a plain object'],
    ['a promise',            () => new Promise(() => {}),                         'answered a Promise; expected a plain object with runsMs and ending, at once'],
    ['a map',                () => new Map([['runsMs', 1]]),                      'answered a Map; expected a plain object'],
    ['no duration',          () => ({ ending }),                                  'answered runsMs: undefined; expected whole milliseconds'],
    ['a duration of NaN',    () => ({ runsMs: Number.NaN, ending }),              'answered runsMs: the number NaN; expected whole milliseconds'],
    ['half a millisecond',   () => ({ runsMs: 0.5, ending }),                     'answered runsMs: the number 0.5; expected whole milliseconds'],
    ['less than nothing',    () => ({ runsMs: -5, ending }),                      'answered runsMs: the number -5; expected whole milliseconds'],
    ['a duration without end', () => ({ runsMs: Number.POSITIVE_INFINITY, ending }), 'a job that never ends has the ending hang'],
    ['an unknown ending',    () => ({ runsMs: 1, ending: 'explode' }),            'answered ending: the text "explode"; expected one of complete, fail, crash, hang'],
    ['an unknown property',  () => ({ runsMs: 1, ending, result: 1 }),            'answered an unknown property result'],
    ['a date',               () => ({ runsMs: 1, ending, output: new Date(0) }),  'answered what cannot be kept: answer.output: is a Date'],
    ['a big integer',        () => ({ runsMs: 1, ending, output: { n: 1n } }),    'answer.output.n: is a bigint'],
    ['what holds itself',    () => ({ runsMs: 1, ending, output: endless }),      'is nested more than 200 deep, or holds itself'],
    ['an error that is none', () => ({ runsMs: 1, ending: 'fail', error: 5 }),    'answered error: the number 5; expected a text'],
    ['half a chunk',         () => ({ runsMs: 1, ending, stream: { count: 0.5, everyMs: 1 } }), 'answered stream.count: the number 0.5'],
    ['chunks without a pace', () => ({ runsMs: 1, ending, stream: { count: 1 } }), 'answered stream.everyMs: undefined'],
    ['an error, thrown',     () => { throw new Error('out of memory'); },         'threw Error: out of memory'],
    ['an error of the language', () => (undefined as never as { x: 1 }).x,        'threw a TypeError'],
    ['a text, thrown',       () => { throw 'no'; },                               'threw the text "no"'],
  ])('that answers %s fails its job, and the log says why', (_, handler, words) => {
    const world = handled(handler);
    expect(errorOf(world)).toMatch(/^the handler function of ep-a /);
    expect(errorOf(world)).toContain(words);
    const again = rerun(world.header, world.log.entries(), { handlers: { 'ep-a': handler as HandlerFunction } });
    expect(again.fingerprint()).toBe(world.fingerprint());
    expect(world.state.jobCounters.of('ep-a')).toMatchObject({ failed: 1, inProgress: 0 });
  });

  test('that changes its input changes neither the log nor the job', () => {
    const world = handled(
      ({ input }: { input: { k: number } }) => {
        input.k += 1;
        return { runsMs: 1, ending, output: input.k };
      },
      { k: 1 },
    );
    const [job] = world.state.all('job');
    expect([job?.input, job?.output]).toStrictEqual([{ k: 1 }, 2]);
  });

  test('that returns the same object repeatedly changes no earlier answer', () => {
    const shared = { runsMs: 1, ending, output: { n: 0 } };
    const world = new World(worldOf(), {
      handlers: {
        'ep-a': () => {
          shared.output.n += 1;
          return shared as Attempt;
        },
      },
    });
    for (let k = 0; k < 3; k++) world.call(runOf('ep-a', { k }, k * 1_000));
    world.advance({ by: minutes(1) });
    expect([...world.state.all('job')].map(({ output }) => output)).toStrictEqual([{ n: 1 }, { n: 2 }, { n: 3 }]);
  });
});

describe('changing arguments and results does not change the world', () => {
  test('the definition', () => {
    const definition = structuredClone(worldOf()) as { -readonly [Key in keyof WorldDefinition]: WorldDefinition[Key] };
    const world = new World(definition);
    const before = world.fingerprint();
    (definition.endpoints[0] as unknown as { handler: { outcomes: string[] } }).handler.outcomes.push('fail');
    definition.seed = 'another';
    expect(world.fingerprint()).toBe(before);
    goesOn(world);
  });

  test('a request, its body, its client, and settings', () => {
    const world = aWorld();
    const input = structuredClone({ ...runOf('ep-a', { deep: { k: 1 } }), client: { key: 'key-of-alice' } });
    const settings = { worker: { start: 5 } };
    const job = jobIdOf(world.call(input));
    world.reconfigure(settings);
    const before = world.fingerprint();
    (input.request.body as { input: { deep: { k: number } } }).input.deep.k = 2;
    (input.request.params as { endpoint_id: string }).endpoint_id = 'ep-z';
    input.client.key = 'nobody';
    settings.worker.start = 500;
    expect(world.fingerprint()).toBe(before);
    expect(world.state.find('job', job)?.input).toStrictEqual({ deep: { k: 1 } });
    goesOn(world);
  });

  test('an answer, at once or after a wait', () => {
    const world = aWorld();
    const spoil = (body: unknown): void => {
      for (const value of Object.values(body as Record<string, unknown>)) if (typeof value === 'object' && value !== null) spoil(value);
      Object.assign(body as object, { k: 'spoilt', spoilt: true });
    };
    const heard: unknown[] = [];
    world.call(callOf('runsync', { endpoint_id: 'ep-a' }, { body: { input: { deep: { k: 1 } } } }), ({ body }) => heard.push(body));
    world.advance({ by: seconds(10) });
    const [job] = [...world.state.all('job')].slice(-1);
    const before = [world.fingerprint(), structuredClone(job)];
    heard.forEach(spoil);
    expect(world.fingerprint()).toBe(before[0]);
    const reply = world.call(callOf('status', { endpoint_id: 'ep-a', job_id: job?.id ?? '' }));
    if ('answer' in reply) spoil(reply.answer.body);
    expect(heard).toHaveLength(1);
    expect(structuredClone(world.state.find('job', job?.id ?? ''))).toStrictEqual(before[1]);
    expect(reply).toMatchObject({ seq: null, call: { type: 'InputReceived', operation: 'status' } });
    goesOn(world);
  });

  test('the result of an advance does not change later', () => {
    const world = new World(worldOf());
    world.call(runOf('ep-a', {}));
    const { fired } = world.advance({ by: 1 });
    const before = fired.length;
    world.call(runOf('ep-a', {}, 60_000));
    expect(fired).toHaveLength(before);
  });
});
