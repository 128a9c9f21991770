import { describe, expect, test } from 'vitest';
import { failureReport } from '../../adapters/testing/failureReport.ts';
import { createWorld } from '../../adapters/testing/index.ts';

// biome-ignore lint/suspicious/noExplicitAny: what a JavaScript user might do
type Anything = any;

describe('a mistake with a world is named:', () => {
  // biome-ignore format: a table
  test.each<[string, () => unknown, string]>([
    ['a clock as on the wire',       () => createWorld({ clock: { clock: 'auto' } as Anything }),           `createWorld: clock {"clock":"auto"} is neither 'manual' nor 'auto'; `],
    ['a clock of servers',           () => createWorld({ clock: 'realtime' as Anything }),                  "createWorld: clock 'realtime' is neither 'manual' nor 'auto'; `podsim serve --clock` has realtime and measured"],
    ['a world as a list',            () => createWorld({ world: [{ id: 'ep' }] as Anything }),              'createWorld: world takes an object, such as { endpoints: [{ id: … }] }; a file, or its text, goes to scenario, and got a list'],
    ['a setting with a dot',         () => createWorld({ settings: { 'worker.imagePull': '0s' } as Anything }), "world.settings: unknown key 'worker.imagePull'; write worker: { imagePull: … }"],
    ['a handler of no endpoint',     () => createWorld({ handlers: { 'ep-dmeo': () => ({}) as Anything } }), "createWorld: handlers: this world has no endpoint 'ep-dmeo'; did you mean 'ep-demo'?"],
    ['an operation misspelt',        () => (createWorld().call as Anything).runSync({}),                    "world.call: there is no operation 'runSync'; did you mean 'runsync'?"],
  ])('%s', (_, use, words) => {
    expect(use).toThrow(words);
  });

  test('a port as text', async () => {
    await using world = createWorld();
    await expect(world.listen('8080' as Anything)).rejects.toThrow(
      "world.listen: '8080' is no port: write listen(8080), or listen({ port: 8080 })",
    );
  });

  test('a caller that no account has a key for', async () => {
    await using world = createWorld();
    await expect(world.call.listPods({ as: 'default' }).orThrow()).rejects.toThrow(
      "listPods was refused: 401 unknown API key: this world has keys of its own; podsim serve prints one, and --api-key gives it yours; no account has a key of the name 'default'; there is only dev (auth.bearer)",
    );
    await world.call.listPods({ as: 'podsim-dev-key' }).orThrow();
    await expect(world.call.listPods({ as: 'nobody' }).orThrow()).rejects.toThrow(/Bearer <key> \(auth\.bearer\)$/);
  });

  test('an operation of a later contract', async () => {
    await using world = createWorld();
    await expect(world.call.listTags().orThrow()).rejects.toThrow(
      'listTags was refused: 404 The requested path was not found. It came with contract 2026-11, and this world has 2026-08: ',
    );
  });

  test('a fault that is near another, by the control plane', async () => {
    await using world = createWorld();
    const refused = await world.call.injectFault({ body: { fault: 'api-eror', limit: 1 } as Anything });
    expect(JSON.stringify(refused.body)).toContain("did you mean 'api-error'?");
  });

  test('a key, in the report of a failed test', async () => {
    await using world = createWorld();
    await world.fetch('/v2/ep-demo/health', { headers: { authorization: 'Bearer another-key' } });
    expect(failureReport(world)).toMatch(/ was answered 401: .*; the key of this world is world\.apiKey\n/);
  });

  test('and a name that no operation is near is as absent as ever', () => {
    const call = createWorld().call as Anything;
    expect([call.then, call.asymmetricMatch, call.toJSON]).toStrictEqual([undefined, undefined, undefined]);
  });
});
