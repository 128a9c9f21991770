import { stripVTControlCharacters } from 'node:util';
import { describe, expect, test } from 'vitest';
import { studyText } from '../../../adapters/cli/study/text.ts';
import { sha256 } from '../../../adapters/store/sha256.ts';
import { ownVersions } from '../../../adapters/study/ownVersions.ts';
import { playOnce } from '../../../adapters/study/playOnce.ts';
import type { StudyReport } from '../../../engine/lab/study/format/reportFormat.ts';
import { withMeasuring } from '../../../engine/lab/study/measure/warmUp.ts';
import { PlayKeys } from '../../../engine/lab/study/results/key.ts';
import type { PlayResult } from '../../../engine/lab/study/results/result.ts';
import type { Study } from '../../../engine/lab/study/study.ts';
import { type Choice, conduct, studyFrom, studyProblems } from '../../support/worlds/studying.ts';

/** One worker takes a minute to start; what came meanwhile waits in line, until the line is worked off. */
const slowStart = (jobs: number): string => `title: a slow start
world:
  settings: { worker: { imagePull: 30s, start: 30s } }
  accounts: [{ id: team, keys: [{ name: bulk, rateLimitExempt: true }] }]
  endpoints: [{ id: ep-a, workers: { min: 1, max: 1 }, handler: { duration: { uniform: { from: 1s, to: 2s } } } }]
load: [{ as: bulk, with: { endpoint: ep-a, body: { input: {} } }, constant: { every: 3s }, exactly: ${jobs} }]
`;

/** An M/M/2 queue, 30 % busy. */
const queue = (jobs: number): string => `title: a queue
world:
  settings: { worker: { imagePull: 0s, start: 0s } }
  accounts: [{ id: team, keys: [{ name: bulk, rateLimitExempt: true }] }]
  endpoints: [{ id: ep-a, workers: { min: 2, max: 2 }, handler: { duration: { exponential: { mean: 9s } } } }]
load: [{ as: bulk, with: { endpoint: ep-a, body: { input: {} } }, poisson: { rate: 1/15s }, exactly: ${jobs} }]
`;

const text = (rest: string, vary = 'endpoint.handler.duration.uniform.to: [2s]'): string =>
  `study: how long do jobs wait\nscenario: a.scenario.yaml\nvary: { ${vary} }\n${rest}\n`;

/** The report as the terminal shows it, without colors. */
const said = (study: Study, report: StudyReport): string => stripVTControlCharacters(studyText(study, report, 120));

describe('a study that looks for a warm-up', () => {
  const vary = 'endpoint.idleTimeout: [5s]';
  const asked = (rest: string, jobs = 200): Study =>
    studyFrom(
      text(`${rest}\nmeasures: [delayTime.mean, cost, bill, utilization, completed, throughput, queueDepth.mean, queueDepth.max]`, vary),
      slowStart(jobs),
    );

  test('plays pilots first, then leaves the first delays out of averages, and says how many', () => {
    const [whole, cut] = [conduct(asked('seeds: 4')), conduct(asked('seeds: 4\nwarmUp: auto'))];
    expect(cut.plays.slice(0, 5)).toStrictEqual(['1/pilot-1', '1/pilot-2', '1/pilot-3', '1/pilot-4', '1/pilot-5']);
    expect(cut.plays.slice(5)).toStrictEqual(whole.plays);
    const skip = cut.report.warmUp?.[0]?.cut ?? 0;
    expect(skip).toBeGreaterThanOrEqual(30);
    expect(skip).toBeLessThan(70);
    const [before, after] = [whole, cut].map(({ report }) => report.configurations[0]?.measures);
    expect(before?.['delayTime.mean']?.mean).toBeGreaterThan(5_000);
    expect(after?.['delayTime.mean']?.mean).toBeLessThan(100);
    // Jobs of one and a half seconds every three seconds keep a worker half busy, once it is up.
    expect(after?.utilization?.mean).toBeCloseTo(0.5, 1);
    expect(after?.throughput?.mean).toBeCloseTo(1 / 3, 2);
    expect(before?.['queueDepth.max']?.mean).toBeGreaterThan(10);
    expect([after?.['queueDepth.mean']?.mean, after?.['queueDepth.max']?.mean]).toStrictEqual([0, 0]);
    for (const sum of ['cost', 'bill', 'completed']) expect(after?.[sum]).toStrictEqual(before?.[sum]);
    expect(said(asked('seeds: 4\nwarmUp: auto'), cut.report)).toContain(
      `Warm-up: the first ${skip} delays are left out of averages (MSER-5)`,
    );
  });

  test('keeps the series in pilot results alone, and what is measured otherwise under other keys', () => {
    const study = asked('seeds: 1');
    const [configuration] = study.configurations;
    if (configuration === undefined) throw new Error('no configuration');
    const keys = new PlayKeys(sha256, ownVersions());
    const [plain, pilot, cut] = [configuration, withMeasuring(configuration, { series: true }), withMeasuring(configuration, { skip: 45 })];
    expect(new Set([plain, pilot, cut].map((one) => keys.preparePlay(one, '1').key)).size).toBe(3);
    expect(keys.preparePlay(plain, '1').ingredients).not.toHaveProperty('measuring');
    expect(withMeasuring(configuration, { skip: 45 })).toBe(cut);
    const results = [plain, pilot, cut].map(({ scenario, measuring }) => playOnce(scenario, '1', measuring));
    expect(results.map(({ series }) => series?.length)).toStrictEqual([undefined, 200, undefined]);
    expect(results.map(({ durations }) => durations.delayTime.n)).toStrictEqual([200, 200, 155]);
    expect(new Set(results.map(({ fingerprint }) => fingerprint)).size).toBe(1);
    // The first job waits for the worker; measured as a whole, a pilot is as any play.
    expect(results[1]?.series?.[0]).toBe(60_000);
    const { series: _series, ...rest } = results[1] as PlayResult;
    expect(rest).toStrictEqual(results[0]);
  });

  test('comes to the same report in whatever order plays are made', () => {
    const study = asked('seeds: { until: { precision: 20%, of: delayTime.mean, max: 12 } }\nwarmUp: auto');
    const orders: readonly Choice[] = [
      (missing) => [...missing].reverse(),
      (missing) => missing.slice(-1),
      (missing) => missing.filter((_, k) => k % 2 === 0),
    ];
    const { report } = conduct(study);
    for (const order of orders) expect(conduct(study, order).report).toStrictEqual(report);
  });

  test('cuts nothing where the load is too short to tell, and says what to do', () => {
    const { report } = conduct(asked('seeds: 2\nwarmUp: auto', 60));
    expect(report.warmUp).toStrictEqual([{ configuration: 1, cut: null, observations: 60 }]);
    expect(report.warnings.map(({ words: said }) => said)).toStrictEqual([
      'no steady state was found in the 60 delays of its pilot plays, so nothing was cut and its averages hold the warm-up: make the load longer, or the world less busy',
    ]);
    expect(report.configurations[0]?.measures['delayTime.mean']?.n).toBe(2);
  });
});

describe('a study of one long play', () => {
  const asked = (jobs: number): Study =>
    studyFrom(
      text('seeds: { batches: 10 }\nmeasures: [delayTime.mean, executionTime.mean, cost]', 'endpoint.idleTimeout: [5s]'),
      queue(jobs),
    );

  test('has intervals of the means of its batches, and none of what it has once', () => {
    const { report, plays, known } = conduct(asked(400));
    expect(plays).toStrictEqual(['1/1']);
    const { 'executionTime.mean': execution, cost } = report.configurations[0]?.measures ?? {};
    expect([execution?.n, cost?.n, cost?.high]).toStrictEqual([10, 1, null]);
    expect(execution?.low).toBeLessThan(9_000);
    expect(execution?.high).toBeGreaterThan(9_000);
    const [configuration] = asked(400).configurations;
    if (configuration === undefined) throw new Error('no configuration');
    const result = playOnce(configuration.scenario, '1', { batches: 10 });
    expect(result.batches?.map(({ delayTime }) => delayTime.n)).toStrictEqual(Array.from({ length: 10 }, () => 40));
    expect(result.batches?.reduce((sum, { delayTime }) => sum + delayTime.sum, 0)).toBe(result.durations.delayTime.sum);
    expect(known(configuration, '1')).toBeUndefined();
  });

  test('warns where a batch says much of the next: the interval is too narrow', () => {
    const growing = `${queue(200).replace('poisson: { rate: 1/15s }', 'constant: { every: 4s }')}`;
    const study = studyFrom(text('seeds: { batches: 10 }\nmeasures: [delayTime.mean]', 'endpoint.idleTimeout: [5s]'), growing);
    expect(conduct(study).report.warnings).toStrictEqual([
      {
        configuration: 1,
        words: expect.stringMatching(
          /^the batches of delayTime\.mean are correlated \(0\.\d+\), so its interval is too narrow: make the load longer, or ask for fewer batches$/,
        ),
      },
    ]);
  });

  test('warns where some batches have nothing to measure', () => {
    const study = studyFrom(text('seeds: { batches: 10 }\nmeasures: [delayTime.mean]', 'endpoint.idleTimeout: [5s]'), queue(6));
    expect(said(study, conduct(study).report)).toMatch(
      /\n\nconfiguration 1: delayTime\.mean has values in 0 of 10 batches: make the load longer$/,
    );
  });
});

describe('a study with a precision', () => {
  const until = (of: string): Study =>
    studyFrom(text(`seeds: { until: { precision: 5%, of: ${of}, max: 14 } }\nmeasures: [${of}]`, 'endpoint.idleTimeout: [5s]'), queue(5));

  test('stops at the fewest plays where nothing ever fails', () => {
    const { report, plays } = conduct(until('failures'));
    expect(plays.length).toBe(10);
    expect(report.configurations[0]?.measures['failures']).toStrictEqual({ n: 10, mean: 0, low: 0, high: 0 });
    expect(report.warnings).toStrictEqual([]);
  });

  test('says so where the most plays were not enough', () => {
    const { report, plays } = conduct(until('delayTime.mean'));
    expect(plays.length).toBe(14);
    expect(report.warnings).toStrictEqual([
      { configuration: 1, words: 'delayTime.mean is not known to 5% after 14 plays: raise `max`, or ask for less precision' },
    ]);
  });
});

describe('a study with a baseline', () => {
  const asked = (baseline: string): Study =>
    studyFrom(
      text(
        `seeds: 8\nbaseline: ${baseline}\nmeasures: [delayTime.mean, cost, failures]`,
        'workers.min: [1, 2], endpoint.idleTimeout: [5s, 6s]',
      ),
      queue(40).replace('max: 2', 'max: 3'),
    );

  test('shows what each other configuration differs by, seed by seed, and which of that is beyond chance', () => {
    const { report } = conduct(asked('{ workers.min: 1, endpoint.idleTimeout: 5s }'));
    const { baseline, differences = [] } = report.comparison ?? {};
    expect(baseline).toBe(1);
    expect(differences.map(({ configuration, measure }) => `${configuration} ${measure}`)).toHaveLength(9);
    const of = (configuration: number, measure: string) =>
      differences.find((one) => one.configuration === configuration && one.measure === measure);
    expect(of(3, 'cost')).toMatchObject({ pairs: 8, verdict: 'more' });
    expect(of(3, 'failures')).toMatchObject({ mean: 0, low: 0, high: 0, probability: 1, adjusted: 1, verdict: 'same' });
    for (const { probability, adjusted } of differences) expect(adjusted).toBeGreaterThanOrEqual(probability);
    const shown = said(asked('1'), report);
    expect(shown).toMatch(/^differences from workers\.min=1 endpoint\.idleTimeout=5s, seed by seed$/m);
    expect(shown).toMatch(/^ +2 +5s .* \+\$[\d.]+ ±[\d.]+\* +same$/m);
    expect(shown).toMatch(/^\* beyond chance: \d of 9, with Holm’s correction for their number, at 5 %$/m);
    expect(conduct(asked('1')).report.comparison).toStrictEqual(report.comparison);
  });

  // biome-ignore format: a table
  test.each([
    ['9',                            /^4:\d+: baseline: there is no configuration 9: they are 1 to 4$/],
    ['{ workers.mon: 1 }',           /workers\.mon is not varied, did you mean workers\.min\?|workers\.mon is not varied/],
    ['{ workers.min: 1 }',           /2 configurations have these values: give endpoint\.idleTimeout, too$/],
    ['{ workers.min: 7 }',           /no configuration has these values: write them as in `vary`, or give the number of one$/],
  ])('does not take %s for one', (baseline, said) => {
    const rest = `baseline: ${baseline}`;
    const vary = 'workers.min: [1, 2], endpoint.idleTimeout: [5s, 6s]';
    expect(studyProblems(text(rest, vary), queue(40))).toStrictEqual([expect.stringMatching(said)]);
  });

  test('needs several seeds', () => {
    expect(studyProblems(text('baseline: 1\nseeds: { batches: 10 }', 'workers.min: [1, 2]'), queue(40))).toStrictEqual([
      expect.stringMatching(
        /: baseline: compares configurations seed by seed, and `batches` has one seed: give several seeds, or leave `baseline` out$/,
      ),
    ]);
  });
});
