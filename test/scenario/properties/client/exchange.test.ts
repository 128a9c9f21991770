import { describe, expect, test } from 'vitest';
import { findOperation, worldOperations } from '../../../../engine/api/operations.ts';
import type { VirtualTime } from '../../../../engine/kernel/time.ts';
import {
  beginExchange,
  exchangeOfStep,
  loseAnswer,
  operationAt,
  receiveAnswer,
} from '../../../../engine/scenario/properties/client/exchange.ts';
import { ExchangeRecorder } from '../../../../engine/scenario/properties/client/recorder.ts';

const at = (ms: number): VirtualTime => ms as VirtualTime;

describe('an exchange', () => {
  test('is made of a call as it leaves the client: its operation, what its path names, its query and its body', () => {
    const sent = beginExchange({
      number: 3,
      sentAt: at(2_000),
      method: 'post',
      url: 'http://podsim.test/v2/ep-a/runsync?wait=1000&note=a+b%21',
      headers: [['Content-Type', 'application/json']],
      body: '{"input":{"prompt":"hi"}}',
    });
    expect(sent).toEqual({
      number: 3,
      sentAt: at(2_000),
      operation: 'runsync',
      method: 'POST',
      path: '/v2/ep-a/runsync',
      params: { endpoint_id: 'ep-a' },
      query: { wait: '1000', note: 'a b!' },
      headers: { 'content-type': 'application/json' },
      body: { input: { prompt: 'hi' } },
    });
  });

  test('gets its answer, or is lost', () => {
    const sent = beginExchange({ number: 1, sentAt: at(0), method: 'GET', url: '/v2/ep-a/health' });
    const answer = receiveAnswer(sent, { at: at(5), status: 429, headers: [['Retry-After', '9']], body: '{"title":"Too Many Requests"}' });
    expect(answer).toMatchObject({
      answeredAt: 5,
      status: 429,
      responseHeaders: { 'retry-after': '9' },
      answer: { title: 'Too Many Requests' },
    });
    expect(receiveAnswer(sent, { at: at(5), status: 502, body: '<html>' })).toMatchObject({ answer: '<html>' });
    expect(receiveAnswer(sent, { at: at(5), status: 204, body: '' })).not.toHaveProperty('answer');
    expect(loseAnswer(sent, at(3_000), 'the client stopped waiting')).toMatchObject({
      answeredAt: 3_000,
      lost: 'the client stopped waiting',
    });
  });

  test('is numbered as it is sent, and says how many were sent before its answer was known, or it was lost', () => {
    const recorder = new ExchangeRecorder();
    const [first, second, third] = [0, 1, 2].map((ms) => recorder.send({ sentAt: at(ms), method: 'GET', url: '/v2/ep-a/health' })) as [
      number,
      number,
      number,
    ];
    recorder.lose(second, at(3), 'the client stopped waiting');
    recorder.send({ sentAt: at(4), method: 'GET', url: '/v2/ep-a/health' });
    recorder.answer(first, { at: at(5), status: 200, body: '{}' });
    recorder.answerStep(third, at(6), { status: 204 });
    expect(recorder.exchanges.map(({ number, status, lost: why, answeredAfter }) => [number, status, why, answeredAfter])).toEqual([
      [1, 200, undefined, 4],
      [2, undefined, 'the client stopped waiting', 3],
      [3, 204, undefined, 4],
      [4, undefined, undefined, undefined],
    ]);
    expect(recorder.exchanges[2]).not.toHaveProperty('answer');
  });

  test('is the same for a step of a scenario as for a client', () => {
    const row = findOperation('status');
    if (row === undefined) throw new Error('there is no operation status');
    const request = { params: { endpoint_id: 'ep a', job_id: 'j' }, query: { ttl: '60000' } };
    const step = exchangeOfStep({ number: 1, sentAt: at(0) }, row, request);
    expect(step).toEqual(beginExchange({ number: 1, sentAt: at(0), method: 'GET', url: '/v2/ep%20a/status/j?ttl=60000' }));
  });
});

describe('the operation at a path', () => {
  test.each([
    ['GET', '/v2/pods', 'listPods'],
    ['GET', '/v2/pods/p', 'getPod'],
    ['POST', '/v2/pods/p/action', 'podAction'],
    ['GET', '/v2/registries/delegations', 'listDelegations'],
    ['POST', '/v2/ep/run', 'run'],
    ['POST', '/v2/ep/status/j', 'status'],
    ['PATCH', '/lb/ep/any/thing', 'requestEndpoint'],
    ['GET', '/lb/ep', 'requestEndpoint'],
  ])('%s %s is %s', (method, path, operation) => {
    expect(operationAt(method, path)?.operation).toBe(operation);
  });

  test('is found for every operation of both APIs by the path of its row', () => {
    const clients = worldOperations.filter(({ api }) => api !== 'control');
    expect(clients.length).toBeGreaterThan(50);
    for (const { id, methods, path } of clients)
      expect(operationAt(methods[0] ?? '', path.replaceAll(/\{\w+\}/g, 'x')), id).toMatchObject({ operation: id });
  });

  test('is none where the APIs have none', () => {
    expect(operationAt('GET', '/favicon.ico')).toBeUndefined();
    expect(operationAt('DELETE', '/v2/ep/health')).toBeUndefined();
    expect(beginExchange({ number: 1, sentAt: at(0), method: 'GET', url: 'https://x.test/v2/%ff/health' })).toMatchObject({
      params: { endpoint_id: '%ff' },
    });
    expect(beginExchange({ number: 1, sentAt: at(0), method: 'GET', url: 'http://h/worlds/w/v2/pods/p' })).toMatchObject({
      operation: 'getPod',
      path: '/v2/pods/p',
    });
  });
});
