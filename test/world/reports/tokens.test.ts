import { expect, test } from 'vitest';
import { finish } from '../../../engine/kernel/steps.ts';
import { addUpTokens } from '../../../engine/lab/study/results/tokensOverTime.ts';
import { explain } from '../../../engine/world/reports/explain/explain.ts';
import { spanUpTo } from '../../../engine/world/reports/record/gauge.ts';
import { measures } from '../../../engine/world/reports/record/measures.ts';
import { recordEndpoint, recordLog } from '../../../engine/world/reports/record/recordLog.ts';
import { World } from '../../../engine/world/world.ts';
import { endpointOf, jobIdOf, runOf, worldOf } from '../../support/worlds/worlds.ts';

test('a sequence of tokens says where it is in the batch, and what it waits for there', () => {
  const settings = { worker: { imagePull: 0, start: 0 } } as const;
  const rates = { prefillNs: 250_000, decodeNs: 20_000_000, slopeNs: 2_000_000, most: 3, memory: 3_000 };
  const handler = { duration: { kind: 'fixed', ms: 1 }, concurrency: 9, tokens: { prompt: 1_200, output: 400, ...rates } } as const;
  const world = new World(worldOf({ settings, endpoints: [endpointOf('ep-a', { workers: { min: 1, max: 1 } }, handler)] }));
  const [first = '', second = '', third = '', fourth = ''] = Array.from({ length: 4 }, () => jobIdOf(world.call(runOf('ep-a', {}))));
  const waits = (id: string) => (finish(explain(world.log, id, world.settings, world.state))?.waitsFor ?? []).join();
  expect(waits(first)).toContain('in the batch of ep-a-w1 its prompt of 1200 tokens is read in 300 ms (handler.tokens)');
  expect(waits(second)).toContain('is read in 600 ms, after 1 other');
  expect(waits(third)).toContain('it waits for memory for 1200 tokens, with 2400 of 3000 tokens in use by 2 (handler.tokens)');
  expect(waits(fourth)).toContain(`it waits for memory for 1200 tokens behind ${third}, with`);
  world.advance({ by: 300 });
  expect(waits(first)).toContain(`it has made 0 of 400 tokens, alone: it stands still while ${second} is read`);
  world.advance({ by: 2_500 });
  expect(waits(first)).toContain(
    'it has made 100 of 400 tokens, with 1 other, at 0.91 of the speed that it has alone: the rest takes 6.6 s if',
  );
  world.advance({ by: 4_401 });
  expect(waits(second)).toContain('it waits for memory for 1500 tokens, with');
  expect(waits(second)).toContain('for the second time, with 300 tokens made');
});

test('the time to the first token is measured from arrival, once for each attempt', () => {
  const settings = { worker: { imagePull: 0, start: 0 } } as const;
  const rates = { prefillNs: 250_000, decodeNs: 20_000_000, slopeNs: 0, most: 1, memory: 3_000 };
  const handler = { duration: { kind: 'fixed', ms: 1 }, concurrency: 2, tokens: { prompt: 400, output: 10, ...rates } } as const;
  const world = new World(worldOf({ settings, endpoints: [endpointOf('ep-a', { workers: { min: 1, max: 1 } }, handler)] }));
  for (let k = 0; k < 3; k++) world.call(runOf('ep-a', {}));
  world.advance({ by: 60_000 });
  const record = recordEndpoint(world.log.entries(), world.now);
  // 100 ms are read, and a token takes 20 ms. The second waits in the worker and the third in the queue: it makes no difference here.
  expect(measures.firstToken.samples(record).map(({ ms }) => ms)).toStrictEqual([[120, 420, 720], []]);
  expect(record.jobs.waits.ms).toStrictEqual([0, 0, 300]);
});

test('each further token, the batch, and the tokens a second and a dollar are measured; who gives its memory back is in no batch', () => {
  const settings = { worker: { imagePull: 0, start: 0 } } as const;
  const rates = { prefillNs: 0, decodeNs: 20_000_000, slopeNs: 10_000_000, most: 8, memory: 300 };
  const handler = { duration: { kind: 'fixed', ms: 1 }, concurrency: 8, tokens: { prompt: 100, output: 101, ...rates } } as const;
  const world = new World(worldOf({ settings, endpoints: [endpointOf('ep-a', { workers: { min: 1, max: 1 } }, handler)] }));
  for (let k = 0; k < 2; k++) world.call(runOf('ep-a', {}));
  world.advance({ by: 4_000 });
  const record = recordEndpoint(world.log.entries(), world.now);
  // Both gain 50 tokens in 1.5 s. Then memory is full: one makes its 51 others alone, and the other its own after that.
  expect(measures.tokenTime.ofWork(record.jobs).ms).toStrictEqual([25, 35]);
  expect(record.batch.overTime).toStrictEqual([(2 * 1_500 + 1_020 + 1_020) / 4_000]);
  const run = { record, billing: world.state.billing, until: world.now };
  expect(measures.tokensPerSecond.take(run)).toBe(202 / 4);
  expect(measures.tokensPerDollar.take(run)).toBe(Math.round(202 / record.cost));
  const over = addUpTokens(recordLog(world.log.entries(), spanUpTo(world.now, 2)).all, world.log, 2_000);
  expect(over).toMatchObject({ partMs: 2_000, firstToken: [30, null], inProgress: [2, expect.any(Number)] });
  expect(over?.tokenTime).toStrictEqual([null, 25]);
});
