import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import type { Heard } from '../contract/conformance.ts';
import { ContractMonitor, complaintsAbout } from '../contract/contractMonitor.ts';

const headers = { 'content-type': 'application/json', 'x-request-id': 'r-1' };
const problem = { ...headers, 'content-type': 'application/problem+json', 'x-podsim-rule': 'auth.tenancy' };
const good: Heard = { method: 'GET', path: '/v2/pods', status: 200, headers, body: { pods: [] } };
const notFound = { title: 'Not Found', status: 404, detail: 'pod not found' };
const refused: Heard = { method: 'GET', path: '/v2/pods/p', status: 404, headers: problem, body: notFound };

// biome-ignore format: a table
test.each<[string, Heard]>([
  ['a resource',                       good],
  ['a refusal',                        refused],
  ['a resource of a world of its own', { ...good, path: '/worlds/w/v2/pods' }],
  ['what the control plane says',      { ...good, path: '/_podsim/v1/health/live', body: { status: 'live' } }],
  ['a document',                       { ...good, path: '/v2/openapi.json', body: { openapi: '3.1.0' } }],
])('nothing is held against %s', (_, heard) => {
  expect(complaintsAbout(heard)).toStrictEqual([]);
});

// biome-ignore format: a table
test.each<[string, Heard, string]>([
  ['says what the document does not',  { ...good, body: { pods: 'none' } },                                   'must be array'],
  ['does so in a world of its own',    { ...good, path: '/worlds/w/v2/pods', body: {} },                      "must have required property 'pods'"],
  ['does so on the control plane',     { ...good, path: '/_podsim/v1/health/live', body: { status: 'dead' } }, 'must be equal to constant'],
  ['is refused by no rule',            { ...refused, headers: { ...problem, 'x-podsim-rule': 'whim' } },      'was refused by whim, which is no rule'],
  ['says that the server broke',       { ...refused, headers: { ...problem, 'x-podsim-rule': 'server.broken' } }, 'the server broke'],
])('it is heard when an answer %s', (_, heard, words) => {
  expect(complaintsAbout(heard).join('\n')).toContain(words);
});

test('a server is listened to, however it writes what it says', async () => {
  // biome-ignore format: a table
  const ways: readonly RequestListener[] = [
    (_, res) => res.writeHead(200, { 'Content-Type': 'application/json' }).end('{"pods":7}'),
    (_, res) => res.setHeader('content-type', 'application/json').end(Buffer.from('{"pods":7}')),
    (_, res) => {
      res.writeHead(200, { 'content-type': 'application/json' }).write('{"pods"');
      res.end(':7}');
    },
  ];
  for (const way of ways) {
    const hearing = new ContractMonitor();
    const server = createServer(way);
    hearing.listenTo(server);
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    await (await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/v2/pods`)).text();
    server.close();
    expect([hearing.begun, hearing.heard]).toStrictEqual([1, 1]);
    expect(() => hearing.expectNoComplaints()).toThrow(
      'GET /v2/pods 200: header x-request-id is missing\nGET /v2/pods 200: $/pods must be array {"type":"array"}',
    );
    expect(() => hearing.expectNoComplaints()).not.toThrow();
  }
});

test('so is a fetch of its own', async () => {
  const hearing = new ContractMonitor();
  const heard = hearing.through(async () => new Response('{"pods":7}', { headers }));
  expect(await (await heard('http://podsim.test/v2/pods')).json()).toStrictEqual({ pods: 7 });
  expect(() => hearing.expectNoComplaints()).toThrow('$/pods must be array');
});
