import { describe, expect, test } from 'vitest';
import { podsim } from '../support/commandLine.ts';
import { Folder } from '../support/folder.ts';
import { ServingProcess } from '../support/serving/servingProcess.ts';
import { passing } from './stories.ts';

const folder = new Folder();
const log = folder.at('a.log');
await podsim('run', folder.write('a.scenario.yaml', passing), '--log', log);

describe('podsim serve --log', () => {
  test('goes on with a fork where it ends, and what follows is in its log behind the same past', async () => {
    const fork = folder.at('b.log');
    const { out } = await podsim('log', 'fork', log, '--at', '1s', '--out', fork);
    const [, entries = '', fingerprint] = /entry (\d+), fingerprint (\w+)/.exec(out) ?? [];
    await using server = new ServingProcess(['serve', '--log', fork, '--port', '0', '--clock', 'auto', '--json']);
    const { url, apiKey } = JSON.parse(await server.firstLine());
    const ask = async (path: string, body?: object) => {
      const headers = { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' };
      const response = await fetch(
        `${url}${path}`,
        body === undefined ? { headers } : { headers, method: 'POST', body: JSON.stringify(body) },
      );
      return response.text();
    };
    expect(JSON.parse(await ask('/_podsim/v1/info')).now.ms).toBe(1_000);
    const past = (await ask('/_podsim/v1/log')).split('\n');
    expect(past.length).toBeGreaterThanOrEqual(Number(entries));
    expect(fingerprint).toMatch(/^[0-9a-f]{64}$/);
    expect(JSON.parse(await ask('/v2/ep-a/runsync', { input: { n: 2 } }))).toMatchObject({ status: 'COMPLETED', output: { n: 2 } });
    const later = (await ask('/_podsim/v1/log')).split('\n');
    expect(later.slice(0, Number(entries))).toStrictEqual(past.slice(0, Number(entries)));
    expect(later.length).toBeGreaterThan(past.length);
  });

  // biome-ignore format: a table
  test.each([
    ['a seed of its own',        ['--log', log, '--seed', 'x'],       '--log goes on with the world of a log, which has its own seed: give --log or --seed'],
    ['a key that it has not',    ['--log', log, '--api-key', 'nope'], '--api-key is none of the keys'],
    ['no log',                   ['--log', folder.at('none.log')],    'there is no such file'],
  ])('refuses %s', async (_, args, words) => {
    await using server = new ServingProcess(['serve', '--port', '0', ...args]);
    const { code, err } = await server.ended;
    expect([code, err]).toStrictEqual([3, expect.stringContaining(words)]);
  });
});
