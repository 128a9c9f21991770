import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { fetchWithin } from '../../../adapters/cli/observe/surroundings.ts';
import { podsim, type Said } from '../../support/commandLine.ts';
import { eventually } from '../../support/eventually.ts';
import { Folder } from '../../support/folder.ts';
import { sixJobs } from '../../support/serving/observing.ts';
import { served } from '../../support/serving/served.ts';
import { endpointOf, worldOf } from '../../support/worlds/worlds.ts';

const folder = new Folder();
const files = () => readdirSync(folder.path).filter((name) => name.includes('.observation'));
const key = 'a-secret-key';

/** Runs the command to its end; the key is nowhere in what it prints. */
const observed = async (url: string, ...args: string[]): Promise<Said> => {
  const said = await podsim('observe', url, '--endpoint', 'ep-a', '--key-env', 'PODSIM_TEST_KEY', ...args);
  expect(said.out + said.err).not.toContain(key);
  return said;
};

beforeEach(() => {
  vi.stubEnv('PODSIM_TEST_KEY', key);
});
afterEach(() => {
  vi.unstubAllEnvs();
});

/** A server of another kind, which counts what it is asked. */
class OtherServer implements AsyncDisposable {
  readonly asked: string[] = [];
  readonly #server: Server;

  constructor(listener: RequestListener) {
    this.#server = createServer((request, response) => {
      this.asked.push(`${request.method} ${request.url}`);
      listener(request, response);
    });
  }

  async url(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}

describe('podsim observe', () => {
  test('says what the file will have, and writes one that podsim accepts', async () => {
    const definition = worldOf({ endpoints: [endpointOf('ep-a')] });
    await using server = await served({ definition });
    vi.stubEnv('PODSIM_TEST_KEY', server.apiKey);
    const out = folder.at('watched');
    const { code, out: said, err } = await observed(`${server.url}/v2/`, '--for', '400ms', '--every', '200ms', '--out', out);
    expect([code, err]).toStrictEqual([0, '']);
    expect(said).toMatch(
      /^.*watched\.observation\.yaml will have:\n(?: {2}.*\n)+It will not have: the key, .*\nNo job is submitted, and nothing is spent\.\n/,
    );
    expect(said).toMatch(/watched\.observation\.yaml written, with \d+ polls?; judge it with: podsim fidelity /);
    expect(files()).toStrictEqual(['watched.observation.yaml']);
    expect(await podsim('run', '--check', `${out}.observation.yaml`)).toStrictEqual({
      code: 0,
      out: '1 observation, nothing wrong\n',
      err: '',
    });
  });

  test('keeps what it has seen at Ctrl-C, and names it partial', async () => {
    await using server = await served({ definition: worldOf({ endpoints: [endpointOf('ep-a')] }) });
    vi.stubEnv('PODSIM_TEST_KEY', server.apiKey);
    const file = folder.at('stopped.partial.observation.yaml');
    const ended = observed(server.url, '--for', '1h', '--out', folder.at('stopped.observation.yaml'));
    await eventually(() => expect(existsSync(file)).toBe(true));
    process.emit('SIGINT');
    const { code, err } = await ended;
    expect(code).toBe(2);
    expect(err).toMatch(/it was interrupted\n.*stopped\.partial\.observation\.yaml has what was seen by then: 1 poll\n/);
    expect(readFileSync(file, 'utf8')).toMatch(/^partial: true\nbrokenOff: it was interrupted$/m);
    expect(existsSync(folder.at('stopped.observation.yaml'))).toBe(false);
    expect((await podsim('run', '--check', file)).code).toBe(0);
  });

  test('says what to do where the key is refused, and keeps a file that says so', async () => {
    await using server = await served({ definition: worldOf({ endpoints: [endpointOf('ep-a')] }) });
    const { code, err } = await observed(server.url, '--out', folder.at('refused'));
    expect(code).toBe(2);
    expect(err).toContain(
      'the endpoint answers 401: the key in PODSIM_TEST_KEY is not accepted there; put one of its account into PODSIM_TEST_KEY\n',
    );
    const text = readFileSync(folder.at('refused.partial.observation.yaml'), 'utf8');
    expect(text).toMatch(/^brokenOff: the endpoint answers 401$/m);
    expect(text).not.toMatch(/ep-a|127\.0\.0\.1|PODSIM_TEST_KEY/);
    expect((await podsim('run', '--check', folder.at('refused.partial.observation.yaml'))).code).toBe(0);
  });

  test('says what to do where a web page answers, and where there is nothing', async () => {
    await using page = new OtherServer((_, response) => response.end('<html></html>'));
    const url = await page.url();
    const { code, err } = await observed(url, '--out', folder.at('page'));
    expect([code, page.asked.length]).toStrictEqual([2, 2]);
    expect(err).toContain(
      `a web page (200) came in place of an answer: ${url} is not the address of the queue API; give that, such as https://api.runpod.ai`,
    );
    const nothing = await observed('http://127.0.0.1:1', '--every', '200ms', '--out', folder.at('nothing'));
    expect(nothing.err).toContain('the endpoint cannot be reached (');
  });

  test('sends nothing where jobs could cost more than it may', async () => {
    await using other = new OtherServer((_, response) => response.end());
    const jobs = folder.write('six.jobs.yaml', sixJobs);
    const { code, err } = await observed(await other.url(), '--jobs', jobs, '--spend-max', '0.10', '--out', folder.at('dear'));
    expect([code, other.asked]).toStrictEqual([3, []]);
    expect(err).toMatch(
      /six\.jobs\.yaml: the jobs could cost 0\.3620 USD, more than --spend-max 0\.1000 USD: 3 workers, .* Nothing was sent\./,
    );
    expect(files()).not.toContain('dear.partial.observation.yaml');
  });
});

test('validate checks files of jobs, and says where one is wrong', async () => {
  folder.write('jobs/good.jobs.yaml', sixJobs);
  expect(await podsim('run', '--check', folder.at('jobs'))).toStrictEqual({
    code: 0,
    out: '1 file of jobs, nothing wrong\n',
    err: '',
  });
  folder.write('jobs/odd.jobs.yaml', sixJobs.replace('ttl: 10m', 'ttl: 10'));
  const { code, err } = await podsim('run', '--check', folder.at('jobs'));
  expect([code, err]).toStrictEqual([3, expect.stringMatching(/odd\.jobs\.yaml:9:\d+: policy\.ttl: /)]);
});

describe('the network', () => {
  test('is given up where no answer comes', async () => {
    await using silent = new OtherServer(() => {});
    await expect(fetchWithin(20)(await silent.url())).rejects.toMatchObject({ name: 'TimeoutError' });
  });

  test('is not followed to where a redirect leads', async () => {
    await using other = new OtherServer((_, response) => response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end());
    expect((await fetchWithin(10_000)(await other.url())).status).toBe(302);
  });
});

describe('options of observe that are invalid are reported, with exit code 3', () => {
  const jobs = folder.write('good.jobs.yaml', sixJobs);
  const misspelled = folder.write('misspelled.jobs.yaml', sixJobs.replace('policy', 'polcy'));
  const url = 'http://127.0.0.1:1';
  const usual = [url, '--endpoint', 'ep-a', '--key-env', 'PODSIM_TEST_KEY'];

  // biome-ignore format: a table
  test.each<[string, readonly string[], string]>([
    ['no variable',           [url, '--endpoint', 'ep-a', '--key-env', 'PODSIM_NO_KEY'],   '--key-env: there is no environment variable PODSIM_NO_KEY: set it, by `export PODSIM_NO_KEY=…`\n'],
    ['the key itself',        [url, '--endpoint', 'ep-a', '--key-env', 'rpa_A1B2C3'],      '--key-env takes the name of an environment variable, such as RUNPOD_API_KEY: never the key itself\n'],
    ['no address',            ['api', '--endpoint', 'ep-a', '--key-env', 'PODSIM_TEST_KEY'], "URL 'api' is no address; write it like http"],
    ['a path for an id',      [url, '--endpoint', '../a', '--key-env', 'PODSIM_TEST_KEY'], "--endpoint '../a' is no id of an endpoint"],
    ['jobs for any amount',   [...usual, '--jobs', jobs],                                  '--jobs spends money: say how much it may be at most by --spend-max, in USD, such as 0.10\n'],
    ['an amount for no jobs', [...usual, '--spend-max', '1'],                              '--spend-max is for jobs: name their file by --jobs'],
    ['no amount',             [...usual, '--jobs', jobs, '--spend-max', '10c'],            "--spend-max '10c' is no amount of USD; write it like 0.10\n"],
    ['a negative amount',     [...usual, '--jobs', jobs, '--spend-max', '-1'],             "--spend-max '-1' is no amount of USD"],
    ['jobs that are not there', [...usual, '--jobs', 'gone.yaml', '--spend-max', '1'],     'gone.yaml: there is no such file or folder; it was looked for in '],
    ['jobs misspelled',         [...usual, '--jobs', misspelled, '--spend-max', '1'],          "misspelled.jobs.yaml:9:1: unknown key 'polcy'; did you mean 'policy'?"],
    ['no time between polls', [...usual, '--every', '1ms'],                                '--every 1ms is too often: give 200ms or more\n'],
    ['no duration',           [...usual, '--for', '5'],                                    "--for '5' is no duration; write it like 5m\n"],
    ['a file that is there',  [...usual, '--out', 'scenarios/observed/cancels'],           'scenarios/observed/cancels.observation.yaml: already exists'],
  ])('%s', async (_, args, words) => {
    const { code, out, err } = await podsim('observe', ...args);
    expect(err).toContain(words);
    expect([code, out]).toStrictEqual([3, '']);
    expect(err).not.toContain('rpa_A1B2C3');
  });

  test('no endpoint', async () => {
    expect(await podsim('observe', url, '--key-env', 'PODSIM_TEST_KEY')).toMatchObject({
      code: 3,
      err: expect.stringContaining("required option '--endpoint <id>' not specified"),
    });
  });

  test('an end before the last job', async () => {
    const late = folder.write('late.jobs.yaml', sixJobs.replace('times: 6', 'times: 6, at: 1m'));
    const { err } = await podsim('observe', ...usual, '--jobs', late, '--spend-max', '1', '--for', '30s');
    expect(err).toContain('--for 30s ends before the last job is submitted, after 1m: give more, or leave it out\n');
  });
});
