import { describe, expect, test } from 'vitest';
import { bounds } from '../../../adapters/explorer/exploreRuns.ts';
import type { KeptStory } from '../../../engine/lab/explorer/corpus/corpus.ts';
import { textToKeep } from '../../../engine/lab/explorer/corpus/minimize.ts';
import { proposeScenarios } from '../../../engine/lab/explorer/corpus/propose.ts';
import { storyToVary } from '../../../engine/lab/explorer/explore.ts';
import { playedText } from '../../support/worlds/playing.ts';

const kept = (text: string): KeptStory => storyToVary(text, bounds) ?? expect.fail('it is not varied');
const run = '{ act: run, with: { endpoint: ep-a, body: { input: {} } }, save: { job: id } }';
const cancel = '{ act: cancel, with: { endpoint: ep-a, job: $job } }';
const story = (...steps: string[]) => kept(`title: t\nworld: { endpoints: [{ id: ep-a }] }\nsteps: [${steps.join(', ')}]\n`);

const words = 'a job that is cancelled while it waits';
const file = story(run);

describe('the scenarios that an exploration proposes', () => {
  const { found, unmet } = proposeScenarios([file], [story(run, run, run, cancel), story(run, run, cancel)], bounds, 100);

  test('show what the files never do, as short as can be, and pass', () => {
    expect(found).toMatchObject([{ words, rule: 'job.cancel-queued' }]);
    const [one] = found;
    expect(one?.story).toMatchObject({
      title: 'A job that is cancelled while it waits',
      teaches: ['job.cancel-queued'],
      steps: [{ act: 'run' }, { act: 'cancel' }],
    });
    expect(playedText(textToKeep(one?.story ?? {})).verdict).toBe('pass');
  });

  test('leave what no run has met either', () => {
    expect(unmet.map((one) => one.words)).toContain('a job that is retried');
    expect(unmet.map((one) => one.words)).not.toContain(words);
  });

  test('are none for what a file shows already', () => {
    expect(proposeScenarios([file, story(run, cancel)], [story(run, cancel)], bounds, 100).found).toStrictEqual([]);
  });
});
