import { describe, expect, test } from 'vitest';
import { playOnce } from '../../../adapters/study/playOnce.ts';
import { sha256Hex } from '../../../engine/kernel/sha256.ts';
import {
  findLowerBound,
  hashVersions,
  makeFailedResult,
  PlayKeys,
  type PlayResult,
  type StudyConfiguration,
  studyMeasures,
  studyReportSchema,
} from '../../../engine/lab/study/index.ts';
import { rulesetDigest } from '../../../engine/simulator/definition.ts';
import { engineVersion } from '../../../engine/simulator/version.ts';
import { played, scenarioText, studyOf } from './reading.ts';

/** Four jobs on one worker that starts in 1 s: they wait 1 s, 3 s, 5 s and 7 s, and run for 2 s. */
const queue = `title: four at once
world:
  settings: { worker: { imagePull: 0s, start: 1s } }
  endpoints: [{ id: ep-a, workers: { min: 0, max: 1 }, handler: { duration: { fixed: 2s } } }]
load: [{ with: { endpoint: ep-a, body: { input: {} } }, burst: { size: 4 } }]
`;
const [only] = studyOf('vary: { workers.max: [1] }\n', queue).configurations as [StudyConfiguration];

describe('the result of a play', () => {
  const result = playOnce(only.scenario, '1');

  test('has exact tallies: sums, squares, ranks and bins', () => {
    const { bins, ...delay } = result.durations.delayTime;
    expect(delay).toStrictEqual({ n: 4, sum: 16_000, squares: '84000000', max: 7_000, ranks: [3_000, 7_000, 7_000, 7_000] });
    expect(bins.map(([bin, count]) => [findLowerBound(bin), count])).toStrictEqual([
      [992, 1],
      [2_944, 1],
      [4_864, 1],
      [6_912, 1],
    ]);
    expect(result.durations.executionTime).toMatchObject({ n: 4, sum: 8_000, squares: '16000000', ranks: [2_000, 2_000, 2_000, 2_000] });
  });

  // biome-ignore format: a table
  test.each<[string, number | null]>([
    ['delayTime.p50', 3_000], ['delayTime.p95', 7_000], ['delayTime.mean', 4_000], ['delayTime.max', 7_000],
    ['totalTime.max', 9_000], ['coldStart.mean', 1_000], ['completed', 4], ['failures', 0], ['unfinished', 0], ['refusals', 0],
    ['queueDepth.max', 4], ['throughput', 0.444444444],
  ])('%s is %d', (name, value) => {
    expect(studyMeasures.get(name)?.of(result)).toBe(value);
  });

  test('depends on its seed alone', () => {
    const { configurations } = studyOf('vary: { workers.max: [2] }\n');
    const [random] = configurations as [StudyConfiguration];
    expect(playOnce(random.scenario, 'a')).toStrictEqual(playOnce(random.scenario, 'a'));
    expect(playOnce(random.scenario, 'a').fingerprint).not.toBe(playOnce(random.scenario, 'b').fingerprint);
  });

  test('of a play that cannot be brought to its end has no measure', () => {
    const failed = makeFailedResult('it broke');
    expect(failed).toMatchObject({ verdict: 'failed', why: ['it broke'], fingerprint: '' });
    expect(
      [...studyMeasures]
        .filter(([name]) => name.includes('Time'))
        .map(([, { of }]) => of(failed))
        .every((value) => value === null),
    ).toBe(true);
  });
});

describe('the key of a play', () => {
  const keys = new PlayKeys(sha256Hex, hashVersions('some code', sha256Hex));
  const keyOf = (lines: string, scenario: string, seed = '1'): string => {
    const [configuration] = studyOf(lines, scenario).configurations as [StudyConfiguration];
    return keys.preparePlay(configuration, seed).key;
  };
  const vary = 'vary: { workers.max: [1] }\n';
  const key = keyOf(vary, queue);

  // biome-ignore format: a table
  test.each<[string, string]>([
    ['its title',             keyOf(vary, queue.replace('four at once', 'another'))],
    ['comments',              keyOf(vary, `# a comment\n${queue}`)],
    ['its own seed',          keyOf(vary, `${queue}seed: other\n`)],
    ['how it is written',     keyOf(vary, queue.replace('2s', '2000ms'))],
    ['which name is varied',  keyOf('vary: { ep-a.workers.max: [1] }\n', queue)],
    ['whether it is varied',  keyOf('vary: { worker.start: [1s] }\n', queue)],
  ])('does not depend on %s', (_, other) => {
    expect(other).toBe(key);
  });

  // biome-ignore format: a table
  test.each<[string, string]>([
    ['the seed',              keyOf(vary, queue, '2')],
    ['a value',               keyOf('vary: { workers.max: [2] }\n', queue)],
    ['the load',              keyOf(vary, queue.replace('size: 4', 'size: 5'))],
    ['the code that plays',   new PlayKeys(sha256Hex, hashVersions('other code', sha256Hex)).preparePlay(studyOf(vary, queue).configurations[0] as StudyConfiguration, '1').key],
  ])('depends on %s', (_, other) => {
    expect(other).not.toBe(key);
  });

  test('depends on the rules, the engine, the code and the table of measures: those of here', () => {
    const versions = hashVersions('some code', sha256Hex);
    expect(versions).toMatchObject({ ruleset: rulesetDigest(), engine: engineVersion, code: 'some code' });
    const [configuration] = studyOf(vary, queue).configurations as [StudyConfiguration];
    const keyedBy = (other: object) => new PlayKeys(sha256Hex, { ...versions, ...other }).preparePlay(configuration, '1').key;
    expect(keyedBy({})).toBe(key);
    for (const name of Object.keys(versions)) expect(keyedBy({ [name]: 'of other podsim' }), name).not.toBe(key);
    expect(Object.keys(versions).length).toBe(4);
  });
});

describe('the report of a study', () => {
  const study = studyOf(
    'vary: { workers.max: [1, 2, 4] }\nseeds: 4\ngoal: { delayTime.p95: { lte: 20s }, minimize: cost }\n',
    scenarioText(),
  );

  test('has what its schema says, and nothing else', () => {
    const { report, plays } = played(study);
    expect(studyReportSchema.parse(report)).toStrictEqual(report);
    expect([plays, report.configurations.map((one) => one.plays)]).toStrictEqual([12, [4, 4, 4]]);
    expect(report.measures.map(({ name }) => name)).toStrictEqual(['delayTime.p50', 'delayTime.p95', 'cost', 'utilization', 'failures']);
  });

  test('leaves failed plays out of its means, names them, and is sure of nothing where there is one', () => {
    const play = (scenario: StudyConfiguration['scenario'], seed: string): PlayResult =>
      seed === '3' ? makeFailedResult('it ran away') : playOnce(scenario, seed);
    const { report } = played(study, play);
    for (const one of report.configurations) {
      expect(one).toMatchObject({ plays: 4, failed: [{ seed: '3', why: 'it ran away' }], measures: { cost: { n: 3 } } });
      expect(one.meets).not.toBe('yes');
    }
    expect(report.best).toBeNull();
  });

  test('plays until the precision is reached, and then no more', () => {
    const until = studyOf(
      'vary: { workers.max: [4] }\nseeds: { until: { precision: 20%, of: totalTime.mean, lookAhead: 2, max: 60 } }\n',
      scenarioText(),
    );
    const { report } = played(until);
    const [{ plays = 0, measures }] = report.configurations as [(typeof report.configurations)[number]];
    expect(plays).toBeGreaterThanOrEqual(5);
    expect(plays).toBeLessThan(60);
    const { mean = 0, low } = measures['delayTime.p50'] ?? {};
    expect(low).toBeLessThanOrEqual(mean);
  });
});
