import { isLeft } from 'fp-ts/lib/Either.js';
import { describe, expect, test } from 'vitest';
import { readerFor, readText, scenarioFiles } from '../../../adapters/cli/files.ts';
import { measured202611 } from '../../../engine/cloud/timing/measured202611.ts';
import type { TimingValue } from '../../../engine/cloud/timing/timingValue.ts';
import {
  estimateTiming,
  isPlayed,
  joinFacts,
  judgeLeftOut,
  judgeObservation,
  type Observation,
  observationEnding,
  parseObservation,
  summarize,
  type Under,
  unseenIn,
} from '../../../engine/lab/fidelity/index.ts';

const observations: readonly Observation[] = scenarioFiles(['scenarios/observed'], [observationEnding]).map((file) => {
  const parsed = parseObservation(file, readText(file), readerFor(file));
  if (isLeft(parsed)) throw new Error(parsed.left.map(({ message }) => message).join('\n'));
  return parsed.right;
});
const played = observations.filter(isPlayed);
const seeds = 12;
const judgeAll = (under: Under, times: number) => joinFacts(played.map((one) => judgeObservation(one, under, times)));

/** The short form of `podsim fidelity`: fewer plays, the same seeds each time, and figures that are kept. */
describe('the times', () => {
  test('that follow from the observations are those of the measured timing', () => {
    expect(estimateTiming(observations)).toStrictEqual(measured202611);
  });

  test('of the textbook are half off', () => {
    const { error = 0, withinQuarter = 1 } = summarize(judgeAll({ timing: 'textbook' }, 1));
    expect(error).toBeGreaterThan(0.4);
    expect(withinQuarter).toBeLessThan(0.4);
  });

  test('that were measured are near the facts that made them, and farther from those that did not', () => {
    const own = summarize(judgeAll({ timing: 'measured-2026-11' }, seeds));
    const others = judgeLeftOut(observations, 'run', seeds);
    expect(own.error).toBeLessThan(0.3);
    expect(own.coverage).toBeGreaterThan(0.75);
    expect(summarize(others).error).toBeLessThan(0.35);
    expect(summarize(others).error).toBeGreaterThan(own.error ?? 1);
    // What only one run has seen cannot be judged without it. It is said, and the figures are given with it, too.
    expect(unseenIn(others).map(({ fact }) => fact)).toContain('T083');
    expect(summarize(others, 'all').facts).toBe(summarize(others).facts + unseenIn(others).length);
  });

  test('without the grid and the delay of takes are wrong where jobs are taken', () => {
    const without = measured202611.filter(({ mechanism }) => mechanism !== 'take');
    const ofTakes = played.filter(({ spec }) => spec.mechanisms[0] === 'take');
    const error = (times: readonly TimingValue[]) => summarize(ofTakes.map((one) => judgeObservation(one, { times }, seeds))).error ?? 0;
    expect(error(without)).toBeGreaterThan(error(measured202611) + 0.25);
  });

  test('that a world supposes are as the judged times have them, and nothing under the textbook', () => {
    const load = played.find(({ spec }) => spec.fact === 'T130') as Observation;
    const predicted = (under: Under) => judgeObservation(load, under, seeds).judgments[0]?.predicted?.median;
    expect(predicted({ timing: 'textbook' })).toBe(0);
    expect(predicted({ timing: 'measured-2026-11' })).toBeGreaterThan(20_000);
  });

  test('are estimated from nothing of a run that is left out', () => {
    const [first] = observations.filter(({ spec }) => spec.fact === 'T014');
    const others = observations.filter(({ spec }) => spec.run !== first?.spec.run);
    const changed = observations.map((one) => (one.spec.run === first?.spec.run ? { ...one, spec: { ...one.spec, values: [] } } : one));
    expect(estimateTiming(others)).toStrictEqual(estimateTiming(changed));
  });

  test('rest on nothing that is interpreted', () => {
    const interpreted = observations.flatMap(({ spec }) =>
      (spec.values ?? []).filter((one) => one.kind === 'interpreted' && one.tells !== undefined),
    );
    expect(interpreted).toStrictEqual([]);
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
