import { spawnSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import { Folder } from '../support/folder.ts';
import { ServingProcess } from '../support/serving/servingProcess.ts';

// Two containers on one volume: each has process numbers, a /proc and perhaps a network of its own, and the same host name.

const folder = new Folder();
const user = process.getuid?.() === 0 ? [] : ['--user', '--map-root-user'];
const container = (...more: readonly string[]) => ['unshare', ...user, '--kill-child', '--pid', '--fork', '--mount-proc', ...more];
const isAvailable = (within: readonly string[]): boolean => {
  const [command = '', ...args] = within;
  return spawnSync(command, [...args, 'true']).status === 0;
};

const inContainer = (path: string, within: readonly string[]): ServingProcess =>
  new ServingProcess(
    ['serve', '--port', '0', '--data-dir', path, '--clock', 'manual'],
    { HOSTNAME: 'podsim' },
    undefined,
    undefined,
    within,
  );

const headers = { authorization: 'Bearer podsim-dev-key', 'content-type': 'application/json' };
const submit = async (url: string, k: number): Promise<string> => {
  const answer = await fetch(`${url}/v2/ep-demo/run`, { method: 'POST', headers, body: JSON.stringify({ input: { k } }) });
  expect(answer.status).toBe(200);
  return ((await answer.json()) as { readonly id: string }).id;
};

describe.runIf(isAvailable(container()))('two containers on one data directory', () => {
  test('the second is refused while the first lives, and all that the first acknowledged is there when it was killed', async () => {
    const path = folder.at('volume');
    const jobs: string[] = [];
    {
      await using first = inContainer(path, container());
      const url = await first.url();
      for (let k = 0; k < 15; k++) jobs.push(await submit(url, k));
      await using second = inContainer(path, container());
      const refused = await second.ended;
      expect([refused.code, refused.err]).toStrictEqual([3, expect.stringMatching(/volume is in use by process 1 on this machine/)]);
      for (let k = 15; k < 30; k++) jobs.push(await submit(url, k));
      first.signal('SIGKILL');
      await first.ended;
    }
    await using third = inContainer(path, container());
    const url = await third.url();
    const found = await Promise.all(jobs.map(async (id) => (await fetch(`${url}/v2/ep-demo/status/${id}`, { headers })).status));
    expect(found.filter((status) => status === 200)).toHaveLength(30);
  });

  test.runIf(isAvailable(container('--net')))('also where they have no network in common', async () => {
    const path = folder.at('apart');
    await using first = inContainer(path, container('--net'));
    await first.url();
    await using second = inContainer(path, container('--net'));
    expect((await second.ended).err).toContain('is in use by process 1 on this machine');
    await using outside = inContainer(path, []);
    expect((await outside.ended).err).toContain('is in use by process 1 on this machine');
  });
});
