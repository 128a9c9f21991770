import express, { type Response } from 'express';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { splitText } from '../../../adapters/host/call/bodyText.ts';
import { WorldHost } from '../../../adapters/host/world/worldHost.ts';
import { send, sendText } from '../../../adapters/http/answers.ts';
import { makeApp } from '../../../adapters/http/app.ts';
import { type Listening, listen } from '../../../adapters/http/listening.ts';
import { sendFrames, sendLines } from '../../../adapters/http/streams.ts';
import type { Answer } from '../../../engine/api/operation.ts';
import { defaultLimits } from '../../../engine/api/reading/bounds.ts';
import { World } from '../../../engine/world/world.ts';
import { worldOf } from '../../support/worlds/worlds.ts';

/** Answers are written in a task of their own, outside of any route handler: server.broken. */
describe('an answer that cannot be written', () => {
  const serving = new WorldHost({ clock: { clock: 'manual' }, apiKey: '' });
  const served = serving.serve('default', (onChange) => new World(worldOf(), { onChange }), { clock: 'manual' });
  const { stamp } = served;
  let server: Listening;

  /** A server that answers one path with this function. */
  const answering = async (answer: (res: Response) => void): Promise<string> => {
    const app = makeApp(serving, { control: { token: undefined, closed: false, door: { names: undefined } } });
    const outer = express();
    outer.get('/broken', (_req, res) => answer(res));
    outer.use(app);
    server = await listen(outer, { host: '127.0.0.1', port: 0, limits: defaultLimits });
    return server.url;
  };

  const isAlive = async (url: string) => (await fetch(`${url}/_podsim/v1/health/live`)).status;

  /** An answer with a header value that Node refuses. */
  const bad: Answer = { status: 200, headers: { 'x-bad': 'a\nb' }, body: 'x' };

  /** A value that JSON cannot hold. */
  const endless: { self?: unknown } = {};
  endless.self = endless;

  const errors = vi.spyOn(process.stderr, 'write').mockImplementation(() => true);

  afterEach(async () => {
    await server.close();
    expect(errors).toHaveBeenCalled();
    errors.mockClear();
  });

  // biome-ignore format: a table
  test.each([
    ['for a header that Node refuses', (res: Response) => send(res, bad, stamp, 'req-1')],
    ['for a body that is no JSON',     (res: Response) => send(res, { status: 200, body: endless as never }, stamp, 'req-1')],
    ['of a stream',                    (res: Response) => sendFrames(res, bad, { backfill: none, next: none }, served, stamp, 'req-1')],
    ['in lines',                       (res: Response) => sendLines(res, bad, ['a'], stamp, 'req-1')],
  ] as const)('%s is answered 500, and other calls get their answers', async (_, answer) => {
    // Other answers are written in the same task, and before and after it.
    const url = await answering((res) => {
      setImmediate(() => answer(res));
    });
    const [before, broken, after] = await Promise.all([isAlive(url), fetch(`${url}/broken`), isAlive(url)]);
    expect([before, broken.status, after, await isAlive(url)]).toStrictEqual([200, 500, 200, 200]);
    expect([broken.headers.get('x-podsim-rule'), broken.headers.get('x-request-id')]).toStrictEqual(['server.broken', 'req-1']);
    expect(await broken.json()).toMatchObject({ status: 500, detail: 'our fault, not yours: the answer cannot be written' });
  });

  test('to the end ends its connection alone: a stream whose next piece cannot be made', async () => {
    let calls = 0;
    const backfill = () => {
      calls += 1;
      if (calls > 1) throw new Error('the rest cannot be read');
      return { frames: [{ id: '1', data: 1 }], ended: false, more: true };
    };
    const url = await answering((res) => sendFrames(res, { status: 200 }, { backfill, next: none }, served, stamp, 'req-1'));
    const stream = await fetch(`${url}/broken`);
    await expect(stream.text()).rejects.toThrow();
    expect([calls, await isAlive(url)]).toStrictEqual([2, 200]);
  });

  test('to the end ends its connection alone: lines of which one cannot be read', async () => {
    function* lines(): Generator<string> {
      yield 'x'.repeat(100_000);
      process.stderr.write('the next line cannot be read');
      throw new Error('the next line cannot be read');
    }
    const url = await answering((res) => sendLines(res, { status: 200 }, lines(), stamp, 'req-1'));
    await expect(fetch(`${url}/broken`).then((got) => got.text())).rejects.toThrow();
    expect(await isAlive(url)).toBe(200);
  });
});

describe('a long answer', () => {
  test('goes out piece by piece, each in a turn of its own', async () => {
    const pieces = Array.from({ length: 20 }, (_, k) => new Uint8Array(70_000).fill(48 + (k % 10)));
    const bodies = [pieces, splitText(Buffer.concat(pieces).toString()) ?? []] as const;
    for (const text of bodies) {
      const turns = new Set<number>();
      let turn = 0;
      const app = express().get('/', (_req, res) => {
        const write = res.write.bind(res);
        res.write = ((...args: Parameters<typeof write>) => {
          turns.add(turn);
          return write(...args);
        }) as typeof write;
        const count = () => {
          turn += 1;
          if (!res.writableEnded) setImmediate(count);
        };
        setImmediate(count);
        sendText(res, { status: 200 }, () => text, undefined, 'req-1');
      });
      const server = await listen(app, { host: '127.0.0.1', port: 0, limits: defaultLimits });
      const got = await fetch(server.url);
      expect([got.headers.get('content-length'), await got.text()]).toStrictEqual(['1400000', Buffer.concat(pieces).toString()]);
      expect(turns.size).toBe(text.length);
      await server.close();
    }
  });
});

const none = () => ({ frames: [], ended: false });
