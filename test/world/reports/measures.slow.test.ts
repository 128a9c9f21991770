import { describe, expect, test } from 'vitest';
import { measures as compared, measure } from '../../../engine/compare/measures.ts';
import { studyMeasures } from '../../../engine/lab/study/measure/measures.ts';
import { resultOf } from '../../../engine/lab/study/results/result.ts';
import { numberOf, samplesOf } from '../../../engine/scenario/play/assertion.ts';
import { metricNames, unitOf } from '../../../engine/scenario/play/metrics.ts';
import { resultsOf } from '../../../engine/scenario/play/results.ts';
import { measures } from '../../../engine/world/reports/record/measures.ts';
import { sourcesIn } from '../../support/house/architecture.ts';
import { playedText } from '../../support/worlds/playing.ts';

/** Jobs wait for workers, and those of one endpoint fail. */
const busy = `title: busy
world:
  settings: { worker: { imagePull: 0s, start: 3s } }
  endpoints:
    - id: ep-a
      workers: { min: 0, max: 2 }
      handler: { duration: { exponential: { mean: 4s } } }
    - { id: ep-b, workers: { min: 0, max: 1 }, handler: { duration: { fixed: 1s }, outcomes: [fail] } }
load:
  - { with: { endpoint: ep-a, body: { input: {} } }, poisson: { rate: 1/2s }, for: 5m }
  - { with: { endpoint: ep-b, body: { input: {} } }, poisson: { rate: 1/20s }, for: 5m }
`;

describe('one table of measures', () => {
  test('gives the same value to studies, comparisons, assertions, lessons and the results of a load', () => {
    const run = playedText(busy);
    const { world } = run;
    const [study, results, taken] = [resultOf(run), resultsOf(run)?.all, measure(world, world.now)];
    const ofStudy = (name: string) => studyMeasures.get(name)?.of(study);
    const view = { log: world.log, now: world.now, state: world.state };
    const [p95] = samplesOf('delayTime', undefined, view).at([95]);
    expect(p95?.ms).toBeGreaterThan(1_000);
    expect([taken['delay p95'], ofStudy('delayTime.p95'), results?.jobs?.waitMs?.p95]).toStrictEqual([p95?.ms, p95?.ms, p95?.ms]);
    const longest = samplesOf('executionTime', undefined, view).at([100])[0]?.ms;
    expect([ofStudy('executionTime.max'), results?.jobs?.executionMs?.max]).toStrictEqual([longest, longest]);
    expect([ofStudy('completed'), results?.jobs?.outcomes.completed]).toStrictEqual([taken.completed, taken.completed]);
    expect([ofStudy('failed'), results?.jobs?.outcomes.failed]).toStrictEqual([taken.failed, taken.failed]);
    expect(taken.failed).toBeGreaterThan(5);
    expect([ofStudy('throughput')]).toStrictEqual([results?.jobs?.throughput?.perSecond]);
    const [cost, bill, utilization] = (['cost', 'bill', 'utilization'] as const).map((name) => numberOf(name, undefined, view));
    expect([ofStudy('cost'), results?.costUsd]).toStrictEqual([cost, cost]);
    expect([ofStudy('bill'), taken.cost]).toStrictEqual([bill, bill]);
    expect(taken.utilization).toBe(utilization);
    expect(ofStudy('utilization')).toBe(results?.utilization);
    expect(results?.utilization).toBeCloseTo(utilization ?? 0, 6);
  });

  test('has the measures of one endpoint alone, where it is named', () => {
    const { world } = playedText(busy);
    const view = { log: world.log, now: world.now, state: world.state };
    const [all, ofA, ofB] = [undefined, 'ep-a', 'ep-b'].map((of) => samplesOf('executionTime', of, view));
    expect(new Set(ofB?.ms)).toStrictEqual(new Set([1_000]));
    expect(all?.ms.length).toBe((ofA?.ms.length ?? 0) + (ofB?.ms.length ?? 0));
    expect(samplesOf('delayTime', 'ep-none', view).ms).toStrictEqual([]);
  });

  test('says the unit and the better direction of each once: no other source of the engine does', () => {
    const rows = new Map(Object.entries(measures));
    expect(compared.map(({ name, unit, better }) => [name, unit, better])).toStrictEqual([
      ['delay p50', 'ms', 'less'],
      ['delay p95', 'ms', 'less'],
      ['timeouts', 'jobs', 'less'],
      ['failed', 'jobs', 'less'],
      ['completed', 'jobs', 'more'],
      ['cost', 'USD', 'less'],
      ['utilization', 'share', 'more'],
      ['first token p50', 'ms', 'less'],
      ['first token p95', 'ms', 'less'],
      ['time per token', 'ms', 'less'],
      ['batch size', 'jobs', 'less'],
      ['batch size max', 'jobs', 'less'],
      ['tokens per second', 'tokens/s', 'more'],
      ['tokens per dollar', 'tokens/USD', 'more'],
    ]);
    for (const [name, { unit, better }] of studyMeasures) {
      const row = rows.get(name.split('.')[0] ?? '');
      expect([name, unit, better]).toStrictEqual([name, row?.unit, row?.better]);
    }
    expect([...new Set(metricNames.map(unitOf))]).toStrictEqual([
      'ms',
      'share',
      'tokens/s',
      'tokens/USD',
      'USD',
      'jobs/s',
      'jobs',
      'calls',
    ]);
    // A study and an assertion call the same by the same name.
    const ofStudies = new Set([...studyMeasures.keys()].map((name) => name.replace(/^(\w+(?:Time|Token|Start))\.\w+$/, '$1')));
    const ofAssertions: readonly string[] = metricNames;
    expect([...ofStudies].filter((name) => !ofAssertions.includes(name))).toStrictEqual([]);
    expect(ofAssertions.filter((name) => !ofStudies.has(name))).toStrictEqual(['cancelled', 'purged']);
    const sources = sourcesIn('.', ['engine']).filter(({ text }) => /better: '\w+'(?! \|)|'(?:ms|jobs|share)', '(?:less|more)'/.test(text));
    // A share of any of them is made of its name, and is always better the larger it is.
    const ofShares = 'engine/lab/study/measure/shares.ts';
    expect(sources.map(({ path }) => path)).toStrictEqual([ofShares, 'engine/world/reports/record/measures.ts']);
  });

  test('is all shown: each measure is taken by a list of those who show some', () => {
    const table = 'engine/world/reports/record/measures.ts';
    const sources = sourcesIn('.', ['engine']).filter(({ path }) => path !== table);
    const isTaken = (name: string) => sources.some(({ text }) => new RegExp(`(?:measures|rows)\\.${name}\\b|'${name}'`).test(text));
    expect(Object.keys(measures).filter((name) => !isTaken(name))).toStrictEqual([]);
    expect(isTaken('longestWait')).toBe(false);
  });
});
