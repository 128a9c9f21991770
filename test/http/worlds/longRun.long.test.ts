import { describe, expect, test } from 'vitest';
import { openFileStore } from '../../../adapters/store/fileStore.ts';
import { readModels } from '../../../engine/cloud/state/readModels.ts';
import { computeFingerprint } from '../../../engine/kernel/log.ts';
import { minutes } from '../../../engine/kernel/time.ts';
import { Choice } from '../../../engine/lab/explorer/choice.ts';
import { rerun } from '../../../engine/world/history/rerun.ts';
import { Folder } from '../../support/folder.ts';
import { sizesOf } from '../../support/house/sizes.ts';
import { type Served, type ServedOptions, served } from '../../support/serving/served.ts';
import { endpointOf, keyOf, worldOf } from '../../support/worlds/worlds.ts';

/** What a server holds in memory after many calls. `npm run soak` makes a million, and measures the memory. */

const seed = process.env['PODSIM_LAW_SEED'] ?? '1';
const again = `again: PODSIM_LAW_SEED=${seed} npx vitest run test/http/worlds/longRun.long.test.ts`;
const folder = new Folder();
let folders = 0;

const held = 256;
/** The log releases whole chunks. */
const chunk = 1_024;
/** A log of this length does not fit into memory. */
const tooLong = held + chunk;

const limited = { ...keyOf('limited'), rateLimitExempt: false };
const definition = worldOf({
  settings: { worker: { imagePull: 0, start: 0 }, job: { retentionRun: minutes(1) } },
  accounts: [{ id: 'acc-a', keys: [keyOf('alice'), limited] }],
  endpoints: [endpointOf('ep-a', {}, { chances: [{ ending: 'fail', of: 1, among: 10 }] })],
});

const ways: readonly (readonly [string, () => Promise<ServedOptions>])[] = [
  ['with a data directory', async () => ({ store: await openFileStore(folder.at(`${++folders}`)) })],
  ['with a data directory that is compressed', async () => ({ store: await openFileStore(folder.at(`${++folders}`), { compress: true }) })],
  ['without a data directory', async () => ({})],
];

const start = async (way: () => Promise<ServedOptions>): Promise<Served> =>
  served({ definition, limits: { logEntriesInMemory: held }, ...(await way()) });

/** Reads, refusals and jobs in random order. Then the clock advances until all jobs have ended and are purged. */
const askALot = async (server: Served, dice: Choice): Promise<void> => {
  for (let k = 0; k < 40; k++) {
    const job = (await server.post('/v2/ep-a/run', { input: { k } })).body.id;
    const call = dice.below(7);
    if (call === 0) await server.get(`/v2/ep-a/status/${job}`);
    if (call === 1) await server.get(`/v2/ep-a/status/unknown-${k}`);
    if (call === 2) await server.get('/v2/pods', { key: `unknown-${dice.below(1_000)}` });
    if (call === 3) await server.get(`/v2/ep-${dice.below(1_000)}/health`, { key: limited.secret });
    if (call === 4) await server.post('/v2/pods', { name: k });
    if (call === 5) await server.post(`/v2/ep-a/cancel/${job}`);
    if (call === 6) await server.get('/v2/pods', { key: limited.secret });
  }
  await server.advance({ by: '4m' });
  // The world holds the input keys of the newest instant: their number is the same after each round.
  for (const path of ['/v2/ep-a/status/x', '/v2/ep-a/health', '/v2/pods']) await server.get(path);
  for (const path of ['/v2/ep-a/run', '/v2/ep-a/cancel/x', '/v2/pods']) await server.post(path, {});
};

const rounds = 6;

/** Bills hold the changes of the last hour, for their later pages (list.pages). */
const billing = `read model ${readModels.indexOf('billing')}`;
const valuesInStep = 4;

describe.each(ways)('a server after many calls, %s', (name, way) => {
  test('holds as much in memory as much earlier, and the newest entries of the log', async () => {
    await using server = await start(way);
    const dice = new Choice(seed, name);
    const sizes = [];
    for (let round = 0; round < rounds; round++) {
      await askALot(server, dice);
      await server.until(() => server.world.log.held <= tooLong, 'the log left memory');
      sizes.push(sizesOf(server.world));
    }
    expect(server.world.log.length, again).toBeGreaterThan(tooLong);
    const others = sizes.map(({ [billing]: _, ...rest }) => rest);
    expect(others.at(-1), again).toStrictEqual(others[2]);
    // All rounds were in one hour. After the next, it holds no more than after the first one, and a step of each hour.
    const [first = 0, last = 0] = [sizes[0]?.[billing], sizes.at(-1)?.[billing]];
    expect(last, again).toBeGreaterThan(first);
    await server.advance({ by: '61m' });
    await askALot(server, dice);
    expect(sizesOf(server.world)[billing], again).toBeLessThanOrEqual(first + 2 * valuesInStep);
  });

  test('can still return the whole log', async () => {
    await using server = await start(way);
    const dice = new Choice(seed, `${name}, read`);
    const first = (await server.post('/v2/ep-a/run', { input: {} })).body.id;
    while (server.world.log.length < 1.2 * tooLong) await askALot(server, dice);
    await server.until(() => server.world.log.held <= tooLong, 'the log left memory');
    const { world } = server;
    const entries = [...world.log.entries()];
    expect(entries.map(({ seq }) => seq)).toStrictEqual(Array.from({ length: world.log.length }, (_, k) => k + 1));
    expect(world.fingerprint()).toBe(computeFingerprint(world.header, entries));
    expect(rerun(world.header, entries).fingerprint(), again).toBe(world.fingerprint());
    const { body: explained } = await server.get(`/_podsim/v1/explain/${first}`);
    expect(explained.history.map(({ event }: { readonly event: { readonly type: string } }) => event.type)[0]).toBe('JobQueued');
    const events = (await server.get(`/_podsim/v1/events?entity=${first}&limit=1`)).body.events;
    expect(events).toMatchObject([{ type: 'JobQueued', jobId: first }]);
    const log = await (await fetch(`${server.url}/_podsim/v1/log`)).text();
    expect(log.split('\n').at(-2)).toBe(JSON.stringify({ end: entries.length, fingerprint: computeFingerprint(world.header, entries) }));
    expect((await server.get(`/_podsim/v1/state?seq=${events[0].seq}&kind=job`)).body.entities.job).toHaveProperty(first);
  });

  test('gives a fork its whole past, also after its parent was dropped', async () => {
    await using server = await start(way);
    await server.post('/_podsim/v1/worlds', { id: 'trunk', world: { endpoints: [{ id: 'ep-a' }] } });
    const trunk = server.serving.find('trunk');
    if (trunk === undefined) throw new Error('there is no trunk');
    trunk.look(() => {
      while (trunk.world.log.length < 2 * tooLong) trunk.world.advance({ by: 1 });
    });
    const past = [...trunk.world.log.entries()];
    await server.until(() => trunk.world.log.held <= tooLong, 'the log left memory');
    expect((await server.post('/worlds/trunk/_podsim/v1/forks', { id: 'branch', seq: past.length })).status).toBe(201);
    const branch = server.serving.find('branch')?.world;
    await server.ask('DELETE', '/_podsim/v1/worlds/trunk');
    await server.until(() => (branch?.log.held ?? 0) <= tooLong, 'the fork has a file of its own');
    await server.post('/worlds/branch/v2/ep-a/run', { input: {} });
    expect([...(branch?.log.entries() ?? [])].slice(0, past.length)).toStrictEqual(past);
  });
});

test('a server without room for the log of a world refuses changes, names the bound, and continues when there is room', async () => {
  const { TMPDIR } = process.env;
  const gone = folder.at('gone');
  process.env['TMPDIR'] = gone;
  try {
    await using server = await start(async () => ({}));
    await server.advance({ by: '1s' });
    await server.until(() => {
      server.default.look(() => server.world.advance({ by: 1 }));
      return server.default.durability.writeError !== undefined;
    }, 'there was no room');
    const { status, headers, body } = await server.post('/v2/ep-a/run', { input: {} });
    expect([status, headers.get('x-podsim-rule'), headers.get('retry-after')]).toStrictEqual([503, 'store.unwritable', '1']);
    expect(body.detail).toContain(`more than ${held} entries, which have no room in memory (this server's limit logEntriesInMemory`);
    expect((await server.get('/v2/ep-a/health')).status).toBe(200);
    folder.write('gone/there', '');
    await server.until(() => server.default.durability.writeError === undefined, 'there is room again');
    expect((await server.post('/v2/ep-a/run', { input: {} })).status).toBe(200);
    await server.until(() => server.world.log.held <= tooLong, 'the log left memory');
    // The file is already unlinked.
    expect(folder.names('gone')).toStrictEqual(['there']);
  } finally {
    if (TMPDIR === undefined) delete process.env['TMPDIR'];
    else process.env['TMPDIR'] = TMPDIR;
  }
});
