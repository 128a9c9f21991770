import { describe, expect, test } from 'vitest';
import { createWorld } from '../../../adapters/vitest/index.ts';
import { entities } from '../../../engine/cloud/entities.ts';
import { findRule } from '../../../engine/cloud/rulebook/rules.ts';
import {
  type Coverage,
  CoverageReader,
  coverageFamilies,
  mergeCoverage,
  neverSeen,
  possibleCoverage,
} from '../../../engine/world/reports/coverage/coverage.ts';
import { answerOccasions, eventOccasions } from '../../../engine/world/reports/coverage/occasions.ts';

/** A worker that crashes so often, under jobs of which one expires while it waits. */
const crashing = async (crashes: number): Promise<Coverage> => {
  const settings = { worker: { imagePull: '0s', start: '0s' } };
  const world = createWorld({
    world: { settings, endpoints: [{ id: 'ep', workers: { min: 1, max: 1 }, handler: { duration: { fixed: '1m' } } }] },
  });
  await world.advance('1s');
  for (let k = 0; k < crashes; k++) {
    await world.call.injectFault({ body: { fault: 'worker-crash', at: '0s', match: { worker: 'ep-w1' } } as never }).orThrow();
    await world.advance('1s');
  }
  const run = (ttl: number) => world.call.run({ endpoint_id: 'ep', body: { input: {}, policy: { ttl } } }).orThrow();
  await run(3_600_000);
  await run(10_000);
  await world.advance('20s');
  // A read that is refused leaves no entry in the log.
  await world.call.status({ endpoint_id: 'ep', job_id: 'none' });
  await world.call.status({ endpoint_id: 'ep', job_id: 'none' });
  await world.dispose();
  return world.coverage();
};

const words = (coverage: Coverage): readonly string[] => neverSeen(coverage).map((occasion) => occasion.words);

describe('the coverage of a log', async () => {
  const [once, twice] = [await crashing(1), await crashing(2)];

  test('counts operations, rules, statuses, transitions and faults', () => {
    expect(twice.operations).toMatchObject({ run: 2, status: 2 });
    expect(twice.rules).toMatchObject({ 'job.ttl': 1 });
    expect(twice.statuses).toMatchObject({ 'job IN_QUEUE': 2, 'job REMOVED': 1 });
    expect(twice.transitions['job IN_QUEUE → REMOVED (JobExpired)']).toBe(1);
    expect(twice.faults).toStrictEqual({ 'worker-crash': 2 });
  });

  test('has refusals that the log has not, each once', () => {
    expect(twice.answers).toStrictEqual({ 404: 2 });
    expect(Object.entries(twice.refusals)).toStrictEqual([['status: job.expired', 2]]);
  });

  test('says what was never seen: once is not twice, and waiting is not running', () => {
    expect(words(once)).toContain('a worker that crashes twice');
    expect(words(twice)).not.toContain('a worker that crashes twice');
    expect(words(twice)).not.toContain('a job that expires while it waits');
    expect(words(twice)).toContain('a job that expires while it runs');
    expect(words(twice)).toContain('429: more calls than are allowed');
    expect(words(twice)).not.toContain('404: something that is not there');
  });

  test('asks for nothing of kinds that the runs did not have', () => {
    expect(words(twice).filter((one) => /pod|cluster/.test(one))).toStrictEqual([]);
    expect(possibleCoverage(twice).statuses.filter((status) => status.startsWith('pod'))).toStrictEqual([]);
  });

  test('is that of each log by itself, when one reader reads several', async () => {
    const world = createWorld();
    await world.call.run({ endpoint_id: 'ep-demo', body: { input: {} } });
    await world.advance('1m');
    await world.dispose();
    const read = (times: number) => {
      const reader = new CoverageReader();
      for (let k = 0; k < times; k++) reader.readLog(world.log.entries());
      return reader.coverage();
    };
    expect(read(2)).toStrictEqual(mergeCoverage([read(1), read(1)]));
    expect(read(2).statuses['job COMPLETED']).toBe(2);
  });

  test('has no name that is not possible', () => {
    const possible = possibleCoverage(twice);
    for (const family of coverageFamilies)
      expect(Object.keys(twice[family]).filter((name) => !possible[family].includes(name))).toStrictEqual([]);
  });
});

describe('what a client should be ready for', () => {
  test('can happen, and has a rule', () => {
    for (const { kind, event, from } of eventOccasions)
      expect(
        entities[kind].lifecycle.rows.some((row) => row.event === event && (from === undefined || row.from === from)),
        event,
      ).toBe(true);
    for (const { rule } of [...eventOccasions, ...answerOccasions]) expect(findRule(rule)?.id).toBe(rule);
  });

  test('has words of its own', () => {
    const all = [...eventOccasions, ...answerOccasions].map((occasion) => occasion.words);
    expect(new Set(all).size).toBe(all.length);
  });
});
