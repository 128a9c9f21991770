import { describe, expect, test } from 'vitest';
import { played, scenarioText, studyOf } from './reading.ts';

const lines = 'vary: { workers.max: [6, 8] }\nseeds: 12\ngoal: { delayTime.p95: { lte: 20s }, minimize: cost }\n';

/** What is said of launches that were held, where pools are short in so many hours. */
const wordsWhere = (shortHours: number, limits = lines): readonly string[] => {
  const settings = `imagePull: 0s, start: 1s, shortHours: ${shortHours}, heldShare: 100, held: 80s`;
  const { report } = played(studyOf(limits, scenarioText().replace('imagePull: 0s, start: 1s', settings)));
  return report.warnings.map(({ words }) => words);
};

describe('a study in which launches are held', () => {
  test('names room where it decides whether a limit is kept', () => {
    const [words = '', ...others] = wordsWhere(50);
    expect(words).toMatch(
      /^launches were held for want of room in \d+ of 12 plays: delayTime\.p95 is \d.* s in these and \d.* s in the others, so room decides/,
    );
    expect(others).toHaveLength(1);
  });

  test('says that it does not know where launches are held in all plays', () => {
    expect(wordsWhere(100)[0]).toMatch(/held for want of room in 12 of 12 plays, so whether delayTime\.p95 misses .*shortHours: 0/);
  });

  test('says nothing where none is held, nor of a limit that is kept, or missed, either way', () => {
    expect(wordsWhere(0)).toStrictEqual([]);
    expect(wordsWhere(50, lines.replace('20s', '10m'))).toStrictEqual([]);
    expect(wordsWhere(50, lines.replace('20s', '1ms'))).toStrictEqual([]);
  });
});
