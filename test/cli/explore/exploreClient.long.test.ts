import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { type ClientReport, clientReportSchema } from '../../../engine/lab/explorer/index.ts';
import { podsimProcess } from '../../support/bundle.ts';
import type { Said } from '../../support/commandLine.ts';
import { Folder } from '../../support/folder.ts';
import { wellFormed } from '../../support/xml.ts';

const folder = new Folder();

const explored = (client: string, runs: number, name: string, ...more: string[]): Said =>
  podsimProcess(['explore', client, '--runs', String(runs), '--out', folder.at(name), ...more]);

const reportIn = ({ out }: Said): ClientReport => clientReportSchema.parse(JSON.parse(out));

/** Asks for a job that has ended and is gone, again and again. */
const stubborn = folder.write(
  'stubborn.mjs',
  `export default async ({ url, fetch, apiKey, endpoint, sleep }) => {
  const headers = { authorization: 'Bearer ' + apiKey };
  const submitted = await fetch(url + '/v2/' + endpoint + '/run', { method: 'POST', headers, body: '{"input":{}}' });
  if (!submitted.ok) throw new Error('the job was not submitted');
  const { id } = await submitted.json();
  for (let polls = 0; polls < 1000; polls++) {
    const answer = await fetch(url + '/v2/' + endpoint + '/status/' + id, { headers }).catch(() => undefined);
    await sleep(10_000);
  }
  throw new Error('gave up on ' + id);
};`,
);

describe('the report of an explored client', () => {
  test('is data for programs: each failure with its file, the command that repeats it, and a page', () => {
    const said = explored('test/examples/clients/poller.mjs', 10, 'found', '--reporter', 'json', '--page', folder.at('pages'));
    expect(said.code).toBe(1);
    const { runs, outcomes, failures } = reportIn(said);
    expect(runs).toBe(10);
    expect(outcomes.held + outcomes.failed + outcomes.cut).toBe(10);
    const taken = failures.find(({ property }) => property === 'terminal-is-terminal') ?? expect.fail('it was not found');
    expect(taken).toMatchObject({ failsAlone: true, again: `podsim run ${taken.file}`, run: expect.any(Number) });
    expect(taken.client).toBe(`podsim explore test/examples/clients/poller.mjs --seed 1 --run ${taken.run}`);
    expect(readFileSync(String(taken.page), 'utf8')).toContain('Breaks terminal-is-terminal');
    // The page opens where the run says that it broke.
    const [run] = JSON.parse(podsimProcess(['run', String(taken.file), '--reporter', 'json']).out).runs;
    expect(run.properties).toMatchObject([{ broken: { seq: expect.any(Number) } }]);
  });

  test('is a failed test for a build server', () => {
    const { out } = explored('test/examples/clients/poller.mjs', 10, 'junit', '--reporter', 'junit');
    expect(wellFormed(out)).toBeUndefined();
    expect(out).toMatch(/<testcase classname="[^"]*terminal-is-terminal-\w{8}\.scenario\.yaml" name="terminal-is-terminal"><failure/);
  });

  test('fits a terminal of 80 columns, but for commands and paths', () => {
    const { out } = explored('test/examples/clients/poller.mjs', 10, 'pretty');
    const long = out.split('\n').filter((line) => line.length > 80 && !line.includes(folder.path) && !line.includes('podsim explore'));
    expect(long).toStrictEqual([]);
    expect(out).toMatch(/^10 runs in \d\S* m?s, [\d.]+ a second, from the seed 1, few hosts in \d+, \d+ calls/m);
  });

  test('does not say that a file repeats a failure whose steps alone break nothing', () => {
    const never = folder.write('never.mjs', 'export default () => new Promise(() => undefined);');
    const { out } = explored(never, 1, 'never');
    expect(out).toContain('client-ends: ');
    expect(out).toContain('the steps of that file alone break nothing');
    expect(out).toMatch(/ {2}to repeat: podsim explore \S+never\.mjs --seed 1 --run 0\n/);
    expect(out).not.toContain('podsim run');
  });

  test('says that a command is slower', () => {
    const asks = folder.write('asks.mjs', "await fetch(process.env.PODSIM_URL + '/v2/ep-demo/health');");
    const { code, out } = podsimProcess(['explore', '--exec', `node ${asks}`, '--runs', '2', '--jobs', '1']);
    expect(code).toBe(0);
    expect(out).toContain('each run starts the command as a process');
  });
});

test('the file of a client that polls a thousand times has few steps, and fails alone', () => {
  const said = explored(stubborn, 10, 'stubborn', '--property', 'stops-when-gone', '--reporter', 'json');
  const [failure] = reportIn(said).failures;
  expect(failure).toMatchObject({ property: 'stops-when-gone', failsAlone: true });
  expect(failure?.steps).toBeLessThan(20);
  const text = readFileSync(String(failure?.file), 'utf8');
  expect(text).toMatch(/^# left out: \d{2,} polls that ask what others ask; the \d+ steps after the failure$/m);
  const run = podsimProcess(['run', String(failure?.file)]);
  expect(run.code).toBe(1);
  // It fails by its property, and by nothing else.
  expect(run.out.match(/scenario\.yaml:\d+:\d+: /g)).toHaveLength(1);
});

test('the schema of its report is published', () => {
  const { code, out } = podsimProcess(['spec', 'schema', '--client-report']);
  expect([code, JSON.parse(out).required.includes('gaveUp')]).toStrictEqual([0, true]);
});
