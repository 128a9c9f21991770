import { describe, expect, test } from 'vitest';
import type { ClientWorld, ExploredClient } from '../../../adapters/explorer/client/clientRun.ts';
import { CommandExploration } from '../../../adapters/explorer/client/command/commandExploration.ts';
import { exploreInProcess } from '../../../adapters/explorer/client/inProcess.ts';
import { podsimProcess } from '../../support/bundle.ts';
import { Folder } from '../../support/folder.ts';
import { virtualTime } from '../../support/virtualTime.ts';

const folder = new Folder();

const submit = async ({ url, fetch, apiKey, endpoint }: ClientWorld, webhook: string, input: unknown = {}) => {
  const headers = { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' };
  const response = await fetch(`${url}/v2/${endpoint}/run`, { method: 'POST', headers, body: JSON.stringify({ input, webhook }) });
  if (!response.ok) throw new Error(`run was answered ${response.status}`);
  return (await response.json()) as { readonly id: string };
};

/** A webhook as the receiver got it, `at` in ms since 1970. */
interface Came {
  readonly job: string;
  readonly status: string;
  readonly at: number;
}

/** Submits one job, and writes down what comes to its receiver in the next minutes. `answers`: by the number of the webhook. */
const listening =
  (came: Came[][], answers: (tries: number) => number | undefined = () => undefined): ExploredClient =>
  async (world) => {
    const mine: Came[] = [];
    came.push(mine);
    world.onWebhook(async (request) => {
      const { id, status } = (await request.json()) as { readonly id: string; readonly status: string };
      mine.push({ job: id, status, at: virtualTime().date });
      return answers(mine.length);
    });
    const { id } = await submit(world, world.webhookUrl);
    await world.sleep(30 * 60_000);
    return id;
  };

describe('the webhooks of an explored client', () => {
  test('come to its receiver once, twice, late or not at all, each with the end of the job', async () => {
    const came: Came[][] = [];
    await exploreInProcess(listening(came), { seed: 's' }, 0, 40);
    const counts = new Set(came.map(({ length }) => length));
    expect([...counts].sort()).toStrictEqual([0, 1, 2, 3]);
    for (const [first, ...others] of came) {
      // Without an answer, the platform posts it again after ten seconds.
      for (const [k, again] of others.entries()) expect(again).toStrictEqual({ ...first, at: (first?.at ?? 0) + 10_000 * (k + 1) });
      if (first !== undefined) expect(first.status).toMatch(/^(?:COMPLETED|FAILED|TIMED_OUT)$/);
    }
  });

  test('come again where the receiver fails, and no more once it has taken one', async () => {
    const came: Came[][] = [];
    const { found } = await exploreInProcess(
      listening(came, (tries) => (tries === 1 ? 500 : 200)),
      { seed: 's' },
      0,
      20,
    );
    // All that come, come again, but the third try.
    expect(came.filter(([first, again]) => first !== undefined && again !== undefined).length).toBeGreaterThan(10);
    expect(found).toStrictEqual([]);
  });

  test('go nowhere if they are for another address, and wake no client that waits for them', async () => {
    const heard: string[] = [];
    const client: ExploredClient = async (world) => {
      const told = new Promise<void>((resolve) => world.onWebhook(() => resolve(void heard.push('one'))));
      await submit(world, 'https://example.com/hook');
      await told;
    };
    const { found } = await exploreInProcess(client, { seed: 's' }, 0, 3);
    expect(found.map(({ failure }) => failure.property)).toContain('client-ends');
    expect(heard).toStrictEqual([]);
  });

  test('show a mistake of their receiver, and the calls that it makes are known to be because of them', async () => {
    const mistaken: ExploredClient = async (world) => {
      world.onWebhook(async (request) => ((await request.json()) as { readonly output: { readonly none: { at: number } } }).output.none.at);
      await submit(world, world.webhookUrl);
      await world.sleep(600_000);
    };
    const { found } = await exploreInProcess(mistaken, { seed: 's' }, 0, 20);
    expect(found.map(({ failure }) => failure)).toContainEqual(
      expect.objectContaining({ property: 'no-mistakes', words: expect.stringMatching(/TypeError: Cannot read prop/) }),
    );
  });
});

describe('the sample client that has pictures enlarged', () => {
  const explored = (name: string, runs: string) => {
    const out = folder.at(name);
    return podsimProcess(['explore', `test/examples/clients/${name}.mjs`, '--runs', runs, '--out', out]);
  };

  test('acts on each webhook, and waits for ever for one that is lost; the file of the first fails alone', () => {
    const { code } = explored('enlarger', '20');
    expect(code).toBe(1);
    const names = folder.names('enlarger');
    expect(names.map((name) => name.replace(/-\w{8}\.scenario\.yaml$/, ''))).toStrictEqual(
      expect.arrayContaining(['client-ends', 'webhooks-once']),
    );
    const file = names.find((name) => name.startsWith('webhooks-once')) ?? '';
    expect(folder.read(`enlarger/${file}`)).toMatch(/webhookAnswers: \[ 504, .*because: \{ call-2: call-1, call-\d+: call-1/s);
    const run = podsimProcess(['run', folder.at(`enlarger/${file}`)]);
    expect(run).toMatchObject({ code: 1, out: expect.stringContaining('the client acted each time that it heard of the end of') });
  });

  test('does neither once it is mended', () => {
    expect(explored('enlarger.mended', '60').code).toBe(0);
  });
});

/** A command that starts a server of its own, and has the platform post there. It ends when its webhook has come. */
const script = `
const { createServer } = require('node:http');
const { PODSIM_URL, PODSIM_API_KEY } = process.env;
const headers = { authorization: 'Bearer ' + PODSIM_API_KEY };
const server = createServer((request, response) => {
  response.end();
  server.close();
}).listen(0, '127.0.0.1', async () => {
  const webhook = 'http://127.0.0.1:' + server.address().port + '/hook';
  await fetch(PODSIM_URL + '/v2/ep-demo/run', { method: 'POST', headers, body: JSON.stringify({ input: {}, webhook }) });
});`;

test('a command has its webhooks posted to it over the network, though nothing else lets time go on', async () => {
  folder.write('waits.cjs', script);
  const command = `${process.execPath} ${folder.at('waits.cjs')}`;
  const exploration = new CommandExploration({ command, seed: '1', from: 0, to: 1, jobs: 1, commandMs: 20_000 });
  const { failures, bounds, runs, calls } = await exploration.explore();
  expect({ failures, bounds: [...bounds], runs, calls }).toStrictEqual({ failures: [], bounds: [], runs: 1, calls: 1 });
});
