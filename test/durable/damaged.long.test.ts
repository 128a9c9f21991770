import { cpSync, existsSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { openFileStore } from '../../adapters/store/fileStore.ts';
import { Folder } from '../support/folder.ts';
import { type Served, served } from '../support/serving/served.ts';
import { endedProcess, ServingProcess } from '../support/serving/servingProcess.ts';
import { endpointOf, worldOf } from '../support/worlds/worlds.ts';

const folder = new Folder();
const definition = worldOf({ endpoints: [endpointOf('ep-a', { workers: { min: 1, max: 1 } })] });
let made = 0;

/** A data directory with the worlds default, one and two. */
const directory = async (): Promise<string> => {
  const path = folder.at(`directory-${++made}`);
  await using server = await served({ definition, store: await openFileStore(path) });
  for (const id of ['one', 'two']) {
    await server.post('/_podsim/v1/worlds', { id });
    await server.post(`/worlds/${id}/_podsim/v1/keys`, { name: 'ci', permissions: { pods: 'write' } });
  }
  await server.post('/v2/ep-a/run', { input: {} });
  return path;
};

const again = async (path: string, isStrict = false): Promise<Served> => served({ definition, store: await openFileStore(path), isStrict });

/** Changes the last entry of a world's log. Returns its number. */
const damage = (path: string, id: string): number => {
  const log = join(path, id, 'log.ndjson');
  const text = readFileSync(log, 'utf8');
  const seq = [...text.matchAll(/^\{"seq":(\d+),/gm)].length;
  const at = text.lastIndexOf(`{"seq":${seq},"at":`);
  writeFileSync(log, `${text.slice(0, at)}${text.slice(at).replace('"cause"', '"cuase"')}`);
  for (const name of folder.names(`directory-${made}/${id}`)) if (name.startsWith('snapshot')) rmSync(join(path, id, name));
  return seq;
};

describe('a damaged world', () => {
  test('answers 503 with what a repair would do, while the others are served (store.others-go-on)', async () => {
    const path = await directory();
    const seq = damage(path, 'one');
    const before = readFileSync(join(path, 'one/log.ndjson'));
    await using server = await again(path);
    for (const call of ['/worlds/one/v2/pods', '/worlds/one/_podsim/v1/info', '/worlds/one/console']) {
      const { status, headers, body } = await server.get(call);
      expect([status, headers.get('x-podsim-rule')]).toStrictEqual([503, 'store.others-go-on']);
      expect(body.detail).toContain(
        `the world one is damaged, and not served: ${path}/one/log.ndjson: entry ${seq} was changed after it was written`,
      );
      expect(body.detail).toMatch(/it would write a copy with (the header alone|entries 1 to \d+)$/);
    }
    expect((await server.get('/worlds/two/_podsim/v1/info')).status).toBe(200);
    expect((await server.post('/v2/ep-a/run', { input: {} })).status).toBe(200);
    expect((await server.get('/_podsim/v1/health/ready')).status).toBe(200);
    expect((await server.get('/worlds/three/v2/pods')).status).toBe(404);
    const taken = await server.post('/_podsim/v1/worlds', { id: 'one' });
    expect([taken.status, taken.body.detail]).toStrictEqual([409, 'the world one is stored, but damaged: repair it, or remove its folder']);
    expect(readFileSync(join(path, 'one/log.ndjson')).equals(before)).toBe(true);
  });

  test('that is the default one answers 503, too, and none takes its place', async () => {
    const path = await directory();
    damage(path, 'default');
    await using server = await again(path);
    const { status, headers, body } = await server.get('/v2/pods');
    expect([status, headers.get('x-podsim-rule')]).toStrictEqual([503, 'store.others-go-on']);
    expect(body.detail).toContain('the world default is damaged, and not served: ');
    expect((await server.post('/_podsim/v1/reset')).status).toBe(503);
    expect((await server.get('/_podsim/v1/health/ready')).status).toBe(503);
    expect(await (await fetch(`${server.url}/_podsim/v1/health/live`)).json()).toStrictEqual({ status: 'live' });
    expect((await server.get('/worlds/one/_podsim/v1/info')).status).toBe(200);
  });

  test('ends the start with strict', async () => {
    const path = await directory();
    damage(path, 'one');
    await expect(again(path, true)).rejects.toThrow('was changed after it was written');
  });

  test('that has lost its log says so', async () => {
    const path = await directory();
    rmSync(join(path, 'one/log.ndjson'));
    await using server = await again(path);
    const { status, body } = await server.get('/worlds/one/v2/pods');
    expect([status, body.detail]).toStrictEqual([
      503,
      `the world one is damaged, and not served: ${path}/one contains no log: put it back, or remove the folder; podsim log repair can save nothing of it`,
    ]);
    expect(folder.names(`directory-${made}/one`)).not.toHaveLength(0);
  });
});

describe('podsim serve', () => {
  const serving = (path: string, ...more: readonly string[]) => ['serve', '--port', '0', '--clock', 'manual', '--data-dir', path, ...more];

  test('names a damaged world, and with --strict does not start', async () => {
    const path = await directory();
    damage(path, 'one');
    await using server = new ServingProcess(serving(path));
    await server.url();
    expect(server.err).toContain(`world one is damaged, and not served: ${path}/one/log.ndjson: entry `);
    server.signal('SIGTERM');
    await server.ended;
    const { code, err } = await endedProcess(serving(path, '--strict'));
    expect([code, err]).toStrictEqual([3, expect.stringContaining('was changed after it was written')]);
  });

  test('does not open a log whose end is missing, until its loss is accepted; repair says what is missing', async () => {
    const path = await directory();
    const log = join(path, 'default/log.ndjson');
    const text = readFileSync(log, 'utf8');
    const lines = text.trimEnd().split('\n');
    const ends = lines.flatMap((line, k) => (line.startsWith('{"end"') ? [k] : []));
    const kept = Number(JSON.parse(lines[ends[1] as number] as string).end);
    truncateSync(log, Buffer.byteLength(`${lines.slice(0, (ends[1] as number) + 1).join('\n')}\n`));
    const newest = Math.max(...folder.names(`directory-${made}/default`).map((name) => Number(/\d+/.exec(name)?.[0] ?? 0)));
    expect(newest).toBeGreaterThan(kept);
    const copy = folder.at('copy');
    cpSync(path, copy, { recursive: true, filter: (name) => !name.endsWith('.lock') });

    await using server = new ServingProcess(serving(path));
    const answer = await fetch(`${await server.url()}/v2/pods`);
    expect(server.out).toContain('(world default is damaged, and not served)');
    expect(answer.status).toBe(503);
    expect(await answer.text()).toContain(`at least entries ${kept + 1} to ${newest} are missing; nothing was removed`);
    server.signal('SIGTERM');
    await server.ended;
    const repaired = await endedProcess(['log', 'repair', path]);
    expect(repaired.code).toBe(1);
    expect(repaired.out).toContain(`ends after entry ${kept}, and its snapshot of entry ${newest} proves that there were more`);
    expect(repaired.out).toContain(`missing: entries ${kept + 1} to ${newest} at least`);
    expect(existsSync(`${path}.repaired/default/log.ndjson`)).toBe(true);

    for (const args of [serving(path, '--accept-loss'), serving(`${path}.repaired`)]) {
      await using opened = new ServingProcess(args);
      expect((await fetch(`${await opened.url()}/_podsim/v1/health/ready`)).status).toBe(200);
      const said = `world 'default': continues after entry ${kept}; the loss of entries ${kept + 1} to ${newest} at least was accepted`;
      expect(opened.err.includes(said)).toBe(args.includes('--accept-loss'));
      opened.signal('SIGTERM');
      await opened.ended;
    }
  });

  test.each(['/proc/x', '/proc/x/y/z', '/dev/null/x'])('says at once that %s cannot be made', async (path) => {
    const { code, err } = await endedProcess(serving(path));
    expect(code).toBe(3);
    expect(err).toContain(`${path}: `);
  });

  test('has the old or the new world when it was killed during a reset', async () => {
    const path = folder.at('reset');
    let confirmed = 0;
    for (let round = 0; round < 6; round++) {
      await using server = new ServingProcess(serving(path));
      const url = await server.url();
      const { worlds } = (await (await fetch(`${url}/_podsim/v1/worlds`)).json()) as { worlds: { seed: string }[] };
      const seed = worlds[0]?.seed ?? '';
      if (round > 0) expect([`s${confirmed}`, `s${confirmed + 1}`]).toContain(seed);
      if (seed === `s${confirmed + 1}`) confirmed += 1;
      const resetting = (async () => {
        for (;;) {
          const body = JSON.stringify({ seed: `s${confirmed + 1}` });
          const answer = await fetch(`${url}/_podsim/v1/reset`, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
          if (answer.status !== 200) throw new Error(`${answer.status} ${await answer.text()}`);
          confirmed += 1;
        }
      })().catch((error: unknown) => String(error));
      const enough = confirmed + 2 + round;
      const refused = resetting.then((said) => {
        throw new Error(`a reset was refused before the server was killed: ${said}`);
      });
      await Promise.race([expect.poll(() => confirmed, { interval: 1 }).toBeGreaterThanOrEqual(enough), refused]);
      server.signal('SIGKILL');
      await server.ended.catch(() => undefined);
      expect(await resetting).toMatch(/fetch failed|terminated/);
    }
  });
});
