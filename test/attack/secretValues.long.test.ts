import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readLog } from '../../adapters/store/file/logFile.ts';
import { openFileStore } from '../../adapters/store/fileStore.ts';
import { hidden } from '../../engine/api/contract/parts/hidden.ts';
import { operations } from '../../engine/api/table.ts';
import { rerun } from '../../engine/world/history/rerun.ts';
import { podsimProcess } from '../support/bundle.ts';
import { podsim } from '../support/commandLine.ts';
import { Folder } from '../support/folder.ts';
import { served } from '../support/serving/served.ts';
import { endpointOf, worldOf } from '../support/worlds/worlds.ts';

// The value of an account secret, the password of a registry and the secret of a job's bucket are for others than podsim: nothing that it writes or
// says has them (account.secrets, container.registry).

const folder = new Folder();
const value = 'hush-hush-and-no-other-word';
const definition = worldOf({ settings: { account: { contract: '2026-11' } }, endpoints: [endpointOf('ep-a')] });
const s3Config = { accessId: 'a', accessSecret: value, bucketName: 'b', endpointUrl: 'c' };
const pod = { name: 'p', image: 'i:1', cpu: { id: 'cpu3c', vcpuCount: 2 }, env: { TOKEN: '{{ RUNPOD_SECRET_HF_TOKEN }}' } };

const textIn = (path: string): string =>
  readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => readFileSync(join(parentPath, name), 'latin1'))
    .join('\n');

test('a server, its fork and what it stores say nothing of it, and its log needs none to be played again', async () => {
  const path = folder.at('data');
  const server = await served({ definition, store: await openFileStore(path) });
  const said: string[] = [];
  const ask = async (method: string, where: string, body?: object) => {
    const answer = await server.ask(method, where, ...(body === undefined ? [] : [{ body: body as never }]));
    said.push(JSON.stringify(answer.body ?? ''));
    return answer;
  };
  const { status, body } = await ask('POST', '/v2/account/secrets', { name: 'HF_TOKEN', value });
  expect(status).toBe(201);
  // Refused for a twin, for a name, for a field too many, for its description, and of an id that there is not.
  const refused: number[] = [];
  for (const more of [{}, { name: 'RUNPOD_X' }, { more: 1 }, { description: 7 }])
    refused.push((await ask('POST', '/v2/account/secrets', { name: 'HF_TOKEN', value, ...more })).status);
  refused.push((await ask('PATCH', '/v2/account/secrets/none', { value })).status);
  expect(refused).toStrictEqual([409, 422, 422, 422, 404]);
  await ask('PATCH', `/v2/account/secrets/${body.id}`, { value: `${value} again` });
  // Others are in requests only: those of registries and jobs, accepted and refused.
  const registry = { name: 'r', username: 'u', password: value };
  const others = [
    await ask('POST', '/v2/registries', registry),
    await ask('POST', '/v2/registries', { ...registry, username: 7 }),
    await ask('POST', '/v2/ep-a/run', { input: {}, s3Config }),
    await ask('POST', '/v2/ep-a/run', { input: 7, s3Config }),
    await ask('POST', '/v2/none/run', { input: {}, s3Config }),
    await ask('POST', '/v2/ep-a/batch', [{ input: {}, s3Config }]),
  ];
  expect(others.map(({ status: answered }) => answered)).toStrictEqual([201, 422, 200, 422, 404, 200]);
  expect((await ask('POST', '/v2/pods', pod)).body.env.TOKEN).toBe(pod.env.TOKEN);
  await server.advance({ by: '1h' });

  // A fork has the secret, too, and its own changes of it.
  await server.post('/_podsim/v1/forks', { id: 'branch' });
  expect((await ask('PATCH', `/worlds/branch/v2/account/secrets/${body.id}`, { value })).status).toBe(200);
  expect((await ask('DELETE', `/v2/account/secrets/${body.id}`)).status).toBe(204);
  const secretIn = (world: string) => ask('GET', `${world}/v2/account/secrets/${body.id}`);
  expect([(await secretIn('')).status, (await secretIn('/worlds/branch')).body.name]).toStrictEqual([404, 'HF_TOKEN']);
  expect((await secretIn('/worlds/branch')).body.valueLastUpdatedAt).toBe('2026-01-01T01:00:00.000Z');

  for (const world of ['', '/worlds/branch'])
    for (const view of ['info', 'state', 'log', 'log/header', 'events?follow=false', 'requests', 'scenario', 'metrics', 'next'])
      await ask('GET', `${world}/_podsim/v1/${view}`);
  const inputs = server.world;
  const again = rerun(inputs.header, inputs.log.entries());
  expect(again.fingerprint()).toBe(inputs.fingerprint());
  await server[Symbol.asyncDispose]();
  const stored = textIn(path);
  expect(stored).toContain(hidden);
  expect(`${stored}\n${said.join('\n')}`).not.toContain(value);
});

const scenario = `title: a secret in a file
world: { contract: 2026-11, endpoints: [{ id: ep-a }] }
steps:
  - { act: createSecret, with: { body: { name: HF_TOKEN, value: ${value} } }, save: { secret: id }, expect: { status: 201 } }
  - { act: createSecret, with: { body: { name: HF_TOKEN, value: ${value} } }, expect: { status: 409 } }
  - { at: 1h, act: updateSecret, with: { secret: $secret, body: { value: ${value}-2 } }, expect: { status: 200 } }
  - { act: createRegistry, with: { body: { name: r, username: u, password: ${value} } }, expect: { status: 201 } }
  - act: run
    with: { endpoint: ep-a, body: { input: {}, s3Config: { accessId: a, accessSecret: ${value}, bucketName: b, endpointUrl: c } } }
    expect: { status: 200 }
  - { act: createBatch, with: { endpoint: ep-a, body: [{ input: {}, s3Config: { accessId: a, accessSecret: ${value}, bucketName: b, endpointUrl: c } }] } }
load: [{ burst: { size: 2 }, steps: [{ act: createRegistry, with: { body: { name: r2, username: u, password: ${value} } } }], mayBeRefused: true }]
`;

test('a page, a log and a recorded scenario of a run have none, and play the same', async () => {
  const file = folder.write('secrets.scenario.yaml', scenario);
  const log = folder.at('secrets.log');
  expect(await podsim('run', file, '--log', log)).toMatchObject({ code: 0 });
  const page = folder.at('secrets.html');
  expect(await podsim('page', file, '-o', page)).toMatchObject({ code: 0 });
  const recorded = folder.at('recorded.scenario.yaml');
  expect(await podsim('log', 'record', log, '-o', recorded)).toMatchObject({ code: 0 });
  expect(await podsim('run', recorded)).toMatchObject({ code: 0 });
  for (const path of [log, page, recorded]) expect(readFileSync(path, 'utf8'), path).not.toContain(value);
  const { scenarios } = JSON.parse(/id="podsim-data">(.*?)<\/script>/s.exec(readFileSync(page, 'utf8'))?.[1] ?? '') as {
    scenarios: { text: string }[];
  };
  const second = folder.at('shown.log');
  expect(await podsim('run', folder.write('shown.scenario.yaml', scenarios[0]?.text ?? ''), '--log', second)).toMatchObject({ code: 0 });
  const { header, fingerprint } = readLog(second);
  expect(readLog(log)).toMatchObject({ header, fingerprint });
});

test.each(['pretty', 'json', 'junit', 'tap', 'github'])('what a failed run says as %s has none', async (reporter) => {
  const file = folder.write('failing.scenario.yaml', scenario.replaceAll('status: 20', 'status: 3'));
  const { code, out, err } = await podsim('run', file, '--reporter', reporter);
  expect(code).toBe(1);
  expect(`${out}${err}`).not.toContain(value);
});

/** A client that leaves behind a registry, a pod and a job. */
const client = `export default async ({ url, fetch, apiKey, endpoint }) => {
  const call = async (path, body) => {
    const headers = { authorization: 'Bearer ' + apiKey, 'content-type': 'application/json' };
    await (await fetch(url + path, { method: 'POST', headers, body: JSON.stringify(body) })).text();
  };
  await call('/v2/registries', { name: 'r', username: 'u', password: '${value}' });
  await call('/v2/' + endpoint + '/run', { input: {}, s3Config: ${JSON.stringify(s3Config)} });
  await call('/v2/pods', { name: 'p', image: 'i:1', gpu: { id: 'NVIDIA L4' } });
};`;

test('what is found of a client, and kept of a scenario, has none', () => {
  const [found, pages, corpus] = [folder.at('found'), folder.at('pages'), folder.at('corpus')];
  const explored = podsimProcess(['explore', folder.write('client.mjs', client), '--runs', '3', '--out', found, '--page', pages]);
  expect(explored).toMatchObject({ code: 1, out: expect.stringContaining('no-orphans: call 3') });
  const file = folder.write('kept.scenario.yaml', scenario);
  expect(podsimProcess(['explore', file, '--runs', '20', '--corpus', corpus, '--out', found])).toMatchObject({ code: 0 });
  for (const path of [found, pages, corpus]) {
    expect(textIn(path), path).toContain('(hidden)');
    expect(textIn(path), path).not.toContain(value);
  }
});

test('operations that take one say where it stands', () => {
  expect(Object.fromEntries(operations.flatMap(({ id, secrets }) => (secrets === undefined ? [] : [[id, secrets]])))).toStrictEqual({
    createSecret: [['value']],
    updateSecret: [['value']],
    createRegistry: [['password']],
    run: [['s3Config', 'accessSecret']],
    runsync: [['s3Config', 'accessSecret']],
    createBatch: [['*', 's3Config', 'accessSecret']],
    addBatchRequests: [['requests', '*', 's3Config', 'accessSecret']],
  });
});
