import { expect, test } from 'vitest';
import { Folder } from '../support/folder.ts';
import { ServingProcess } from '../support/serving/servingProcess.ts';

/** A stranger reaches the port of a server beyond its machine, and tries the keys that the documentation tells. */

/** An address that leads to this machine only, but which the server takes for one that others reach. */
const beyond = ['serve', '--port', '0', '--host', '127.1'];

const statusWith = async (server: ServingProcess, key: string): Promise<number> =>
  (await fetch(`${await server.url()}/v2/pods`, { headers: { authorization: `Bearer ${key}` } })).status;

const printedKey = async (server: ServingProcess): Promise<string> => {
  await server.url();
  await expect.poll(() => server.out).toContain('API key');
  return /API key +(\S+)/.exec(server.out)?.[1] ?? '';
};

test('beyond this machine a key is made and printed, and another for each new world', async () => {
  await using server = new ServingProcess(beyond);
  await using other = new ServingProcess(beyond);
  const [key, another] = [await printedKey(server), await printedKey(other)];
  expect([await statusWith(server, 'podsim-dev-key'), await statusWith(server, another), await statusWith(server, key)]).toStrictEqual([
    401, 401, 200,
  ]);
  expect(key).toMatch(/^podsim-[\w-]{24}$/);
});

test('keys that a scenario names and gives no secret cannot be guessed there either', async () => {
  const folder = new Folder();
  const file = folder.write(
    'a.scenario.yaml',
    'title: keys\nworld:\n  accounts:\n    - id: team\n      keys: [{ name: dev }, { name: ops }, { name: own, secret: a-secret-of-its-own }]\n',
  );
  await using server = new ServingProcess([...beyond, '--scenario', file, '--api-key', 'given']);
  const statuses = ['podsim-dev-key', 'key-dev', 'key-ops', 'given', 'a-secret-of-its-own'].map((key) => statusWith(server, key));
  expect(await Promise.all(statuses)).toStrictEqual([401, 401, 401, 200, 200]);
});

test('the warning says what anyone who can reach the port may do', async () => {
  await using server = new ServingProcess([...beyond, '--api-key', 'podsim-dev-key', '--control-token', 'hush']);
  await server.says('podsim listens on 127.1, beyond this machine. Anyone who can reach port ');
  await server.says('may read every pod with its env and its logs, submit jobs, and change and delete what its account has');
  await server.says('with the token  may do all that the control plane does');
  await server.says('The key podsim-dev-key is written in the documentation');
});

test('a stored world keeps its key, of which only the end is printed again: its log has no more', async () => {
  const data = new Folder();
  const args = [...beyond, '--data-dir', data.path];
  let key = '';
  {
    await using server = new ServingProcess(args);
    key = await printedKey(server);
    server.signal('SIGTERM');
    expect((await server.ended).code).toBe(0);
  }
  await using server = new ServingProcess(args);
  expect(await printedKey(server)).toBe(`…${key.slice(-4)}`);
  const other = await fetch(`${await server.url()}/v2/pods`, { headers: { authorization: `Bearer ${key}` } });
  expect(other.status).toBe(200);
});

test('on this machine alone the well-known key works, without a warning', async () => {
  await using server = new ServingProcess(['serve', '--port', '0']);
  expect([await printedKey(server), await statusWith(server, 'podsim-dev-key'), server.err]).toStrictEqual(['podsim-dev-key', 200, '']);
});
