import { isLeft } from 'fp-ts/lib/Either.js';
import { describe, expect, test } from 'vitest';
import { readerFor } from '../../../adapters/cli/files.ts';
import { valuesWithGrounds } from '../../../engine/cloud/timing/grounds.ts';
import { listValues, newestTiming } from '../../../engine/cloud/timing/timings.ts';
import type { TimingValue } from '../../../engine/cloud/timing/timingValue.ts';
import {
  estimateTiming,
  findStarts,
  judgeLeftOut,
  judgeObservation,
  judgeOwnStarts,
  type Observation,
  parseObservation,
  selectGrounds,
  summarize,
  type Under,
  unseenIn,
} from '../../../engine/lab/fidelity/index.ts';
import { observations, played } from '../../support/observations.ts';

const seeds = 8;

describe('the times', () => {
  test('that follow from the observations are those of the newest timing', () => {
    expect(estimateTiming(selectGrounds(observations))).toStrictEqual(valuesWithGrounds(newestTiming));
  });

  test('name what nothing is left to predict, and give the figures with it, too', () => {
    const ofCancels = observations.filter(({ spec }) => ['T083', 'T043', 'T046'].includes(spec.fact));
    const others = judgeLeftOut(ofCancels, 'run', 1);
    expect(unseenIn(others).map(({ fact }) => fact)).toStrictEqual(['T083']);
    expect(summarize(others, 'all').facts).toBe(summarize(others).facts + 1);
  });

  test('without the grid and the delay of takes are wrong where jobs are taken', () => {
    const without = listValues(newestTiming).filter(({ mechanism }) => mechanism !== 'take');
    const ofTakes = played.filter(({ spec }) => spec.mechanisms[0] === 'take');
    const error = (times: readonly TimingValue[]) => summarize(ofTakes.map((one) => judgeObservation(one, { times }, seeds))).error ?? 0;
    expect(error(without)).toBeGreaterThan(error(listValues(newestTiming)) + 0.25);
  });

  test('that a world supposes are as the judged times have them, and nothing under the textbook', () => {
    const load = played.find(({ spec }) => spec.fact === 'T130') as Observation;
    const predicted = (under: Under) => judgeObservation(load, under, seeds).judgments[0]?.predicted?.median;
    expect(predicted({ timing: 'textbook' })).toBe(0);
    expect(predicted({ timing: 'measured-2026-11' })).toBeGreaterThan(20_000);
  });

  test('say when a container is removed after its stop, be that a sleep or for good', () => {
    const end = played.find(({ spec }) => spec.fact === 'T070') as Observation;
    const predicted = (without: string) =>
      judgeObservation(end, { times: listValues(newestTiming).filter(({ mechanism }) => mechanism !== without) }, seeds).judgments[0]
        ?.predicted;
    expect(predicted('sleep')?.median).toBeGreaterThan(0);
    expect(predicted('sleep')).toStrictEqual(predicted('no mechanism'));
    expect(predicted('cancel')).toBeUndefined();
  });

  test('are estimated from nothing of a run that is left out', () => {
    const [first] = observations.filter(({ spec }) => spec.fact === 'T014');
    const others = observations.filter(({ spec }) => spec.run !== first?.spec.run);
    const changed = observations.map((one) => (one.spec.run === first?.spec.run ? { ...one, spec: { ...one.spec, values: [] } } : one));
    expect(estimateTiming(others)).toStrictEqual(estimateTiming(changed));
  });

  test('of an image of which three starts were seen are judged on its other starts, with nothing else of its author', () => {
    const [modes] = judgeOwnStarts(observations).filter(({ image }) => image === 'moss-1-27');
    expect(modes).toMatchObject({ starts: 11, given: 3 });
    expect(modes?.error).toBeLessThan(0.25);
    expect(modes?.withinQuarter).toBeGreaterThan(0.5);
    expect(modes?.coverage).toBeLessThan(0.9);
    const others = observations.filter(({ spec }) => spec.author === 'gpuhedge' || spec.fact === 'T044');
    expect(judgeOwnStarts(others)).toStrictEqual([]);
    expect(findStarts(others)).toHaveLength(11);
    expect(findStarts(others)[0]).toBe(9_383);
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
    ['with a poll before that goes back',   text.replace('[{ at: 2s', '[{ at: 3s }, { at: 9s, since: 1s'), /^12: .*since: goes back: the poll before stands at 3s/],
    ['with a range that runs backwards',    text.replace('value: 1', 'range: [9, 2]'),                     /^13: .*runs backwards: write \[2, 9\]/],
    ['with a time below 0',                 text.replace('value: 1', 'value: -1'),                         /^13: .*a time cannot be below 0/],
    ['with quantiles that fall',            text.replace('value: 1', "quantiles: { '0.5': 3, '0.9': 2 }"), /^13: .*the quantile 0\.9 is below one before it/],
    ['with more than there are',            text.replace('value: 1', 'value: 9, of: 5'),                   /^13: .*cannot be more than the 5/],
    ['of a day that does not exist',        text.replace('2026-07-13', '2026-17-43'),                      /^3: .*must be a date/],
    ['whose date runs backwards',           text.replace('2026-07-13', '2026-07-13..11'),                  /^3: .*date: .*runs backwards/],
    ['with an unknown quantity',            text.replace('value: 1', 'value: 1, tells: { quantity: handover }'), /^13: .*did you mean 'hand-over'/],
    ['with a value of no number',           text.replace('value: 1', 'value: soon'),                       /^13: .*must be a number of s/],
  ])('%s is refused, where it says so', (_, changed, words) => {
    expect(problems(changed)).toMatch(words);
  });
});
