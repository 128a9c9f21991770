import { describe, expect, test } from 'vitest';
import { played, scenarioText, studyOf } from './reading.ts';

const vary = 'vary: { workers.max: [1, 2] }\n';
const withLoad = (load: string): string => scenarioText().replace(/poisson: .*? }, for: 2m/, load);

describe('a study says of its loads', () => {
  test('that a trace is the same with every seed', () => {
    const [note, ...others] = studyOf(`${vary}seeds: 3\n`, withLoad('trace: [1s, 9s, 20s]')).notes;
    expect([note, others]).toStrictEqual([expect.stringMatching(/^s\/a\.study\.yaml:2: the arrivals of peak are one `trace`/), []]);
  });

  test('nothing of a trace that is thinned, or played once', () => {
    expect(studyOf(`${vary}seeds: 3\n`, withLoad('trace: [1s, 9s, 20s], scale: 0.5')).notes).toStrictEqual([]);
    expect(studyOf(`${vary}seeds: [a]\n`, withLoad('trace: [1s, 9s, 20s]')).notes).toStrictEqual([]);
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
