import { describe, expect, test } from 'vitest';
import { answerControl } from '../../engine/control/operation.ts';
import { serverOperations } from '../../engine/control/table.ts';
import { thingsPerStep } from '../../engine/kernel/steps.ts';
import type { World } from '../../engine/world/world.ts';
import { FakeHost } from '../support/serving/fakeHost.ts';
import { endpointOf, runOf, worldOf } from '../support/worlds/worlds.ts';

/** What an answer cost: no clock, but what was looked at, and how much of that without a pause. */
interface Cost {
  readonly status: number;
  readonly characters: number;
  readonly items: number;
  /** Entries of the log that were read. */
  readonly read: number;
  /** The most of them between two pauses. */
  readonly atOnce: number;
}

/** Counts the entries that are read of a log. */
const countingReads = (world: World) => {
  const count = { reads: 0 };
  const { log } = world;
  const entries = log.entries.bind(log);
  log.entries = function* (after?: number) {
    for (const entry of entries(after)) {
      count.reads += 1;
      yield entry;
    }
  };
  return count;
};

/** 500 jobs in each second of virtual time, of which the workers do most. */
const jobsPerSecond = 500;
const crowded = () => {
  const host = new FakeHost(
    worldOf({
      endpoints: [endpointOf('ep-a', { workers: { min: 20, max: 20 } }, { duration: { kind: 'fixed', ms: 40 } })],
      seed: 'crowded',
    }),
  );
  const desk = host.desk();
  const count = countingReads(desk.world);
  let submitted = 0;
  return {
    desk,
    /** Lets seconds pass. */
    live: (seconds: number) => {
      for (let k = 0; k < seconds * 50; k++) {
        for (let n = 0; n < jobsPerSecond / 50; n++) desk.world.call(runOf('ep-a', { n: ++submitted }));
        desk.world.advance({ by: 20 });
      }
    },
    ask: (id: string, params: Readonly<Record<string, string>>, query: Readonly<Record<string, string>>): Cost => {
      const row = serverOperations.find((one) => one.id === id);
      if (row === undefined) throw new Error(`there is no ${id}`);
      const before = count.reads;
      let [last, atOnce] = [before, 0];
      const steps = answerControl(desk, row, { params, query });
      let step = steps.next();
      for (; step.done !== true; step = steps.next()) {
        atOnce = Math.max(atOnce, count.reads - last);
        last = count.reads;
      }
      const text = JSON.stringify(step.value.body);
      return {
        status: step.value.status,
        characters: text.length,
        items: (text.match(/"(?:seq|timer|id)":/g) ?? []).length,
        read: count.reads - before,
        atOnce: Math.max(atOnce, count.reads - last),
      };
    },
  };
};

describe('while 500 jobs a second arrive', () => {
  // What the console asks for, over and over.
  // biome-ignore format: a table
  const questions: readonly (readonly [id: string, params: Readonly<Record<string, string>>, query: (length: number) => Readonly<Record<string, string>>, read: number, characters: number])[] = [
    ['listEvents',    {},                   (length) => ({ after: String(length - 500), limit: '1000' }), 501,   400_000],
    ['listEvents',    {},                   () => ({ after: '0', limit: '1000' }),                        1_001, 800_000],
    ['listNext',      {},                   () => ({ limit: '50' }),                                      0,     40_000],
    ['getState',      {},                   () => ({ kind: 'endpoint,worker', limit: '200' }),            0,     100_000],
    ['getState',      {},                   () => ({ kind: 'job', limit: '200' }),                        0,     200_000],
    ['getClock',      {},                   () => ({}),                                                   0,     1_000],
    ['getHeader',     {},                   () => ({}),                                                   0,     10_000],
    ['explainEntity', { entity: 'ep-a' },   () => ({ limit: '12' }),                                      Number.POSITIVE_INFINITY, 40_000],
    ['explainEntity', { entity: 'job-7' },  () => ({ limit: '12' }),                                      Number.POSITIVE_INFINITY, 40_000],
  ];

  test.each(questions)('%s %j is answered in pieces, and within bounds', (id, params, query, read, characters) => {
    const { desk, live, ask } = crowded();
    for (let second = 1; second <= 4; second++) {
      live(1);
      const cost = ask(id, params, query(desk.world.log.length));
      expect(cost.status).toBe(200);
      expect(cost.read).toBeLessThanOrEqual(read);
      expect(cost.characters).toBeLessThanOrEqual(characters);
      // A pause comes after 128 of one search; the next search may have begun.
      expect(cost.atOnce).toBeLessThanOrEqual(2 * thingsPerStep);
      // An explanation reads the log a few times, never once for each of its entries.
      expect(cost.read).toBeLessThanOrEqual(4 * desk.world.log.length);
    }
    expect(desk.world.log.length).toBeGreaterThan(4 * jobsPerSecond * 4);
  });

  test('an explanation reads no more than the server allows, however long the log is', () => {
    const { desk, live, ask } = crowded();
    const limits = { ...desk.host.limits, entriesExplained: 2_000 };
    (desk.host as FakeHost).limits = limits;
    live(2);
    for (const entity of ['ep-a', 'ep-a-w1', 'job-7']) {
      const { status, read } = ask('explainEntity', { entity }, { limit: '12' });
      expect(status).toBe(200);
      expect(read).toBeLessThanOrEqual(4 * limits.entriesExplained);
    }
  });
});
