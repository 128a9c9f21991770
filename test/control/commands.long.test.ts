import { describe, expect, test } from 'vitest';
import { controlCommands } from '../../engine/api/commands/commands.ts';
import type { Answer } from '../../engine/api/operation.ts';
import { readSchemaNode } from '../../engine/api/reading/schemaNode.ts';
import { findRule } from '../../engine/cloud/rulebook/rules.ts';
import type { Json } from '../../engine/kernel/canonical.ts';
import { rerun } from '../../engine/world/history/rerun.ts';
import { divergence } from '../../engine/world/reports/divergence.ts';
import type { World } from '../../engine/world/world.ts';
import { mutationsOf, unfilled } from '../support/sequences/bodyMutations.ts';
import { answered, type Given, type PopulatedWorld, populatedWorld } from '../support/worlds/populatedWorld.ts';

/** A call that succeeds. `first` creates what it needs. */
interface Good {
  readonly first?: (world: World) => void;
  readonly named?: Readonly<Record<string, string>>;
  readonly body?: Json;
  /** Bodies with the properties that exclude those of `body`. */
  readonly others?: readonly Json[];
}

const fault = { fault: 'api-latency', delay: '1s', limit: 3, chance: '1/2', window: { from: '1s', to: '1h' } };
const inCenter = { dataCenter: 'EU-RO-1', gpu: 'NVIDIA GeForce RTX 4090', host: 'EU-RO-1/rtx-4090/s1' };
const injecting = (world: World): void => {
  answered(world, 'injectFault', { body: fault });
};
const bounds = { min: '1s', max: '1m' };

/** Handlers of simulated jobs. */
type Handler = { readonly [name: string]: Json };
const simulated: readonly [Handler, ...Handler[]] = [
  {
    duration: { lognormal: { median: '2s', p95: '9s' }, ...bounds },
    outcomes: ['fail', 'complete'],
    output: { done: true },
    error: 'no',
    chunks: { count: 3, every: '1s', metrics: { tokens: 1 } },
    status: 201,
    headers: { 'x-reason': 'asked' },
  },
  { duration: { fixed: '2s', ...bounds }, chunks: ['a', { b: 1 }] },
  { duration: { uniform: { from: '1s', to: '2s' }, ...bounds }, chunks: { outputs: ['a'], metrics: 1 } },
  { duration: { exponential: { mean: '2s' }, ...bounds } },
  { duration: { empirical: [{ value: '1s', weight: 2 }], ...bounds } },
  { duration: { erlang: { shape: 2, mean: '2s' }, ...bounds } },
  { duration: { gamma: { shape: 1.5, mean: '2s' }, ...bounds } },
  { duration: { weibull: { shape: 1.5, scale: '2s' }, ...bounds } },
  { duration: { pareto: { shape: 2, scale: '1s' }, ...bounds } },
  { duration: { triangular: { from: '1s', mode: '2s', to: '4s' }, ...bounds } },
  { duration: { hyperexponential: [{ mean: '2s', weight: 3 }], ...bounds }, emptyInput: 'ignored' },
  { duration: { mixture: [{ of: { fixed: '2s' }, weight: 7 }, { of: { uniform: { from: '8s', to: '9s' } } }], ...bounds } },
  { duration: { bySize: { size: { fixed: 300 }, slope: '12ms' }, ...bounds } },
  {
    duration: {
      bySize: { size: { erlang: { shape: 2, mean: 90 } }, intercept: '2s', slope: '1s', per: 1_000, remainder: { fixed: '1s' } },
    },
  },
  { chances: { complete: '1/9', fail: '1/9', crash: '1/9', hang: '1/9' } },
];

/** The first job of a process takes as long as any duration may be written. */
const withFirstJob: readonly Handler[] = [
  { firstJob: '40s' },
  ...simulated.flatMap(({ duration }) => (duration === undefined ? [] : [{ firstJob: duration }])),
];

/** How many tokens jobs read and write: each kind of a distribution, and what the input says. */
const range = { min: 1, max: 900 };
const tokenSizes: readonly Json[] = [
  500,
  { of: 'input.max_tokens', else: 256 },
  { fixed: 20, ...range },
  { uniform: { from: 1, to: 20 }, ...range },
  { exponential: { mean: 20 }, ...range },
  { lognormal: { median: 20, p95: 90 }, ...range },
  { empirical: [{ value: 20, weight: 2 }], ...range },
  { erlang: { shape: 2, mean: 20 }, ...range },
  { gamma: { shape: 1.5, mean: 20 }, ...range },
  { weibull: { shape: 1.5, scale: 20 }, ...range },
  { pareto: { shape: 2, scale: 10 }, ...range },
  { triangular: { from: 1, mode: 2, to: 4 }, ...range },
  { hyperexponential: [{ mean: 20, weight: 3 }], ...range },
  { mixture: [{ of: { fixed: 20 }, weight: 7 }, { of: { uniform: { from: 8, to: 9 } } }], ...range },
];
const tokenTimes = { prefill: '0.25ms', decode: '18ms', batch: { slope: '2ms', most: 8 }, memory: { tokens: 16_000 } };

/** A good call for every input of the control plane. Webhook reports have a test of their own. */
const goodInputs: Readonly<Record<string, Good>> = {
  setHandler: {
    named: { endpoint: 'ep-a' },
    body: simulated[0],
    others: [
      ...simulated.slice(1),
      ...withFirstJob,
      { concurrency: 4, sharing: { kind: 'processor', from: 2 } },
      { sharing: { kind: 'table', speeds: [1, 0.5] } },
      { sharing: { kind: 'none' } },
      { concurrency: 64, sharing: { kind: 'batch', slope: 0.02 } },
      { concurrency: 64, sharing: { kind: 'batch', slope: '2%' } },
      { concurrency: 4, ramp: 'sdk' },
      ...tokenSizes.map((size) => ({ concurrency: 8, tokens: { prompt: size, output: size, ...tokenTimes } })),
      { external: { scale: 2, timeout: '20s' } },
      ...[...simulated, ...withFirstJob].map((handler) => ({
        answers: [{ job: 'job-1', input: { nth: 1 }, attempt: 2, times: 3, ...handler }],
      })),
    ],
  },
  injectFault: {
    body: { ...fault, match: { endpoint: 'ep-a', operation: 'run' } },
    others: [
      { fault: 'worker-crash', limit: 1, match: { endpoint: 'ep-a', worker: 'ep-a-w1', image: 'i', ...inCenter } },
      { fault: 'image-pull-failure', limit: 1, match: { pod: 'a1b2c3d4e5f6g7', image: 'i', ...inCenter } },
      { fault: 'api-error', status: 500, limit: 1 },
      { fault: 'worker-crash', at: '5s' },
      { fault: 'answer-is', limit: 1, answer: { status: 200, headers: { 'x-told': 'a' }, body: 'no id', effect: false } },
    ],
  },
  clearFault: { first: injecting, named: { fault: 'fault-1' } },
  clearFaults: { first: injecting },
  createKey: {
    body: {
      name: 'ci',
      account: 'acc-c',
      permissions: Object.fromEntries(
        ['pods', 'serverless', 'templates', 'clusters', 'volumes', 'registries', 'account', 'billing', 'queue'].map((group) => [
          group,
          'read',
        ]),
      ),
      endpoints: ['ep-a'],
      rateLimitExempt: false,
      expiresIn: '1h',
    },
  },
  revokeKey: { named: { key: 'bob' } },
  podPrinted: { named: { pod: populatedWorld().stage.pod }, body: { lines: ['a line'] } },
  returnJobs: { named: { worker: 'ep-real-w1' }, body: {}, others: [{ jobs: ['a-job'] }] },
  workerPrinted: { named: { worker: 'ep-real-w1' }, body: { start: 1, lines: ['a line'] } },
  watchWorker: { named: { worker: 'ep-real-w1' } },
  workerSilent: { named: { worker: 'ep-real-w1' }, body: { start: 1 } },
  workerGone: { named: { worker: 'ep-real-w1' }, body: { start: 1 } },
};

test('every input of the control plane has a good call here', () => {
  expect([...Object.keys(goodInputs), 'reportWebhook'].sort()).toStrictEqual(controlCommands.map(({ id }) => id).sort());
});

describe.each(controlCommands.filter(({ id }) => goodInputs[id] !== undefined).map((row) => [row.id, row] as const))('%s', (id, row) => {
  const { first, named = {}, body, others = [] } = goodInputs[id] ?? {};
  const given: Given = { named, body };
  const fresh = (): { readonly world: World; readonly stage: PopulatedWorld } => {
    const made = populatedWorld();
    first?.(made.world);
    return made;
  };
  const put = (some: Given): Answer => answered(fresh().world, id, { ...given, ...some });

  test('answers every caller, with or without a key, with its status and its schema', () => {
    for (const as of ['alice', 'reader', 'stranger', null]) {
      const answer = put({ as });
      expect(answer.status).toBe(row.success.status);
      expect(answer.body === undefined).toBe(row.success.schema === undefined);
      if (answer.body !== undefined) expect(row.success.schema?.safeParse(answer.body).error?.issues ?? []).toStrictEqual([]);
    }
  });

  test('needs no permission, counts towards no limit, and is not hit by faults', () => {
    expect([row.api, row.permission, row.quota]).toStrictEqual(['control', null, undefined]);
    const { world } = fresh();
    for (const kind of ['api-error', 'api-latency'])
      answered(world, 'injectFault', { body: { fault: kind, limit: 9, ...(kind === 'api-latency' ? { delay: '5s' } : {}) } });
    const before = world.now;
    const answer = answered(world, id, given);
    expect([answer.status, answer.limits, world.now - before]).toStrictEqual([row.success.status, undefined, 0]);
  });

  test('is in the log, and a rerun of the log repeats it', () => {
    const { world } = fresh();
    answered(world, id, given);
    const entries = [...world.log.entries()];
    expect(entries.map(({ event }) => (event.type === 'InputReceived' ? event.operation : ''))).toContain(id);
    const again = rerun(world.header, entries);
    expect(divergence(entries, [...again.log.entries()])).toBeUndefined();
  });

  test('does not know an id that does not exist: 404', () => {
    const names = Object.keys(named);
    for (const name of names) {
      const answer = put({ named: { [name]: 'nowhere' } });
      expect([answer.status, findRule(answer.rule ?? '')?.id]).toStrictEqual([404, answer.rule]);
    }
    expect(names.length > 0).toBe(row.path.includes('{'));
  });

  test('refuses every body that does not fit its schema: 422, and 400 for a missing one', () => {
    const { body: schema } = row;
    if (schema === undefined) return expect(body).toBeUndefined();
    const { world } = fresh();
    const bodies = [body, ...others];
    expect(bodies.filter((one) => !schema.safeParse(one).success)).toStrictEqual([]);
    expect(unfilled(readSchemaNode(schema), bodies)).toStrictEqual([]);
    // Where any JSON is allowed no value is wrong.
    const mutations = bodies.flatMap((one) => mutationsOf(readSchemaNode(schema), one).filter(({ what }) => !anyJson.test(what)));
    expect(mutations.length).toBeGreaterThan(10);
    const taken = mutations.flatMap(({ what, value }) => {
      const { status, rule, body: problem } = answered(world, id, { ...given, body: value });
      const errors = (problem as { readonly errors?: Json } | undefined)?.errors;
      return status === 422 && findRule(rule ?? '') !== undefined && Array.isArray(errors) ? [] : [`${what}: ${status} ${rule}`];
    });
    expect(taken).toStrictEqual([]);
    const isNeeded = !schema.safeParse(undefined).success;
    expect(answered(world, id, { ...given, body: undefined }).status).toBe(isNeeded ? 400 : row.success.status);
  });
});

const anyJson = /^\$\.(answers\[0\]\.)?(input|output|chunks\.metrics) /;
