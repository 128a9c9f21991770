import { describe, expect, test } from 'vitest';
import type { Json } from '../../../engine/kernel/canonical.ts';
import { withDurations } from '../../../engine/scenario/format/durations.ts';
import { entriesOf, playedText, problemsOf, scenariosOf, scenarioText } from '../../support/worlds/playing.ts';

const run = (policy: string) => `act: run, with: { endpoint: ep-a, body: { input: { wait: 15s }, policy: ${policy} } }`;
const requestsOf = (rest: string) =>
  entriesOf(playedText(scenarioText(rest))).flatMap(({ event }) => (event.type === 'InputReceived' ? [event.request] : []));

describe('a duration as text is counted', () => {
  // biome-ignore format: a table
  test.each<[string, string, Json, Json]>([
    ['in the ttl of a job',           'run',            { body: { policy: { ttl: '15s', executionTimeout: '1m' } } }, { body: { policy: { ttl: 15_000, executionTimeout: 60_000 } } }],
    ['in how long a call waits',      'runsync',        { query: { wait: '10s' } },                                   { query: { wait: 10_000 } }],
    ['in how long a result stays',    'status',         { query: { ttl: '10m' } },                                    { query: { ttl: 600_000 } }],
    ['in a new endpoint',             'createEndpoint', { body: { timeout: '5m', workers: { idleTimeout: '1m' }, scaling: { queueDelay: '500ms' } } }, { body: { timeout: 300_000, workers: { idleTimeout: 60 }, scaling: { queueDelay: 0.5 } } }],
    ['in a changed endpoint',         'updateEndpoint', { body: { timeout: '5m', workers: { idleTimeout: '1m' } } },  { body: { timeout: 300_000, workers: { idleTimeout: 60 } } }],
    ['but not in an input',           'run',            { body: { input: { ttl: '15s' } } },                          { body: { input: { ttl: '15s' } } }],
    ['but not where it is a number',  'run',            { body: { policy: { ttl: 15_000 } } },                        { body: { policy: { ttl: 15_000 } } }],
    ['but not where it is none',      'run',            { body: { policy: { ttl: 'soon' } } },                        { body: { policy: { ttl: 'soon' } } }],
    ['but not where a body is none',  'run',            { body: 'ttl' },                                              { body: 'ttl' }],
    ['but not in another operation',  'listPods',       { query: { wait: '10s' } },                                   { query: { wait: '10s' } }],
  ])('%s', (_, act, written, counted) => {
    expect(withDurations(act, written as never)).toStrictEqual(counted);
  });

  test('in a step, a load, and a variable', () => {
    const bodies = requestsOf(
      `steps: [{ ${run('{ ttl: 15s }')}, save: { job: status } }]\nload: [{ ${run('{ ttl: $limit }')}, trace: [1s] }]\nmatrix: { variables: { limit: [20s] } }\n`,
    ).map(({ body }) => (body as { policy: Json }).policy);
    expect(bodies).toStrictEqual([{ ttl: 15_000 }, { ttl: 20_000 }]);
  });

  test('in a query, as the API takes it', () => {
    const requests = requestsOf('steps: [{ act: runsync, with: { endpoint: ep-a, query: { wait: 10s }, body: { input: {} } } }]\n');
    expect(requests[0]?.query).toStrictEqual({ wait: '10000' });
  });

  test('in the endpoints of a world', () => {
    const [scenario] = scenariosOf(
      'title: x\nworld: { endpoints: [{ id: a, timeout: 90s, workers: { idleTimeout: 1m }, scaling: { type: QUEUE_DELAY, queueDelay: 1500ms } }] }',
    );
    expect(scenario?.definition.endpoints[0]?.config).toMatchObject({
      timeout: 90_000,
      idleTimeoutMs: 60_000,
      scaling: { type: 'QUEUE_DELAY', queueDelay: 1.5 },
    });
  });
});

// Inputs say exactly what came: a client may really have sent text.
test('an input keeps its text, and is refused as the client was', () => {
  const text = scenarioText(`inputs: [{ at: 0s, ${run('{ ttl: 15s }')}, expect: { status: 422 } }]\n`);
  expect(playedText(text)).toMatchObject({ verdict: 'pass' });
});

test('a step that expects a refusal may send what it likes', () => {
  expect(problemsOf(scenarioText(`steps: [{ ${run('{ ttl: soon }')}, expect: { status: 422 } }]`))).toStrictEqual([]);
  expect(problemsOf(scenarioText(`load: [{ ${run('{ ttl: soon }')}, burst: { size: 1 }, mayBeRefused: true }]`))).toStrictEqual([]);
});

// biome-ignore format: a table
test.each([
  ['a step', `steps: [{ ${run('{ ttl: 15 }')} }]`,                       'steps.0 run'],
  ['a load', `load: [{ name: l, ${run('{ ttl: 15 }')}, trace: [0s] }]`,  'load l'],
])('a number without its unit is refused with the unit, in %s', (_, rest, label) => {
  const [failure] = playedText(scenarioText(`${rest}\n`)).failures;
  expect(failure?.startsWith(label)).toBe(true);
  expect(failure).toContain('; policy.ttl counts milliseconds, or is a duration such as 15s');
});

test('what is expected may be a duration, wherever a number of milliseconds is meant', () => {
  const expecting = (body: string) =>
    playedText(
      scenarioText(
        `steps: [{ act: runsync, with: { endpoint: ep-a, body: { input: {} } }, expect: { body: ${body} } }]\nassert: [{ count: JobCompleted, where: { executionTime: 2s }, is: 1 }]\n`,
        ', handler: { duration: { fixed: 2s } }',
      ),
    ).failures;
  expect(expecting('{ executionTime: 2s, delayTime: { oneOf: [0s, 1s] } }')).toStrictEqual([]);
  expect(expecting('{ executionTime: { ne: 3s } }')).toStrictEqual([]);
  expect(expecting('{ executionTime: 3s }')).toStrictEqual(['steps.0 runsync: body.executionTime: expected "3s", got 2000']);
});
