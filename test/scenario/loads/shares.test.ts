import { describe, expect, test } from 'vitest';
import { problemsOf, scenariosOf, scenarioText } from '../../support/worlds/playing.ts';

const withSlope = (slope: string) =>
  scenarioText('', `, handler: { duration: { fixed: 4s }, concurrency: 4, sharing: { kind: batch, slope: ${slope} } }`);
const withScale = (scale: string) =>
  scenarioText(`load:\n  - { with: { endpoint: ep-a, body: { input: {} } }, poisson: { rate: 5/m }, exactly: 9, scale: ${scale} }`);

describe('a share is read as a percentage, or as a number', () => {
  // biome-ignore format: a table
  test.each([
    ['2%',   0.02],
    ['0.02', 0.02],
    ['0%',   0],
    ['100%', 1],
  ])('a slope of %s', (written, slope) => {
    expect(scenariosOf(withSlope(written))[0]?.definition.endpoints[0]?.handler.sharing).toStrictEqual({ kind: 'batch', slope });
  });

  // biome-ignore format: a table
  test.each([
    ['80%',  0.8],
    ['1.5',  1.5],
    ['150%', 1.5],
  ])('a scale of %s', (written, scale) => {
    expect(scenariosOf(withScale(written))[0]?.spec.load?.[0]?.scale).toBe(scale);
  });
});

describe('a share is refused', () => {
  // biome-ignore format: a table
  test.each([
    ['a slope below nothing',    withSlope('-1%'),  'handler.sharing.slope: must be a share such as 2% or 0.02'],
    ['a slope above all',        withSlope('101%'), 'handler.sharing.slope: must not be more than 100%'],
    ['a slope in words',         withSlope('much'), 'handler.sharing.slope: must be a share such as 2% or 0.02'],
    ['a scale of nothing',       withScale('0%'),   'load.0.scale: must be 0.001 or more'],
    ['a scale below nothing',    withScale('-1'),   'load.0.scale: must be 0.001 or more'],
    ['a scale beyond all bounds', withScale('1e9'), 'load.0.scale: must be 1000 or less'],
    ['a scale that is no number', withScale('.nan'), 'load.0.scale: must be a number such as 1.2, or a percentage such as 80%'],
  ])('%s', (_, text, problem) => {
    expect(problemsOf(text).join('\n')).toContain(problem);
  });
});
