import { describe, expect, test } from 'vitest';
import { podsim } from '../support/commandLine.ts';
import { complaintsAbout } from '../support/contract/contractMonitor.ts';
import { Folder } from '../support/folder.ts';
import { served } from '../support/serving/served.ts';
import { endedProcess, ServingProcess } from '../support/serving/servingProcess.ts';

const folder = new Folder();

interface Asked {
  readonly status: number;
  readonly headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: a test knows what it asked for, and compares what it got
  readonly body: any;
}

/** Calls a serving process; the answer is checked against the OpenAPI documents. */
const ask = async (
  url: string,
  path: string,
  { key = 'podsim-dev-key', body }: { readonly key?: string; readonly body?: object } = {},
): Promise<Asked> => {
  const method = body === undefined ? 'GET' : 'POST';
  const sent = body === undefined ? {} : { body: JSON.stringify(body) };
  const response = await fetch(`${url}${path}`, { method, headers: { authorization: `Bearer ${key}` }, ...sent });
  const { status, headers } = response;
  const answer = await response.json();
  expect(complaintsAbout({ method, path, status, headers: Object.fromEntries(headers), body: answer })).toStrictEqual([]);
  return { status, headers, body: answer };
};

const job = { input: { prompt: 'hi' } };

describe('podsim serve', () => {
  test('says where it serves in its first line, and then how it is used', async () => {
    await using child = new ServingProcess(['serve', '--port', '0', '--clock', 'manual', '--seed', 'seven']);
    const url = await child.url();
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    expect(await child.firstLine()).toBe(`podsim listening on ${url} (world default, seed seven, clock manual)`);
    expect((await ask(url, '/v2/ep-demo/run', { body: job })).status).toBe(200);
    expect((await ask(url, '/_podsim/v1/health/ready')).body).toStrictEqual({ status: 'ready' });
    expect(child.out.split('\n').slice(1)).toStrictEqual([
      '  API key         podsim-dev-key',
      `  management API  ${url}/v2/pods`,
      `  queue API       ${url}/v2/ENDPOINT/run`,
      `  control plane   ${url}/_podsim/v1/info`,
      `  console         ${url}/console`,
      `  reference       ${url}/docs`,
      '',
    ]);
    expect(child.err).toBe('');
  });

  test('ends when it is asked to stop, and answers its pending calls', async () => {
    await using child = new ServingProcess(['serve', '--port', '0', '--clock', 'manual', '--quiet']);
    const url = await child.url();
    const waiting = ask(url, '/v2/ep-demo/runsync', { body: job });
    while ((await ask(url, '/v2/ep-demo/health')).body.jobs.inQueue === 0);
    child.signal('SIGTERM');
    const { status, headers, body } = await waiting;
    expect([status, headers.get('retry-after'), body.detail]).toStrictEqual([
      503,
      '1',
      'the server is stopping; ask again when it is back',
    ]);
    expect(await child.ended).toStrictEqual({
      code: 0,
      out: `podsim listening on ${url} (world default, seed podsim, clock manual)\n`,
      err: '',
    });
  });

  test('says the same as JSON', async () => {
    await using child = new ServingProcess(['serve', '--port', '0', '--speed', '60', '--json']);
    const line = JSON.parse(await child.firstLine());
    const url = await child.url();
    expect(line).toStrictEqual({
      url,
      port: Number(new URL(url).port),
      world: 'default',
      seed: 'podsim',
      clock: { clock: 'realtime', speed: 60 },
      apiKey: 'podsim-dev-key',
    });
    child.signal('SIGINT');
    expect((await child.ended).code).toBe(0);
    expect(child.out.trimEnd()).not.toContain('\n');
  });

  test('takes its options from the environment as well', async () => {
    const env = {
      PODSIM_PORT: '0',
      PODSIM_CLOCK: 'auto',
      PODSIM_SEED: 'from-outside',
      PODSIM_API_KEY: 'my-own-key',
      PODSIM_PUBLIC_URL: 'https://pods.example.com',
      PODSIM_CONTROL_TOKEN: 'for-teachers',
      PODSIM_QUIET: 'true',
    };
    await using child = new ServingProcess(['serve', '--seed', 'from-here'], env);
    const url = await child.url();
    expect(await child.firstLine()).toBe(`podsim listening on ${url} (world default, seed from-here, clock auto)`);
    const { body } = await ask(url, '/v2/serverless/ep-demo', { key: 'my-own-key' });
    expect(body.requestUrls.run).toBe('https://pods.example.com/v2/ep-demo/run');
    expect((await ask(url, '/v2/pods')).status).toBe(401);
    expect((await ask(url, '/_podsim/v1/info', { key: 'my-own-key' })).status).toBe(401);
    expect((await ask(url, '/_podsim/v1/info', { key: 'for-teachers' })).body.seed).toBe('from-here');
    expect(child.out.trimEnd()).not.toContain('\n');
  });

  test('serves the world of a scenario as it is after its last step', async () => {
    await using child = new ServingProcess(['serve', '--port', '0', '--scenario', 'scenarios/jobs/run-to-completion.scenario.yaml']);
    const url = await child.url();
    const { body } = await ask(url, '/_podsim/v1/events?type=JobCompleted');
    expect(body.events).not.toStrictEqual([]);
    const { body: info } = await ask(url, '/_podsim/v1/info');
    expect([info.seed, child.err]).toStrictEqual([/seed (\S+),/.exec(await child.firstLine())?.[1], '']);
    expect((await ask(url, '/v2/serverless', { key: 'key-dev' })).status).toBe(200);
  });
});

describe('podsim serve --setting', () => {
  const settingsOf = async (url: string) => (await ask(url, '/_podsim/v1/info')).body.settings;

  test('changes a setting of the default world, of any kind', async () => {
    const settings = ['job.streamShape=array', 'pod.start=90s', 'job.webhookAnswers=500,200', 'account.purgePerWindow=1'];
    await using child = new ServingProcess(['serve', '--port', '0', '--clock', 'auto', ...settings.flatMap((one) => ['--setting', one])]);
    const url = await child.url();
    expect(await settingsOf(url)).toStrictEqual({
      job: { streamShape: 'array', webhookAnswers: [500, 200] },
      pod: { start: '1m30s' },
      account: { purgePerWindow: 1 },
    });
    const { body: submitted } = await ask(url, '/v2/ep-demo/run', { body: job });
    // Every client gets an envelope in other cases.
    expect((await ask(url, `/v2/ep-demo/stream/${submitted.id}`)).body).toStrictEqual([]);
  });

  test('overrides a scenario, and can come from the environment', async () => {
    const file = folder.write(
      'set.scenario.yaml',
      'title: set\nworld: { settings: { job: { ttl: 1h, retriesMax: 3 } }, endpoints: [{ id: ep-a }] }\n',
    );
    const env = { PODSIM_SETTING: 'job.ttl=2h endpoint.timeout=1m' };
    await using child = new ServingProcess(['serve', '--port', '0', '--scenario', file], env);
    const url = await child.url();
    expect(await settingsOf(url)).toStrictEqual({ job: { ttl: '2h', retriesMax: 3 }, endpoint: { timeout: '1m' } });
    // Fields of an endpoint that its scenario leaves out follow the settings.
    expect((await ask(url, '/v2/serverless/ep-a')).body.timeout).toBe(60_000);
  });
});

describe('a client with the key of the README', () => {
  test('is let in where a scenario is served, and so is one with a key of the scenario', async () => {
    await using child = new ServingProcess(['serve', '--port', '0', '--scenario', 'scenarios/jobs/run-to-completion.scenario.yaml']);
    const url = await child.url();
    const { body: keys } = await ask(url, '/_podsim/v1/keys');
    expect(keys.keys.map(({ key }: { readonly key: string }) => key)).toStrictEqual(['…', '…-key']);
    for (const key of ['key-dev', 'podsim-dev-key']) expect((await ask(url, '/v2/serverless', { key })).status).toBe(200);
    await child.firstLine();
    expect(child.out).toContain('  API key         podsim-dev-key\n');
  });

  test('is let in to the account that has keys, and not to one that has none', async () => {
    const file = folder.write(
      'keyless.scenario.yaml',
      'title: keyless\nworld: { accounts: [{ id: official }, { id: team, keys: [{ name: x }] }] }\n',
    );
    for (const [args, keys] of [
      [[], ['team …', 'team …-key']],
      [['--api-key', 'mine-and-no-other'], ['team …ther']],
    ] as const) {
      await using child = new ServingProcess(['serve', '--port', '0', '--scenario', file, ...args]);
      const { body } = await ask(await child.url(), '/_podsim/v1/keys');
      expect(body.keys.map(({ account, key }: Record<string, string>) => `${account} ${key}`)).toStrictEqual(keys);
    }
  });

  test('is not where another key is asked for, or where a scenario has taken it for another account', async () => {
    const file = folder.write(
      'taken.scenario.yaml',
      'title: taken\nworld: { accounts: [{ id: a, keys: [{ name: x }] }, { id: b, keys: [{ name: podsim-dev, secret: podsim-dev-key }] }] }\n',
    );
    for (const [args, statuses] of [
      [
        ['--scenario', file],
        [200, 200, 401],
      ],
      [
        ['--scenario', file, '--api-key', 'mine'],
        [401, 200, 200],
      ],
      [
        ['--api-key', 'mine'],
        [401, 401, 200],
      ],
    ] as const) {
      await using child = new ServingProcess(['serve', '--port', '0', ...args]);
      const url = await child.url();
      const answers = [];
      for (const key of ['key-x', 'podsim-dev-key', 'mine']) answers.push((await ask(url, '/v2/serverless', { key })).status);
      expect(answers).toStrictEqual(statuses);
    }
  });
});

test('podsim exec --clock measured serves on that clock, which its help shows', async () => {
  const { code, err } = await endedProcess(['exec', '--json', '--clock', 'measured', '--', 'sh', '-c', 'exit 0']);
  expect([code, JSON.parse(err).clock]).toStrictEqual([0, { clock: 'measured' }]);
  const { out } = await podsim('serve', '--help');
  expect(out).toMatch(/^ {2}podsim serve --clock measured /m);
});

describe('podsim exec whose virtual time cannot follow its clock', () => {
  test('says how far it lags, and ends with an exit code of its own', async () => {
    // No machine is that quick.
    const clock = ['--clock', 'realtime', '--speed', '1000000', '--lag-max', '1ms'];
    const { code, err } = await endedProcess(['exec', '--quiet', ...clock, '--setting', 'worker.start=1ms', '--', 'sh', '-c', 'sleep 0.3']);
    expect(err).toMatch(/^world default: virtual time lags .* behind the realtime clock, and may lag 1 ms: .* --lag-max\n$/);
    expect(code).toBe(4);
  });
});

describe('podsim serve --endpoint', () => {
  const output = folder.write('output.json', '{"image":"one.png"}');

  test('serves endpoints without a file, each with the options that follow it', async () => {
    const words = ['--endpoint', 'abc123', '--output', output, '--duration', '5s', '--endpoint', 'failing', '--fail', '100%'];
    await using server = new ServingProcess(['serve', '--port', '0', ...words]);
    const url = await server.url();
    const run = async (id: string) => (await ask(url, `/v2/${id}/runsync`, { key: 'podsim-dev-key', body: { input: { a: 1 } } })).body;
    expect(await run('abc123')).toMatchObject({ status: 'COMPLETED', output: { image: 'one.png' }, executionTime: 5_000 });
    expect(await run('failing')).toMatchObject({ status: 'FAILED', executionTime: 1_000 });
  });
});

describe('podsim serve says in one line what to do, and ends with 3, when', () => {
  const external = folder.write(
    'external.scenario.yaml',
    'title: real workers\nworld: { endpoints: [{ id: ep-a, handler: { external: {} } }] }\n',
  );
  const wrong = folder.write('wrong.scenario.yaml', 'title: a scenario\nworld: { endpoints: [{ id: ep-a, workers: 7 }] }\n');

  // biome-ignore format: a table
  test.each<[string, readonly string[], string]>([
    ['an option is unknown',         ['--rewind'],                        "error: unknown option '--rewind'; `podsim serve --help` lists all"],
    ['an option is misspelt',        ['--sed', '1'],                      "error: unknown option '--sed'; did you mean '--seed'? (`podsim serve --help` lists all)"],
    ['the policy is none',           ['--clock', 'fast'],                 "--clock 'fast' is no policy; there are auto, manual, realtime, measured"],
    ['the policy is misspelt',       ['--clock', 'manul'],                "--clock 'manul' is no policy; did you mean 'manual'? (there are auto, manual, realtime, measured)"],
    ['the speed is none',            ['--speed', '0'],                    "--speed '0' is no speed; give a number above 0, such as 60"],
    ['the port is none',             ['--port', '99999'],                 "--port '99999' is no port; give a number from 0 to 65535"],
    ['the patience is none',         ['--stall-after', 'never'],          "--stall-after 'never' is no duration; write it like 60s"],
    ['real workers meet an auto clock', ['--clock', 'auto', '--scenario', external], '--clock auto does not wait for real workers, and those of ep-a are real: leave --clock out'],
    ['an output is of no endpoint',  ['--output', wrong],                 '--output is about an endpoint: write --endpoint ID before it'],
    ['a share is none',              ['--endpoint', 'ep', '--fail', '5'], "--fail '5' is no share; write it like 5%"],
    ['an output is no JSON',         ['--endpoint', 'ep', '--output', wrong], `--output ${wrong}: is no JSON`],
    ['an endpoint has no id',        ['--endpoint', 'e p'],               '--endpoint: world.endpoints.0.id: must hold letters, digits'],
    ['endpoints are given twice',    ['--endpoint', 'ep', '--scenario', wrong], '--scenario has its own endpoints: give --scenario or --endpoint, not both'],
    ['the speed is for another clock', ['--clock', 'measured', '--speed', '2'], '--speed is for a realtime clock, and --clock is measured: write --clock realtime, or leave --speed out'],
    ['the lag is for another clock', ['--clock', 'auto', '--lag-max', '2s'], '--lag-max is for a realtime clock, and --clock is auto: write --clock realtime, or leave --lag-max out'],
    ['the lag is none',              ['--lag-max', '0s'],                 "--lag-max '0s' is no duration; write it like 500ms"],
    ['the scenario is not there',    ['--scenario', 'gone.scenario.yaml'], 'gone.scenario.yaml: there is no such file or folder'],
    ['the scenario is a folder',     ['--scenario', 'engine'],            'engine: is a folder, not a file'],
    ['the scenario is wrong',        ['--scenario', wrong],               `${wrong}:2:`],
    ['the public URL is none',       ['--public-url', 'pods'],            "--public-url 'pods' is no address; write it like http://127.0.0.1:8787"],
    ['a receiver of webhooks is no address', ['--webhooks', 'http://127.0.0.1:9,hooks'], "--webhooks 'hooks' is no address; write it like http://127.0.0.1:8787"],
    ['an allowed host has a port',   ['--allow-host', 'podsim.test:80'],  "--allow-host 'podsim.test:80' is no host name; write it without a port, like podsim.test"],
    ['an origin has a path',         ['--cors', 'http://a.test/page'],    "--cors 'http://a.test/page' is no origin; write it without a path, like http://a.test"],
    ['an origin is any',             ['--cors', '*'],                     "--cors '*' is no address; write it like http://127.0.0.1:8787"],
    ['a setting is unknown',         ['--setting', 'job.streamshape=envelope'], "--setting: there is no setting job.streamshape; did you mean 'job.streamShape'?"],
    ['a setting has a wrong value',  ['--setting', 'pod.start=5'],        "--setting: pod.start takes a duration with its unit, such as 500ms, 8s or 1h30m; got '5'"],
    ['a setting is too small',       ['--setting', 'pod.diskDefault=0'],  "--setting: pod.diskDefault takes a whole number from 1 to 1000000; got '0'"],
    ['a setting leaves no room',     ['--setting', 'endpoint.workersQuota=1'], '--setting: $.world.endpoints.0: workers.max'],
    ['the address is another machine’s', ['--port', '0', '--host', '192.0.2.1'], '192.0.2.1 is not an address of this machine: give one with --host, such as 127.0.0.1'],
  ])('%s', async (_, args, words) => {
    const { code, out, err } = await podsim('serve', ...args);
    expect(err).toContain(words);
    expect([code, out, err.trimEnd().split('\n').length]).toStrictEqual([3, '', 1]);
  });

  test('the port is in use', async () => {
    await using server = await served();
    expect(await endedProcess(['serve', '--port', String(server.port)])).toStrictEqual({
      code: 3,
      out: '',
      err: `port ${server.port} is in use: give another with --port, or --port 0 for any free port\n`,
    });
  });

  test('the environment is wrong', async () => {
    const { code, err } = await endedProcess(['serve'], { PODSIM_PORT: 'http' });
    expect([code, err]).toStrictEqual([3, "PODSIM_PORT 'http' is no port; give a number from 0 to 65535\n"]);
  });
});

describe('podsim exec', () => {
  test('serves for a command, passes it the URL, and ends with its exit code', async () => {
    const script = `
      const { PODSIM_URL, PODSIM_API_KEY, RUNPOD_ENDPOINT_BASE_URL } = process.env;
      const headers = { authorization: PODSIM_API_KEY };
      const body = JSON.stringify({ input: { prompt: process.argv[1] } });
      const answer = await fetch(RUNPOD_ENDPOINT_BASE_URL + '/ep-demo/runsync', { method: 'POST', headers, body });
      const { output } = await answer.json();
      const { world } = await (await fetch(PODSIM_URL + '/_podsim/v1/info')).json();
      console.log(JSON.stringify({ output, world, base: RUNPOD_ENDPOINT_BASE_URL === PODSIM_URL + '/v2', PODSIM_API_KEY }));
      process.exit(7);`;
    const args = ['exec', '--clock', 'auto', '--', process.execPath, '--input-type=module', '-e', script, 'hi there'];
    const { code, out, err } = await endedProcess(args);
    expect(JSON.parse(out)).toStrictEqual({
      output: { prompt: 'hi there' },
      world: 'default',
      base: true,
      PODSIM_API_KEY: 'podsim-dev-key',
    });
    expect(err).toMatch(/^podsim listening on http:\/\/127\.0\.0\.1:\d+ \(world default, seed podsim, clock auto\)\n$/);
    expect(code).toBe(7);
  });

  test('passes on that it was asked to stop', async () => {
    const script = `process.on('SIGTERM', () => process.exit(5)); console.log('ready'); setInterval(() => {}, 1000);`;
    await using child = new ServingProcess(['exec', '--quiet', '--', process.execPath, '-e', script]);
    expect(await child.firstLine()).toBe('ready');
    child.signal('SIGTERM');
    expect(await child.ended).toStrictEqual({ code: 5, out: 'ready\n', err: '' });
  });

  test('reports an unknown command, and ends', async () => {
    expect(await endedProcess(['exec', '--quiet', '--', 'no-such-command'])).toStrictEqual({
      code: 3,
      out: '',
      err: 'there is no command no-such-command\n',
    });
  });

  test('says that nothing takes the jobs of an external endpoint, and refuses two commands for one', async () => {
    const world = new Folder().write('a.scenario.yaml', 'title: a\nworld: { endpoints: [{ id: ep-a, handler: { external: {} } }] }\n');
    const nothing = ['--', process.execPath, '-e', ''];
    const none = await endedProcess(['exec', '--scenario', world, ...nothing]);
    expect(none).toMatchObject({
      code: 0,
      err: expect.stringContaining('the workers of ep-a are real, and podsim starts none: --workers "ep-a=COMMAND" does'),
    });
    const two = await endedProcess(['exec', '--scenario', world, '--workers', 'ep-a=true', '--workers', 'ep-a=true', ...nothing]);
    expect(two).toMatchObject({
      code: 3,
      err: expect.stringContaining('--workers has two commands for ep-a: each of its workers runs one; leave one out'),
    });
  });

  test('wants a command', async () => {
    const { code, err } = await podsim('exec');
    expect([code, err]).toStrictEqual([3, 'exec needs a command: podsim exec -- npm test\n']);
  });
});

test('a variable that is set to nothing is not set, and a flag can be left out by one', async () => {
  const env = { PODSIM_CONTROL_TOKEN: '', PODSIM_API_KEY: '', PODSIM_PORT: '0', PODSIM_QUIET: 'false' };
  await using server = new ServingProcess(['serve', '--host', '127.1'], env);
  const url = await server.url();
  expect((await fetch(`${url}/_podsim/v1/keys`)).status).toBe(403);
  const key = /API key +(\S+)/.exec(server.out)?.[1] ?? '';
  expect((await fetch(`${url}/v2/pods`, { headers: { authorization: `Bearer ${key}` } })).status).toBe(200);
  expect(server.out).toContain('control plane   closed');
});

test.each([
  [['--control-token', ''], '--control-token takes'],
  [['--api-key', 'two words'], '--api-key takes'],
  [['--clock', 'auto', '--speed', '3'], '--speed is for a realtime clock'],
])('%j is refused in one line', async (args, words) => {
  const { code, err } = await podsim('serve', '--port', '0', ...args);
  expect({ code, lines: err.trimEnd().split('\n').length }).toStrictEqual({ code: 3, lines: 1 });
  expect(err).toContain(words);
});
