import { describe, expect, test } from 'vitest';
import type { ClientEnding } from '../../../../engine/scenario/properties/client/end.ts';
import { type Call, type EndWritten, saidBy } from './conversation.ts';

describe('no-orphans', () => {
  const broken = (calls: readonly Call[], how?: ClientEnding, end?: EndWritten) => saidBy('no-orphans', calls, how, end);
  const created: Call = [0, 'POST /v2/pods', { body: { name: 'batch' }, status: 201, answer: { id: 'p1', status: 'PROVISIONING' } }];
  const lost: Call = [0, 'POST /v2/pods', { body: { name: 'batch' }, lost: 'the client stopped waiting', takes: 3 }];
  const pod = { kind: 'pod', id: 'p1', name: 'batch' } as const;

  test('is broken by a pod that is left, also if the client threw', () => {
    const end = { at: 60, resources: [pod] };
    expect(broken([created], 'returned', end)).toMatchObject({
      words:
        'call 1 (POST /v2/pods at 00:00:00.000) created pod p1, which still exists at 00:01:00.000, when the client returned. ' +
        'Delete it in a `finally`, also when something else fails; or return its id to whom it belongs',
    });
    expect(broken([created], 'threw', end)).toMatchObject({ words: expect.stringContaining('when the client ended with an error') });
  });

  test('says what is paid for it in a day', () => {
    const said = (dayUsd: number) => broken([created], 'returned', { at: 60, resources: [{ ...pod, dayUsd }] })?.words;
    expect(said(10.6266)).toContain('which still exists at 00:01:00.000 and costs $10.63 a day, when the client returned');
    expect(said(0.001)).toContain('which still exists at 00:01:00.000, when the client returned');
  });

  test('is broken by a pod that was created although the answer was lost', () => {
    expect(broken([lost], 'threw', { resources: [pod] })).toMatchObject({
      words: expect.stringContaining('got no answer (the client stopped waiting), but it created pod p1'),
    });
  });

  test('is broken by a pod that was created although the answer was 500', () => {
    const failed: Call = [0, 'POST /v2/pods', { body: { name: 'batch' }, status: 500, takes: 3 }];
    expect(broken([failed], 'threw', { resources: [pod] })).toMatchObject({
      words: expect.stringContaining('was answered 500, but it created pod p1'),
    });
  });

  test('is broken by a pod that was created although the answer had no id', () => {
    const nameless: Call = [0, 'POST /v2/pods', { body: { name: 'batch' }, status: 201, answer: { name: 'batch' }, takes: 3 }];
    expect(broken([nameless], 'threw', { resources: [pod] })).toMatchObject({
      words: expect.stringContaining('was answered 201, but it created pod p1'),
    });
  });

  test('is broken by a cluster, an endpoint and a volume, too', () => {
    const left = (path: string, kind: 'cluster' | 'endpoint' | 'volume') =>
      broken([[0, `POST /v2/${path}`, { body: { name: 'x' }, status: 201, answer: { id: 'x1' } }]], 'returned', {
        resources: [{ kind, id: 'x1' }],
      });
    expect(left('clusters', 'cluster')).toBeDefined();
    expect(left('serverless', 'endpoint')).toBeDefined();
    expect(left('network-volumes', 'volume')).toBeDefined();
  });

  test.each<[string, readonly Call[], ClientEnding, EndWritten]>([
    ['the pod is gone', [created], 'returned', {}],
    ['its id was returned', [created], 'returned', { resources: [pod], said: '{"pod":"p1"}' }],
    ['the error names it', [created], 'threw', { resources: [pod], said: 'cannot delete p1: 503' }],
    ['the error names what may exist', [lost], 'threw', { resources: [pod], said: 'a pod called batch may exist' }],
    ['a bound of the run ended the client', [created], 'stopped', { resources: [pod] }],
    ['the creation was refused', [[0, 'POST /v2/pods', { body: { name: 'batch' }, status: 400 }]], 'returned', { resources: [pod] }],
    [
      'a pod of that name was there before',
      [[5, 'POST /v2/pods', { body: { name: 'batch' }, lost: 'x' }]],
      'returned',
      { resources: [pod] },
    ],
    ['the world had it from the start', [[0, 'GET /v2/pods', {}]], 'returned', { resources: [pod] }],
  ])('holds where %s', (_, calls, how, end) => {
    expect(broken(calls, how, end)).toBeUndefined();
  });
});
