import { cpSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readLog } from '../../adapters/store/file/logFile.ts';
import { openFileStore } from '../../adapters/store/fileStore.ts';
import type { State } from '../../engine/cloud/state/state.ts';
import { finish } from '../../engine/kernel/steps.ts';
import { rerun } from '../../engine/world/history/rerun.ts';
import { makeHistory, stateAt } from '../../engine/world/history/rewind.ts';
import { Folder } from '../support/folder.ts';
import { type Served, served } from '../support/serving/served.ts';
import { endpointConfig, endpointOf, worldOf } from '../support/worlds/worlds.ts';

const folder = new Folder();

/** No list of keys here is in the order of the alphabet, on any level. */
const unsorted = { zeta: 1, alpha: { y: [{ d: 1, c: 2 }], b: null }, mid: 'x' };
const env = { ZONE: 'z', APP: 'a', MODE: 'm' };

const { container } = endpointConfig();
const definition = worldOf({
  endpoints: [
    endpointOf('ep-a', { workers: { min: 1, max: 1 }, container: { ...container, env } }, { output: unsorted }),
    endpointOf('ep-b', { workers: { min: 1, max: 1 } }),
    endpointOf(
      'ep-c',
      { workers: { min: 1, max: 1 } },
      { chunks: { outputs: [unsorted, { ...unsorted, last: 1, early: 2 }], metrics: unsorted } },
    ),
  ],
});

const open = async (path: string): Promise<Served> => served({ definition, store: await openFileStore(path) });

/** What clients have asked for, as paths that can be asked again. */
const session = async (server: Served): Promise<readonly string[]> => {
  const paths = ['/v2/pods', '/v2/templates', '/v2/serverless', '/_podsim/v1/keys', '/_podsim/v1/events?limit=1000'];
  const gpu = { id: 'NVIDIA GeForce RTX 4090' };
  const { body: pod } = await server.post('/v2/pods', { name: 'p', image: 'an-image', gpu, env });
  await server.ask('PATCH', `/v2/pods/${pod.id}`, { body: { env: { WORLD: '1', ...env, AREA: '2' } } });
  const { body: template } = await server.post('/v2/templates', { name: 't', image: 'an-image', env });
  paths.push(`/v2/pods/${pod.id}`, `/v2/templates/${template.id}`);
  await server.post('/_podsim/v1/keys', { name: 'ci', permissions: { templates: 'read', pods: 'write', queue: 'write' } });
  for (const endpoint of ['ep-a', 'ep-b', 'ep-c']) {
    const { body: job } = await server.post(`/v2/${endpoint}/run`, { input: unsorted });
    paths.push(`/v2/${endpoint}/status/${job.id}`, `/_podsim/v1/explain/${job.id}`);
  }
  await server.advance({ by: '70s' });
  return paths;
};

/** The text of each answer. */
const textsOf = async (server: Served, paths: readonly string[], world = ''): Promise<Readonly<Record<string, string>>> => {
  const texts: Record<string, string> = {};
  for (const path of paths) {
    const answer = await fetch(`${server.url}${world}${path}`, {
      headers: path.includes('/_podsim/') ? {} : { authorization: `Bearer ${server.apiKey}` },
    });
    // Only the address of the world is another one.
    texts[path] = `${answer.status} ${await answer.text()}`.replaceAll(`${server.url}${world}`, '');
  }
  return texts;
};

/** What callers gave, as text. */
const givenIn = (state: State): string =>
  JSON.stringify([[...state.all('job')].map(({ input }) => input), [...state.all('pod')].map(({ config }) => config.container.env)]);

test('what was answered has the same text after a kill, a stop with a snapshot, in a fork, and from an exported log', async () => {
  const path = folder.at('world');
  const server = await open(path);
  const paths = await session(server);
  const told = await textsOf(server, paths);
  expect(Object.values(told).join(' ')).toContain(JSON.stringify(unsorted));
  expect(Object.values(told).join(' ')).toContain(JSON.stringify({ WORLD: '1', ...env, AREA: '2' }).slice(1, -1));

  // A fork reads the log of its world.
  expect((await server.post('/_podsim/v1/forks', { id: 'fork' })).status).toBe(201);
  const kept = paths.filter((one) => !one.includes('/_podsim/'));
  expect(await textsOf(server, kept, '/worlds/fork')).toStrictEqual(Object.fromEntries(kept.map((one) => [one, told[one]])));

  // An exported log, in a world made from its inputs, and in the state that a replay page folds.
  const exported = folder.at('exported.log');
  writeFileSync(exported, await (await fetch(`${server.url}/_podsim/v1/log`)).text());
  const { header, entries, fingerprint } = readLog(exported);
  await using rerunning = await served({ definition, making: (onChange) => rerun(header, entries, { onChange }) });
  expect(rerunning.world.fingerprint()).toBe(fingerprint);
  expect(await textsOf(rerunning, kept)).toStrictEqual(Object.fromEntries(kept.map((one) => [one, told[one]])));
  expect(givenIn(finish(stateAt(makeHistory(header, entries), entries.length)))).toBe(givenIn(server.world.state));

  // The disk at this moment is all that a killed process leaves behind.
  const left = folder.at('left');
  cpSync(path, left, { recursive: true, filter: (name) => !name.endsWith('.lock') });
  await server[Symbol.asyncDispose]();
  for (const folderLeft of [left, path]) {
    await using reopened = await open(folderLeft);
    expect(await textsOf(reopened, paths)).toStrictEqual(told);
  }
});
