import { describe, expect, test } from 'vitest';
import { bounds } from '../../../adapters/explorer/exploreRuns.ts';
import { WorldBranch } from './branch.ts';
import { DrawScript } from './drawScript.ts';
import { sentenceOf } from './sentence.ts';
import { oneJob, problemsOf, readWorld, searchWhole } from './smallWorlds.ts';
import { beginning } from './stateText.ts';
import { storyOfWay } from './storyOfWay.ts';

describe('a small world is looked at whole', () => {
  test('and that is said in a sentence', () => {
    const small = readWorld(oneJob(''));
    const search = searchWhole(small);
    expect(search).toMatchObject({ isWhole: true, depth: 2 });
    expect(sentenceOf(small, search)).toBe(
      `all ${search.states} states of this world within 2 acts: no invariant breaks, every job ends, nothing waits for ever`,
    );
  });

  test('more acts lead to more states, until no act changes anything', () => {
    const counts = [1, 2, 3].map((within) => searchWhole(readWorld(oneJob('', within))).states);
    expect(counts).toStrictEqual(counts.toSorted((a, b) => a - b));
    expect(counts[0]).toBeLessThan(counts[1] ?? 0);
  });

  test('up to a number of states; then it claims no more than it knows', () => {
    const small = readWorld(oneJob(''));
    const search = searchWhole(small, 3);
    expect(search.isWhole).toBe(false);
    expect(sentenceOf(small, search)).toMatch(/^\d+ states of this world, all of those within 0 acts among them: /);
  });

  test('every outcome of a draw is tried: those of a handler, and those of a fault with a chance', () => {
    const drawn = (handler: string): string => oneJob('').replace('{ duration: { fixed: 4s } }', handler);
    const one = searchWhole(readWorld(drawn('{ duration: { fixed: 4s } }'))).states;
    const two = searchWhole(readWorld(drawn('{ duration: { fixed: 4s }, chances: { fail: 1/1000 } }')));
    expect(two.isWhole).toBe(true);
    expect(two.states).toBeGreaterThan(one);
    const seen = readWorld(`${drawn('{ duration: { fixed: 4s }, chances: { fail: 1/1000 } }')}properties: [{ never: JobFailed }]\n`);
    expect(searchWhole(seen).failure?.broken.property).toBe('never JobFailed');
  });
});

test('the moments that matter are each instant at which something is due, a millisecond before it, and a millisecond after it', () => {
  const small = readWorld(oneJob(''));
  const branch = WorldBranch.begin(small, new DrawScript(small.outcomes));
  branch.take({ act: 0, values: {} });
  const moments = [0];
  while (branch.pass()) moments.push(branch.world.now - beginning);
  expect(moments.slice(0, 8)).toStrictEqual([0, 1, 1_999, 2_000, 2_001, 5_999, 6_000, 6_001]);
});

describe('what a property remembers is part of a state', () => {
  const ends = '[JobCompleted, JobPurged, JobCancelled]';
  const within = (time: string): string => oneJob(`properties: [{ within: ${time}, from: JobQueued, to: ${ends} }]\n`);

  test('since when an event waits for another one: that breaks at the first millisecond that is too late', () => {
    // Here the age of the job says as much.
    const { states } = searchWhole(readWorld(oneJob('')));
    expect(searchWhole(readWorld(within('6s')))).toMatchObject({ isWhole: true, states });
    expect(searchWhole(readWorld(within('5s'))).failure).toMatchObject({
      at: 5_001,
      broken: { shape: 'JobQueued without JobCompleted or JobPurged or JobCancelled' },
    });
  });

  test('also where time changes nothing more', () => {
    const late = readWorld(oneJob('properties: [{ within: 1h, from: JobCompleted, to: JobRetried }]\n'));
    const { failure } = searchWhole(late);
    expect(failure).toMatchObject({ at: 6_000 + 3_600_000 + 1 });
    if (failure !== undefined)
      expect(storyOfWay(late, failure, bounds)).toMatchObject({ isPlayed: true, failure: { property: failure.broken.property } });
  });

  test('how far towards a goal a way has come: of two that lead to one state, the other may go on to it', () => {
    const goal = (steps: string): ReturnType<typeof searchWhole> =>
      searchWhole(readWorld(oneJob(`properties: [{ reachable: ${steps} }]\n`)));
    expect([...goal('[JobStarted, JobCancelled]').seen]).toStrictEqual([0]);
    expect([...goal('[JobCancelled, JobStarted]').seen]).toStrictEqual([]);
    expect(goal('[JobCancelled, JobStarted]').states).toBeGreaterThan(searchWhole(readWorld(oneJob(''))).states);
  });
});

describe('the shortest way to what breaks', () => {
  const small = readWorld(oneJob('properties: [{ never: JobCancelled }]\n', 3));
  const found = searchWhole(small).failure;

  test('has no act that is not needed', () => {
    expect(found?.way.acts.map(({ act }) => act)).toStrictEqual([0, 1]);
  });

  test('is a story that fails when it is played', () => {
    if (found === undefined) throw new Error('nothing was found');
    const { story, failure, isPlayed } = storyOfWay(small, found, bounds);
    expect([failure.property, isPlayed]).toStrictEqual(['never JobCancelled', true]);
    expect(story['steps']).toStrictEqual([
      { at: '0s', act: 'run', with: { endpoint: 'ep-a', body: { input: {} } }, save: { job: 'id' } },
      { at: '0s', act: 'cancel', with: { endpoint: 'ep-a', job: '$job' } },
    ]);
  });

  test('comes after the time that it needs', () => {
    const slow = readWorld(oneJob('properties: [{ never: JobCompleted }]\n', 3));
    const one = searchWhole(slow).failure;
    expect(one?.at).toBe(6_000);
    expect(one === undefined ? [] : storyOfWay(slow, one, bounds).story['steps']).toHaveLength(2);
  });
});

describe('a file that cannot be looked at whole is refused, with the reason', () => {
  // biome-ignore format: a table
  test.each([
    ['a duration that is drawn',        oneJob('').replace('{ fixed: 4s }', '{ exponential: { mean: 4s } }'), /^4: .*handler\.duration: is drawn from a distribution.*give a fixed duration/],
    ['a property of a whole run',       oneJob('properties: [{ settles: 1h }]\n'),                  /^10: properties\.0: is about a whole run.*leave it out/],
    ['a number of events',              oneJob('properties: [{ always: { count: JobQueued, is: 1 } }]\n'), /adds up what came before a state/],
    ['an unknown key',                  oneJob('withing: 2\n'),                                     /unknown key 'withing'.*'within'/],
    ['a mistake in an act',             oneJob('').replace('act: cancel', 'act: cancle'),           /^7: acts\.1\.act: .*cancel/],
    ['a variable that no act saves',    oneJob('').replace('job: $job', 'job: $jab'),               /^7: acts\.1: uses \$jab, which no act saves.*job/],
  ])('%s', (_, text, words) => {
    expect(problemsOf(text).join('\n')).toMatch(words);
  });
});
