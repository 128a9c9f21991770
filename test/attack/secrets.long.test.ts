import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { LogFileWriter, readLog } from '../../adapters/store/file/logFile.ts';
import { openFileStore } from '../../adapters/store/fileStore.ts';
import { digestSecret, KeyDigests } from '../../engine/cloud/account/keyDigest.ts';
import { sha256Hex } from '../../engine/kernel/sha256.ts';
import { maskSecrets } from '../../engine/scenario/step/maskSecrets.ts';
import { World } from '../../engine/world/world.ts';
import { podsim } from '../support/commandLine.ts';
import { Folder } from '../support/folder.ts';
import { type Served, served } from '../support/serving/served.ts';
import { callOf, endpointOf, keyOf, runOf, worldOf } from '../support/worlds/worlds.ts';

// A key is handed to one client. What is handed to others, such as a log, a page or a scenario, does not hold it.

const folder = new Folder();
const secret = 'open-sesame-and-no-other-word';
const definition = worldOf({
  accounts: [{ id: 'acc-a', keys: [{ ...keyOf('alice'), secret }] }],
  endpoints: [endpointOf('ep-a', { workers: { min: 1, max: 1 } })],
});

const scenario = `title: a world with a key
world:
  accounts:
    - id: team
      keys:
        - name: alice
          secret: ${secret} # the key of alice
    - { id: other, keys: [{ secret: '${secret}-2', name: bob }] }
  endpoints: [{ id: ep-a }]
steps:
  - { at: 1s, act: run, as: alice, with: { endpoint: ep-a, body: { input: { secret: mine } } } }
  - { at: 2s, act: createKey, with: { body: { name: carol } } }
`;

/** All files below a folder, as text. */
const textIn = (path: string): string =>
  readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => readFileSync(join(parentPath, name), 'latin1'))
    .join('\n');

/** Everything that the control plane says of the default world. */
const saidBy = async (server: Served): Promise<string> => {
  const paths = ['keys', 'worlds', 'info', 'state', 'log', 'log/header', 'events?follow=false', 'requests', 'scenario', 'metrics', 'next'];
  const texts = [];
  for (const path of paths) texts.push(JSON.stringify((await server.get(`/_podsim/v1/${path}`)).body ?? ''));
  return texts.join('\n');
};

test('what a server stores and says holds no key, and the keys still open the world after it is served again', async () => {
  const path = folder.at('data');
  const server = await served({ definition, store: await openFileStore(path) });
  const { body: made } = await server.post('/_podsim/v1/keys', { name: 'ci' });
  expect(made.key).toMatch(/^podsim-.{36}$/);
  for (const key of [secret, made.key]) expect((await server.get('/v2/pods', { key })).status).toBe(200);
  await server.post('/v2/ep-a/run', { input: { k: 1 } });
  const said = await saidBy(server);
  expect(said).toContain(`…${made.key.slice(-4)}`);
  await server[Symbol.asyncDispose]();

  const again = await served({ definition: worldOf(), store: await openFileStore(path) });
  for (const key of [secret, made.key]) expect((await again.get('/v2/pods', { key })).status).toBe(200);
  const all = `${said}\n${await saidBy(again)}\n${textIn(path)}`;
  for (const key of [secret, made.key]) expect(all).not.toContain(key);
  expect(all).toContain(digestSecret(secret).digest);
  await again[Symbol.asyncDispose]();
});

test('the digest of a key is no key', async () => {
  await using server = await served({ definition });
  expect((await server.get('/v2/pods', { key: digestSecret(secret).digest })).status).toBe(401);
  expect((await server.get('/v2/ep-a/health', { headers: { authorization: digestSecret(secret).digest }, key: null })).status).toBe(401);
  expect((await server.get('/v2/pods', { key: secret })).status).toBe(200);
});

test('a page, a log and a recorded scenario of a run hold no key, and play the same', async () => {
  const file = folder.write('keys.scenario.yaml', scenario);
  const log = folder.at('keys.log');
  expect(await podsim('run', file, '--log', log)).toMatchObject({ code: 0 });
  const page = folder.at('keys.html');
  expect(await podsim('page', file, '-o', page)).toMatchObject({ code: 0 });
  const recorded = folder.at('recorded.scenario.yaml');
  expect(await podsim('log', 'record', log, '-o', recorded)).toMatchObject({ code: 0 });
  expect(await podsim('run', recorded)).toMatchObject({ code: 0 });
  for (const path of [log, page, recorded]) expect(readFileSync(path, 'utf8'), path).not.toContain(secret);
  const { header, fingerprint } = readLog(log);
  const masked = folder.write('masked.scenario.yaml', maskSecrets(readFileSync(file, 'utf8')));
  const second = folder.at('masked.log');
  expect(await podsim('run', masked, '--log', second)).toMatchObject({ code: 0 });
  expect(readLog(second)).toMatchObject({ header, fingerprint });
});

/** Keys in the headers of steps, in each way of writing them. None of the steps has a name, so ids depend on what they say. */
const headers = `title: calls with keys in their headers
world:
  accounts: [{ id: team, keys: [{ name: alice, secret: &alice ${secret} }, { name: bob, secret: '${secret}$1' }] }]
  endpoints: [{ id: ep-a }]
steps:
  - { act: run, with: { endpoint: ep-a, headers: { authorization: ${secret} }, body: { input: { authorization: mine } } }, save: { job: id } }
  - { act: run, with: { endpoint: ep-a, headers: { authorization: *alice }, body: { input: { k: 2 } } } }
  - act: createPod
    with:
      headers:
        authorization: >-
          bearer  ${secret}
      body: { name: one, image: 'acme/train:1', gpu: { id: NVIDIA L4 } }
  - { act: run, with: { endpoint: ep-a, headers: { 'authorization': 'Bearer ${secret}$$1' }, body: { input: { k: 3 } } } }
  - { act: listPods, with: { headers: { authorization: ${secret} } }, expect: { status: 401, body: { detail: { contains: malformed } } } }
  - { act: listPods, with: { headers: { authorization: Bearer ${secret}-3 } }, expect: { status: 401, body: { detail: { contains: unknown API key } } } }
  - { act: createKey, with: { body: { name: carol } }, save: { key: key } }
  - { act: listPods, with: { headers: { authorization: Bearer $key } }, expect: { status: 200 } }
load: [{ act: run, start: 20s, burst: { size: 3 }, with: { endpoint: ep-a, headers: { authorization: Bearer ${secret} }, body: { input: { k: 4 } } } }]
`;

test('a page of calls with keys in their headers holds none of them, and its text plays the same', async () => {
  const file = folder.write('headers.scenario.yaml', headers);
  const log = folder.at('headers.log');
  expect(await podsim('run', file, '--log', log)).toMatchObject({ code: 0 });
  const page = folder.at('headers.html');
  expect(await podsim('page', file, '-o', page)).toMatchObject({ code: 0 });
  const html = readFileSync(page, 'utf8');
  expect(html).not.toContain(secret);
  const { scenarios } = JSON.parse(/id="podsim-data">(.*?)<\/script>/s.exec(html)?.[1] ?? '') as { scenarios: { text: string }[] };
  const text = scenarios[0]?.text ?? '';
  expect(text).toContain(`authorization: "bearer  …word#${digestSecret(secret).digest}"`);
  const second = folder.at('headers-2.log');
  expect(await podsim('run', folder.write('headers-2.scenario.yaml', text), '--log', second)).toMatchObject({ code: 0, err: '' });
  const { header, fingerprint, entries } = readLog(second);
  expect(readLog(log)).toMatchObject({ header, fingerprint });
  expect([...entries].filter(({ event }) => event.type === 'JobQueued').length).toBeGreaterThan(5);
  expect(maskSecrets(text)).toBe(text);
});

test('a mark in a header opens nothing over HTTP', async () => {
  await using server = await served({ definition });
  const { digest, last4 } = digestSecret(secret);
  // A header holds bytes: the mark is sent as UTF-8, and arrives as Latin-1.
  const mark = Buffer.from(`…${last4}#${digest}`).toString('latin1');
  expect((await server.get('/v2/pods', { key: mark })).status).toBe(401);
  expect((await server.get('/v2/ep-a/health', { headers: { authorization: mark }, key: null })).status).toBe(401);
});

test('only the secrets of keys are masked, and all else stays as it is written', () => {
  expect(maskSecrets(scenario)).toBe(
    scenario
      .replace(`secret: ${secret} #`, `digest: "${digestSecret(secret).digest}"\n          last4: "word" #`)
      .replace(`secret: '${secret}-2'`, `digest: "${digestSecret(`${secret}-2`).digest}", last4: "rd-2"`),
  );
});

test('of a short key no character is shown', () => {
  expect(['', 'abcd', 'key-dev', 'twelve-chars', 'thirteen-char'].map((key) => digestSecret(key).last4)).toStrictEqual([
    '',
    '',
    '',
    'hars',
    'char',
  ]);
});

test('the answer that makes a key is the only one with it, also when its inputs are played again', async () => {
  const world = new World(definition);
  const reply = world.call({ ...callOf('createKey', {}, { body: { name: 'ci' } }), client: { key: null, because: 'operator' } });
  const made = 'answer' in reply ? (reply.answer.body as { key: string }).key : '';
  expect(made).toMatch(/^podsim-/);
  const log = folder.at('made.log');
  const writer = new LogFileWriter(log, world.header);
  writer.sink(world.log.entries());
  writer.close();
  for (const args of [
    ['log', 'show', log, '--timeline', '--answers'],
    ['log', 'show', log, '--json'],
  ])
    expect((await podsim(...args)).out).not.toContain(made);
});

test('a call costs no digest: the key of a client is digested once, however many strangers send others', () => {
  let digested = 0;
  const sha256 = (text: string): string => {
    digested += 1;
    return sha256Hex(text);
  };
  const world = new World(definition, { sha256 });
  digested = 0;
  for (let k = 0; k < 100; k++) world.call({ ...runOf('ep-a', { k }), client: { key: secret } });
  expect(digested).toBe(1);
  const digests = new KeyDigests(sha256);
  digested = 0;
  digests.of('stranger-1');
  digests.of('stranger-1');
  expect(digested).toBe(1);
  for (let k = 2; k < 5_000; k++) digests.of(`stranger-${k}`);
  digested = 0;
  digests.of('stranger-1');
  expect(digested, 'what strangers sent is forgotten').toBe(1);
});
