import { describe, expect, test } from 'vitest';
import { findWorst } from '../../../engine/lab/study/index.ts';
import { played, read, studyOf } from './reading.ts';

// Six plays of each were enough for narrower intervals, which held the means of waits for lognormal jobs in 86 to 91 %: sixteen are.
const lines = `vary: { workers.max: [2, 6] }
circumstances: { worker.start: [1s, 20s], peak.poisson.rate: [20/m, 25/m] }
seeds: 16
measures: [delayTime.p95, cost]
goal: { delayTime.p95: { lte: 23500ms }, minimize: cost }
`;

describe('circumstances', () => {
  const study = studyOf(lines);
  const { report, plays } = played(study);
  const [few, many] = report.configurations as [(typeof report.configurations)[number], (typeof report.configurations)[number]];

  test('are all played with each configuration, and are none', () => {
    expect(report.configurations.map(({ values }) => values)).toStrictEqual([[2], [6]]);
    expect(plays).toBe(2 * 4 * 16);
    expect(few.plays).toBe(64);
    expect(report.circumstances).toStrictEqual([
      'worker.start=1s peak.poisson.rate=20/m',
      'worker.start=1s peak.poisson.rate=25/m',
      'worker.start=20s peak.poisson.rate=20/m',
      'worker.start=20s peak.poisson.rate=25/m',
    ]);
    expect(many.circumstances.map(({ configuration }) => configuration)).toStrictEqual([2, 4, 6, 8]);
    expect(study.configurations.map(({ number, name, circumstance }) => [number, name, circumstance]).slice(2, 4)).toStrictEqual([
      [3, 'workers.max=2', 'worker.start=1s peak.poisson.rate=25/m'],
      [4, 'workers.max=6', 'worker.start=1s peak.poisson.rate=25/m'],
    ]);
  });

  test('give each measure as its mean over them, seed by seed', () => {
    const means = few.circumstances.map(({ measures }) => measures['cost']?.mean ?? 0);
    expect(few.measures['cost']?.n).toBe(16);
    expect(few.measures['cost']?.mean).toBeCloseTo(means.reduce((sum, mean) => sum + mean, 0) / 4, 9);
  });

  test('name the worst of them', () => {
    expect(findWorst(few, 'delayTime.p95')?.circumstance).toBe('worker.start=20s peak.poisson.rate=25/m');
    expect(findWorst(few, 'delayTime.p95')?.measure).toStrictEqual(few.circumstances[3]?.measures['delayTime.p95']);
  });

  test('must all be met: a configuration that misses the goal in one of them misses it', () => {
    expect(few.circumstances.map(({ meets }) => meets)).toContain('no');
    expect(few.circumstances.map(({ meets }) => meets)).not.toStrictEqual(['no', 'no', 'no', 'no']);
    expect(few.meets).toBe('no');
    expect(many.circumstances.map(({ meets }) => meets)).toStrictEqual(['yes', 'yes', 'yes', 'yes']);
    expect(report.best).toBe(2);
  });

  // biome-ignore format: a table
  test.each<[string, string, RegExp]>([
    ['is varied, too',           'vary: { workers.max: [1, 2] }\ncircumstances: { workers.max: [3, 4] }\n',          /4:18: circumstances\.workers\.max: is the same setting as workers\.max/],
    ['has no steps',             'vary: { workers.max: [1, 2] }\ncircumstances: { worker.start: { from: 1s, to: 9s } }\n', /circumstances\.worker\.start: all of its values are played: give `steps`/],
    ['is no setting',            'vary: { workers.max: [1, 2] }\ncircumstances: { worker.strat: [1s, 2s] }\n',       /circumstances\.worker\.strat: there is no such setting; did you mean '?worker\.start/],
    ['makes too many',           'vary: { workers.max: { from: 1, to: 999, steps: 999 } }\ncircumstances: { worker.start: { from: 1s, to: 99s, steps: 99 } }\n', /makes 98901 combinations/],
    ['goes with a baseline',     'vary: { workers.max: [1, 2] }\ncircumstances: { worker.start: [1s, 2s] }\nbaseline: 1\n', /baseline: compares configurations in one circumstance/],
    ['goes with batches',        'vary: { workers.max: [1, 2] }\ncircumstances: { worker.start: [1s, 2s] }\nseeds: { batches: 20 }\n', /seeds: with `circumstances`/],
  ])('are refused where one %s', (_, wrong, words) => {
    const problems = read(wrong);
    expect(Array.isArray(problems) ? problems.join('\n') : 'no problem').toMatch(words);
  });

  test('are meant where a setting of the platform is varied and something is recommended', () => {
    const varied = 'vary: { worker.start: [1s, 2s] }\nseeds: 2\ngoal: { minimize: cost }\n';
    expect(played(studyOf(varied)).report.warnings).toMatchObject([
      {
        configuration: null,
        words: expect.stringMatching(/^s\/a\.study\.yaml:3: worker\.start is not what one chooses.*`circumstances`$/),
      },
    ]);
    expect(played(studyOf(varied.replace('goal: { minimize: cost }\n', ''))).report.warnings).toStrictEqual([]);
    expect(played(studyOf('vary: { workers.max: [1, 2] }\nseeds: 2\ngoal: { minimize: cost }\n')).report.warnings).toStrictEqual([]);
  });
});
