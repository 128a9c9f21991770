import { describe, expect, test } from 'vitest';
import type { LoggedRequest } from '../../adapters/http/loggedRequest.ts';
import { CallTally } from '../../adapters/intercept/callTally.ts';
import { keyIsUnknown } from '../../engine/api/index.ts';

const order = ['exec', '--intercept', '--', 'python', 'client.py'];

const request = (host: string, more: Partial<LoggedRequest> = {}): LoggedRequest => ({
  time: null,
  world: 'default',
  host,
  method: 'GET',
  path: '/v2/pods',
  status: 200,
  rule: null,
  detail: null,
  requestId: null,
  ...more,
});

test('hosts of the platform are counted, and others are not', () => {
  const tally = new CallTally(order);
  tally.count(request('api.runpod.ai'));
  tally.count(request('API.runpod.ai:443'));
  tally.count(request('127.0.0.1:8787'));
  expect(tally.format()).toBe('podsim has answered in place of\n  api.runpod.ai  2 calls\n');
});

test('what is not simulated is named once, with what to do instead; what is refused otherwise is not', () => {
  const tally = new CallTally(order);
  const unknown = { method: 'POST', path: '/graphql?a=1', status: 404, rule: 'errors.older-apis', detail: 'call /v2' };
  tally.count(request('api.runpod.io', unknown));
  tally.count(request('api.runpod.io', unknown));
  tally.count(request('api.runpod.io', { status: 401, rule: 'auth.bearer', detail: 'no key' }));
  expect(tally.format()).toBe(
    'podsim has answered in place of\n  api.runpod.io  3 calls\nNot simulated:\n  POST api.runpod.io/graphql  2 calls\n    call /v2\n',
  );
});

test('what an SDK asks for in GraphQL is named by each field', () => {
  const tally = new CallTally(order);
  const asked = (field: string) => ({
    method: 'POST',
    path: '/graphql',
    status: 404,
    rule: 'errors.older-apis',
    detail: `${field}: call /v2`,
  });
  for (const field of ['podStop', 'myself', 'podStop']) tally.count(request('api.runpod.io', asked(field)));
  expect(tally.format().split('\n').slice(2)).toStrictEqual([
    'Not simulated:',
    '  POST api.runpod.io/graphql  2 calls',
    '    podStop: call /v2',
    '  POST api.runpod.io/graphql  1 call',
    '    myself: call /v2',
    '',
  ]);
});

test('what was asked at the wrong host is named with the right one', () => {
  const tally = new CallTally(order);
  const detail = 'api.runpod.ai has the queue API alone: call https://api.runpod.io/v2/pods';
  tally.count(request('api.runpod.ai', { status: 404, rule: 'server.hosts', detail }));
  expect(tally.format().split('\n').slice(2)).toStrictEqual([
    'Asked at a host that has another API on the platform:',
    '  GET api.runpod.ai/v2/pods  1 call',
    `    ${detail}`,
    '',
  ]);
});

test('a key and an endpoint that podsim does not know are named with the options that make them known', () => {
  const tally = new CallTally(order);
  tally.count(request('api.runpod.ai', { path: '/v2/abc123/run', status: 401, rule: 'auth.queue-key', detail: keyIsUnknown }));
  tally.count(request('api.runpod.ai', { status: 401, rule: 'auth.queue-key', detail: 'missing API key: send the header' }));
  const missing = { status: 404, rule: 'auth.tenancy', detail: 'endpoint not found: this account has ep-demo' };
  tally.count(request('api.runpod.ai', { path: '/v2/abc123/run', ...missing }));
  tally.count(request('api.runpod.ai', { path: '/v2/abc123/status/j?x=1', ...missing }));
  tally.count(request('api.runpod.io', { path: '/v2/serverless/abc123', ...missing }));
  const balancer = { rule: 'queue.type', detail: 'endpoint not found: a LOAD_BALANCER endpoint has no queue' };
  tally.count(request('api.runpod.ai', { path: '/v2/ep-lb/run', ...missing, ...balancer }));
  tally.count(request('api.runpod.ai', { path: '/v2/ep/status/j', ...missing, detail: 'job not found: it was never here' }));
  expect(tally.format().split('\n').slice(3)).toStrictEqual([
    'Refused, because podsim was not told of it:',
    '  a key, at api.runpod.ai  1 call',
    '  endpoint abc123  4 calls',
    'This tells it:',
    '  npx podsim exec --intercept --api-key YOUR_KEY --endpoint abc123 -- python client.py',
    '',
  ]);
});

describe('the next command', () => {
  const next = (...words: string[]) => {
    const tally = new CallTally(['exec', ...words]);
    tally.count(request('api.runpod.ai', { path: '/v2/4xk2abc/run', status: 401, rule: 'auth.queue-key', detail: keyIsUnknown }));
    return tally.format().split('\n').at(-2)?.trim();
  };

  test('names the endpoint of a call whose key was refused, so that one more try is enough', () => {
    expect(next('--intercept', '--', 'node', 'a b.mjs')).toBe(
      "npx podsim exec --intercept --api-key YOUR_KEY --endpoint 4xk2abc -- node 'a b.mjs'",
    );
  });

  test('keeps what was given, and says no key again', () => {
    expect(next('--intercept', '--endpoint', '4xk2abc', '--', 'x')).toBe(
      'npx podsim exec --intercept --api-key YOUR_KEY --endpoint 4xk2abc -- x',
    );
    expect(next('--intercept', '--api-key', 'rpa_SECRET', '--', 'x')).toBe(
      'npx podsim exec --intercept --endpoint 4xk2abc --api-key YOUR_KEY -- x',
    );
    expect(next('--intercept', '--api-key=rpa_SECRET', '--', 'x')).not.toContain('SECRET');
  });

  test('says an option once, though two hosts were asked', () => {
    const tally = new CallTally(order);
    for (const host of ['api.runpod.ai', 'api.runpod.io'])
      tally.count(request(host, { path: '/v2/pods', status: 401, rule: 'auth.bearer', detail: keyIsUnknown }));
    expect(
      tally
        .format()
        .split('\n')
        .at(-2)
        ?.match(/--api-key/g),
    ).toHaveLength(1);
  });

  test('is not advised where a file has the endpoints: --endpoint beside it is refused', () => {
    const tally = new CallTally(['exec', '--intercept', '--scenario', 'a.yaml', '--', 'x']);
    const detail = 'endpoint not found: this account has ep-demo';
    tally.count(request('api.runpod.ai', { path: '/v2/abc123/run', status: 404, rule: 'auth.tenancy', detail }));
    expect(tally.format().split('\n').slice(-2)).toStrictEqual(['  endpoint abc123  1 call: add it to the endpoints of your file', '']);
  });

  test('asks for no endpoint where a scenario may have it', () => {
    expect(next('--intercept', '--scenario', 'a.yaml', '--', 'x')).toBe(
      'npx podsim exec --intercept --api-key YOUR_KEY --scenario a.yaml -- x',
    );
  });
});

test('a client that asks for a thousand things gets a short list', () => {
  const tally = new CallTally(order);
  for (let k = 0; k < 1_000; k++)
    tally.count(request('api.runpod.io', { path: `/x/${k}`, status: 404, rule: 'errors.unknown-route', detail: 'none' }));
  expect(tally.format().split('\n').slice(-3)).toStrictEqual(['    none', '  and 988 more', '']);
});

test('a command that asks none is told what to do, and which hosts were refused', () => {
  const tally = new CallTally(order);
  tally.countRefused('example.com');
  expect(tally.format()).toMatch(
    /^No program has asked a host of the platform\. .*PODSIM_URL\.\nRefused, .*:\n {2}example\.com {2}1 call\n$/,
  );
});
