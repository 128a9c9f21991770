import { describe, expect, test } from 'vitest';
import { findId, findKind } from '../engine/cloud/entities.ts';
import type { Json } from '../engine/kernel/canonical.ts';
import { canonicalText } from '../engine/kernel/canonical.ts';
import { Choice } from '../engine/lab/explorer/choice.ts';
import { checkLaw, lawNamed } from '../engine/scenario/laws/laws.ts';
import { lawNames } from '../engine/scenario/properties/lawNames.ts';
import { World } from '../engine/world/world.ts';
import { fewOrAll, isLong } from './support/long.ts';
import { callOf, endpointOf, eventTypes, jobIdOf, keyOf, runOf, worldOf } from './support/worlds/worlds.ts';

/** Workers that make tokens in a memory that is soon full, and that crash at times; those of another account have nothing to do with them. */
const rates = { prefillNs: 250_000, decodeNs: 20_000_000, slopeNs: 2_000_000, most: 6, memory: 1_600 };
const handler = {
  concurrency: 8,
  chances: [
    { ending: 'fail', of: 1, among: 10 },
    { ending: 'crash', of: 1, among: 12 },
    { ending: 'hang', of: 1, among: 12 },
  ],
  chunks: { outputs: ['a', 'b', 'c'] },
  tokens: {
    prompt: { of: 'input.prompt', else: 300 },
    output: { kind: 'lognormal', median: 120, p95: 600 },
    ...rates,
  },
} as const;
const config = { workers: { min: 1, max: 2 }, timeout: 40_000 } as const;
const definition = worldOf({
  settings: { worker: { imagePull: 0, start: 2_000 } },
  accounts: [
    { id: 'acc-a', keys: [keyOf('alice')] },
    { id: 'acc-b', keys: [keyOf('bob')] },
  ],
  endpoints: [endpointOf('ep-a', config, handler), { ...endpointOf('ep-b', config, handler), accountId: 'acc-b' }],
});

/** What is put into a story: jobs of the other account, or a job in front of all others. */
type Inserted = 'nothing' | 'jobs of another' | 'a job in front';

/** Two minutes in which jobs come, are cancelled, retried, and expire, while their handler changes. */
const storyOf = (number: number, inserted: Inserted = 'nothing'): World => {
  const choice = new Choice('tokens', `story ${number}`);
  const world = new World({ ...definition, seed: `tokens-${number}` });
  const jobs: string[] = [];
  if (inserted === 'a job in front') world.call(runOf('ep-a', { first: true }));
  for (let step = 0; step < 40; step++) {
    world.advance({ by: choice.below(3_000) });
    if (inserted === 'jobs of another' && step % 4 === 0) world.call({ ...runOf('ep-b', { n: step }), client: { key: 'key-of-bob' } });
    const job = jobs[choice.below(Math.max(1, jobs.length))];
    const size = choice.of([1, 50, 400, 700, 5_000]);
    choice.pickWeighted<() => void>([
      [8, () => jobs.push(jobIdOf(world.call(runOf('ep-a', { n: step, prompt: size }))))],
      [
        2,
        () =>
          jobs.push(jobIdOf(world.call(callOf('run', { endpoint_id: 'ep-a' }, { body: { input: { n: step }, policy: { ttl: 10_000 } } })))),
      ],
      [2, () => job && world.call(callOf('cancel', { endpoint_id: 'ep-a', job_id: job }))],
      [1, () => job && world.call(callOf('retry', { endpoint_id: 'ep-a', job_id: job }))],
      [1, () => changeHandler(world, size)],
    ])();
  }
  world.advance({ by: 120_000 });
  return world;
};

/** Those that run go on, at another speed or in another memory. */
const changeHandler = (world: World, size: number): void => {
  const tokens = {
    prompt: { of: 'input.prompt', else: 300 },
    output: 1 + (size % 200),
    prefill: '1ms',
    decode: '10ms',
    batch: { slope: '1ms', most: 3 },
    memory: { tokens: 800 },
  };
  world.call({
    operation: 'setHandler',
    client: { key: null, because: 'operator' },
    request: { params: { id: 'ep-a' }, query: {}, body: { concurrency: 5, chances: { hang: '1/6', crash: '1/6' }, tokens } },
  });
};

const numbers = Array.from({ length: fewOrAll(3, 100) }, (_, k) => k);

const usual = ['last-token', 'JobFailed', 'JobTimedOut', 'JobCancelled', 'JobExpired', 'WorkerCrashed', 'EndpointHandlerSet'];
const rare = [...usual, 'pushed-back', 'JobRetried', 'JobRequeued'];

describe('random stories of workers that make tokens', () => {
  test('break no invariant and no law', () => {
    const met = new Set<string>();
    for (const number of numbers) {
      const world = storyOf(number);
      for (const type of eventTypes(world)) met.add(type);
      for (const { event } of world.log.entries()) if (event.type === 'WorkerDidWork' && event.stage !== undefined) met.add(event.stage);
      expect(
        lawNames.flatMap((name) => checkLaw(lawNamed(name), world) ?? []),
        `story ${number}`,
      ).toStrictEqual([]);
    }
    expect((isLong ? rare : usual).filter((one) => !met.has(one))).toStrictEqual([]);
  });

  test('are the same whatever another account makes tokens of', () => {
    for (const number of numbers) expect(eventsOf(storyOf(number, 'jobs of another'))).toStrictEqual(eventsOf(storyOf(number)));
  });

  test('have the same ids, prompts and answers, attempt by attempt, behind a job in front', () => {
    let starts = 0;
    for (const number of numbers) {
      const [before, after] = [countsOf(storyOf(number)), countsOf(storyOf(number, 'a job in front'))];
      for (const [id, counts] of before) {
        const now = after.get(id) ?? [];
        starts += now.length;
        expect(now.slice(0, counts.length)).toStrictEqual(counts.slice(0, now.length));
      }
    }
    expect(starts).toBeGreaterThan(50);
  });
});

/** All that befell the first account's endpoint, its workers and its jobs. */
const eventsOf = ({ log, state }: World): readonly string[] =>
  [...log.entries()].flatMap(({ at, event }) => {
    const kind = findKind(event);
    if (kind === undefined) return [];
    const entity = state.find(kind, findId(kind, event)) as { readonly id: string; readonly endpointId?: string } | undefined;
    return [entity?.endpointId, entity?.id].includes('ep-a') ? [`${at} ${canonicalText(event as unknown as Json)}`] : [];
  });

const countsOf = ({ log }: World): ReadonlyMap<string, readonly unknown[]> => {
  const counts = new Map<string, unknown[]>();
  for (const { event } of log.entries()) {
    if (event.type !== 'JobStarted') continue;
    const { tokens, ending, runsMs } = event.attempt;
    counts.set(event.jobId, [...(counts.get(event.jobId) ?? []), { tokens, ending, runsMs }]);
  }
  return counts;
};
