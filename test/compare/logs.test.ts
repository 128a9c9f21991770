import { isLeft } from 'fp-ts/lib/Either.js';
import { describe, expect, test } from 'vitest';
import { historyDifferences } from '../../engine/compare/histories.ts';
import { compareLogs } from '../../engine/compare/logs.ts';
import { logsText } from '../../engine/compare/text.ts';
import { finish } from '../../engine/kernel/steps.ts';
import { later, seconds, worldStart } from '../../engine/kernel/time.ts';
import { forkAt } from '../../engine/world/history/rewind.ts';
import { World } from '../../engine/world/world.ts';
import { reread } from '../support/worlds/reread.ts';
import { callOf, endpointOf, jobIdOf, runOf, worldOf } from '../support/worlds/worlds.ts';

const definition = worldOf({
  endpoints: [endpointOf('ep-a', { workers: { min: 1, max: 1 } }, { duration: { kind: 'fixed', ms: seconds(10) } })],
});
const entries = (world: World) => [...world.log.entries()];

/** Two jobs on one worker; in the fork the first is cancelled after four seconds, and a third comes. */
const parted = () => {
  const world = new World(definition);
  const [first, second] = [1, 2].map((k) => jobIdOf(world.call(runOf('ep-a', { k }, 0))));
  world.advance({ to: later(worldStart, seconds(4)) });
  const fork = finish(forkAt(world, { seq: world.log.length }));
  if (isLeft(fork)) throw new Error(fork.left);
  fork.right.call(callOf('cancel', { endpoint_id: 'ep-a', job_id: first ?? '' }));
  const third = jobIdOf(fork.right.call(runOf('ep-a', { k: 3 })));
  for (const one of [world, fork.right]) one.advance({ to: later(worldStart, seconds(40)) });
  return { world, fork: fork.right, first, second, third };
};

describe('two logs', () => {
  test('that are equal have no difference, read from files or not', () => {
    const { world } = parted();
    const { divergence, histories } = compareLogs(entries(world), reread(world));
    expect(divergence).toBeUndefined();
    expect(histories).toStrictEqual({ onlyInA: [], onlyInB: [], differing: [], same: 5 });
    expect(logsText({ divergence, histories }, 'A', 'B')).toBe('the same entries, and 5 entities with the same history\n');
  });

  test('diverge at an entry, with a chain of causes back to an input', () => {
    const { world, fork, first } = parted();
    const { divergence } = compareLogs(entries(world), entries(fork));
    expect(divergence?.a?.event).toMatchObject({ type: 'JobCompleted', jobId: first });
    expect(divergence?.b?.event).toMatchObject({ type: 'InputReceived', operation: 'cancel' });
    expect(divergence?.causesOfA.links.map(({ event }) => event.type)).toStrictEqual([
      'JobCompleted',
      'JobStarted',
      'WorkerTookJob',
      'JobQueued',
      'InputReceived',
    ]);
  });

  test('name the entities whose histories differ, from when on, and those that only one log has', () => {
    const { world, fork, first, second, third } = parted();
    const { onlyInA, onlyInB, differing, same } = historyDifferences(entries(world), entries(fork));
    expect([onlyInA, onlyInB.map(({ kind, id }) => [kind, id]), same]).toStrictEqual([[], [['job', third]], 2]);
    expect(differing.map(({ kind, id, shared, from }) => [kind, id, shared, from])).toStrictEqual([
      ['worker', 'ep-a-w1', 3, 4_000],
      ['job', first, 2, 4_000],
      ['job', second, 1, 4_000],
    ]);
    const [, cancelled] = differing;
    expect([cancelled?.a, cancelled?.b].map((story) => story?.map(({ at, event }) => [at, event.type]))).toStrictEqual([
      [[10_000, 'JobCompleted']],
      [[4_000, 'JobCancelled']],
    ]);
  });

  test('do not differ where the same happens as another entry, for another cause', () => {
    const quiet = new World(definition);
    const asked = new World(definition);
    asked.call(callOf('health', { endpoint_id: 'ep-a' }));
    for (const world of [quiet, asked]) {
      world.call({ ...runOf('ep-a', {}, 1_000), key: 'k' });
      world.advance({ to: later(worldStart, seconds(60)) });
    }
    expect(historyDifferences(entries(quiet), entries(asked))).toMatchObject({ onlyInA: [], onlyInB: [], differing: [] });
  });

  test('read well', () => {
    const { world, fork } = parted();
    expect(logsText(compareLogs(entries(world), entries(fork)), 'as it was', 'what if')).toMatchInlineSnapshot(`
      "the first difference is entry 14: JobCompleted of job-1 in as it was, the call cancel in what if

      as it was
        #14 00:00:10.000 job-1 JobCompleted worker=ep-a-w1 output={"k":1} executionTime=10s
        because of #10 00:00:00.000 job-1 JobStarted worker=ep-a-w1 attempt={runs=10s ending=complete} timeout=5m
        because of #9 00:00:00.000 ep-a-w1 WorkerTookJob job=job-1
        because of #8 00:00:00.000 job-1 JobQueued endpoint=ep-a source=run input={"k":1} terms={ttl=1d retention=30m lowPriority=false}
        because of #7 00:00:00.000 InputReceived run ep-a {"input":{"k":1}}

      what if
        #14 00:00:04.000 InputReceived cancel ep-a job-1

      only in what if: 1 entity
        job-3: JobQueued 00:00:04.000, JobStarted 00:00:14.000, JobCompleted 00:00:24.000

      different from some time on: 3 entities
        worker ep-a-w1, from 00:00:04.000 on
          as it was: WorkerFreed 00:00:10.000, WorkerTookJob 00:00:10.000, WorkerFreed 00:00:20.000
          what if: WorkerFreed 00:00:04.000, WorkerTookJob 00:00:04.000, WorkerFreed 00:00:14.000, WorkerTookJob 00:00:14.000, WorkerFreed 00:00:24.000
        job-1, from 00:00:04.000 on
          as it was: JobCompleted 00:00:10.000
          what if: JobCancelled 00:00:04.000
        job-2, from 00:00:04.000 on
          as it was: JobStarted 00:00:10.000, JobCompleted 00:00:20.000
          what if: JobStarted 00:00:04.000, JobCompleted 00:00:14.000

      the same in both: 2 entities
      "
    `);
  });

  test('of which one is longer diverge where the other ends', () => {
    const { world } = parted();
    const short = entries(world).slice(0, 12);
    expect(logsText(compareLogs(short, entries(world)), 'A', 'B')).toMatch(
      /^the first difference is entry 13: A ends before it, B goes on\n\nA\n {2}ends before\n\nB\n {2}#13 00:00:04\.000 ClockAdvanced\n/,
    );
  });
});
