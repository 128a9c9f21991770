import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readLog } from '../../adapters/store/file/logFile.ts';
import { openFileStore } from '../../adapters/store/fileStore.ts';
import { findOperation } from '../../engine/api/operations.ts';
import { hidden } from '../../engine/api/secrets.ts';
import { rerun } from '../../engine/world/history/rerun.ts';
import { podsim } from '../support/commandLine.ts';
import { Folder } from '../support/folder.ts';
import { served } from '../support/served.ts';
import { worldOf } from '../support/worlds.ts';

// The value of an account secret is for containers, of which none runs here: nothing that podsim writes or says has it (account.secrets).

const folder = new Folder();
const value = 'hush-hush-and-no-other-word';
const definition = worldOf({ settings: { account: { contract: '2026-11' } } });
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
world: { contract: 2026-11 }
steps:
  - { act: createSecret, with: { body: { name: HF_TOKEN, value: ${value} } }, save: { secret: id }, expect: { status: 201 } }
  - { act: createSecret, with: { body: { name: HF_TOKEN, value: ${value} } }, expect: { status: 409 } }
  - { at: 1h, act: updateSecret, with: { secret: $secret, body: { value: ${value}-2 } }, expect: { status: 200 } }
`;

test('a page, a log and a recorded scenario of a run have none, and play the same', () => {
  const file = folder.write('secrets.scenario.yaml', scenario);
  const log = folder.at('secrets.log');
  expect(podsim('run', file, '--log', log)).toMatchObject({ code: 0 });
  const page = folder.at('secrets.html');
  expect(podsim('page', file, '-o', page)).toMatchObject({ code: 0 });
  const recorded = folder.at('recorded.scenario.yaml');
  expect(podsim('record', log, '-o', recorded)).toMatchObject({ code: 0 });
  expect(podsim('run', recorded)).toMatchObject({ code: 0 });
  for (const path of [log, page, recorded]) expect(readFileSync(path, 'utf8'), path).not.toContain(value);
  const { scenarios } = JSON.parse(/id="podsim-data">(.*?)<\/script>/s.exec(readFileSync(page, 'utf8'))?.[1] ?? '') as {
    scenarios: { text: string }[];
  };
  const second = folder.at('shown.log');
  expect(podsim('run', folder.write('shown.scenario.yaml', scenarios[0]?.text ?? ''), '--log', second)).toMatchObject({ code: 0 });
  const { header, fingerprint } = readLog(second);
  expect(readLog(log)).toMatchObject({ header, fingerprint });
});

test.each(['pretty', 'json', 'junit', 'tap'])('what a failed run says as %s has none', (reporter) => {
  const file = folder.write('failing.scenario.yaml', scenario.replaceAll('status: 201', 'status: 202'));
  const { code, out, err } = podsim('run', file, '--reporter', reporter);
  expect(code).toBe(1);
  expect(`${out}${err}`).not.toContain(value);
});

test('operations that take one say where it stands', () => {
  expect(['createSecret', 'updateSecret'].map((id) => findOperation(id)?.secrets)).toStrictEqual([[['value']], [['value']]]);
});
