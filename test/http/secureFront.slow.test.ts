import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { askSecurely, makeContexts } from '../support/serving/authority.ts';
import { served } from '../support/serving/served.ts';

const { ca, contexts } = makeContexts(['podsim.test', 'api.runpod.ai']);

test('one port takes HTTPS and HTTP', async () => {
  await using server = await served({ contexts, allowHosts: ['podsim.test'] });
  const headers = { authorization: `Bearer ${server.apiKey}` };
  const plain = await fetch(`http://127.0.0.1:${server.port}/v2/pods`, { headers });
  const secure = await askSecurely(server.port, 'podsim.test', ca, '/v2/pods', headers);
  expect([plain.status, secure.status, await plain.text()]).toStrictEqual([200, 200, secure.text]);
});

test('a client that asks for no name gets the certificate of this machine', async () => {
  await using server = await served({ contexts });
  expect((await askSecurely(server.port, '', ca, '/_podsim/v1/health/live', { host: '127.0.0.1' })).status).toBe(200);
});

test('what is neither is refused with words', async () => {
  await using server = await served({ contexts });
  const socket = connect(server.port, '127.0.0.1', () => socket.write('hello\r\n\r\n'));
  let text = '';
  for await (const bytes of socket) text += String(bytes);
  expect(text).toContain('this is not an HTTP request');
});

test('a server ends with connections that have said nothing', async () => {
  const server = await served({ contexts });
  const socket = connect(server.port, '127.0.0.1');
  await new Promise((resolve) => socket.once('connect', resolve));
  const closed = new Promise((resolve) => socket.once('close', resolve));
  await server[Symbol.asyncDispose]();
  await closed;
});

test('the name of an endpoint leads to its load balancer, and a host that is not simulated says so', async () => {
  await using server = await served({ contexts, allowHosts: ['*.api.runpod.ai', '*.proxy.runpod.net'] });
  const headers = { authorization: `Bearer ${server.apiKey}` };
  const balanced = await askSecurely(server.port, 'nosuch.api.runpod.ai', ca, '/a?b=1', headers);
  const same = await fetch(`http://127.0.0.1:${server.port}/lb/nosuch/a?b=1`, { headers });
  expect([balanced.status, balanced.text]).toStrictEqual([404, await same.text()]);
});
