// What it costs to open a world again, to branch off from one, and to call one without a socket; figures in one process.
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { fileURLToPath } from 'node:url';
import { isLeft } from 'fp-ts/lib/Either.js';
import { WorldHost } from '../../dist/adapters/host/world/worldHost.js';
import { openFileStore } from '../../dist/adapters/store/fileStore.js';
import { createWorld } from '../../dist/adapters/vitest/index.js';
import { defaultDefinition } from '../../dist/engine/control/worlds/definition.js';
import { play } from '../../dist/engine/scenario/play/play.js';
import { parseScenario } from '../../dist/engine/scenario/scenario.js';
import { World } from '../../dist/engine/world/world.js';
import { median } from './median.mjs';

const timed = async (work) => {
  const begin = performance.now();
  await work();
  return performance.now() - begin;
};

const definition = {
  ...defaultDefinition({ apiKey: 'key' }),
  settings: { worker: { imagePull: 0, start: 0 }, account: { runPerWindow: 1_000_000 } },
};

/** Calls a served world until its log is so long: jobs that come, run, and are forgotten. */
const lived = async (serving, entries) => {
  const served = serving.find('default');
  const kept = () => new Promise((resolve) => served.durability.whenDurable(resolve));
  const request = { params: { endpoint_id: 'ep-demo' }, query: {}, body: { input: { prompt: 'hi' } } };
  const { world } = served;
  const { operations } = await import('../../dist/engine/api/table.js');
  const run = operations.find(({ id }) => id === 'run');
  while (world.log.length < entries) {
    for (let k = 0; k < 100; k++) served.call(run, { operation: 'run', client: { key: 'key' }, request, base: '' }, () => undefined);
    served.look(() => world.advance({ by: 60_000 }));
    await kept();
  }
};

const serve = async (store) => {
  const serving = new WorldHost({ clock: { clock: 'manual' }, apiKey: 'key', store });
  await serving.reopen();
  if (serving.find('default') === undefined)
    serving.serve('default', (onChange) => new World(definition, { onChange }), { clock: 'manual' });
  return serving;
};

const stop = async (serving) => {
  serving.close();
  await serving.release();
};

/** A world of a million entries, left as a kill would leave it somewhere between two snapshots. */
const reopening = async () => {
  const folder = mkdtempSync(join(tmpdir(), 'podsim-bench-'));
  const first = await openFileStore(folder, { sync: 'never' });
  let serving = await serve(first);
  await lived(serving, 1_000_000);
  const { length } = serving.find('default').world.log;
  // No last snapshot: a process that is killed has no time for it.
  await first.close();
  const milliseconds = await timed(async () => {
    serving = await serve(await openFileStore(folder));
  });
  if (serving.find('default').world.log.length < length) throw new Error('it has lost something');
  await stop(serving);
  rmSync(folder, { recursive: true });
  return [['reopen a million entries, ms', milliseconds, 'under 2000']];
};

/** Branching off from a world of a hundred thousand entries: as it is, and as it was half-way. */
const forking = async () => {
  const serving = new WorldHost({ clock: { clock: 'manual' }, apiKey: 'key' });
  serving.serve('default', (onChange) => new World(definition, { onChange }), { clock: 'manual' });
  await lived(serving, 100_000);
  const { appWithout } = await import('../../dist/adapters/http/server.js');
  const { fetchThrough } = await import('../../dist/adapters/http/inProcess.js');
  const fetch = fetchThrough(appWithout(serving));
  const fork = (seq) =>
    timed(async () => {
      const answer = await fetch('http://podsim.test/_podsim/v1/forks', { method: 'POST', body: JSON.stringify({ seq }) });
      if (answer.status !== 201) throw new Error(await answer.text());
    });
  const { length } = serving.find('default').world.log;
  const now = [];
  const halfWay = [];
  for (let k = 0; k < 5; k++) {
    now.push(await fork(length));
    halfWay.push(await fork(Math.floor(length / 2)));
  }
  return [
    ['fork 100000 entries, as it is, ms', median(now), 'under 100'],
    ['fork 100000 entries, half-way, ms', median(halfWay), 'under 100'],
  ];
};

/** A call through `fetch` that touches no socket. */
const fetching = async () => {
  const world = createWorld({ settings: { account: { readPerWindow: 1_000_000 } } });
  const headers = { authorization: `Bearer ${world.apiKey}` };
  const call = () => world.fetch('http://podsim.test/v2/ep-demo/health', { headers });
  for (let k = 0; k < 3_000; k++) await call();
  const rounds = [];
  for (let k = 0; k < 5; k++)
    rounds.push(
      await timed(async () => {
        for (let n = 0; n < 1_000; n++) await call();
      }),
    );
  return [['in-process fetch, µs', median(rounds), 'under 100']];
};

/** A world over the control plane: made and dropped. */
const worlds = async () => {
  const world = createWorld();
  const ask = (method, path, body) => world.fetch(`http://podsim.test/_podsim/v1/${path}`, { method, ...(body ? { body } : {}) });
  const once = (k) =>
    timed(async () => {
      await ask('POST', 'worlds', `{"id":"w${k}"}`);
      await ask('DELETE', `worlds/w${k}`);
    });
  const times = [];
  for (let k = 0; k < 200; k++) times.push(await once(k));
  return [['a world made and dropped, ms', median(times), 'well under 5']];
};

/** How much room an event takes on the disk: ten thousand jobs at once. */
const onDisk = async () => {
  const file = fileURLToPath(new URL('../../scenarios/queue/burst-of-ten-thousand.scenario.yaml', import.meta.url));
  const parsed = parseScenario(file, readFileSync(file, 'utf8'), () => undefined);
  if (isLeft(parsed)) throw new Error('the burst cannot be read');
  const { world } = play(parsed.right[0]);
  const bytes = async (compress) => {
    const folder = mkdtempSync(join(tmpdir(), 'podsim-bench-'));
    const store = await openFileStore(folder, { sync: 'never', compress });
    const log = await store.create('a', world.header);
    const entries = [...world.log.entries()];
    for (let from = 0; from < entries.length; from += 100) await log.append(from, entries.slice(from, from + 100));
    await store.close();
    const { size } = statSync(join(folder, 'a', `log.ndjson${compress ? '.gz' : ''}`));
    rmSync(folder, { recursive: true });
    return size / entries.length;
  };
  return [
    ['bytes an event on disk', await bytes(false), ''],
    ['bytes an event on disk, compressed', await bytes(true), 'under 60'],
  ];
};

const all = { reopening, forking, fetching, worlds, onDisk };
const figures = await (all[process.argv[2]] ?? (() => []))();
process.stdout.write(`${JSON.stringify(figures)}\n`);
