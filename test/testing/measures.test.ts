import { describe, expect, test } from 'vitest';
import { createWorld } from '../../adapters/vitest/index.ts';
import { playedText } from '../support/worlds/playing.ts';

describe('world.measures', () => {
  const settings = { worker: { imagePull: '0s', start: '0s' } };
  const handler = { duration: { fixed: '2s' } } as const;
  const world = createWorld({ world: { settings, endpoints: [{ id: 'ep', workers: { min: 1, max: 1 }, handler }, { id: 'idle' }] } });

  test('has what assertions and studies measure, of an endpoint and of all', async () => {
    for (let k = 0; k < 2; k++) await world.call.run({ endpoint_id: 'ep', body: { input: {} } });
    await world.advance('10s');
    expect(world.measures('ep')).toMatchObject({
      delayTime: { count: 2, p50: 0, p99: 2000, max: 2000, mean: 1000 },
      totalTime: { p50: 2000, max: 4000 },
      completed: 2,
      failures: 0,
      'queueDepth.max': 1,
      throughput: 0.5,
      coldStart: null,
    });
    expect(world.measures().completed).toBe(2);
    expect(world.measures('idle')).toMatchObject({ delayTime: null, throughput: null, completed: 0, cost: 0 });
  });

  test('knows its endpoints', () => {
    expect(() => world.measures('eq')).toThrow("world.measures: there is no endpoint 'eq'; did you mean 'ep'?");
  });
});

const world = (type: string): string => `title: a load
world:
  settings: { worker: { imagePull: 0s, start: 0s } }
  endpoints: [{ id: ep, type: ${type}, workers: { min: 1, max: 1 }, handler: { duration: { fixed: 3s } } }]
`;

test('refusals are those of the calls of loads', () => {
  const play = (is: string): readonly string[] =>
    playedText(`${world('QUEUE')}load: [{ burst: { size: 3 }, act: retry, with: { endpoint: ep, job: none }, mayBeRefused: true }]
assert: [{ metric: refusals, is: ${is} }]
`).failures;
  expect(play('3')).toStrictEqual([]);
  expect(play('0')[0]).toContain('refusals: expected 0, got 3');
});

test('requests to a load balancer are measured as jobs are', () => {
  const text = `${world('LOAD_BALANCER')}load: [{ burst: { size: 2 }, act: requestEndpoint, with: { endpoint: ep, path: x } }]
assert:
  - { metric: totalTime, of: ep, p50: 3s }
  - { metric: completed, is: 2 }
  - { metric: executionTime, within: 3s, is: 100% }
`;
  expect(playedText(text).failures).toStrictEqual([]);
});
