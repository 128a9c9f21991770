import { EventEmitter } from 'node:events';
import type { Response } from 'express';
import { expect, test } from 'vitest';
import { Outlet, UnreadStreams } from '../../adapters/http/unread.ts';

/** A client that reads as a test says. */
class Client extends EventEmitter {
  writableNeedDrain = false;
  writableEnded = false;
  destroyed = false;
  writableLength = 0;
  readonly got: Uint8Array[] = [];

  cork(): void {}

  uncork(): void {}

  /** One piece fills it. */
  write(piece: Uint8Array): boolean {
    this.got.push(piece);
    this.writableNeedDrain = true;
    return false;
  }

  read(): void {
    this.writableNeedDrain = false;
    this.emit('drain');
  }

  end(): void {
    this.writableEnded = true;
  }
}

const opened = (all = new UnreadStreams({ streamsUnread: 100 })) => {
  const client = new Client();
  const dropped: string[] = [];
  const outlet = new Outlet(client as unknown as Response, all, (limit) => dropped.push(limit));
  return { all, client, outlet, dropped };
};

const piece = (length: number) => new Uint8Array(length);

test('pieces wait until the client has read those before them, and then come in their order, and after them the end', () => {
  const { all, client, outlet } = opened();
  const pieces = [piece(1), piece(2), piece(3), piece(4)];
  outlet.send(pieces.slice(0, 3));
  outlet.send(pieces.slice(3));
  outlet.end();
  expect([client.got.length, outlet.waiting, all.sum, outlet.isOver, client.writableEnded]).toStrictEqual([1, 9, 9, true, false]);
  for (let k = 0; k < 3; k++) client.read();
  expect(client.got).toStrictEqual(pieces);
  expect([outlet.waiting, all.sum, client.writableEnded]).toStrictEqual([0, 0, true]);
});

test('what waits is the same object in every stream: nothing is copied', () => {
  const all = new UnreadStreams({ streamsUnread: 10_000 });
  const shared = piece(1_000);
  const clients = [1, 2, 3].map(() => {
    const { client, outlet } = opened(all);
    outlet.send([piece(1), shared]);
    client.read();
    return client;
  });
  for (const { got } of clients) expect(got[1]).toBe(shared);
});

test('where all together have too much, the stream with the most ends, and what it held is free', () => {
  const all = new UnreadStreams({ streamsUnread: 100 });
  const [one, two, three] = [opened(all), opened(all), opened(all)];
  one.outlet.send([piece(1), piece(30)]);
  two.outlet.send([piece(1), piece(60)]);
  three.outlet.send([piece(1), piece(10)]);
  expect(all.sum).toBe(100);
  three.outlet.send([piece(1)]);
  expect([one, two, three].map(({ dropped }) => dropped)).toStrictEqual([[], ['streamsUnread'], []]);
  expect([two.outlet.waiting, two.outlet.isOver, all.sum]).toStrictEqual([0, true, 41]);
});

test('a few streams are asked in one turn, each once, and the others in the next ones', async () => {
  const { all } = opened();
  const asked: number[] = [];
  const pulls = Array.from({ length: 100 }, (_, k) => () => asked.push(k));
  for (const pull of [...pulls, ...pulls]) all.pullSoon(pull);
  all.forget(pulls[1] as () => void);
  const lengths: number[] = [];
  for (let turn = 0; turn < 5; turn++) {
    await new Promise((later) => setImmediate(later));
    lengths.push(asked.length);
  }
  expect(lengths).toStrictEqual([32, 64, 96, 99, 99]);
});

test('a few streams are sent to in one turn, in the order in which they asked, and one alone at once', async () => {
  const { all } = opened();
  const sent: number[] = [];
  for (let k = 0; k < 100; k++) all.sendSoon(() => sent.push(k));
  const lengths = [sent.length];
  for (let turn = 0; turn < 4; turn++) {
    if (turn === 2) all.sendSoon(() => sent.push(100));
    await new Promise((later) => setImmediate(later));
    lengths.push(sent.length);
  }
  expect(lengths).toStrictEqual([32, 64, 96, 101, 101]);
  expect(sent).toStrictEqual(Array.from({ length: 101 }, (_, k) => k));
  await new Promise((later) => setImmediate(later));
  all.sendSoon(() => sent.push(101));
  expect(sent.at(-1)).toBe(101);
  for (let k = 102; k < 150; k++) all.sendSoon(() => sent.push(k));
  all.sendNow();
  expect(sent).toHaveLength(150);
});
