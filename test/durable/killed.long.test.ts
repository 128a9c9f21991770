import { expect, test } from 'vitest';
import { computeFingerprint } from '../../engine/kernel/log.ts';
import { Folder } from '../support/folder.ts';
import { ServingProcess } from '../support/serving/servingProcess.ts';
import { keptIn, killedWhileServing } from './killing.ts';

/** `npm run torture` asks for 200. */
const rounds = Number(process.env['PODSIM_TORTURE_ROUNDS'] ?? 4);
const seed = Number(process.env['PODSIM_LAW_SEED'] ?? 1);
/** How often a folder is reused: a world that was killed several times finds more faults. */
const roundsPerFolder = Math.min(20, Math.ceil(rounds / 2));

const place = new Folder();

const again = (round: number) => `round ${round} of PODSIM_LAW_SEED=${seed} PODSIM_TORTURE_ROUNDS=${rounds} npm run torture`;

test('a server that is killed loses nothing that it confirmed to a client', { timeout: 3_600_000 }, async () => {
  let folder = '';
  let more: readonly string[] = [];
  let before = { length: 0, link: '' };
  for (let round = 1; round <= rounds; round++) {
    if ((round - 1) % roundsPerFolder === 0) {
      folder = place.at(`round-${round}`);
      // Every second folder is a compressed one.
      more = more.length === 0 && round > 1 ? ['--compress'] : [];
      before = { length: 0, link: '' };
    }
    const answers = 1 + ((seed * 7_919 + round * 104_729) % 400);
    const told = await killedWhileServing({ folder, clients: 32, answers, seed: seed + round, more });
    const kept = await keptIn(folder);
    const { header } = kept;

    expect(kept.length, `every answer is in the log: ${again(round)}`).toBeGreaterThanOrEqual(Math.max(0, ...told.map(({ seq }) => seq)));
    const queued = kept.entries.flatMap(({ event }) => (event.type === 'JobQueued' ? [event.jobId] : []));
    const known = new Set(queued);
    expect(known.size, `nothing is there twice: ${again(round)}`).toBe(queued.length);
    expect(
      told.filter(({ jobId }) => jobId !== undefined && !known.has(jobId)),
      `every job is in the log: ${again(round)}`,
    ).toStrictEqual([]);
    expect(computeFingerprint(header, kept.entries), `the chain holds: ${again(round)}`).toBe(kept.link);
    expect(computeFingerprint(header, kept.entries.slice(0, before.length)), `what was kept stays: ${again(round)}`).toBe(
      before.length === 0 ? computeFingerprint(header, []) : before.link,
    );
    before = kept;
  }
});

test('a second process is refused, and takes over without loss once the first is killed', async () => {
  const folder = place.at('two');
  await using first = new ServingProcess(['serve', '--port', '0', '--data-dir', folder, '--clock', 'manual']);
  const url = await first.url();
  const submitted = await fetch(`${url}/v2/ep-demo/run`, {
    method: 'POST',
    headers: { authorization: 'Bearer podsim-dev-key' },
    body: '{"input":{}}',
  });
  const { id } = (await submitted.json()) as { readonly id: string };
  await using second = new ServingProcess(['serve', '--port', '0', '--data-dir', folder]);
  const refused = await second.ended;
  expect(refused.code).toBe(3);
  expect(refused.err).toMatch(/is in use by process \d+/);
  first.signal('SIGKILL');
  await first.ended;
  await using third = new ServingProcess(['serve', '--port', '0', '--data-dir', folder, '--clock', 'manual']);
  const status = await fetch(`${await third.url()}/v2/ep-demo/status/${id}`, { headers: { authorization: 'Bearer podsim-dev-key' } });
  expect(await status.json()).toStrictEqual({ id, status: 'IN_QUEUE' });
});

const work = { concurrency: 3, sharing: { kind: 'processor', from: 1 }, duration: { fixed: '7s' }, chunks: { count: 3, every: '2s' } };
// The third waits for memory, and the newest gives its own back.
const tokens = { prompt: 400, output: 500, prefill: '1ms', decode: '20ms', batch: { slope: '5ms' }, memory: { tokens: 1_200 } };

test.each([
  ['a batch that shares its worker', work],
  ['a batch of sequences of tokens', { concurrency: 3, tokens, chunks: { count: 3, every: '2s' } }],
])('%s goes on where it was when the server was killed, as if nothing had happened', async (name, handler) => {
  const headers = { authorization: 'Bearer podsim-dev-key', 'content-type': 'application/json' };
  const call = async (url: string, method: string, path: string, body: object): Promise<void> => {
    const answer = await fetch(`${url}${path}`, { method, headers, body: JSON.stringify(body) });
    expect(answer.ok, `${path}: ${answer.status}`).toBe(true);
  };
  const play = async (folder: string, isKilled: boolean): Promise<string> => {
    const args = ['serve', '--port', '0', '--data-dir', folder, '--clock', 'manual'];
    const half = async (url: string, jobs: readonly number[]): Promise<void> => {
      for (const nth of jobs) await call(url, 'POST', '/v2/ep-demo/run', { input: { nth } });
      await call(url, 'POST', '/_podsim/v1/clock/advance', { by: '27s' });
    };
    await using server = new ServingProcess(args);
    const url = await server.url();
    await call(url, 'PUT', '/_podsim/v1/endpoints/ep-demo/handler', handler);
    await half(url, [1, 2, 3, 4]);
    if (isKilled) {
      server.signal('SIGKILL');
      await server.ended.catch(() => undefined);
    }
    await using other = isKilled ? new ServingProcess(args) : server;
    const later = await other.url();
    await half(later, [5]);
    await call(later, 'POST', '/_podsim/v1/clock/advance', { by: '1m' });
    other.signal('SIGKILL');
    await other.ended.catch(() => undefined);
    const { entries, link } = await keptIn(folder);
    const ends = entries.flatMap(({ event }) => (event.type === 'JobCompleted' ? [event.executionTime] : []));
    expect(ends).toHaveLength(5);
    expect(Math.max(...ends)).toBeGreaterThan(20_000);
    return link;
  };
  expect(await play(place.at(`${name} killed`), true)).toBe(await play(place.at(name), false));
});
