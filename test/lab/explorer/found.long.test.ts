import { describe, expect, test } from 'vitest';
import { bounds } from '../../../adapters/explorer/exploreRuns.ts';
import { sha256 } from '../../../adapters/store/sha256.ts';
import { fileNameOfFound, type ShrunkFailure, shrunkFailure, storyToVary, textOfFound } from '../../../engine/lab/explorer/index.ts';
import { judgeStory } from '../../../engine/lab/explorer/outcome.ts';
import { listLoads, listSteps, type Story } from '../../../engine/lab/explorer/story.ts';
import type { Invariant } from '../../../engine/simulator/invariants.ts';
import { playedText } from '../../support/worlds/playing.ts';
import { withInvariant } from '../../support/worlds/withInvariant.ts';

/** A story in which much happens, as the explorer might come to it. */
const text = `title: a busy day
seed: s/4711
start: 2026-03-01T00:00:00Z
world:
  settings: { job: { retentionRun: 31m } }
  accounts: [ { id: big-company, keys: [ { name: dev }, { name: ops } ] }, { id: other, keys: [ { name: them } ] } ]
  endpoints:
    - { id: inference-large, workers: { min: 1, max: 3 }, handler: { duration: { fixed: 7s }, outcomes: [complete, fail, complete] } }
    - { id: training, workers: { min: 0, max: 2, idleTimeout: 60s }, scaling: { type: QUEUE_DELAY, queueDelay: 4s } }
steps:
  - { act: createPod, with: { body: { name: train-pod, image: my/image:latest, disk: 50, gpu: { id: NVIDIA L4, count: 2 }, env: { A: b } } }, save: { pod1: id } }
  - { act: run, with: { endpoint: training, body: { input: { prompt: hello }, policy: { ttl: 600000 } } }, save: { job2: id } }
  - { delay: 12s345ms, act: listPods }
  - { name: third, at: 37s, act: run, with: { endpoint: inference-large, body: { input: { prompt: hello, n: 17 } } }, save: { job4: id } }
  - { after: third, delay: 5s, act: podAction, with: { pod: $pod1, body: { action: stop } } }
  - { when: job $job4 is COMPLETED, within: 1h, act: status, with: { endpoint: inference-large, job: $job4 } }
  - { act: podAction, with: { pod: $pod1, body: { action: start } } }
  - { delay: 3m12s, act: run, as: ops, with: { endpoint: training, body: { input: {} }, handler: { outcomes: [crash] } }, save: { job8: id } }
  - { at: 12m7s, act: cancel, with: { endpoint: training, job: $job8 } }
  - { delay: 10m, act: podAction, with: { pod: $pod1, body: { action: terminate } } }
  - { delay: 45m, act: status, with: { endpoint: inference-large, job: $job4 } }
load:
  - { name: web, with: { endpoint: inference-large, body: { input: { q: 1 } } }, poisson: { rate: 2/s }, for: 20s, start: 30s, mayBeRefused: true }
  - { with: { endpoint: training, body: { input: {} } }, constant: { every: 3s }, exactly: 8, mayBeRefused: true }
faults:
  - { fault: slow-image-pull, delay: 20s, window: { from: 3s, to: 5m } }
  - { fault: worker-crash, at: 33s }
`;

const playedMax = 3_000;

/** What comes of the story where no such thing may happen; undefined if nothing breaks. */
const shrunk = (story: Story): ShrunkFailure | undefined => {
  const outcome = judgeStory(story, { ...bounds, laws: false });
  return outcome.kind === 'failed' ? shrunkFailure(outcome.failure, story, bounds, playedMax) : undefined;
};

const busyDay = (): Story => {
  const kept = storyToVary(text, bounds);
  return kept === undefined ? expect.fail('the story cannot be varied') : kept.story;
};

const whileForbidden = (name: string, broken: Invariant['broken'], work: (found: ShrunkFailure) => void, story = busyDay()): void =>
  withInvariant({ name, about: name, broken }, () => {
    const found = shrunk(story);
    if (found === undefined) return expect.fail('nothing broke');
    work(found);
  });

const waitOf = ({ queuedAt }: { readonly queuedAt: number | null }, at: number): number => at - (queuedAt ?? at);

describe('a found failure', () => {
  // biome-ignore format: a table
  test.each<[string, Invariant['broken'], number]>([
    ['no pod starts again',        ({ event }) => (event.type === 'PodResumed' ? 'a pod starts again' : undefined),                                       3],
    ['no worker crashes',          ({ event, id }) => (event.type === 'WorkerCrashed' ? `${id} crashes` : undefined),                                     2],
    ['no job waits long',          ({ event, at, kind, entity }) => (kind === 'job' && event.type === 'JobStarted' && waitOf(entity, at) > 20_000 ? `a job of ${entity.endpointId} waits for ${waitOf(entity, at)} ms` : undefined), 2],
    ['no thirty jobs',             ({ event }, state) => (event.type === 'JobQueued' && state.count('job') >= 30 ? 'thirty jobs' : undefined),                   0],
  ])('is shown by few steps, fails alone, and is not shortened any further: %s', (name, broken, stepsMax) => {
    whileForbidden(name, broken, (found) => {
      const { story, failure, played } = found;
      expect(failure.property).toBe(name);
      expect(listSteps(story).length).toBeLessThanOrEqual(stepsMax);
      expect(listSteps(story).length + listLoads(story).length).toBeGreaterThan(0);
      expect(() => playedText(textOfFound(story, failure, found))).toThrow(`${name}: `);
      expect(shrunk(story)?.story).toStrictEqual(story);
      expect(played).toBeLessThan(300);
      expect(fileNameOfFound(failure, textOfFound(story, failure), sha256)).toMatch(/^[\w-]+-[0-9a-f]{8}\.scenario\.yaml$/);
    });
  });

  test('is a file that tells what happens, and what each line is for', async () => {
    let text = '';
    whileForbidden(
      'no pod leaves while it runs',
      ({ event, from }) => (event.type === 'PodTerminated' && from === 'RUNNING' ? 'it leaves' : undefined),
      (found) => {
        text = textOfFound(found.story, found.failure, found);
      },
    );
    await expect(text).toMatchFileSnapshot('../../examples/found.yaml');
  });

  test('has the few calls of a load that matter as steps', () => {
    const load = 'with: { endpoint: ep-a, body: { input: {} } }, poisson: { rate: 2/s }, for: 20s';
    const kept = storyToVary(`title: t\nworld: { endpoints: [{ id: ep-a }] }\nload: [{ ${load} }]`, bounds);
    const isLate: Invariant['broken'] = ({ event, at }) => (event.type === 'JobQueued' && at > 9_000 ? 'a job comes late' : undefined);
    whileForbidden(
      'no job comes late',
      isLate,
      ({ story }) => {
        const body = { input: {} };
        expect(story).toStrictEqual({
          title: 't',
          world: { endpoints: [{ id: 'ep' }] },
          steps: [{ at: '10s', act: 'run', with: { endpoint: 'ep', body } }],
        });
      },
      kept?.story,
    );
  });

  test('that does not come again is a finding of its own', () => {
    let times = 0;
    const onlyOnce: Invariant['broken'] = ({ event }) => (event.type === 'JobQueued' && times++ === 0 ? 'the first one' : undefined);
    whileForbidden('no job at all', onlyOnce, ({ story, failure, comments }) => {
      expect(failure).toMatchObject({
        property: 'fails alike each time',
        words: expect.stringMatching(/^no job at all: the first one .*; and played again: nothing broke$/),
      });
      expect(story).toStrictEqual(busyDay());
      expect(comments.size).toBe(0);
    });
  });

  test('that comes again in other words is none that repeats', () => {
    let times = 0;
    const counted: Invariant['broken'] = ({ event }) => (event.type === 'PodResumed' ? `it was seen ${times++} times` : undefined);
    whileForbidden('no pod starts again', counted, ({ failure }) => {
      expect(failure.property).toBe('fails alike each time');
      expect(failure.words).toMatch(
        /^no pod starts again: it was seen (\d+) times .*; and played again: no pod starts again: it was seen (?!\1 )/,
      );
    });
  });
});
