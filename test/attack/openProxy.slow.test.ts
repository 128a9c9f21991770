import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { describe, expect, test } from 'vitest';
import { platformDomains } from '../../adapters/http/names/platformHosts.ts';
import { type ProxyOptions, startProxy } from '../../adapters/intercept/forwardProxy.ts';
import { makeContexts } from '../support/serving/authority.ts';
import { served } from '../support/serving/served.ts';

/** The proxy of `exec --intercept` is for the programs of one command: it takes no other client anywhere. */

const { contexts } = makeContexts(['runpod.ai']);

/** What a proxy answers to some bytes, up to the end of the connection or of the first head. */
const send = (port: number, bytes: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes));
    let text = '';
    socket.on('data', (more) => {
      text += String(more);
      if (text.includes('\r\n\r\n')) socket.end();
    });
    socket.once('error', reject).once('close', () => resolve(text));
  });

/** A host that is none of the platform's, and counts who comes. */
const startElsewhere = async () => {
  const callers: Socket[] = [];
  const server = createServer((socket) => {
    callers.push(socket);
    socket.on('error', () => undefined).end('HTTP/1.1 200 OK\r\ncontent-length: 2\r\nconnection: close\r\n\r\nhi');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { callers, port: (server.address() as AddressInfo).port, close: () => server.close() };
};

const token = 'token-of-the-command';
const credentials = `proxy-authorization: Basic ${Buffer.from(`podsim:${token}`).toString('base64')}\r\n`;

const withProxy = async (more: Partial<ProxyOptions>, use: (port: number, elsewhere: number) => Promise<void>) => {
  const refused: string[] = [];
  await using server = await served({ contexts, allowHosts: platformDomains.map((domain) => `*.${domain}`) });
  const elsewhere = await startElsewhere();
  const proxy = await startProxy({
    server: server.listening.server,
    contexts,
    others: 'pass',
    token,
    onRefused: (host) => refused.push(host),
    ...more,
  });
  try {
    await use(proxy.port, elsewhere.port);
  } finally {
    proxy.close();
    elsewhere.close();
  }
  return { refused, callers: elsewhere.callers.length };
};

describe('a client without the token', () => {
  test.each(['', 'proxy-authorization: Basic eDp5\r\n', 'proxy-authorization: Bearer token-of-the-command\r\n'])(
    'reaches no host: %j',
    async (header) => {
      const { callers } = await withProxy({}, async (port, elsewhere) => {
        const tunnel = await send(port, `CONNECT 127.0.0.1:${elsewhere} HTTP/1.1\r\nhost: a\r\n${header}\r\n`);
        const plain = await send(port, `GET http://127.0.0.1:${elsewhere}/ HTTP/1.1\r\nhost: 127.0.0.1\r\n${header}\r\n`);
        expect([tunnel, plain]).toStrictEqual([expect.stringMatching(/^HTTP\/1.1 407 /), expect.stringMatching(/^HTTP\/1.1 407 /)]);
      });
      expect(callers).toBe(0);
    },
  );

  test('reaches none with a name of the platform beside another target', async () => {
    const { callers } = await withProxy({}, async (port, elsewhere) => {
      const plain = await send(port, `GET http://127.0.0.1:${elsewhere}/ HTTP/1.1\r\nhost: api.runpod.ai\r\n\r\n`);
      expect(plain).toMatch(/^HTTP\/1.1 407 /);
    });
    expect(callers).toBe(0);
  });
});

describe('a client with the token', () => {
  test('reaches another host, if others are passed', async () => {
    const { callers, refused } = await withProxy({}, async (port, elsewhere) => {
      expect(await send(port, `CONNECT 127.0.0.1:${elsewhere} HTTP/1.1\r\nhost: a\r\n${credentials}\r\n`)).toMatch(/^HTTP\/1.1 200 /);
      expect(await send(port, `GET http://127.0.0.1:${elsewhere}/ HTTP/1.1\r\nhost: a\r\n${credentials}\r\n`)).toMatch(/^HTTP\/1.1 200 /);
    });
    expect([callers, refused]).toStrictEqual([2, []]);
  });

  test('reaches none if others are refused, and is told how', async () => {
    const { callers, refused } = await withProxy({ others: 'refuse' }, async (port, elsewhere) => {
      const tunnel = await send(port, `CONNECT 127.0.0.1:${elsewhere} HTTP/1.1\r\nhost: a\r\n${credentials}\r\n`);
      expect(tunnel).toMatch(/^HTTP\/1.1 403 podsim exec --intercept refuses 127\.0\.0\.1; --others pass lets it\r\n/);
      expect(await send(port, `GET http://example.com/ HTTP/1.1\r\nhost: a\r\n${credentials}\r\n`)).toMatch(/^HTTP\/1.1 403 /);
    });
    expect([callers, refused]).toStrictEqual([0, ['127.0.0.1', 'example.com']]);
  });

  test.each(['127.0.0.1', '10.1.2.3', '172.16.0.1', '192.168.0.1', '169.254.169.254', '0.0.0.0', '::1', 'fd00::1', '::ffff:127.0.0.1'])(
    'reaches no name that leads to the private address %s',
    async (address) => {
      const { callers, refused } = await withProxy({ lookup: async () => ({ address }) }, async (port, elsewhere) => {
        const tunnel = await send(port, `CONNECT rebound.example.com:${elsewhere} HTTP/1.1\r\nhost: a\r\n${credentials}\r\n`);
        const plain = await send(port, `GET http://rebound.example.com:${elsewhere}/ HTTP/1.1\r\nhost: a\r\n${credentials}\r\n`);
        expect([tunnel.slice(0, 12), plain.slice(0, 12)]).toStrictEqual(['HTTP/1.1 403', 'HTTP/1.1 403']);
      });
      expect([callers, refused]).toStrictEqual([0, ['rebound.example.com', 'rebound.example.com']]);
    },
  );
});

describe('a host of the platform', () => {
  test('is asked of podsim, whatever port and case its name has, and no name is looked up', async () => {
    const lookup = () => {
      throw new Error('a name of the platform is looked up');
    };
    await withProxy({ lookup }, async (port) => {
      for (const host of ['api.runpod.ai:443', 'API.Runpod.AI:8443', 'x.proxy.runpod.net:443', 'runpod.io:80'])
        expect(await send(port, `CONNECT ${host} HTTP/1.1\r\nhost: a\r\n\r\n`)).toMatch(/^HTTP\/1.1 200 /);
      const live = await send(port, 'GET http://api.runpod.ai/_podsim/v1/health/live HTTP/1.1\r\nhost: api.runpod.ai\r\n\r\n');
      expect(live).toMatch(/^HTTP\/1.1 200 /);
    });
  });

  test('leads to no private address by the header of a request within its tunnel', async () => {
    await withProxy({}, async (port) => {
      const inside = await new Promise<string>((resolve, reject) => {
        const socket = connect(port, '127.0.0.1', () => socket.write('CONNECT api.runpod.ai:80 HTTP/1.1\r\nhost: a\r\n\r\n'));
        let text = '';
        socket.on('data', (more) => {
          if (text === '') socket.write('GET /latest/meta-data HTTP/1.1\r\nhost: 169.254.169.254\r\nconnection: close\r\n\r\n');
          text += String(more);
        });
        socket.once('error', reject).once('close', () => resolve(text));
      });
      expect(inside).toMatch(/\r\nHTTP\/1.1 403 /);
    });
  });

  test('is not one that only ends alike', async () => {
    const { callers } = await withProxy({ others: 'refuse' }, async (port) => {
      for (const host of ['notrunpod.ai', 'runpod.ai.example.com', 'runpod.com'])
        expect(await send(port, `CONNECT ${host}:443 HTTP/1.1\r\nhost: a\r\n\r\n`)).toMatch(/^HTTP\/1.1 403 /);
    });
    expect(callers).toBe(0);
  });
});

test('the proxy listens on this machine only, and takes no request for itself', async () => {
  await withProxy({}, async (port) => {
    expect(await send(port, 'GET /v2/pods HTTP/1.1\r\nhost: api.runpod.ai\r\n\r\n')).toMatch(/^HTTP\/1.1 400 /);
    expect(await send(port, 'CONNECT nothing HTTP/1.1\r\nhost: a\r\n\r\n')).toMatch(/^HTTP\/1.1 400 /);
    await expect(
      new Promise((resolve, reject) => {
        connect({ port, host: '127.0.0.2' }, () => resolve('connected')).once('error', reject);
      }),
    ).rejects.toMatchObject({ code: 'ECONNREFUSED' });
  });
});
