import { describe, expect, test } from 'vitest';
import { measures as compared, measure } from '../../../engine/compare/measures.ts';
import { studyMeasures } from '../../../engine/lab/study/measure/measures.ts';
import { measureRun } from '../../../engine/lab/study/results/result.ts';
import { play } from '../../../engine/scenario/play/play.ts';
import { computeResults } from '../../../engine/scenario/play/results.ts';
import { collectSamples, computeNumber } from '../../../engine/scenario/step/assertion.ts';
import { measures } from '../../../engine/world/reports/record/measures.ts';
import { metricNames, namedMeasures } from '../../../engine/world/reports/record/namedMeasures.ts';
import { sourcesIn } from '../../support/house/architecture.ts';
import { playedText, scenariosIn } from '../../support/worlds/playing.ts';

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
    const [study, results, taken] = [measureRun(run), computeResults(run)?.all, measure(world, world.now)];
    const ofStudy = (name: string) => studyMeasures.get(name)?.of(study);
    const view = { log: world.log, now: world.now, state: world.state };
    const [p95] = collectSamples('delayTime', undefined, view).at([95]);
    expect(p95?.ms).toBeGreaterThan(1_000);
    expect([taken['delayTime.p95'], ofStudy('delayTime.p95'), results?.jobs?.delayTime?.p95]).toStrictEqual([p95?.ms, p95?.ms, p95?.ms]);
    const longest = collectSamples('executionTime', undefined, view).at([100])[0]?.ms;
    expect([ofStudy('executionTime.max'), results?.jobs?.executionTime?.max]).toStrictEqual([longest, longest]);
    expect([ofStudy('completed'), results?.jobs?.outcomes.completed]).toStrictEqual([taken['completed'], taken['completed']]);
    expect([ofStudy('failed'), results?.jobs?.outcomes.failed]).toStrictEqual([taken['failed'], taken['failed']]);
    expect(taken['failed']).toBeGreaterThan(5);
    expect(ofStudy('throughput')).toBeCloseTo(results?.jobs?.throughput ?? 0, 8);
    const [cost, bill, utilization] = (['cost', 'bill', 'utilization'] as const).map((name) => computeNumber(name, undefined, view));
    expect([ofStudy('cost'), results?.cost]).toStrictEqual([cost, cost]);
    expect([ofStudy('bill'), taken['bill']]).toStrictEqual([bill, bill]);
    expect(taken['utilization']).toBe(utilization);
    expect(ofStudy('utilization')).toBeCloseTo(utilization ?? 0, 8);
    expect(results?.utilization).toBeCloseTo(utilization ?? 0, 6);
  });

  test.each([
    ['queue/health-counters', 'concurrency/tokens-stream', 'workers/removed-while-others-act', 'queue/full-at-five-hundred-a-worker'],
  ])('has no measure that is never recorded: %s, %s, %s and %s have a value of each', (...names) => {
    const results = names.flatMap((name) => scenariosIn(`scenarios/${name}.scenario.yaml`).map((scenario) => measureRun(play(scenario))));
    const missing = [...studyMeasures].filter(([, { of }]) => !results.some((result) => (of(result) ?? 0) > 0));
    expect(missing.map(([name]) => name)).toStrictEqual([]);
  });

  test('has the measures of one endpoint alone, where it is named', () => {
    const { world } = playedText(busy);
    const view = { log: world.log, now: world.now, state: world.state };
    const [all, ofA, ofB] = [undefined, 'ep-a', 'ep-b'].map((of) => collectSamples('executionTime', of, view));
    expect(new Set(ofB?.ms)).toStrictEqual(new Set([1_000]));
    expect(all?.ms.length).toBe((ofA?.ms.length ?? 0) + (ofB?.ms.length ?? 0));
    expect(collectSamples('delayTime', 'ep-none', view).ms).toStrictEqual([]);
  });

  test('says the unit and the better direction of each once, and all have its numbers under the same names', () => {
    expect(compared.map(({ name, unit, better }) => [name, unit, better])).toStrictEqual([
      ['delayTime.p50', 'ms', 'less'],
      ['delayTime.p95', 'ms', 'less'],
      ['firstToken.p50', 'ms', 'less'],
      ['firstToken.p95', 'ms', 'less'],
      ['tokenTime.p50', 'ms', 'less'],
      ['completed', 'jobs', 'more'],
      ['failed', 'jobs', 'less'],
      ['timedOut', 'jobs', 'less'],
      ['utilization', 'share', 'more'],
      ['batchSize.mean', 'jobs', 'less'],
      ['batchSize.max', 'jobs', 'less'],
      ['tokensPerSecond', 'tokens/s', 'more'],
      ['tokensPerDollar', 'tokens/USD', 'more'],
      ['bill', 'USD', 'less'],
    ]);
    expect([...studyMeasures.keys()]).toStrictEqual(namedMeasures.map(({ name }) => name));
    const rows = Object.keys(measures);
    expect([...new Set(namedMeasures.map(({ row }) => row))]).toStrictEqual(rows);
    expect(new Set(metricNames.map((name) => name.split('.')[0]))).toStrictEqual(new Set(rows));
    const sources = sourcesIn('.', ['engine']).filter(({ text }) => /better: '\w+'(?! \|)|'(?:ms|jobs|share)', '(?:less|more)'/.test(text));
    // A share of any of them is made of its name, and is always better the larger it is.
    const ofShares = 'engine/lab/study/measure/shares.ts';
    expect(sources.map(({ path }) => path)).toStrictEqual([ofShares, 'engine/world/reports/record/measures.ts']);
  });
});
