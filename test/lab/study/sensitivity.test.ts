import { describe, expect, test } from 'vitest';
import { scaleValue } from '../../../engine/lab/study/design/scaleValue.ts';
import { missingPlays, type PlayResult, type StudyReport, sensitivityWords, studyReport } from '../../../engine/lab/study/index.ts';
import { makeFailedResult } from '../../../engine/lab/study/results/result.ts';
import { played, read, scenarioText, studyOf } from './reading.ts';

// biome-ignore format: a table
test.each([
  ['a duration',               '4s',                                         '4s720ms'],
  ['a rate',                   '20/m',                                       '23.6/m'],
  ['a number',                 2,                                            2.36],
  ['all times of a distribution', { lognormal: { median: '4s', p95: '20s' } }, { lognormal: { median: '4s720ms', p95: '23s600ms' } }],
  ['times, and no shape',      { pareto: { min: '1s', alpha: 1.5 } },        { pareto: { min: '1s180ms', alpha: 1.5 } }],
  ['values of a list',         ['1s', '10s'],                                ['1s180ms', '11s800ms']],
  ['a column of a file',       { empirical: { file: 'a.csv', column: 'ms' } }, { empirical: { file: 'a.csv', column: 'ms', times: 1.18 } }],
  ['a time by size, and no size', { bySize: { size: { empirical: { file: 'a.csv', column: 'n' } }, slope: '1s' }, max: '1m' }, { bySize: { size: { empirical: { file: 'a.csv', column: 'n' } }, slope: '1s180ms' }, max: '1m10s800ms' }],
  ['no word',                  'FLASHBOOT',                                  undefined],
  ['nothing',                  undefined,                                    undefined],
])('of %s, all that can grow grows by 18 percent', (_, value, grown) => {
  expect(scaleValue(value, 118)).toStrictEqual(grown);
});

const lines = `vary: { workers.max: [1, 2, 3] }
seeds: 4
goal: { cost: { lte: 30 }, minimize: bill }
sensitivity: [worker.start]
`;

/** Plays whose cost is ten dollars for each second of a start, over the workers; so two workers keep to it up to 6 s, and three to 9 s. */
const conductDrawn = (text: string, play = costOf): StudyReport => {
  const study = studyOf(text);
  const results = new Map<object, Map<string, PlayResult>>();
  const known = (configuration: object, seed: string): PlayResult | undefined => results.get(configuration)?.get(seed);
  for (;;) {
    const missing = missingPlays(study, known);
    if (missing.length === 0) return studyReport(study, known);
    for (const { configuration, seed } of missing) {
      const own = results.get(configuration) ?? new Map<string, PlayResult>();
      results.set(configuration, own.set(seed, play(configuration.scenario.spec.world, Number(configuration.values[0]), Number(seed))));
    }
  }
};

const costOf = (world: unknown, workers: number, seed: number): PlayResult => {
  const [, start = '0'] = /"start":\{?"?(?:fixed"?:)?(\d+)/.exec(JSON.stringify(world)) ?? [];
  const cost = (Number(start) / 100 / workers) * (1 + seed / 1_000);
  return { ...makeFailedResult(''), verdict: 'pass', why: [], values: { cost, bill: workers + seed / 1e9 } };
};

describe('how much a choice stands', () => {
  test('is found by bisection, with the configuration that takes over', () => {
    const [found, ...others] = conductDrawn(lines).sensitivity;
    expect(others).toStrictEqual([]);
    // One worker costs ten dollars with its start of one second: thirty at three.
    expect(found).toMatchObject({ name: 'worker.start', runnerUp: 2 });
    expect(found?.holdsTo).toBeGreaterThan(2.9);
    expect(found?.failsAt).toBeLessThan(3.1);
  });

  test('takes no more than forty plays of each growth, however many the choice took', () => {
    const playsOf = (seeds: number): number => {
      let count = 0;
      conductDrawn(lines.replace('seeds: 4', `seeds: ${seeds}`), (...given) => {
        count += 1;
        return costOf(...given);
      });
      // Three configurations have all of theirs.
      return count - 3 * seeds;
    };
    expect(playsOf(90)).toBe(playsOf(40));
    expect(playsOf(40)).toBe(10 * playsOf(4));
  });

  test('is said in words', () => {
    const report = conductDrawn(lines);
    const say = (changes: object): readonly string[] =>
      sensitivityWords({ ...report, sensitivity: report.sensitivity.map((one) => ({ ...one, ...changes })) });
    expect(sensitivityWords(report)).toStrictEqual([
      'It holds until worker.start grows to 3 times what it is; then workers.max=2 takes over.',
    ]);
    expect(say({ holdsTo: 1.18 })).toStrictEqual(['It holds until worker.start grows by 18 %; then workers.max=2 takes over.']);
    expect(say({ holdsTo: 1, failsAt: 1.02, runnerUp: null })).toStrictEqual([
      'It fails if worker.start grows by 2 %; then none of those that meet it now does.',
    ]);
    expect(say({ failsAt: null, holdsTo: 8 })).toStrictEqual(['It holds even if worker.start grows to 8 times what it is.']);
  });

  test('is not asked where no configuration meets the goal, and has an end', () => {
    expect(conductDrawn(lines.replace('30', '0.5')).sensitivity).toStrictEqual([]);
    expect(conductDrawn(lines.replace('30', '3000')).sensitivity).toStrictEqual([
      { name: 'worker.start', holdsTo: 8, failsAt: null, runnerUp: null },
    ]);
  });

  test('is found in real plays, for what happens to one, too', () => {
    const { report } = played(
      studyOf(`vary: { workers.max: [3, 6] }
seeds: 3
goal: { delayTime.p95: { lte: 30s }, minimize: cost }
sensitivity: [peak.poisson.rate]
`),
    );
    expect(report.sensitivity).toMatchObject([{ name: 'peak.poisson.rate' }]);
    expect(report.sensitivity[0]?.holdsTo).toBeGreaterThan(1);
  });
});

// biome-ignore format: a table
test.each([
  ['an unknown setting',    'sensitivity: [worker.strat]',       /^s\/a\.study\.yaml:7:15: sensitivity\.0: worker\.strat: there is no such setting; did you mean 'worker\.start'/],
  ['what is not written',   'sensitivity: [worker.crashLoop]',   /sensitivity\.0: worker\.crashLoop: is not written in the scenario/],
  ['what does not grow',    'sensitivity: [scaling.type]',       /sensitivity\.0: scaling\.type: has nothing that grows/],
])('%s is refused', (_, line, words) => {
  expect(read(`${lines.replace('sensitivity: [worker.start]\n', '')}\n${line}\n`, scenarioText())).toStrictEqual([expect.stringMatching(words)]);
});

test('a goal without limits is refused', () => {
  expect(read('vary: { workers.max: [1, 2] }\ngoal: { minimize: cost }\nsensitivity: [worker.start]\n')).toStrictEqual([
    's/a.study.yaml:5:14: sensitivity: is about the limits of a `goal`, which the best configuration keeps to: give limits',
  ]);
});
