import { describe, expect, test } from 'vitest';
import { bounds } from '../../../adapters/explorer/exploreRuns.ts';
import { Choice } from '../../../engine/lab/explorer/choice.ts';
import type { KeptStory } from '../../../engine/lab/explorer/corpus/corpus.ts';
import { collectCells } from '../../../engine/lab/explorer/corpus/coverage.ts';
import { storyToVary } from '../../../engine/lab/explorer/explore.ts';
import { addRival } from '../../../engine/lab/explorer/mutate/addRival.ts';
import { addFault } from '../../../engine/lab/explorer/mutate/faultChanges.ts';
import type { Mutation } from '../../../engine/lab/explorer/mutate/mutation.ts';
import { namesAt } from '../../../engine/lab/explorer/mutate/names.ts';
import { repeatStep } from '../../../engine/lab/explorer/mutate/repeatStep.ts';
import { makeScarce } from '../../../engine/lab/explorer/mutate/scarcity.ts';
import { swarmFor } from '../../../engine/lab/explorer/mutate/swarm.ts';
import { judgeStory } from '../../../engine/lab/explorer/outcome.ts';
import { listFaults, listSteps, type Story, type StoryStep } from '../../../engine/lab/explorer/story.ts';

const kept = (text: string): KeptStory => storyToVary(text, bounds) ?? expect.fail('it is not varied');

/** A pod that stops after a minute, and starts again ten minutes later. */
const stopsAndStarts = kept(`
title: stops and starts
steps:
  - { act: createPod, with: { body: { name: p, image: a, gpu: { id: NVIDIA L4, count: 2 } } }, save: { pod: id } }
  - { at: 1m, act: podAction, with: { pod: $pod, body: { action: stop } } }
  - { at: 11m, act: podAction, with: { pod: $pod, body: { action: start } } }
`);

const keepsWorkers = kept(`
title: keeps workers
world: { endpoints: [{ id: ep-a, workers: { min: 1, max: 3 } }] }
steps: [{ act: run, with: { endpoint: ep-a, body: { input: {} } }, save: { job: id } }]
`);

/** What a mutation makes of a story, with that many different choices; without those to which it does not apply. */
const changed = (mutation: Mutation, origin: KeptStory, times: number): readonly Story[] =>
  Array.from({ length: times }).flatMap((_, k) => {
    const choice = new Choice('s', String(k));
    const swarm = { ...swarmFor(choice, namesAt(origin.story, 9)), faults: ['worker-crash', 'no-capacity'] as const };
    const story = mutation(origin.story, { swarm, choice, origin, other: origin.story });
    return story === undefined ? [] : [story];
  });

const cellsIn = (story: Story): ReadonlySet<string> => {
  const outcome = judgeStory({ ...story, seed: 's' }, { ...bounds, laws: false });
  return outcome.kind === 'held' ? collectCells(outcome.run.world.log.entries()) : expect.fail(`${outcome.kind}: ${JSON.stringify(story)}`);
};

/** How many of the stories have a log that shows such a cell. */
const shows = (stories: readonly Story[], cell: RegExp): number =>
  stories.filter((story) => [...cellsIn(story)].some((one) => cell.test(one))).length;

const createsIn = (story: Story): readonly StoryStep[] => listSteps(story).filter(({ act }) => act === 'createPod');

describe('a rival', () => {
  const stories = changed(addRival, stopsAndStarts, 60);

  test('asks for the same while the first has some status, and leaves the names of the first alone', () => {
    expect(stories.length).toBeGreaterThan(50);
    for (const story of stories) {
      const [first, second] = createsIn(story);
      expect(second?.['with']).toStrictEqual(first?.['with']);
      expect([first?.['save'], second?.['save']]).toStrictEqual([{ pod: 'id' }, { podx: 'id' }]);
      expect(second?.['at']).toMatch(/^\d/);
    }
  });

  test('now and then takes the place of the first, which then cannot start', () => {
    const refused = /^refused-in: podAction · pod EXITED · pod.same-host$/;
    expect(shows([stopsAndStarts.story], refused)).toBe(0);
    expect(shows(changed(addRival, stopsAndStarts, 240), refused)).toBeGreaterThan(3);
  });

  test('comes where a story names nothing that it has made: there is none', () => {
    expect(changed(addRival, kept('title: none\nsteps: [{ act: listPods }]'), 20)).toStrictEqual([]);
  });
});

describe('a world of hosts that a story used', () => {
  test('has mostly just enough for what was there', () => {
    const gpus = changed(addRival, stopsAndStarts, 60).flatMap(({ world }) => {
      const { hosts } = (world ?? {}) as { readonly hosts?: readonly { readonly gpu: string; readonly gpus: number }[] };
      return (hosts ?? []).map((host) => host.gpus);
    });
    expect(new Set(gpus)).toStrictEqual(new Set([1, 2, 3, 4]));
    expect(gpus.filter((count) => count === 2).length).toBeGreaterThan(gpus.length / 4);
  });
});

describe('scarcity', () => {
  test('lets workers wait for capacity, often several of them', () => {
    const stories = changed(makeScarce, keepsWorkers, 60);
    expect(stories).toHaveLength(60);
    expect(shows([keepsWorkers.story], /^around: .* · worker THROTTLED/)).toBe(0);
    expect(shows(stories, /^around: .* · worker THROTTLED/)).toBeGreaterThan(15);
    expect(shows(stories, /^around: .* · worker THROTTLED · several/)).toBeGreaterThan(5);
  });

  test('is on hosts that are full soon, or a denial of capacity, for all or by chance', () => {
    const stories = changed(makeScarce, keepsWorkers, 60);
    const short = stories.map((story) => {
      const [fault] = listFaults(story);
      return fault === undefined ? 'few hosts' : `${String(fault['fault'])} ${String(fault['chance'] ?? 'always')}`;
    });
    expect(new Set(short)).toStrictEqual(new Set(['few hosts', 'no-capacity always', 'no-capacity 1/2', 'no-capacity 4/5']));
  });
});

describe('a repeated step', () => {
  test('comes at any time after the first, and saves what it made under another name', () => {
    const stories = changed(repeatStep, stopsAndStarts, 60);
    const again = stories.filter((story) => createsIn(story).length === 2);
    expect(again.length).toBeGreaterThan(10);
    for (const story of again) expect(createsIn(story).map(({ save }) => save)).toStrictEqual([{ pod: 'id' }, { podx: 'id' }]);
    expect(new Set(again.map((story) => listSteps(story).findLastIndex(({ act }) => act === 'createPod')))).toStrictEqual(
      new Set([1, 2, 3]),
    );
  });
});

describe('one fault more', () => {
  test('often meets another one: in its window, in the middle of it, or from its end on', () => {
    const outage = kept(`
title: an outage
faults: [{ fault: no-capacity, window: { from: 1m, to: 3m } }]
steps: [{ act: listPods }]
`);
    const windows = changed(addFault, outage, 200).flatMap((story) =>
      listFaults(story)
        .slice(1)
        .map(({ window }) => JSON.stringify(window)),
    );
    for (const window of ['{"from":"1m","to":"3m"}', '{"from":"2m","to":"5m"}', '{"from":"3m","to":"5m"}']) {
      expect(windows.filter((one) => one === window).length, window).toBeGreaterThan(3);
    }
  });
});
