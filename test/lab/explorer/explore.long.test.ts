import { describe, expect, test } from 'vitest';
import { Exploration } from '../../../adapters/explorer/exploration.ts';
import { bounds, exploreRuns } from '../../../adapters/explorer/exploreRuns.ts';
import { sha256 } from '../../../adapters/store/sha256.ts';
import { InvariantViolation } from '../../../engine/kernel/invariant.ts';
import { storyToVary } from '../../../engine/lab/explorer/explore.ts';
import { fileNameOfFound, shrunkFailure, textOfFound } from '../../../engine/lab/explorer/report/found.ts';
import { shrink } from '../../../engine/lab/explorer/shrink/shrink.ts';
import { listSteps, type Story } from '../../../engine/lab/explorer/story.ts';
import type { Invariant } from '../../../engine/simulator/invariants.ts';
import { tooManyAtOnce } from '../../../engine/simulator/simulation.ts';
import { playedText } from '../../support/worlds/playing.ts';
import { withInvariant } from '../../support/worlds/withInvariant.ts';

/** A pod that is made, and a job that is run: what the explorer makes other stories of. */
const files = [
  'title: a pod\nsteps: [{ act: createPod, with: { body: { name: p, image: a, gpu: { id: NVIDIA L4 } } }, save: { pod: id } }]',
  'title: a job\nworld: { endpoints: [{ id: ep-a }] }\nsteps: [{ act: run, with: { endpoint: ep-a, body: { input: {} } }, save: { job: id } }]',
].flatMap((text) => storyToVary(text, bounds) ?? []);

const explored = (runs: number, seed = 's', isByChance = false): Exploration => {
  const exploration = new Exploration(files, seed, { isByChance });
  while (exploration.runs < runs && exploration.found.length === 0) exploration.take(exploration.next(runs).flatMap(exploreRuns));
  return exploration;
};

describe('an explorer', () => {
  test('finds nothing wrong with the rules as they are, and meets more the longer it looks', () => {
    const { found, counts, cellsMet } = explored(600);
    expect(found).toStrictEqual([]);
    expect(counts.held).toBeGreaterThan(500);
    expect(cellsMet).toHaveLength(3);
    expect(cellsMet[2]).toBeGreaterThan((cellsMet[0] as number) * 1.2);
  });

  test('learns nothing from what runs show where it goes by chance: every run varies a file, at no particular time', () => {
    const exploration = explored(200, 's', true);
    const picks = exploration.next(400).flatMap((task) => task.picks);
    expect(picks).toHaveLength(200);
    expect(picks.filter(({ origin, target }) => !files.includes(origin) || target !== undefined)).toStrictEqual([]);
    expect(explored(400).cells.length).toBeGreaterThan(explored(400, 's', true).cells.length);
  });

  test('gives each folder its share of the runs, however many files the others have, and aims at refusals that no run has shown', () => {
    const [pod, job] = files;
    if (pod === undefined || job === undefined) return expect.fail('there are two files');
    const many = Array.from({ length: 30 }, () => ({ ...job, folder: 'jobs' }));
    const exploration = new Exploration([{ ...pod, folder: 'pods' }, ...many], 's');
    exploration.take(exploration.next(200).flatMap(exploreRuns));
    const picks = exploration.next(400).flatMap((task) => task.picks);
    expect(picks.filter(({ origin }) => origin.folder === 'pods').length).toBeGreaterThan(60);
    expect(picks.filter(({ origin }) => origin.folder === 'jobs').length).toBeGreaterThan(60);
    expect(picks.filter(({ target }) => target !== undefined).length).toBeGreaterThan(10);
  });

  test('varies a scenario with what it includes, and with the values of the tables that these name', () => {
    const texts: Readonly<Record<string, string>> = {
      'sub/w.yaml': 'endpoints: [{ id: ep-a, handler: { duration: { empirical: { file: times.csv, column: ms, unit: ms } } } }]',
      'sub/times.csv': 'ms\n700\n900\n',
      'round.yaml': 'include: round.yaml',
    };
    const read = (path: string) => texts[path];
    const steps = 'steps: [{ act: run, with: { endpoint: ep-a, body: { input: {} } } }]';
    const varied = storyToVary(`title: t\nworld: { include: sub/w.yaml }\n${steps}`, { ...bounds, read });
    if (varied === undefined) return expect.fail('it is not varied');
    const values = [
      { value: '700ms', weight: 1 },
      { value: '900ms', weight: 1 },
    ];
    expect(varied.story['world']).toStrictEqual({ endpoints: [{ id: 'ep-a', handler: { duration: { empirical: values } } }] });
    const explored = new Exploration([varied], 's').next(20).flatMap(exploreRuns);
    expect(explored.filter(({ kind }) => kind === 'held').length).toBeGreaterThan(15);
    expect(storyToVary(`title: t\nworld: { include: round.yaml }\n${steps}`, { ...bounds, read })).toBeUndefined();
  });

  test('varies stories with faults as a log has them', () => {
    const exactly =
      '{ fault: host-failure, match: { gpu: NVIDIA GeForce RTX 4090 }, from: 1000, until: 2000, atOnce: false, chance: null, limit: 1, delayMs: 0, status: 503 }';
    const story = storyToVary(`title: t\nfaults: [{ exactly: ${exactly} }]\nsteps: [{ act: listPods }]`, bounds);
    if (story === undefined) return expect.fail('it is not varied');
    const kinds = new Exploration([story], 's')
      .next(100)
      .flatMap(exploreRuns)
      .map(({ kind }) => kind);
    expect(kinds.filter((kind) => kind === 'held').length).toBeGreaterThan(80);
  });

  test('makes the same run of a number, in whichever thread, and after whichever others', () => {
    const [one, other] = [new Exploration(files, 's').next(40), new Exploration(files, 's').next(40)];
    expect(other.flatMap(exploreRuns)).toStrictEqual(one.flatMap(exploreRuns));
    const [first] = one;
    if (first === undefined) return expect.fail('there is no task');
    expect(exploreRuns({ ...first, picks: first.picks.slice(2, 4), from: 2, to: 4 })).toStrictEqual(exploreRuns(first).slice(2, 4));
  });

  // biome-ignore format: a table
  test.each<[string, Invariant['broken'], number, string]>([
    ['no pod is ever stopped',    ({ event }) => (event.type === 'PodStopped' ? 'a pod was stopped' : undefined),              2, 't'],
    ['no job is ever purged',     ({ event }) => (event.type === 'JobPurged' ? 'a job was purged' : undefined),                2, 'v'],
    ['no worker ever crashes',    ({ event }) => (event.type === 'JobCrashedWorker' ? 'a job crashed its worker' : undefined), 2, 's'],
    ['no job is ever retried',    ({ event }) => (event.type === 'JobRetried' ? 'a job was retried' : undefined),              3, 'u'],
  ])('finds that not always: %s; and shows it by a file with few steps', (name, broken, stepsMax, seed) => {
    withInvariant({ name, about: name, broken }, () => {
      const [first] = explored(4_000, seed).found;
      if (first === undefined) return expect.fail('nothing was found');
      expect(first.failure.property).toBe(name);
      const { story, failure } = shrunkFailure(first.failure, first.story, bounds, 3_000);
      expect(listSteps(story).length).toBeLessThanOrEqual(stepsMax);
      expect(failure.shape).toBe(first.failure.shape);
      expect(fileNameOfFound(failure, textOfFound(story, failure), sha256)).toMatch(/^[\w-]+-[0-9a-f]{8}\.scenario\.yaml$/);
      expect(() => playedText(textOfFound(story, failure))).toThrow(`${name}: `);
    });
  });

  test('takes an error of a property for a finding', () => {
    const broken = () => {
      throw new TypeError('no such thing');
    };
    withInvariant({ name: 'throws', about: '', broken }, () => {
      // A variation that no world can play is none of them.
      const { found, counts } = explored(20);
      expect(found).toMatchObject([{ failure: { property: 'ends without an error', words: 'no such thing' }, times: 20 - counts.invalid }]);
      expect(counts.invalid).toBeLessThan(3);
    });
  });

  test('cuts a run whose timers never stop firing at one instant, and counts it', () => {
    const broken = () => {
      throw new InvariantViolation(`${tooManyAtOnce}20000 timers fired at one instant, and more are due`);
    };
    withInvariant({ name: 'throws', about: '', broken }, () => {
      const { counts, found } = explored(20);
      expect([counts.cut + counts.invalid, found]).toStrictEqual([20, []]);
      expect(counts.invalid).toBeLessThan(3);
    });
  });

  test('leaves out what a failure does not need', () => {
    const step = (act: string, seconds: number): Story => ({ act, at: `${seconds}s`, with: { pod: '$pod', body: { action: 'stop' } } });
    const steps = [step('a', 1), step('b', 3), step('c', 61), step('d', 70)];
    const needsTwo = (story: Story): boolean => ['b', 'd'].every((act) => listSteps(story).some((one) => one['act'] === act));
    const { story, played } = shrink({ title: 't', world: { settings: {} }, steps, faults: [{ fault: 'x' }] }, needsTwo, 500);
    expect(story).toStrictEqual({ title: 't', steps: [{ act: 'b' }, { act: 'd' }] });
    expect(played).toBeLessThan(60);
  });
});
