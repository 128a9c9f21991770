import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:http2';
import { describe, expect, test } from 'vitest';
import { passing } from '../cli/stories.ts';
import { playsInAll, resultsIn, writeStudy } from '../lab/study/fleet.ts';
import { podsimProcess } from '../support/bundle.ts';
import { Folder } from '../support/folder.ts';
import { endedProcess, ServingProcess } from '../support/serving/servingProcess.ts';

/** What ships is started once for each way to start processes or threads. `npm run test:long` tries each of them in many ways. */

const folder = new Folder();
const authorization = 'Bearer podsim-dev-key';

test('the package is imported', () => {
  const script = `
    const names = await Promise.all(['podsim', 'podsim/testing'].map(async (entry) => Object.keys(await import(entry))));
    process.stdout.write(String(names.map((all) => all.length > 2)));`;
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' });
  expect([stdout, stderr]).toStrictEqual(['true,true', '']);
});

describe('podsim serve', () => {
  test('serves both APIs, the control plane, the console and the reference, and ends when it is asked to', async () => {
    await using server = new ServingProcess(['serve', '--port', '0', '--clock', 'manual', '--quiet']);
    const url = await server.url();
    const paths = ['/v2/pods', '/v2/ep-demo/health', '/_podsim/v1/info', '/console', '/docs'];
    const answers = await Promise.all(paths.map((path) => fetch(`${url}${path}`, { headers: { authorization } })));
    expect(answers.map(({ status }) => status)).toStrictEqual(paths.map(() => 200));
    expect(await askByHttp2(url)).toBe(501);
    server.signal('SIGTERM');
    expect(await server.ended).toMatchObject({ code: 0, err: '' });
  });

  test('that is killed has lost nothing that it has answered', async () => {
    const args = ['serve', '--port', '0', '--clock', 'manual', '--data-dir', folder.at('data')];
    const { id, ended } = await submitAndKill(args);
    await ended;
    await using again = new ServingProcess(args);
    const status = await fetch(`${await again.url()}/v2/ep-demo/status/${id}`, { headers: { authorization } });
    expect(await status.json()).toStrictEqual({ id, status: 'IN_QUEUE' });
  });
});

const askByHttp2 = async (url: string): Promise<unknown> => {
  const client = connect(url);
  const [headers] = await once(client.request({ ':path': '/v2/pods' }), 'response');
  client.destroy();
  return headers[':status'];
};

const submitAndKill = async (args: readonly string[]) => {
  await using server = new ServingProcess(args);
  const submitted = await fetch(`${await server.url()}/v2/ep-demo/run`, {
    method: 'POST',
    headers: { authorization },
    body: '{"input":{}}',
  });
  const { id } = (await submitted.json()) as { readonly id: string };
  server.signal('SIGKILL');
  return { id, ended: server.ended };
};

test('podsim exec gives jobs to real workers, and ends with its command', async () => {
  const scenario = folder.write('real.scenario.yaml', 'title: t\nworld: { endpoints: [{ id: ep-a, handler: { external: {} } }] }\n');
  const script = `
    const headers = { authorization: process.env.PODSIM_API_KEY };
    const asked = { method: 'POST', headers, body: JSON.stringify({ input: { prompt: 'hi' } }) };
    const answer = await fetch(process.env.RUNPOD_ENDPOINT_BASE_URL + '/ep-a/runsync', asked);
    process.stdout.write(JSON.stringify((await answer.json()).output));
    process.exit(7);`;
  const command = ['--', process.execPath, '--input-type=module', '-e', script];
  const workers = `ep-a=${process.execPath} test/examples/workers/handler.mjs`;
  const { code, out } = await endedProcess(['exec', '--quiet', '--scenario', scenario, '--speed', '100', '--workers', workers, ...command]);
  expect([code, out]).toStrictEqual([7, '{"echo":{"prompt":"hi"}}']);
});

describe('in two threads', () => {
  test('podsim run prints what it prints in one', () => {
    for (const name of ['a', 'b']) folder.write(`played/${name}.scenario.yaml`, passing);
    const [one, two] = ['1', '2'].map((jobs) => podsimProcess(['run', folder.at('played'), '--reporter', 'json', '--jobs', jobs]));
    expect(one?.code).toBe(0);
    expect(two).toStrictEqual(one);
  });

  test('podsim study computes each play once', () => {
    const results = folder.at('results');
    expect(podsimProcess(['study', writeStudy(folder), '--results', results, '--jobs', '2'])).toMatchObject({ code: 0 });
    expect(resultsIn(results).size).toBe(playsInAll);
  });

  test('podsim explore finds nothing in a scenario that is right', () => {
    const args = ['explore', folder.write('explored.scenario.yaml', passing), '--runs', '20', '--seed', '1', '--jobs', '2'];
    expect(podsimProcess(args)).toMatchObject({ code: 0 });
  });
});

test('podsim explore finds the mistake of a client', () => {
  const args = ['explore', 'test/examples/clients/podBatch.mjs', '--seed', '1', '--runs', '10', '--out', folder.at('found')];
  expect(podsimProcess(args)).toMatchObject({ code: 1, out: expect.stringContaining('no-orphans') });
});

test('a shell gets completions', () => {
  const { code, out } = podsimProcess(['completion-server', 'bash', '--', 'podsim', 'spec', 'rules', '']);
  expect(code).toBe(0);
  expect(out.split('\n')).toContain('job.retry-refused');
});
