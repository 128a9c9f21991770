import { statSync } from 'node:fs';
import { describe, expect, test, vi } from 'vitest';
import { podsim } from '../../support/commandLine.ts';
import { Folder } from '../../support/folder.ts';
import { served } from '../../support/serving/served.ts';
import { endpointOf, worldOf } from '../../support/worlds/worlds.ts';

const external = { external: { scale: 1, timeoutMs: 600_000 } };
const definition = worldOf({
  settings: { worker: { imagePull: 0, start: 0, pingInterval: 4_000 } },
  endpoints: [
    endpointOf('ep-a', { workers: { min: 2, max: 2 } }, external),
    endpointOf('ep-simulated'),
    endpointOf('ep-empty', { workers: { min: 0, max: 1 } }, external),
  ],
});

const folder = new Folder();

const variablesIn = (out: string): ReadonlyMap<string, string> =>
  new Map(
    out
      .trimEnd()
      .split('\n')
      .map((line) => line.split(/=(.*)/s).slice(0, 2) as [string, string]),
  );

describe('podsim worker-env', () => {
  test('prints what a process needs to take jobs: a worker of the endpoint that has no process yet', async () => {
    await using server = await served({ definition });
    await server.advance({ by: '0s' });
    const first = await podsim('worker-env', 'ep-a', '--url', server.url, '--api-key', server.apiKey);
    expect(first).toMatchObject({ code: 0, err: '' });
    const env = variablesIn(first.out);
    expect([env.get('RUNPOD_POD_ID'), env.get('RUNPOD_ENDPOINT_ID')]).toStrictEqual(['ep-a-w1', 'ep-a']);
    expect(env.get('RUNPOD_PING_INTERVAL')).toBe('4000');
    const [, lease] = /&lease=([\w-]{36})$/.exec(env.get('RUNPOD_WEBHOOK_GET_JOB') ?? '') ?? [];
    expect(env.get('RUNPOD_WEBHOOK_PING')).toBe(`${server.url}/v2/ep-a/ping/$RUNPOD_POD_ID&lease=${lease}`);
    // The process of the first takes a job: the next one stands for the second.
    const { id } = (await server.post('/v2/ep-a/run', { input: {} })).body;
    const take = `${env.get('RUNPOD_WEBHOOK_GET_JOB')?.replace('$ID', 'ep-a-w1')}&job_in_progress=0`;
    const taken = await fetch(take, { headers: { authorization: env.get('RUNPOD_AI_API_KEY') ?? '' } });
    expect(await taken.json()).toMatchObject({ id });
    // A ping of this process is heard, however it appends its query, and that of another one as this worker is not.
    const ping = (text: string) =>
      fetch(`${text.replace('$RUNPOD_POD_ID', 'ep-a-w1')}?job_id=${id}`, {
        headers: { authorization: env.get('RUNPOD_AI_API_KEY') ?? '' },
      });
    const pings = env.get('RUNPOD_WEBHOOK_PING') ?? '';
    expect([(await ping(pings)).status, (await ping(`${pings}0`)).status, (await ping(pings.replace(/&.*/, ''))).status]).toStrictEqual([
      200, 429, 429,
    ]);
    const second = await podsim('worker-env', 'ep-a', '--url', `${server.url}/`, '--api-key', server.apiKey);
    expect(variablesIn(second.out).get('RUNPOD_POD_ID')).toBe('ep-a-w2');
    const again = await podsim('worker-env', 'ep-a', '--url', server.url, '--worker', 'ep-a-w1');
    expect(variablesIn(again.out).get('RUNPOD_POD_ID')).toBe('ep-a-w1');
  });

  test('writes a file for each of several workers, readable by their owner alone', async () => {
    await using server = await served({ definition });
    await server.advance({ by: '0s' });
    const args = ['worker-env', 'ep-a', '--url', server.url, '--api-key', server.apiKey, '--out', folder.at('workers'), '--count'];
    const paths = ['ep-a-w1', 'ep-a-w2'].map((worker) => folder.at(`workers/${worker}.env`));
    expect(await podsim(...args, '2')).toStrictEqual({ code: 0, out: paths.map((path) => `${path}\n`).join(''), err: '' });
    const ids = ['ep-a-w1', 'ep-a-w2'].map((worker) => variablesIn(folder.read(`workers/${worker}.env`)).get('RUNPOD_POD_ID'));
    expect(ids).toStrictEqual(['ep-a-w1', 'ep-a-w2']);
    expect(paths.map((path) => statSync(path).mode & 0o777)).toStrictEqual([0o600, 0o600]);
    expect((await podsim(...args, '3')).err).toBe('ep-a has 2 workers without a process, not 3: ep-a-w1, ep-a-w2\n');
  });

  // biome-ignore format: a table
  test.each([
    ['no number of workers',           ['ep-a', '--count', 'x'],         "--count 'x' is no number of workers; give a whole number such as 3\n"],
    ['several workers without files',  ['ep-a', '--count', '2'],         '--count gives each worker a file of its own: name their folder by --out\n'],
    ['several workers of one name',    ['ep-a', '--count', '2', '--worker', 'ep-a-w1'], '--worker names one worker, and --count asks for several: give one of them\n'],
    ['an endpoint that is not there',  ['ep-b'],                         'there is no endpoint ep-b at URL; there are: ep-a, ep-simulated, ep-empty\n'],
    ['one whose jobs are simulated',   ['ep-simulated'],                 'the jobs of ep-simulated are simulated: give the endpoint `handler: { external: {} }` in its scenario, and real workers take them\n'],
    ['one without a worker',           ['ep-empty'],                     'no worker of ep-empty is up or starting: submit a job, or give the endpoint `workers: { min: 1 }`\n'],
    ['a worker that is not there',     ['ep-a', '--worker', 'ep-a-w7'],  'ep-a has no worker ep-a-w7 that is up or starting; those are: ep-a-w1, ep-a-w2\n'],
  ])('refuses %s, and says what to do', async (_, args, err) => {
    await using server = await served({ definition });
    await server.advance({ by: '0s' });
    const said = await podsim('worker-env', ...args, '--url', server.url);
    expect({ ...said, err: said.err.replaceAll(server.url, 'URL') }).toStrictEqual({ code: 3, out: '', err });
  });

  test('says that all workers have a process', async () => {
    await using server = await served({ definition });
    await server.advance({ by: '0s' });
    for (const worker of ['ep-a-w1', 'ep-a-w2']) await server.get(`/v2/ep-a/ping/${worker}`);
    expect((await podsim('worker-env', 'ep-a', '--url', server.url)).err).toBe(
      'every worker of ep-a has a process already: end one and name its worker by --worker (ep-a-w1, ep-a-w2), or raise `workers.max`\n',
    );
  });

  test('says that there is no server, or no podsim', async () => {
    const server = await served({ definition });
    const { url } = server;
    const other = await podsim('worker-env', 'ep-a', '--url', `${url}/v2`);
    expect(other).toMatchObject({ code: 3, err: expect.stringContaining('is no world of podsim') });
    await server[Symbol.asyncDispose]();
    expect(await podsim('worker-env', 'ep-a', '--url', url)).toMatchObject({
      code: 3,
      err: `there is no server at ${url}: start one by \`podsim serve\`, or say where it is by --url\n`,
    });
    expect(await podsim('worker-env', 'ep-a', '--url', 'nowhere')).toMatchObject({ code: 3, err: expect.stringContaining('--url') });
  });

  test('says that an address does not answer, and does not wait for it for ever', async () => {
    const over = vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => AbortSignal.abort(new DOMException('over', 'TimeoutError')));
    const said = await podsim('worker-env', 'ep-a', '--url', 'http://127.0.0.1:1');
    expect(over).toHaveBeenCalledWith(10_000);
    over.mockRestore();
    expect(said).toStrictEqual({
      ...{ code: 3, out: '' },
      err: 'http://127.0.0.1:1 has not answered for 10 s: give the address that `podsim serve` prints by --url\n',
    });
  });

  test('says that the control plane needs a token', async () => {
    await using server = await served({ definition, controlToken: 'a-token' });
    const closed = await podsim('worker-env', 'ep-empty', '--url', server.url);
    expect(closed.err).toBe(`the control plane at ${server.url} refuses: give its --control-token, as the server has it\n`);
    const open = await podsim('worker-env', 'ep-empty', '--url', server.url, '--control-token', 'a-token');
    expect(open.err).toContain('no worker of ep-empty');
  });
});
