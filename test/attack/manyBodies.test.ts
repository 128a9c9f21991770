import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { BodiesRead, GrowingBody } from '../../adapters/http/bodyBytes.ts';
import { type RawAnswer, RawConnection } from '../support/serving/rawHttp.ts';
import { served } from '../support/serving/served.ts';

// A caller holds many bodies open, each within its limit: together they would need all of the memory, packed ones for little that is sent.

const large = Buffer.alloc(1_000_000, ' ');

/** The head of a request, and all of its body but the last byte. */
const begin = (packed: boolean): Buffer => {
  const coding = packed ? 'content-encoding: gzip\r\n' : '';
  const head = `POST /v2/ep-a/run HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer key-of-alice\r\n${coding}`;
  const body = packed ? gzipSync(large) : large;
  return Buffer.concat([Buffer.from(`${head}content-length: ${body.length}\r\n\r\n`), body.subarray(0, -1)]);
};

/** Others are answered meanwhile; and what was sent before has come. */
const answerOthers = async (server: Awaited<ReturnType<typeof served>>) => {
  for (let k = 0; k < 30; k++) expect((await server.post('/v2/ep-a/run', { input: {} })).status).toBe(200);
};

test.each([
  ['plain', false],
  ['packed', true],
])('of %s bodies with too many bytes, the largest are refused, and the others read', async (_, packed) => {
  await using server = await served({ limits: { bodiesRead: 2_500_000 } });
  const connections = await Promise.all([1, 2, 3, 4].map(() => RawConnection.open(server.port)));
  for (const connection of connections) connection.send(begin(packed));
  await answerOthers(server);
  for (const connection of connections) connection.send((packed ? gzipSync(large) : large).subarray(-1));
  const statuses = await Promise.all(connections.map(async (one) => ((await one.answer('POST')) as RawAnswer).status));
  for (const connection of connections) connection.destroy();
  // White space is no JSON.
  expect(statuses.sort()).toStrictEqual([400, 400, 413, 413]);
  // All of it is free again, also what clients held that have gone.
  const gone = await Promise.all([1, 2].map(() => RawConnection.open(server.port)));
  for (const connection of gone) connection.send(begin(packed));
  await answerOthers(server);
  for (const connection of gone) connection.destroy();
  await answerOthers(server);
  const input = { text: 'x'.repeat(2_400_000) };
  expect((await server.post('/v2/ep-a/run', { input })).status).toBe(200);
});

test.each([
  ['what is no gzip', Buffer.from('none at all'), 3],
  ['what comes after it', Buffer.concat([gzipSync('{"input":{}}'), Buffer.from('more')]), -4],
  ['a part of it', gzipSync('{"input":{}}').subarray(0, -5), 5],
])('a packed body is answered at its end, too, where it is %s', async (_, body, at) => {
  await using server = await served();
  const connection = await RawConnection.open(server.port);
  const head = 'POST /v2/ep-a/run HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer key-of-alice\r\ncontent-encoding: gzip\r\n';
  connection.send(Buffer.concat([Buffer.from(`${head}content-length: ${body.length}\r\n\r\n`), body.subarray(0, at)]));
  expect((await server.get('/v2/pods')).status).toBe(200);
  connection.send(body.subarray(at));
  expect(await connection.answer('POST')).toMatchObject({
    status: 400,
    body: expect.stringContaining('is not what its content-encoding says'),
  });
  connection.destroy();
});

test.each(['constructor', '__proto__', 'toString'])('the coding %s is none', async (coding) => {
  await using server = await served();
  const headers = { 'content-encoding': coding };
  expect((await server.ask('POST', '/v2/ep-a/run', { body: {}, headers })).status).toBe(400);
});

test('a body that is unpacked still when its client has gone is counted once', () => {
  const bodies = new BodiesRead({ bodiesRead: 10 });
  const [gone, second, third] = [new GrowingBody(), new GrowingBody(), new GrowingBody()];
  bodies.grow(gone, Buffer.alloc(8));
  bodies.forget(gone);
  bodies.grow(gone, Buffer.alloc(1));
  bodies.forget(gone);
  bodies.grow(second, Buffer.alloc(8));
  bodies.grow(third, Buffer.alloc(7));
  expect([gone, second, third].map(({ isDropped }) => isDropped)).toStrictEqual([false, true, false]);
});
