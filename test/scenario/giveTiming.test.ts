import { isLeft } from 'fp-ts/lib/Either.js';
import { describe, expect, test } from 'vitest';
import { parseStudy } from '../../engine/lab/study/index.ts';
import { giveTiming } from '../../engine/scenario/file/giveTiming.ts';
import { problemText } from '../../engine/scenario/format/problem.ts';
import { filesIn, scenarioText } from '../lab/study/reading.ts';

const data = {
  title: 'a',
  world: {
    settings: { worker: { start: 8_000, restartAfterCrash: '1m' }, job: { takeEvery: 0 }, gpu: {} },
    endpoints: [{ id: 'ep-a' }],
  },
};

describe('a study under another timing', () => {
  test('has its times, without the settings that were chosen for the others', () => {
    expect(giveTiming(data, 'measured-2026-11')).toStrictEqual({
      title: 'a',
      world: {
        timing: 'measured-2026-11',
        settings: { worker: { restartAfterCrash: '1m' }, job: { takeEvery: 0 } },
        endpoints: [{ id: 'ep-a' }],
      },
    });
  });

  test('keeps all its settings under the textbook, which has no values of its own', () => {
    const measured = giveTiming(data, 'measured-2026-11');
    expect(giveTiming(measured, 'textbook')).toStrictEqual({
      title: 'a',
      world: { settings: { worker: { restartAfterCrash: '1m' }, job: { takeEvery: 0 } }, endpoints: [{ id: 'ep-a' }] },
    });
  });

  test('has other plays, and keeps what it varies', () => {
    const text = scenarioText();
    const files = filesIn({ 'a.scenario.yaml': text });
    const lines = 'study: how long?\nscenario: a.scenario.yaml\nvary: { worker.start: [1s, 2s] }\nseeds: 1\n';
    const [plain, measured] = ([undefined, 'measured-2026-11'] as const).map((timing) => {
      const study = parseStudy('a.study.yaml', lines, files, { timing });
      if (isLeft(study)) throw new Error(study.left.map(problemText).join('\n'));
      return study.right;
    });
    const settings = measured?.configurations.map(({ scenario }) => scenario.definition.settings.worker);
    expect(measured?.timing).toBe('measured-2026-11');
    expect(settings).toStrictEqual([{ start: 1_000 }, { start: 2_000 }]);
    expect(plain?.configurations[0]?.scenario.definition.settings.worker).toStrictEqual({ imagePull: 0, start: 1_000 });
  });
});
