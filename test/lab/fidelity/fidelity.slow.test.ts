import { isLeft } from 'fp-ts/lib/Either.js';
import { describe, expect, test } from 'vitest';
import { readerFor, readText, scenarioFiles } from '../../../adapters/cli/files.ts';
import { measured202611 } from '../../../engine/cloud/timing/measured202611.ts';
import { settingsIn } from '../../../engine/cloud/timing/timings.ts';
import {
  estimateTiming,
  isPlayed,
  judgeLeftOut,
  judgeObservation,
  type Observation,
  observationEnding,
  parseObservation,
  summarize,
} from '../../../engine/lab/fidelity/index.ts';

const observations: readonly Observation[] = scenarioFiles(['scenarios/observed'], [observationEnding]).map((file) => {
  const parsed = parseObservation(file, readText(file), readerFor(file));
  if (isLeft(parsed)) throw new Error(parsed.left.map(({ message }) => message).join('\n'));
  return parsed.right;
});
const played = observations.filter(isPlayed);
const seeds = 12;

/** The short form of `podsim fidelity`: fewer plays, the same seeds each time, and figures that are kept. */
describe('the times', () => {
  test('that follow from the observations are those of the measured timing, whatever their order', () => {
    const byFact = [...observations].sort((a, b) => (a.spec.fact < b.spec.fact ? -1 : 1));
    expect(estimateTiming(byFact)).toStrictEqual(measured202611);
  });

  test('of the textbook are half off', () => {
    const { error = 0, withinQuarter = 1 } = summarize(played.map((one) => judgeObservation(one, { timing: 'textbook' }, 1)));
    expect(error).toBeGreaterThan(0.4);
    expect(withinQuarter).toBeLessThan(0.3);
  });

  test('that were measured are near the facts that made them, and farther from those that did not', () => {
    const own = summarize(played.map((one) => judgeObservation(one, { timing: 'measured-2026-11' }, seeds)));
    const others = summarize(judgeLeftOut(observations, 'run', seeds));
    expect(own.error).toBeLessThan(0.15);
    expect(own.coverage).toBeGreaterThan(0.75);
    expect(others.error).toBeLessThan(0.35);
    expect(others.error).toBeGreaterThan(own.error ?? 1);
  });

  test('without the grid and the delay of takes are wrong where jobs are taken', () => {
    const without = settingsIn(measured202611.filter(({ mechanism }) => mechanism !== 'take'));
    const ofTakes = played.filter(({ spec }) => spec.mechanisms[0] === 'take');
    const error = (settings: typeof without) => summarize(ofTakes.map((one) => judgeObservation(one, { settings }, seeds))).error ?? 0;
    expect(error(without)).toBeGreaterThan(0.5);
    expect(error(settingsIn(measured202611))).toBeLessThan(0.25);
  });
});

describe('an observation', () => {
  const text = `title: t
fact: T1
date: "2026-07-13"
source: somewhere
author: a
run: r
trust: one run
conditions: none
mechanisms: [take]
world: { endpoints: [{ id: ep-a }] }
steps: [{ act: run, with: { endpoint: ep-a, body: { input: {} } } }]
series: [{ at: 2s, workers: { idle: 1 } }]
values: [{ what: w, unit: s, value: 1, read: { delayTime: each } }]
`;
  const problems = (changed: string): string => {
    const parsed = parseObservation('a.observation.yaml', changed, readerFor('a.observation.yaml'));
    return isLeft(parsed) ? parsed.left.map(({ line, message }) => `${line}: ${message}`).join('\n') : '';
  };

  test('that is whole is read', () => {
    expect(problems(text)).toBe('');
  });

  // biome-ignore format: a table
  test.each([
    ['without a source',                    text.replace('source: somewhere\n', ''),                       /source/],
    ['whose times run backwards',           text.replace('[{ at: 2s', '[{ at: 3s }, { at: 2s'),            /^12: .*goes back: the poll before stands at 3s/],
    ['with an unknown field of health',     text.replace('idle: 1', 'idel: 1'),                            /^12: .*'idel'.*did you mean 'idle'/],
    ['with a unit that does not fit',       text.replace('unit: s', 'unit: count'),                        /^13: .*'count' does not fit: what is read is a time/],
    ['that is not played and says not why', text.replace(/world:.*\n/, '').replace(/steps:.*\n/, ''),      /world.*is missing/],
    ['with a value of no number',           text.replace('value: 1', 'value: soon'),                       /^13: .*must be a number of s/],
  ])('%s is refused, where it says so', (_, changed, words) => {
    expect(problems(changed)).toMatch(words);
  });
});
