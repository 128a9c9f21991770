import { expect, test, vi } from 'vitest';
import { failureReport } from '../../adapters/testing/failureReport.ts';
import * as testing from '../../adapters/testing/index.ts';
import * as vitest from '../../adapters/vitest/index.ts';
import { InvalidArgument } from '../../engine/kernel/invalidArgument.ts';

const { assertEmitted, assertNotEmitted, assertNotSequence, assertSequence, assertTimeline, createWorld, explore, withWorld } = testing;

const world = createWorld();
// biome-ignore lint/suspicious/noExplicitAny: what a JavaScript user might do
const badly = (given: unknown): any => given;
const circle: Record<string, unknown> = {};
circle['itself'] = circle;

/** The message of what is thrown, which is an InvalidArgument. */
const mistake = async (run: () => unknown): Promise<string> => {
  const error = await (async () => run())().then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(InvalidArgument);
  return (error as Error).message;
};

test('the error that is promised can be imported from each entry', () => {
  expect([testing.InvalidArgument, vitest.InvalidArgument]).toStrictEqual([InvalidArgument, InvalidArgument]);
});

// biome-ignore format: a table
test.each<[string, () => unknown, string]>([
  ['an option of createWorld',    () => createWorld(badly({ sed: 'a' })),                         "createWorld: there is no option 'sed'; did you mean 'seed'? (the options are seed, start, scenario, world, timing, settings, apiKey, clock, handlers, onWebhook, webhookTimeout)"],
  ['an option that only looks so', () => createWorld(badly({ endpoints: [] })),                   "createWorld: there is no option 'endpoints'; the options are"],
  ['a clock',                     () => createWorld({ clock: badly('atuo') }),                    "createWorld: clock 'atuo' is neither 'manual' nor 'auto'"],
  ['a world without a description', () => withWorld(badly(() => 1), badly(undefined)),             'withWorld: takes the options of a world, then a function: withWorld({}, async (world) => { … }); in place of the function it got undefined'],
  ['options that are a function', () => withWorld(badly(() => 1), () => 1),                       'createWorld: takes an object of options, such as { seed: … }, and got a function'],
  ['options that are a text',     () => createWorld(badly('a.yaml')),                             "createWorld: takes an object of options, such as { seed: … }, and got 'a.yaml'"],
  ['a receiver of webhooks',      () => createWorld({ onWebhook: badly('http://x') }),            "createWorld: onWebhook: takes a function, such as ({ payload }) => 200, and got 'http://x'; the URL of a webhook stands in the body of a job, as `webhook`"],
  ['a port',                      () => world.listen({ port: badly('abc') }),                     "world.listen: port is a whole number from 0 (a free one) to 65535, such as 8080, and got 'abc'"],
  ['a port that is too high',     () => world.listen(70_000),                                     'such as 8080, and got 70000'],
  ['a world as a fixture',        () => vitest.test.override(badly({ world: { endpoints: [] } })), 'test.override: `world` is the world of each test; write what it is made of as worldOptions: test.override({ worldOptions: { world: { endpoints: [{ id: … }] } } })'],
  ['a world as a named fixture',  () => vitest.test.override('world', badly({ endpoints: [] })),  'test.override: `world` is'],
  ['a fixture misspelt',          () => vitest.test.override(badly({ worldOption: {} })),          "test.override: there is no fixture 'worldOption'; did you mean 'worldOptions'? (the fixtures are worldOptions, world)"],
  ['an option as a fixture',      () => vitest.test.override('clock' as 'world', badly('auto')),  "test.override: there is no fixture 'clock'; write it into worldOptions: test.override({ worldOptions: { clock: … } })"],
  ['a sequence of one',           () => expect(world).toHaveSequence(badly('JobQueued')),         "toHaveSequence: takes a list of events, such as ['JobQueued', 'JobStarted'], and got 'JobQueued'"],
  ['an option of fork',           () => world.fork(badly({ standin: true })),                     "world.fork: there is no option 'standin'; did you mean 'standIn'?"],
  ['an option of explore',        () => explore('title: a\n', badly({ run: 1, sead: '1' })),      "explore: there is no option 'sead'; did you mean 'seed'?"],
  ['a number to advance',         () => world.advance(badly(10)),                           "world.advance: '10' is no duration such as 500ms, 8s, 2m or 1h30m; did you mean '10s' or '10ms'?"],
  ['nothing to advance',          () => world.advance(badly(null)),                         "world.advance: 'null' is no duration"],
  ['an option of advance',        () => world.until('worker ep-demo-w1 is IDLE', badly({ witin: '1s' })), "world.until: there is no option 'witin'; did you mean 'within'?"],
  ['a job of advance',            () => world.until('job undefined is COMPLETED'), "world.until: 'job undefined is COMPLETED' names no job of this world: there is no 'undefined', and no other job yet. An `await` or `.orThrow()` may be missing where the id is read: const { id } = await world.call.run({ … }).orThrow()"],
  ['a job that is a promise',     () => world.until(`job ${Promise.resolve()} is COMPLETED`), 'An `await` or `.orThrow()` may be missing'],
  ['an endpoint of advance',      () => world.until('endpoint ep-dmeo has 2 workers'), "names no endpoint of this world: there is no 'ep-dmeo'; did you mean 'ep-demo'?"],
  ['a condition of advance',      () => world.until(badly(7)),                             "world.until: takes a text, such as 'job … is COMPLETED', or a function, and got 7"],
  ['a function that must wait',   () => world.until(async () => true),                    'world.until: takes a function that reads the world at once, and got one that returns a promise'],
  ['the old name of until',       () => world.advance(badly({ until: 'job job-1 is COMPLETED' })), "world.advance: takes no 'until': write world.until('job job-1 is COMPLETED')"],
  ['an entity of a sequence',     () => assertNotSequence(world, ['JobQueued'], badly({ of: undefined })), 'assertNotSequence: `of` takes an entity, such as job-1, and got undefined: an `await` or `.orThrow()` may be missing'],
  ['events beside each other',    () => expect(world).not.toHaveSequence(badly('JobQueued'), badly('JobStarted')), "toHaveSequence: takes a list of events, such as ['JobQueued', 'JobStarted'], and got 'JobQueued'"],
  ['a filter of events',          () => world.events(badly({ entty: 'job-1' })),                  "world.events: there is no option 'entty'; did you mean 'entity'?"],
  ['an event that is filtered by', () => world.events({ type: badly('JobComplete') }),            "world.events: there is no event 'JobComplete'; did you mean 'JobCompleted'?"],
  ['an event that is not to be',  () => assertNotEmitted(world, badly('JobFaild')),               "assertNotEmitted: there is no event 'JobFaild'; did you mean 'JobFailed'?"],
  ['an event that is to be',      () => assertEmitted(world, badly('JobFaild')),                  "assertEmitted: there is no event 'JobFaild'; did you mean 'JobFailed'?"],
  ['a field of an event',         () => assertNotEmitted(world, 'JobStarted', badly({ workrId: 'ep-demo-w1' })), "assertNotEmitted: JobStarted has no field 'workrId'; did you mean 'workerId'?"],
  ['an event of a sequence',      () => assertNotSequence(world, ['JobQueued', badly('JobStart')]), "assertNotSequence: there is no event 'JobStart'; did you mean 'JobStarted'?"],
  ['a field in a sequence',       () => assertSequence(world, [{ type: 'JobQueued', ...badly({ endpointD: 'a' }) as object }]), "assertSequence: JobQueued has no field 'endpointD'; did you mean 'endpointId'?"],
  ['an option of a sequence',     () => assertNotSequence(world, ['JobQueued'], badly({ exat: true })), "assertNotSequence: there is no option 'exat'; did you mean 'exact'?"],
  ['an option of a timeline',     () => assertTimeline(world, '\n', badly({ off: 'job-1' })),    "assertTimeline: there is no option 'off'; did you mean 'of'?"],
  ['a matcher’s event',           () => expect(world).not.toHaveEmitted(badly('JobFaild')),       "toHaveEmitted: there is no event 'JobFaild'; did you mean 'JobFailed'?"],
  ['a matcher’s sequence',        () => expect(world).not.toHaveSequence([badly('JobFaild')]),    "toHaveSequence: there is no event 'JobFaild'; did you mean 'JobFailed'?"],
  ['a call’s argument',           () => world.call.listPods(badly({ qury: {} })).orThrow(),       "world.call.listPods: takes no 'qury'"],
  ['a seed',                      () => createWorld({ seed: badly({}) }),                         "createWorld: seed takes a text, such as 'a', and got an object"],
  ['a scenario that is a world',  () => createWorld({ scenario: badly({ endpoints: [] }) }),      'createWorld: scenario takes a file, or its text; an object goes to world, and got an object'],
  ['a world that is a file',      () => createWorld({ world: badly('a.yaml') }),                  "createWorld: world takes an object, such as { endpoints: [{ id: … }] }; a file, or its text, goes to scenario, and got 'a.yaml'"],
  ['a key',                       () => createWorld({ apiKey: '' }),                              "createWorld: apiKey takes a text, such as 'a-key', and got ''"],
  ['handlers that are one',       () => createWorld({ handlers: badly(() => ({})) }),             "createWorld: handlers takes an object of functions, such as { 'ep-demo': (job) => ({ … }) }, and got a function"],
  ['an entity',                   () => assertSequence(world, ['JobQueued'], { of: 'job-9' }),    "assertSequence: `of`: this world knows no entity 'job-9'; world.timeline() shows which there are"],
  ['an entity misspelt',          () => assertNotSequence(world, ['EndpointCreated'], { of: 'ep-dmeo' }), "assertNotSequence: `of`: this world knows no entity 'ep-dmeo'; it knows ep-demo"],
  ['an entity of a timeline',     () => world.timeline('job-9'),                                  "world.timeline: this world knows no entity 'job-9'"],
  ['an entity of events',         () => world.events({ entity: 'ep-dmeo' }),                      "world.events: `entity`: this world knows no entity 'ep-dmeo'; it knows ep-demo"],
  ['no entity to explain',        () => world.explain(badly(undefined)),                          'world.explain takes an entity, such as job-1, and got undefined: an `await` or `.orThrow()` may be missing'],
  ['a promise as a field',        () => assertNotEmitted(world, 'JobQueued', { jobId: Promise.resolve() }), 'assertNotEmitted: jobId takes a value, and got a promise: an `await` or `.orThrow()` may be missing where it is read'],
  ['nothing as a field',          () => assertNotEmitted(world, 'JobQueued', { jobId: undefined }), 'assertNotEmitted: jobId takes a value, and got undefined'],
  ['two aims of the clock',       () => world.advance(badly({ by: '1s', to: '2026-01-01T00:00:00Z' })), "world.advance: takes one of { by: '10s' }, { to: '2026-01-01T00:00:10Z' }, { next: true } and { untilIdle: true }, and got by and to"],
  ['an id in place of arguments', () => world.call.run(badly('ep-demo')).orThrow(),               "world.call.run: takes an object, such as { endpoint_id: 'ep-demo', body: { input: {} } }, and got 'ep-demo'"],
  ['a function as a handler',     () => world.call.run({ endpoint_id: 'ep-demo', body: { input: {} }, handler: badly(() => 1) }), "handler is a function, and goes as JSON: write { duration: { fixed: '2s' } }, or give a function to createWorld({ handlers:"],
  ['an answer not awaited',       () => badly(world.call.health({ endpoint: 'ep-demo' })).jobs, "world.call.health: 'jobs' is read of a promise: write (await world.call.health(…)).jobs"],
  ['a status not awaited',        () => badly(world.call.health({ endpoint: 'ep-demo' })).status, "'status' is read of a promise"],
  ['a body not awaited',          () => badly(world.call.health({ endpoint: 'ep-demo' }).orThrow()).jobs, "world.call.health(…).orThrow: 'jobs' is read of a promise"],
  ['an answer for its body',      async () => badly(await world.call.health({ endpoint: 'ep-demo' })).jobs, "world.call.health: 'jobs' is in the body of the answer: write answer.body.jobs, or await world.call.health(…).orThrow()"],
  ['a client that calls nothing', () => explore(async () => undefined, { runs: 2 }),              'explore: the client made no call to its world in any of 2 runs, so nothing was checked: does it use the url that it is given (PODSIM_URL), and await its calls?'],
  ['a client that is none',       () => explore(badly({})),                                       "explore: client takes a client, such as async ({ url, apiKey }) => { … }, or a scenario's file, and got an object"],
  ['no client',                   () => explore(badly(undefined)),                                'explore: client takes a client'],
  ['a property of a client',      () => explore(async () => undefined, { properties: ['work-don'] }), "'work-don' is no property of clients; did you mean 'work-done'?"],
  ['a property of one’s own',     () => explore(async () => undefined, { own: badly({ a: 1 }) }),    'explore: own: a takes a function, such as (run) => run.calls.length > 0, and got 1'],
  ['a world of a client',         () => explore(async () => undefined, { world: badly({ endpoints: [{ idd: 1 }] }) }), "explore: world.endpoints.0: missing property 'id'\nworld.endpoints.0: unknown key 'idd'; did you mean 'id'?"],
  ['an operation of a world',     () => badly(world).runsync({}),                                 "world has no 'runsync': write world.call.runsync({ … })"],
  ['a key of a world',            () => badly(world).apikey,                                      "world has no 'apikey': write world.apiKey"],
  ['a tick of the clock',         () => badly(world.clock).tick(1_000),                           "world.clock has no 'tick': write world.advance('10s')"],
  ['a path without its slash',    () => world.fetch('v2/pods'),                                   "world.fetch: 'v2/pods' is no path: write '/v2/pods', which begins with a slash, or a whole URL"],
  ['a type that is a list',       () => expect(world).toHaveEmitted(badly(['JobQueued'])),        "toHaveEmitted: an event is named by its type, such as 'JobQueued' or { type: 'JobQueued' }, and got a list"],
  ['an item without a type',      () => assertSequence(world, [badly({ kind: 'JobQueued' })]),    'assertSequence: an event is named by its type'],
  ['a handler of an endpoint',    () => createWorld({ world: badly({ endpoints: [{ id: 'ep', handler: () => ({}) }] }) }), "createWorld: the handler of ep is a function: give it beside the world, as handlers: { 'ep': (job) => ({ … }) }"],
  ['more workers than there may be', () => createWorld({ world: { endpoints: [{ id: 'ep', workers: { min: 5, max: 1 } }] } }), 'createWorld: workers of ep: no more than max, 1, are ever kept up, and min is 5: raise max'],
  ['a time in numbers',           () => createWorld(badly({ webhookTimeout: 10 })),               "createWorld: webhookTimeout takes a duration of real time, such as '4s', and got 10"],
  ['a body that holds itself',    () => world.call.run(badly({ endpoint_id: 'ep-demo', body: { input: circle } })), 'the body cannot be sent as JSON: Converting circular structure to JSON; write numbers, texts, lists and plain objects'],
  ['a header that is a key',      () => world.call.listPods({ headers: { Authorization: 'Bearer a' } }), "world.call.listPods: takes no header 'Authorization': `as` names the caller by its key"],
  ['a body beside its name',      () => world.call.run(badly({ endpoint_id: 'ep-demo', input: {} })), "world.call.run: takes no 'input'; write body: { input: … }; it takes endpoint_id"],
  ['a duration for an instant',   () => world.advance({ to: '10s' }),                       "to '10s' is no instant in UTC such as 2026-01-01T00:00:10Z; did you mean { by: '10s' }?"],
  ['what to measure',             () => world.measures(badly({ of: 'ep-demo' })),                 'world.measures: of takes the id of an endpoint, and got an object'],
  ['an orThrow that is not called', async () => badly(await world.call.health({ endpoint: 'ep-demo' }).orThrow).jobs, "world.call.health(…).orThrow: 'jobs' is read of a function: write (await world.call.health(…).orThrow()).jobs"],
  ['no timeline',                 () => expect(world).toMatchTimeline(badly(undefined)),          "toMatchTimeline: takes a timeline's text, or its file, such as 'a.timeline.txt', and got undefined"],
  ['what is no world',            () => assertNotEmitted(badly({}), 'JobFailed'),                 'assertNotEmitted needs a world'],
])('%s that there is none of is a mistake of the test, and says what was meant', async (_, run, said) => {
  expect(await mistake(run)).toContain(said);
});

test('what every entry has may be asked for with the fields of its event', () => {
  assertNotEmitted(world, 'JobStarted', { seq: 1, at: 0, cause: 0, workerId: 'ep-demo-w1' });
  assertEmitted(world, 'AccountOpened', { at: 0 });
});

test('a wait for a job that never was does not move the clock, and lists the jobs that were', async () => {
  await using one = createWorld();
  await one.call.run({ endpoint: 'ep-demo', body: { input: {} } }).orThrow();
  const run = () => one.until('job job-2 is COMPLETED');
  expect(await mistake(run)).toBe(
    "world.until: 'job job-2 is COMPLETED' names no job of this world: there is no 'job-2'; there is only job-1",
  );
  expect(one.clock.now).toBe(0);
  await one.until('worker ep-demo-w1 is gone or IDLE');
});

test('what a test did not await is said at its end, and in the report of a failure', async () => {
  const said = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const one = createWorld();
  void one.advance('1m');
  void one.call.health({ endpoint_id: 'ep-no' });
  void one.call.health({ endpoint_id: 'ep-demo' });
  await new Promise((resolve) => setImmediate(resolve));
  // A test of what happens before the answer is right.
  void one.call.runsync({ endpoint_id: 'ep-demo', body: { input: {} } });
  await one.dispose();
  const words = [
    'world.advance was not awaited, and what comes after it does not wait for it: write `await world.advance(…)`',
    'world.call.health was not awaited, and health was refused: 404 endpoint not found: this account has ep-demo (auth.tenancy): write `await world.call.health(…)`',
  ];
  expect(said.mock.calls.flat()).toStrictEqual(words.map((line) => `podsim: ${line}`));
  expect(failureReport(one)).toContain(`  ${words[0]}\n`);
  said.mockClear();
  const two = createWorld();
  for (let k = 0; k < 12; k++) void two.call.health({ endpoint_id: 'ep-no' });
  await two.dispose();
  expect(said.mock.calls.flat().slice(9)).toStrictEqual([`podsim: ${words[1]}`, 'podsim: … and 2 more were not awaited']);
  said.mockClear();
  const client = async ({ url, fetch: send }: testing.ClientWorld) => void (await send(url));
  const explored = explore(client, { runs: 1 });
  await new Promise((resolve) => setImmediate(resolve));
  await explored;
  expect(said.mock.calls.flat()).toStrictEqual(['podsim: explore was not awaited, and what it finds is lost: write `await explore(…)`']);
  said.mockRestore();
});

test('what a worker answers may have any names', async () => {
  const answer = { then: 'now', length: 2, id: 'own' };
  const endpoints = [{ id: 'ep-lb', type: 'LOAD_BALANCER', workers: { min: 1 } }] as const;
  await using one = createWorld({
    world: { endpoints },
    handlers: { 'ep-lb': () => ({ runsMs: 10, ending: 'complete', output: answer }) },
    clock: 'auto',
  });
  await one.advance('10m');
  const given = await one.call.requestEndpoint({ endpoint_id: 'ep-lb', path: 'x' });
  expect([given.status, given.body, badly(given).id]).toStrictEqual([200, answer, undefined]);
});
