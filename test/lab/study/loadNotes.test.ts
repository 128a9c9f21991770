import { describe, expect, test } from 'vitest';
import { played, scenarioText, studyOf } from './reading.ts';

const vary = 'vary: { workers.max: [1, 2] }\n';
const withLoad = (load: string): string => scenarioText().replace(/poisson: .*? }, for: 2m/, load);

describe('a study says of its loads', () => {
  test('that each seed sees a trace resampled', () => {
    const study = studyOf(`${vary}seeds: 3\n`, withLoad('trace: [1s, 9s, 20s]'));
    expect(study.notes).toStrictEqual([
      expect.stringMatching(
        /^s\/a\.study\.yaml:2: the arrivals of peak are one `trace`, so each seed sees it resampled: 10 blocks of 2s1ms/,
      ),
    ]);
    expect(study.configurations.map(({ scenario }) => scenario.spec.load?.[0]?.resample)).toStrictEqual([
      { block: 2_001 },
      { block: 2_001 },
    ]);
    expect(JSON.stringify(study.base)).toContain('"resample":{"block":"2s1ms"}');
  });

  test('that no interval is known of a trace that is the same with every seed, and recommends nothing', () => {
    const goal = 'goal: { delayTime.p95: { lte: 10m }, minimize: cost }\n';
    for (const load of ['trace: [1s, 9s, 20s], resample: none', 'trace: [1s, 1s, 1s]']) {
      const study = studyOf(`${vary}seeds: 3\n${goal}`, withLoad(load));
      expect(study.notes).toStrictEqual([
        expect.stringMatching(
          /^s\/a\.study\.yaml:2: the arrivals of peak are one `trace`, the same with every seed, so no interval is known/,
        ),
      ]);
      const { report } = played(study);
      expect([report.best, report.decision]).toStrictEqual([null, null]);
      expect(report.configurations.map(({ meets, measures }) => [meets, measures['cost']?.low, measures['cost']?.high])).toStrictEqual([
        ['unclear', null, null],
        ['unclear', null, null],
      ]);
    }
  });

  test('nothing of a trace that is thinned, or played once', () => {
    expect(studyOf(`${vary}seeds: 3\n`, withLoad('trace: [1s, 9s, 20s], scale: 0.5')).notes).toStrictEqual([]);
    expect(studyOf(`${vary}seeds: [a]\n`, withLoad('trace: [1s, 9s, 20s]')).notes).toStrictEqual([]);
    expect(studyOf(`${vary}seeds: 3\n`, withLoad('trace: [1s, 9s, 20s], resample: { block: 5s }')).notes).toStrictEqual([]);
  });

  test('that a rate that changes has no steady state, and looks for no warm-up', () => {
    const daily = withLoad('piecewise: [{ at: 0s, rate: 5/m }, { at: 1m, rate: 20/m }], every: 2m, for: 4m');
    const study = studyOf(`${vary}seeds: 2\nwarmUp: auto\n`, daily);
    expect(study.notes).toStrictEqual([expect.stringMatching(/^s\/a\.study\.yaml:5: the rate of peak changes/)]);
    expect(study.spec.warmUp).toBe('none');
    expect(played(study).report).toMatchObject({ warmUp: null, warnings: [{ configuration: null, words: study.notes[0] }] });
  });

  test('nothing of a rate that stays', () => {
    const level = withLoad('piecewise: [{ at: 0s, rate: 60/h }, { at: 1m, rate: 1/m }], for: 4m');
    expect(studyOf(`${vary}warmUp: auto\n`, level)).toMatchObject({ notes: [], spec: { warmUp: 'auto' } });
  });
});
