import { describe, expect, test } from 'vitest';
import { bounds } from '../../../adapters/explorer/exploreRuns.ts';
import type { KeptStory } from '../../../engine/lab/explorer/corpus/corpus.ts';
import { cellsOfPassing, fileNameOfCell, minimizeCorpus, textToKeep } from '../../../engine/lab/explorer/corpus/minimize.ts';
import { storyToVary } from '../../../engine/lab/explorer/explore.ts';
import { playedText } from '../../support/worlds/playing.ts';

const kept = (text: string): KeptStory => storyToVary(text, bounds) ?? expect.fail('it is not varied');
const run = '{ act: run, with: { endpoint: ep-a, body: { input: {} } }, save: { job: id } }';
const cancel = '{ act: cancel, with: { endpoint: ep-a, job: $job } }';
const story = (...steps: string[]) => kept(`title: t\nworld: { endpoints: [{ id: ep-a }] }\nsteps: [${steps.join(', ')}]\n`);

const cancelled = 'lifecycle: job IN_QUEUE · JobCancelled';

describe('the stories that are kept', () => {
  test('pass as scenarios: what was refused is expected, and what never came is left out', () => {
    const [one] = minimizeCorpus([[cancelled, story(run, cancel, cancel, '{ when: job $job is COMPLETED, within: 1m }')]], [], bounds, 9);
    expect(one?.cell).toBe(cancelled);
    expect(one?.story['steps']).toMatchObject([
      { act: 'run' },
      { act: 'cancel' },
      { act: 'cancel', expect: { status: 409, rule: 'job.cancel-terminal' } },
    ]);
    expect(playedText(textToKeep(one?.story ?? {})).verdict).toBe('pass');
  });

  test('are as few as show what is not known: none for what one before shows, or what was known', () => {
    const both = story(run, cancel);
    const queued = 'lifecycle: job IN_QUEUE · JobCancelled ×2';
    expect(
      minimizeCorpus(
        [
          [cancelled, both],
          [queued, both],
        ],
        [],
        bounds,
        9,
      ),
    ).toHaveLength(1);
    expect(minimizeCorpus([[cancelled, both]], [cancelled], bounds, 9)).toStrictEqual([]);
    expect(minimizeCorpus([[cancelled, story(run)]], [], bounds, 9)).toStrictEqual([]);
    expect(minimizeCorpus([[cancelled, both]], [], bounds, 0)).toStrictEqual([]);
  });

  test('are known again by what they show, and named after it', () => {
    expect(cellsOfPassing(story(run, cancel).story, bounds)).toContain(cancelled);
    expect(fileNameOfCell(cancelled)).toBe('lifecycle-job-IN_QUEUE-JobCancelled.scenario.yaml');
  });
});
