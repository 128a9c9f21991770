import { describe, expect, test } from 'vitest';
import { isRead } from '../../engine/api/operation.ts';
import { worldOperations } from '../../engine/api/operations.ts';
import { kinds } from '../../engine/cloud/entities.ts';
import { callFor, changeText, emptyCall } from '../../engine/compare/acts.ts';
import { branchScenario } from '../../engine/compare/branch.ts';
import { curlCommand, httpCallOfAct } from '../../engine/compare/httpCall.ts';
import { compareLogs } from '../../engine/compare/logs.ts';
import { parseChange, type TimedChange } from '../../engine/compare/parse.ts';
import type { Json } from '../../engine/kernel/canonical.ts';
import type { VirtualTime } from '../../engine/kernel/time.ts';
import { play } from '../../engine/scenario/play/play.ts';
import { parseScenario, type Scenario } from '../../engine/scenario/scenario.ts';
import { findNext } from '../../engine/world/reports/explain/next.ts';

const scenario = (text: string): Scenario => {
  const parsed = parseScenario('a.scenario.yaml', text, () => undefined);
  if (parsed._tag === 'Left' || parsed.right[0] === undefined) throw new Error(JSON.stringify(parsed));
  return parsed.right[0];
};

const change = (text: string): TimedChange => {
  const parsed = parseChange('change', text);
  if (parsed._tag === 'Left') throw new Error(JSON.stringify(parsed.left));
  return parsed.right;
};

const slow = scenario(`title: a
seed: a
world:
  endpoints:
    - { id: ep-a, workers: { min: 1, max: 1 }, handler: { duration: { fixed: 10s } } }
load:
  - { with: { endpoint: ep-a, body: { input: {} } }, constant: { every: 5s }, for: 1m }
steps:
  - { at: 1s, act: createPod, with: { body: { name: box, image: 'a:1', gpu: { id: NVIDIA GeForce RTX 4090 } } } }
  - { at: 2s, act: createCluster, with: { body: { name: train, type: TRAINING, image: 'a:1', compute: { gpuTypeId: NVIDIA H100 80GB HBM3, gpuCountPerPod: 8, podCount: 2 } } } }
assert:
  - { count: JobQueued, is: { gte: 12 } }
`);

const logOf = (run: Scenario) => [...play(run).world.log.entries()];

describe('a branch', () => {
  const more = change('{ at: 21s, act: updateEndpoint, with: { endpoint: ep-a, body: { workers: { min: 3, max: 3 } } } }');

  test('is the same run up to the change, and the scenario goes on after it', () => {
    const [base, branch] = [logOf(slow), logOf(branchScenario(slow, [more]))];
    const { divergence } = compareLogs(base, branch);
    const last = base.filter(({ at }) => at <= 21_000).length;
    expect(divergence?.seq).toBe(last + 1);
    expect(branch.slice(last, last + 2).map(({ at, event: { type } }) => [at, type])).toEqual([
      [21_000, 'ClockAdvanced'],
      [21_000, 'InputReceived'],
    ]);
    const queued = (log: typeof base) => log.filter(({ event }) => event.type === 'JobQueued').length;
    expect(queued(branch)).toBe(queued(base));
  });

  test('may branch again, before or after the change', () => {
    const earlier = change('{ at: 10s, settings: { worker: { start: 1s } } }');
    const log = logOf(branchScenario(slow, [more, earlier]));
    const inputs = log.flatMap(({ at, event: { type, ...event } }) =>
      type === 'SettingsChanged' || ('operation' in event && event.operation === 'updateEndpoint') ? [[at, type]] : [],
    );
    expect(inputs.filter(([, type]) => type === 'InputReceived' || type === 'SettingsChanged')).toEqual([
      [10_000, 'SettingsChanged'],
      [21_000, 'InputReceived'],
    ]);
  });

  test('keeps the assertions, and no fingerprint', () => {
    const { world } = play(slow);
    const sealed: Scenario = { ...slow, spec: { ...slow.spec, fingerprint: world.fingerprint() } };
    expect(play(sealed).verdict).toBe('pass');
    expect(play(branchScenario(sealed, [more])).verdict).toBe('pass');
    expect(play(branchScenario(sealed, [change('{ at: 30s, act: deleteEndpoint, with: { endpoint: ep-a } }')])).verdict).toBe('fail');
    expect(branchScenario(sealed, [])).toBe(sealed);
  });
});

describe('what could be done', () => {
  const { world } = play(slow, {});
  const { state, now } = world;
  const possible = findNext({ state, settings: world.settings, now }, 1_000).possible;

  test('is a change that can be read, and that is not refused for its form', () => {
    const acts = possible.flatMap(({ kind, id, actions }) => actions.map((action) => ({ kind, id, action })));
    expect(new Set(acts.map(({ kind }) => kind))).toEqual(new Set(['endpoint', 'pod', 'cluster']));
    for (const { kind, id, action } of acts) {
      const entity = [...state.all(kind)].find((one) => one.id === id);
      if (entity === undefined) throw new Error(id);
      const made = change(changeText(now, callFor(kind, entity, action)));
      const run = play(branchScenario(slow, [made]));
      const refused = [...run.failures, ...run.unfired].filter((words) => words.startsWith('steps.2'));
      expect(refused, `${action} of ${kind}: ${JSON.stringify(made)}`).toEqual([]);
    }
  });

  test('begins with what is there: the workers of an endpoint, the endpoint of a job', () => {
    const [endpoint] = state.all('endpoint');
    const [job] = state.all('job');
    if (endpoint === undefined || job === undefined) throw new Error('nothing there');
    expect(callFor('endpoint', endpoint, 'updateEndpoint')).toEqual({
      act: 'updateEndpoint',
      with: { endpoint: 'ep-a', body: { workers: { min: 1, max: 1 } } },
    });
    expect(callFor('job', job, 'cancel')).toEqual({ act: 'cancel', with: { endpoint: 'ep-a', job: job.id } });
    expect(kinds).toContain('job');
  });

  test('says names as they are, whatever is in them', () => {
    const [cluster] = state.all('cluster');
    if (cluster === undefined) throw new Error('nothing there');
    const named = { ...cluster, id: 'a$b', shape: { ...cluster.shape, name: '$5 a day' } };
    const call = httpCallOfAct(callFor('cluster', named, 'updateCluster'));
    expect(call).toMatchObject({ path: expect.stringMatching(/a%24b$/), body: { name: '$5 a day' } });
  });

  test('of every operation is a change that can be written and read', () => {
    const acts = worldOperations.filter((row) => !isRead(row));
    expect(acts.length).toBeGreaterThan(20);
    for (const { id } of acts) expect(change(changeText(90_000 as VirtualTime, emptyCall(id)))).toMatchObject({ at: 90_000, act: id });
  });
});

describe('the request of a call', () => {
  const request = (text: string): string => {
    const { act = '', with: written } = change(text);
    const call = httpCallOfAct({ act, ...(written === undefined ? {} : { with: written as Json }) }) ?? expect.fail(`there is no ${act}`);
    return curlCommand(call, { base: 'http://127.0.0.1:8787', key: call.needsKey ? 'podsim-dev-key' : undefined });
  };

  test('is a line for curl', () => {
    expect(request("{ at: 1s, act: cancel, with: { endpoint: ep-a, job: a b'c } }")).toBe(
      `curl -X POST 'http://127.0.0.1:8787/v2/ep-a/cancel/a%20b'\\''c' -H 'authorization: Bearer podsim-dev-key'`,
    );
    expect(request('{ at: 1s, act: run, with: { endpoint: ep-a, body: { input: { prompt: "it\'s" } } } }')).toBe(
      `curl http://127.0.0.1:8787/v2/ep-a/run -H 'authorization: Bearer podsim-dev-key' --json '{"input":{"prompt":"it'\\''s"}}'`,
    );
    expect(request('{ at: 1s, act: clearFault, with: { fault: f-1 } }')).toBe('curl -X DELETE http://127.0.0.1:8787/_podsim/v1/faults/f-1');
  });
});
