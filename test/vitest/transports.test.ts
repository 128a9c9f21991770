import { readdirSync, readFileSync } from 'node:fs';
import { get, Server } from 'node:http';
import { describe, expect, vi } from 'vitest';
import { createWorld, type TestWorld, test } from '../../adapters/vitest/index.ts';

const submission = (world: TestWorld): RequestInit => ({
  method: 'POST',
  headers: { authorization: `Bearer ${world.apiKey}`, 'content-type': 'application/json' },
  body: JSON.stringify({ input: { prompt: 'hi' } }),
});

describe('the fetch of a world', () => {
  test('reaches it without a socket', async ({ world }) => {
    const answer = await world.fetch('/v2/ep-demo/run', submission(world));
    expect(answer.status).toBe(200);
    expect(await answer.json()).toMatchObject({ status: 'IN_QUEUE' });
    expect(world).toHaveEmitted('JobQueued', { source: 'run' });
    expect((await world.fetch(`${world.url}/v2/pods`)).status).toBe(401);
  });

  test('waits for the same clock as a call', async ({ world }) => {
    const waiting = world.fetch('/v2/ep-demo/runsync', submission(world));
    while (world.waiting === 0) await new Promise((resolve) => setImmediate(resolve));
    await world.advance('2m');
    expect(await (await waiting).json()).toMatchObject({ status: 'COMPLETED' });
  });

  test('reaches the control plane', async ({ world }) => {
    const reset = await world.fetch('/_podsim/v1/reset', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ seed: 'another' }),
    });
    expect(reset.ok).toBe(true);
    expect(world.seed).toBe('another');
    expect(await world.call.health({ endpoint_id: 'ep-demo' })).toMatchObject({ status: 200 });
  });
});

describe('a world that listens', () => {
  test('answers on a port of this machine until it is closed', async ({ world }) => {
    const { url, port, close } = await world.listen();
    expect(url).toBe(`http://127.0.0.1:${port}`);
    expect((await fetch(`${url}/v2/ep-demo/run`, submission(world))).status).toBe(200);
    expect((await fetch(`${url}/_podsim/v1/clock`)).status).toBe(200);
    await close();
    await expect(fetch(url)).rejects.toThrow('fetch failed');
    expect(await world.call.listPods()).toMatchObject({ ok: true });
  });

  test('on more than one port is one world', async ({ world }) => {
    const [one, other] = [await world.listen(), await world.listen()];
    await fetch(`${one.url}/v2/ep-demo/run`, submission(world));
    const headers = { authorization: `Bearer ${world.apiKey}` };
    expect(await (await fetch(`${other.url}/v2/ep-demo/health`, { headers })).json()).toMatchObject({ jobs: { inQueue: 1 } });
  });

  test('answers its pending calls, and is closed, when it is disposed of', async () => {
    const world = createWorld({ clock: 'manual' });
    const { url } = await world.listen();
    const waiting = fetch(`${url}/v2/ep-demo/runsync`, submission(world));
    while (world.waiting === 0) await new Promise((resolve) => setImmediate(resolve));
    await world.dispose();
    expect((await waiting).status).toBe(503);
    await expect(fetch(url)).rejects.toThrow('fetch failed');
    await expect(world.listen()).rejects.toThrow('this world is disposed of');
    await expect(world.fetch('/v2/pods')).rejects.toThrow('this world is disposed of');
  });

  test('does not wait for clients that stay connected', async () => {
    const world = createWorld();
    const { url } = await world.listen();
    await new Promise((resolve) => get(`${url}/v2/pods`, (response) => response.resume().on('end', resolve)));
    // A server that has to cut its connections would never end here.
    const cutOff = vi.spyOn(Server.prototype, 'closeAllConnections').mockImplementation(() => undefined);
    await world.dispose();
    cutOff.mockRestore();
  });

  test('is reached without a socket beside', async ({ world }) => {
    await world.fetch('/v2/pods');
    const { url } = await world.listen();
    const answers = await Promise.all([world.fetch('/v2/pods'), fetch(`${url}/v2/pods`), world.fetch(`${url}/v2/pods`)]);
    expect(answers.map(({ status }) => status)).toStrictEqual([401, 401, 401]);
  });
});

describe('the modules of HTTP', () => {
  /** The imports of `adapters/http` in a folder's files. */
  const importsIn = (folder: string): readonly string[] =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts'))
      .flatMap((name) =>
        [...readFileSync(`${folder}/${name}`, 'utf8').matchAll(/^.*'(?:\.\.\/)+http\/\w+\.ts'.*$/gm)].map(
          ([line]) => `${name}: ${line.trim()}`,
        ),
      );

  test('are imported by the test kit in one file, and only when a world is first reached over HTTP', () => {
    const imports = importsIn('adapters/testing');
    expect(imports.length).toBeGreaterThan(0);
    expect(importsIn('adapters/vitest')).toStrictEqual([]);
    for (const line of imports) expect(line).toMatch(/^transports\.ts: (?:import type |.*await .*import\()/);
  });

  test('are not imported by what hosts worlds', () => {
    expect(importsIn('adapters/host')).toStrictEqual([]);
  });
});
