import { describe, expect, test } from 'vitest';
import { Exploration } from '../../adapters/explorer/exploration.ts';
import { bounds, exploreRuns } from '../../adapters/explorer/exploreRuns.ts';
import { shareProperties } from '../../engine/lab/explorer/corpus/shareProperties.ts';
import { storyToVary } from '../../engine/lab/explorer/explore.ts';
import { playedText, problemsOf, scenarioText, submit } from '../support/worlds/playing.ts';

const keptOf = (text: string) => storyToVary(text, bounds) ?? expect.fail('it cannot be varied');

/** A world with one job, and these properties. */
const story = (properties: string, world = '{ endpoints: [{ id: ep-a, workers: { min: 1, max: 1 } }] }'): string => `title: one job
world: ${world}
steps: [{ act: run, with: { endpoint: ep-a, body: { input: {} } } }]
${properties === '' ? '' : `properties: ${properties}\n`}`;

describe('a property says to which worlds it applies', () => {
  test('to its own file, unless it says otherwise; what settles does so everywhere', () => {
    const own = keptOf(story('[{ never: JobFailed }, { settles: 25h }, { never: JobTimedOut, worlds: all }]'));
    const [first, second] = shareProperties([own, keptOf(story(''))]);
    expect(second?.story['properties']).toStrictEqual([{ settles: '25h' }, { never: 'JobTimedOut', worlds: 'all' }]);
    expect(first?.story).toStrictEqual(own.story);
  });

  test('what another file declares is checked in the variations of every other file', () => {
    const files = [story('[{ never: JobStarted, worlds: all }]'), story('', '{ endpoints: [{ id: ep-a, workers: { min: 1, max: 2 } }] }')];
    // The first file breaks its own property, so only its variations are left out of the runs that show something else.
    const exploration = new Exploration(files.map(keptOf), 's');
    exploration.take(exploration.next(20).flatMap(exploreRuns));
    expect(exploration.found.map(({ failure }) => failure.property)).toContain('never JobStarted');
    expect(exploration.properties).toMatchObject([{ name: 'never JobStarted', runs: expect.any(Number) }]);
    expect(exploration.properties[0]?.runs).toBe(exploration.counts.held + exploration.counts.failed);
  });

  // biome-ignore format: a table
  test.each<[string, string, boolean]>([
    ['a world that has what it is about',      '{ with: [queues] }',                       true],
    ['a world that lacks what it is about',    '{ with: [queues, load-balancers] }',       false],
    ['a world with what it is not about',      '{ without: [queues] }',                    false],
    ['a world without what it is not about',   '{ without: [pods, long-terms, faults] }',  true],
  ])('%s', (_, worlds, applies) => {
    const { failed, properties } = playedText(story(`[{ never: JobQueued, worlds: ${worlds} }]`));
    const [one] = properties;
    expect([failed.length, one?.broken !== undefined]).toStrictEqual(applies ? [1, true] : [0, false]);
    if (!applies) expect(one?.why).toMatch(/^it is about worlds with/);
  });

  test('nothing is said of a file of inputs, which ends with the last of them', () => {
    const inputs = `title: inputs\nworld: { endpoints: [{ id: ep-a, workers: { min: 0, max: 1 } }] }\ninputs: [{ at: 0s, act: run, with: { endpoint: ep-a, body: { input: {} } } }]\nproperties: [{ settles: 25h }]\n`;
    expect(playedText(inputs).properties[0]).toMatchObject({ evaluated: false, why: 'the run ended before' });
  });

  test('a time to live of more than a day is a long term, and a day is none', () => {
    const policy = (ttl: number): string =>
      `title: one job\nworld: { endpoints: [{ id: ep-a, workers: { min: 0, max: 0 } }] }\nsteps: [{ act: run, with: { endpoint: ep-a, body: { input: {}, policy: { ttl: ${ttl} } } } }]\nproperties: [{ settles: 1h, worlds: { without: [long-terms] } }]\n`;
    expect(playedText(policy(86_400_001)).properties[0]).toMatchObject({ evaluated: false });
    expect(playedText(policy(86_400_000)).properties[0]?.broken).toBeDefined();
  });

  test('what names its own file applies to no other', () => {
    const text = (property: string): string => scenarioText(`steps: [${submit}]\nproperties: [${property}]\n`);
    const words = 'other files have nothing by the names in it';
    for (const named of ['never: JobFailed, of: $job', 'always: endpoint ep-a has 1 worker', 'always: { count: job, of: ep-a, is: 1 }'])
      expect(problemsOf(text(`{ ${named}, worlds: all }`)).join('\n')).toContain(words);
    expect(problemsOf(text('{ never: JobFailed, worlds: all }'))).toStrictEqual([]);
  });
});
