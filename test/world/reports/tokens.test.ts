import { expect, test } from 'vitest';
import { finish } from '../../../engine/kernel/steps.ts';
import { explain } from '../../../engine/world/reports/explain/explain.ts';
import { durationsIn } from '../../../engine/world/reports/record/measures.ts';
import { recordOf } from '../../../engine/world/reports/record/metrics.ts';
import { World } from '../../../engine/world/world.ts';
import { endpointOf, jobIdOf, runOf, worldOf } from '../../support/worlds.ts';

test('a sequence of tokens says where it is in the batch, and what it waits for there', () => {
  const settings = { worker: { imagePull: 0, start: 0 } } as const;
  const rates = { prefillNs: 250_000, decodeNs: 20_000_000, slopeNs: 2_000_000, most: 3, memory: 3_000 };
  const handler = { duration: { kind: 'fixed', ms: 1 }, concurrency: 9, tokens: { prompt: 1_200, output: 400, ...rates } } as const;
  const world = new World(worldOf({ settings, endpoints: [endpointOf('ep-a', { workers: { min: 1, max: 1 } }, handler)] }));
  const [first = '', second = '', third = '', fourth = ''] = Array.from({ length: 4 }, () => jobIdOf(world.call(runOf('ep-a', {}))));
  const waits = (id: string) => (finish(explain(world.log, id, world.settings, world.state))?.waitsFor ?? []).join();
  expect(waits(first)).toContain('in the batch of ep-a-w1 its prompt of 1200 tokens is read in 300ms (handler.tokens)');
  expect(waits(second)).toContain('is read in 600ms, after 1 other');
  expect(waits(third)).toContain('it waits for memory for 1200 tokens, with 2400 of 3000 tokens in use by 2 (handler.tokens)');
  expect(waits(fourth)).toContain(`it waits for memory for 1200 tokens behind ${third}, with`);
  world.advance({ by: 300 });
  expect(waits(first)).toContain(`it has made 0 of 400 tokens, alone: it stands still while ${second} is read`);
  world.advance({ by: 2_500 });
  expect(waits(first)).toContain(
    'it has made 100 of 400 tokens, with 1 other, at 0.91 of the speed that it has alone: the rest takes 6s600ms if',
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
  const record = recordOf(world.log.entries(), world.now);
  // 100 ms are read, and a token takes 20 ms. The second waits in the worker and the third in the queue: it makes no difference here.
  expect(durationsIn(record, 'firstToken').map(({ ms }) => ms)).toStrictEqual([[120, 420, 720], []]);
  expect(durationsIn(record, 'delayTime')[0]?.ms).toStrictEqual([0, 0, 300]);
});
