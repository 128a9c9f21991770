import { deserialize, serialize } from 'node:v8';
import { isLeft } from 'fp-ts/lib/Either.js';
import { describe, expect, test } from 'vitest';
import { State } from '../../engine/cloud/state/state.ts';
import { canonicalText, type Json } from '../../engine/kernel/canonical.ts';
import { play } from '../../engine/scenario/play/play.ts';
import { record } from '../../engine/scenario/recording/record.ts';
import { rerun } from '../../engine/world/history/rerun.ts';
import { makeHistory } from '../../engine/world/history/rewind.ts';
import { World } from '../../engine/world/world.ts';
import { served } from '../support/serving/served.ts';
import { scenariosOf } from '../support/worlds/playing.ts';
import { answered } from '../support/worlds/populatedWorld.ts';
import { reread } from '../support/worlds/reread.ts';
import { worldOf } from '../support/worlds/worlds.ts';

/** Parsed from JSON as over HTTP: in an object literal, `__proto__` would not be a property. */
const json = (text: string): Json => JSON.parse(text) as Json;

/** Names that every object inherits, or that change it. */
const odd = ['__proto__', 'constructor', 'prototype', 'toString', 'valueOf', 'hasOwnProperty', '__defineGetter__', '', '0', 'ünï', 'a b'];
const envOf = (value: string, names: readonly string[] = odd): string =>
  `{${names.map((name) => `${JSON.stringify(name)}:${JSON.stringify(value)}`).join(',')}}`;

const shown = (world: World, operation: string, body: string, named: Readonly<Record<string, string>> = {}) => {
  const answer = answered(world, operation, { named, body: json(body) });
  expect([answer.status, answer.body]).toStrictEqual([answer.status < 300 ? answer.status : 'well', answer.body]);
  const { id, env } = answer.body as { readonly id: string; readonly env: Json };
  return { id, env: canonicalText(env) };
};

const sameAs = (text: string): string => canonicalText(json(text));

const cpu = '"cpu":{"id":"cpu3c","vcpuCount":2}';
const pod = (rest: string): string => `{"name":"p",${cpu},${rest}}`;
const endpoint = (rest: string): string =>
  `{"name":"e","type":"QUEUE","scaling":{"type":"REQUEST_COUNT","requestCount":1},"cpu":[{"id":"cpu3c","vcpuCount":2}],${rest}}`;

/** Calls everything that takes an environment, with odd names in it, and checks that all of them are stored, merged and shown. */
const oddWorld = (): World => {
  const world = new World(worldOf());
  const half = odd.slice(0, 4);
  const mixed = sameAs(`{${envOf('template').slice(1, -1)},${envOf('body', half).slice(1)}`);
  const template = shown(world, 'createTemplate', `{"name":"t","image":"i","startJupyter":false,"env":${envOf('template')}}`);
  expect(template.env).toBe(sameAs(envOf('template')));
  const made = shown(world, 'createPod', pod(`"templateId":"${template.id}","env":${envOf('body', half)}`));
  expect(made.env).toBe(mixed);
  expect(shown(world, 'updatePod', `{"env":${envOf('patched')}}`, { pod: made.id }).env).toBe(sameAs(envOf('patched')));
  const worker = shown(world, 'createTemplate', `{"name":"w","image":"i","serverless":true,"env":${envOf('template')}}`);
  const served = shown(world, 'createEndpoint', endpoint(`"templateId":"${worker.id}","env":${envOf('body', half)}`));
  expect(served.env).toBe(mixed);
  expect(shown(world, 'updateEndpoint', `{"env":${envOf('patched')}}`, { endpoint: served.id }).env).toBe(sameAs(envOf('patched')));
  const compute = '"compute":{"gpuTypeId":"NVIDIA L4","gpuCountPerPod":1,"podCount":2}';
  const { id } = shown(world, 'createCluster', `{"name":"c","type":"TRAINING",${compute},"env":${envOf('member')}}`);
  const members = answered(world, 'listClusterPods', { named: { cluster: id } }).body as {
    readonly pods: readonly { readonly env: Json }[];
  };
  expect(members.pods.map(({ env }) => canonicalText(env))).toStrictEqual([sameAs(envOf('member')), sameAs(envOf('member'))]);
  expect(answered(world, 'listPods', {}).body).toMatchObject({ pods: [{ id: made.id }] });
  return world;
};

describe('names that objects inherit are names like any other', () => {
  test('for variables of templates, pods, endpoints and clusters', () => {
    oddWorld();
  });

  test('in the log, as it is folded, rerun, and recorded', () => {
    const world = oddWorld();
    const entries = reread(world);
    const folded = new State({ sharing: true });
    for (const entry of entries) folded.replay(entry);
    expect([...folded.all('pod')].map(({ config }) => config.container.env)).toStrictEqual(
      [...world.state.all('pod')].map(({ config }) => config.container.env),
    );
    expect(rerun(world.header, entries).fingerprint()).toBe(world.fingerprint());
    const text = record(world.header, entries);
    const [scenario] = isLeft(text) ? [] : scenariosOf(text.right);
    expect(scenario && play(scenario).world.fingerprint()).toBe(world.fingerprint());
  });

  test('in a snapshot', () => {
    const world = oddWorld();
    const snapshot = deserialize(serialize(world.snapshot()));
    const past = [...world.log.entries()];
    const after = new World(world.header.definition, {}, { snapshot, past: makeHistory(world.header, past).log });
    expect(answered(after, 'listPods', {}).body).toStrictEqual(answered(world, 'listPods', {}).body);
  });

  test('for what a handler answers', () => {
    const world = new World(worldOf());
    answered(world, 'setHandler', { named: { endpoint: 'ep-a' }, body: json(`{"output":${envOf('x')}}`) });
    const { body } = answered(world, 'runsync', { named: { endpoint: 'ep-a' }, body: json('{"input":{}}') });
    expect(canonicalText((body as { readonly output: Json }).output)).toBe(sameAs(envOf('x')));
  });

  test('and where names are fixed, they are unknown like any other', () => {
    const world = new World(worldOf());
    const refused = (operation: string, body: string, named = {}) => {
      const answer = answered(world, operation, { body: json(body), named });
      return [answer.status, (answer.body as { readonly errors?: Json }).errors];
    };
    const unknown = "$: additional properties '__proto__' not allowed";
    expect(refused('createPod', pod('"image":"i","__proto__":{"locked":true}'))).toStrictEqual([422, [unknown]]);
    expect(refused('createPod', pod('"image":"i","env":{"__proto__":1}'))).toStrictEqual([
      422,
      ['$.env.__proto__: got number, want string; write it as text, in quotes'],
    ]);
    expect(refused('createPod', pod('"image":"i","env":["a"]'))).toStrictEqual([
      422,
      ['$.env: got array, want object; write an object, in braces, such as {"name": "value"}'],
    ]);
    expect(refused('podAction', '{"action":"constructor"}', { pod: 'nosuch' })[0]).toBe(404);
  });

  test('over HTTP, in bodies, in queries, in paths and in headers', async () => {
    await using server = await served({ definition: worldOf() });
    const sent = `{"name":"p","image":"i",${cpu},"env":${envOf('http')}}`;
    const made = await server.post('/v2/pods?__proto__=a&constructor=b', json(sent), { headers: { constructor: 'c', 'x-__proto__': 'd' } });
    expect([made.status, canonicalText(made.body.env)]).toStrictEqual([201, sameAs(envOf('http'))]);
    const read = await server.get(`/v2/pods/${made.body.id}`);
    expect(canonicalText(read.body.env)).toBe(sameAs(envOf('http')));
    for (const name of ['__proto__', 'constructor', 'toString']) {
      expect((await server.get(`/v2/pods/${name}`)).status).toBe(404);
      expect((await server.get(`/v2/${name}/health`)).status).toBe(404);
      expect((await server.get(`/v2/catalog/gpus/${name}`)).status).toBe(404);
      expect((await server.get(`/_podsim/v1/rules/${name}`)).status).toBe(404);
    }
  });
});
