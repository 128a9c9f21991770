import { describe, expect, test } from 'vitest';
import { playOnce } from '../../../adapters/study/playOnce.ts';
import { findSameness, type Known, type StudyConfiguration } from '../../../engine/lab/study/index.ts';
import { scenarioText, studyOf } from './reading.ts';

const known: Known = ({ scenario }: StudyConfiguration, seed) => playOnce(scenario, seed);

const withoutDraws = scenarioText()
  .replace('exponential: { mean: 4s }', 'fixed: 4s')
  .replace('poisson: { rate: 20/m }, for: 2m', 'burst: { size: 4 }');

describe('a study whose seeds all give the same play', () => {
  test('says which two, and what may vary', () => {
    const words = findSameness(studyOf('vary: { workers.max: [1, 2] }\nseeds: [a, b, c]\n', withoutDraws), known);
    expect(words).toMatch(
      /^seeds a and b, and all others, give the same play with every configuration: nothing that matters here is drawn/,
    );
    expect(words).toContain('Give `seeds: [a]`, or say what varies');
  });

  test('is none where a single seed is asked for, and none where one configuration draws', () => {
    expect(findSameness(studyOf('vary: { workers.max: [1, 2] }\nseeds: 1\n', withoutDraws), known)).toBeUndefined();
    const drawn = 'vary: { handler.duration: [{ fixed: 4s }, { exponential: { mean: 4s } }] }\nseeds: 3\n';
    expect(findSameness(studyOf(drawn, withoutDraws), known)).toBeUndefined();
  });
});
