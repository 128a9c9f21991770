import { describe, expect, test } from 'vitest';
import { digestSecret } from '../../engine/cloud/account/keyDigest.ts';
import { defaultDefinition } from '../../engine/control/worlds/definition.ts';
import type { Json } from '../../engine/kernel/canonical.ts';
import { World } from '../../engine/world/world.ts';
import { asked, type Body, FakeHost, refusal, said } from '../support/serving/fakeHost.ts';
import { runOf, worldOf } from '../support/worlds/worlds.ts';

const ids = (host: FakeHost): string[] => host.worlds().map(({ id }) => id);
const start = { instant: '2026-01-01T00:00:00.000Z', virtual: '00:00:00.000', ms: 0 };

describe('the world a server starts with', () => {
  test('has one key, and an endpoint that takes jobs at once', () => {
    const host = new FakeHost();
    expect(said(host.desk(), 'listWorlds')['worlds']).toStrictEqual([
      {
        id: 'default',
        path: '/',
        seed: 'podsim',
        start: '2026-01-01T00:00:00.000Z',
        now: start,
        clock: { clock: 'manual' },
        entries: host.desk().world.log.length,
        keys: [{ name: 'dev', account: 'team', key: '…', digest: digestSecret('a-secret').digest }],
      },
    ]);
    const { world } = host.desk();
    world.advance({ by: 60_000 });
    const run = { params: { endpoint_id: 'ep-demo' }, query: { wait: '5000' }, body: { input: { hello: 'world' } } };
    let output: Json | undefined;
    world.call({ operation: 'runsync', client: { key: 'a-secret' }, request: run }, ({ body }) => {
      output = body;
    });
    world.advance({ by: 1_000 });
    expect(output).toMatchObject({ status: 'COMPLETED', delayTime: 0, executionTime: 1_000, output: { hello: 'world' } });
  });

  test('has three official templates, of an account that no client has a key of', () => {
    const { world } = new FakeHost().desk();
    const listed = (operation: string, query: Readonly<Record<string, string>> = {}) => {
      const reply = world.call({ operation, client: { key: 'a-secret' }, request: { params: {}, query } });
      const body = 'answer' in reply ? (reply.answer.body as { readonly templates: readonly Body[] }) : undefined;
      return body?.templates.map(({ id, public: isPublic, serverless, category, ports }) => [id, isPublic, serverless, category, ports]);
    };
    expect(listed('listPublicTemplates')).toStrictEqual([
      ['podsim-torch', true, false, 'NVIDIA', ['8888/http', '22/tcp']],
      ['podsim-ubuntu', true, false, 'CPU', ['22/tcp']],
      ['podsim-worker', true, true, 'NVIDIA', []],
    ]);
    for (const source of ['verified', 'community']) expect(listed('listPublicTemplates', { source })).toStrictEqual([]);
    expect(listed('listTemplates')).toStrictEqual([]);
    expect(world.header.definition.accounts.map(({ id, keys }) => [id, keys.length])).toStrictEqual([
      ['team', 1],
      ['official', 0],
    ]);
  });

  test('is the same on every start, and differs with another seed', () => {
    const logs = [{}, {}, { seed: 'b' }].map((some) => new World(defaultDefinition({ apiKey: 'k', ...some })).fingerprint());
    expect(logs.map((one) => logs.indexOf(one))).toStrictEqual([0, 0, 2]);
    expect(defaultDefinition({ apiKey: 'k', start: 0 }).startMs).toBe(0);
  });
});

describe('POST worlds', () => {
  test('makes one like the default when nothing is said', () => {
    const host = new FakeHost();
    const { headers, body } = asked(host.desk(), 'createWorld', { body: {} });
    expect(headers).toStrictEqual({ location: '/worlds/world-1/' });
    expect(body).toMatchObject({ id: 'world-1', path: '/worlds/world-1/', seed: 'podsim', clock: { clock: 'manual' } });
    expect((body as Body)['keys']).toStrictEqual([
      { name: 'dev', account: 'team', key: 'a-secret', digest: digestSecret('a-secret').digest },
    ]);
    expect(said(host.desk(), 'createWorld', { body: {} })['id']).toBe('world-2');
    expect(ids(host)).toStrictEqual(['default', 'world-1', 'world-2']);
  });

  test('makes one with the options that it gets', () => {
    const host = new FakeHost();
    const body = {
      id: 'lesson',
      seed: 'x',
      start: '2030-01-01T00:00:00Z',
      clock: { clock: 'realtime', speed: 60 },
      world: {
        settings: { worker: { imagePull: '0s' } },
        accounts: [{ id: 'school', keys: [{ name: 'pupil' }, { name: 'teacher', secret: 'apple' }] }],
        endpoints: [{ id: 'ep-a', handler: { duration: { fixed: '7s' } } }],
      },
    };
    expect(said(host.desk(), 'createWorld', { body })).toMatchObject({
      id: 'lesson',
      seed: 'x',
      start: '2030-01-01T00:00:00.000Z',
      clock: { clock: 'realtime', speed: 60 },
      keys: [
        { name: 'pupil', account: 'school', key: 'key-pupil' },
        { name: 'teacher', account: 'school', key: 'apple' },
      ],
    });
    const { definition } = host.desk('lesson').world.header;
    expect([definition.settings, definition.endpoints[0]?.handler.duration]).toStrictEqual([
      { worker: { imagePull: 0 } },
      { kind: 'fixed', ms: 7_000 },
    ]);
  });

  test('gives its own key to a world that names no accounts', () => {
    const host = new FakeHost();
    const { keys } = said(host.desk(), 'createWorld', { body: { world: { endpoints: [{ id: 'ep-a' }] } } });
    expect(keys).toStrictEqual([{ name: 'dev', account: 'team', key: 'a-secret', digest: digestSecret('a-secret').digest }]);
    expect([...host.desk('world-1').world.state.all('endpoint')].map(({ id }) => id)).toStrictEqual(['ep-a']);
    expect([...host.desk('world-1').world.state.all('template')]).toStrictEqual([]);
  });

  test('makes worlds that share nothing', () => {
    const host = new FakeHost(worldOf());
    said(host.desk(), 'createWorld', { body: { id: 'other' } });
    const [one, other] = [host.desk().world, host.desk('other').world];
    const before = other.fingerprint();
    one.call(runOf('ep-a', {}));
    one.advance({ by: 5_000 });
    expect([other.now, other.fingerprint()]).toStrictEqual([0, before]);
  });

  // biome-ignore format: a table
  test.each([
    ['an id that is none',           { id: '1st' },                                           422, '$.id: must begin with a letter'],
    ['an instant that is none',      { start: 'now' },                                        422, '$.start: must be an instant in UTC'],
    ['a seed of no letters',         { seed: '' },                                            422, '$.seed: '],
    ['a file',                       { world: { include: 'a.yaml' } },                        422, "$.world: additional properties 'include' not allowed"],
    ['an unknown setting',           { world: { settings: { job: { speed: 1 } } } },          422, "$.world.settings.job: additional properties 'speed' not allowed"],
    ['what the API would refuse',    { world: { endpoints: [{ id: 'a', gpu: { pools: ['NONE'] } }] } }, 422, '$.world.endpoints.0: there is no GPU pool NONE'],
    ['a template of an unknown owner', { world: { templates: [{ id: 'a', image: 'b', owner: 'them' }] } }, 422, '$.world.templates.0.owner: there is no account them; there are team'],
    ['a template without an image',  { world: { templates: [{ id: 'a' }] } },                 422, "$.world.templates[0]: missing property 'image'"],
    ['two endpoints of one id',      { world: { endpoints: [{ id: 'a' }, { id: 'a' }] } },    422, '$.world.endpoints.1.id: another endpoint has this id'],
    ['a clock that is none',         { clock: { clock: 'sundial' } },                         422, '$.clock'],
    ['an id that is taken',          { id: 'default' },                                       409, 'the world default exists already: drop it first'],
    ['an id that differs in case',   { id: 'Default' },                                       409, 'the world default exists already, and names that differ only in case are one name: drop it first, or choose another name'],
  ] as const)('is refused for %s', (_, body, status, words) => {
    const host = new FakeHost();
    const [was, rule, why] = refusal(host.desk(), 'createWorld', { body: body as Json });
    expect([was, rule, String(why)]).toStrictEqual([status, status === 409 ? 'control.worlds' : 'errors.validation', expect.stringContaining(words)]);
    expect(ids(host)).toStrictEqual(['default']);
  });

  test('is refused when a thousand worlds exist', () => {
    const host = new FakeHost(worldOf());
    const definition = worldOf({ endpoints: [] });
    for (let k = 1; k < 1_000; k++) host.createWorld(undefined, definition, { clock: 'manual' });
    expect(refusal(host.desk(), 'createWorld', { body: {} })).toStrictEqual([
      409,
      'control.worlds',
      expect.stringMatching(/^there are 1000 worlds: drop one first \(.*limit worlds;/),
    ]);
  });
});

describe('DELETE worlds/{id}', () => {
  test('drops a world, and no other', () => {
    const host = new FakeHost();
    for (const id of ['a', 'b']) said(host.desk(), 'createWorld', { body: { id } });
    expect(asked(host.desk(), 'dropWorld', { params: { id: 'a' } })).toStrictEqual({ status: 204 });
    expect(ids(host)).toStrictEqual(['default', 'b']);
    expect(asked(host.desk('b'), 'dropWorld', { params: { id: 'b' } }).status).toBe(204);
    expect(refusal(host.desk(), 'dropWorld', { params: { id: 'a' } })).toStrictEqual([
      404,
      'control.worlds',
      'there is no world a; GET worlds lists them',
    ]);
  });

  test('does not drop the default world', () => {
    const host = new FakeHost();
    expect(refusal(host.desk(), 'dropWorld', { params: { id: 'default' } })).toStrictEqual([
      409,
      'control.worlds',
      'the default world cannot be dropped: POST reset restarts it',
    ]);
  });
});

describe('POST reset', () => {
  /** A world in which something has happened. */
  const lived = () => {
    const host = new FakeHost(worldOf({ settings: { worker: { imagePull: 0, start: 0 }, job: { ttl: 60_000 } } }));
    const fresh = host.desk().world.fingerprint();
    const { world, journal } = host.desk();
    journal.open('run', { digest: 'k' }, { params: {}, query: {} }, { seq: 1, after: 1, at: world.now });
    world.call(runOf('ep-a', {}));
    world.advance({ by: 5_000 });
    return { host, fresh };
  };

  test.each([undefined, {}])('starts the same world again, with its settings: %j', (body) => {
    const { host, fresh } = lived();
    const answer = said(host.desk(), 'resetWorld', body === undefined ? {} : { body });
    expect(answer).toMatchObject({ id: 'default', seed: 'podsim', now: start, clock: { clock: 'manual' } });
    expect(host.desk().world.fingerprint()).toBe(fresh);
    expect([...host.desk().journal.newest()]).toStrictEqual([]);
  });

  test('with another seed, or another start', () => {
    const { host } = lived();
    said(host.desk(), 'resetWorld', { body: { seed: 'b', start: '2030-01-01T00:00:00Z' } });
    expect(host.desk().world.header.definition).toMatchObject({ seed: 'b', settings: { job: { ttl: 60_000 } } });
    expect(said(host.desk(), 'resetWorld', { body: {} })).toMatchObject({ seed: 'b', start: '2030-01-01T00:00:00.000Z' });
  });

  test('as another world, without anything of the old one', () => {
    const { host } = lived();
    const answer = said(host.desk(), 'resetWorld', { body: { world: { endpoints: [{ id: 'ep-b' }] } } });
    expect(answer['keys']).toStrictEqual([{ name: 'dev', account: 'team', key: 'a-secret', digest: digestSecret('a-secret').digest }]);
    const { world } = host.desk();
    expect(world.header.definition).toMatchObject({ seed: 'podsim', settings: {}, faults: [] });
    expect([...world.state.all('endpoint')].map(({ id }) => id)).toStrictEqual(['ep-b']);
  });

  test('and worlds made beside it post webhooks where it does, and nowhere else', () => {
    const webhooks = ['http://127.0.0.1:9999'];
    const host = new FakeHost({ ...worldOf(), webhooks });
    said(host.desk(), 'createWorld', { body: { id: 'beside', world: {} } });
    said(host.desk(), 'resetWorld', { body: { world: {} } });
    expect(['default', 'beside'].map((id) => host.desk(id).world.header.definition.webhooks)).toStrictEqual([webhooks, webhooks]);
  });

  test('is refused for an invalid definition: nothing is reset', () => {
    const { host } = lived();
    const { world } = host.desk();
    expect(refusal(host.desk(), 'resetWorld', { body: { world: { endpoints: [{ id: 'a', owner: 'them' }] } } })).toStrictEqual([
      422,
      'errors.validation',
      ['$.world.endpoints.0.owner: there is no account them; there are team'],
    ]);
    expect(host.desk().world).toBe(world);
  });
});
