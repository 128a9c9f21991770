import { describe, expect, test } from 'vitest';
import { bounds } from '../../../adapters/explorer/exploreRuns.ts';
import type { VirtualTime } from '../../../engine/kernel/time.ts';
import { Choice } from '../../../engine/lab/explorer/choice.ts';
import type { KeptStory } from '../../../engine/lab/explorer/corpus/corpus.ts';
import { exploreOnce, storyToVary } from '../../../engine/lab/explorer/explore.ts';
import { inFocus, mutate } from '../../../engine/lab/explorer/mutate/mutate.ts';
import { namesAt } from '../../../engine/lab/explorer/mutate/names.ts';
import { usualChances } from '../../../engine/lab/explorer/mutate/propertyChances.ts';
import { type Swarm, swarmFor } from '../../../engine/lab/explorer/mutate/swarm.ts';
import { listFaults, listSteps } from '../../../engine/lab/explorer/story.ts';
import { chooseSpan, conditionFor, momentIn, namesWhen, timeFor } from '../../../engine/lab/explorer/timing/timing.ts';

const kept = (text: string): KeptStory => storyToVary(text, bounds) ?? expect.fail('it is not varied');

/** A pod that stops after a minute, and a job of an endpoint of the world. */
const text = `
title: a pod and a job
world: { endpoints: [{ id: ep-a, workers: { min: 1, max: 1 } }] }
steps:
  - { act: createPod, with: { body: { name: p, image: a, gpu: { id: NVIDIA L4, count: 2 } } }, save: { pod: id } }
  - { at: 1m, act: podAction, with: { pod: $pod, body: { action: stop } } }
  - { act: run, with: { endpoint: ep-a, body: { input: {} } }, save: { job: id } }
`;
const origin = kept(text);
const made = <Item>(times: number, make: (choice: Choice) => Item): readonly Item[] =>
  Array.from({ length: times }, (_, k) => make(new Choice('varied', String(k))));

describe('what is kept of a story', () => {
  test('says where it was, and how long things had which status', () => {
    expect(origin.places.gpu).toContain('NVIDIA L4');
    expect(origin.places.worker).toStrictEqual(['ep-a-w1']);
    expect(origin.hosts.map(({ host: { gpu }, most }) => [gpu, most])).toContainEqual(['NVIDIA L4', 2]);
    const running = origin.seen.find(({ words }) => words === 'pod $pod is RUNNING');
    expect([Number(running?.from) < 60_000, running?.to]).toStrictEqual([true, 60_000]);
    expect(origin.seen.map(({ words }) => words)).toContain('worker ep-a-w1 is RUNNING');
    expect(origin.moments).toContain(running?.from);
  });

  test('is the story alone where it breaks a property as it is, and nothing where it cannot be read', () => {
    const broken = storyToVary(`${text}properties:\n  - never: { event: PodStopped }\n`, bounds);
    expect([broken?.entries, broken?.seen, listSteps(broken?.story ?? {}).length]).toStrictEqual([0, [], 3]);
    expect(storyToVary('title: [', bounds)).toBeUndefined();
    expect(storyToVary('', bounds)).toBeUndefined();
  });

  test('has no assertions: what is varied need not do what they say', () => {
    expect(Object.keys(kept(`${text}assert: [{ never: PodFailed }]\nteaches: [pod.create]\n`).story)).toStrictEqual([
      'title',
      'world',
      'steps',
    ]);
  });
});

describe('a variation', () => {
  const swarm: Swarm = {
    ...swarmFor(new Choice('s', '1'), namesAt(origin.story, 3)),
    propertyChances: usualChances,
    changes: 5,
    mutations: [[1, 'wait']],
  };

  test('is changed as often as its swarm says', () => {
    const lengths = made(30, (choice) => listSteps(mutate(origin.story, { swarm, choice, origin, other: origin.story })).length);
    expect(new Set(lengths)).toStrictEqual(new Set([3 + swarm.changes]));
  });

  test('is the same each time, and another for another number', () => {
    const of = (number: number) => exploreOnce({ origin, other: origin }, bounds, 's', number).kept.story;
    expect(of(1)).toStrictEqual(of(1));
    expect(of(2)).not.toStrictEqual(of(1));
  });

  test('in focus is about a moment, and what had which status then', () => {
    const [first = expect.fail()] = origin.seen;
    const [choice] = made(1, (one) => one);
    const material = { swarm, choice: choice ?? expect.fail(), other: origin.story, origin: { ...origin, focus: first.from } };
    const { moments, seen } = inFocus(material).origin;
    expect(moments[0]).toBe(first.from);
    expect(moments.length).toBeLessThanOrEqual(5);
    expect(seen.every(({ from, to }) => from <= first.from && first.from <= (to ?? first.from))).toBe(true);
  });
});

describe('a swarm', () => {
  const swarms = made(150, (choice) => swarmFor(choice, new Map([['pod', ['$pod']]])));

  test('asks for some operations and not for others, mostly about what is there; seldom for those of workers', () => {
    const share = (isMeant: (swarm: Swarm) => boolean): number => swarms.filter(isMeant).length / swarms.length;
    const has = (id: string) => share(({ operations }) => operations.some((row) => row.id === id));
    expect(has('podAction')).toBeGreaterThan(has('podAction') > 0 ? has('createTemplate') : 1);
    expect(share(({ operations }) => operations.some(({ api }) => api === 'worker'))).toBeLessThan(0.25);
    expect(share(({ operations }) => operations.length === 0)).toBe(0);
  });

  test('has few kinds of faults, or none', () => {
    expect(swarms.some(({ faults }) => faults.length === 0)).toBe(true);
    expect(swarms.some(({ faults }) => faults.length > 3)).toBe(true);
  });
});

describe('a time', () => {
  const span = { words: 'pod $pod is RUNNING', from: 100 as VirtualTime, to: 200 as VirtualTime };

  test('is at an end of a status, beside it, or in its middle', () => {
    expect(new Set(made(80, (choice) => momentIn(span, choice)))).toStrictEqual(new Set([100, 101, 150, 199, 200, 201]));
  });

  test('in a status is about what has it, which comes last of its kind', () => {
    const names = new Map([
      ['pod', ['$pod', '$other']],
      ['endpoint', ['ep-a', 'ep-b']],
    ]);
    expect(namesWhen('pod $pod is RUNNING', names).get('pod')).toStrictEqual(['$other', '$pod']);
    expect(namesWhen('worker ep-a-w3 is IDLE', names).get('endpoint')).toStrictEqual(['ep-b', 'ep-a']);
    expect(namesWhen('pod $gone is RUNNING', names)).toBe(names);
  });

  test('is picked by status, not by how often a status was there', () => {
    const known = [span, ...Array.from({ length: 20 }, () => ({ ...span, words: 'pod $other is EXITED' }))];
    const picked = made(100, (choice) => chooseSpan(known, choice).words);
    expect(picked.filter((words) => words === span.words).length).toBeGreaterThan(30);
  });

  test('may be when something has a status that it can have', () => {
    const conditions = made(60, (choice) => conditionFor(new Map([['job', ['$job']]]), [], choice)?.['when']);
    expect(conditions).toContain('job $job is IN_PROGRESS');
    expect(conditions).not.toContain('job $job is REMOVED');
    expect(conditionFor(new Map([['endpoint', ['ep-a']]]), [], new Choice('s', '1'))).toBeUndefined();
  });

  test('may be the end of a fault', () => {
    const story = { title: 't', faults: [{ fault: 'no-capacity', window: { from: '1s', to: '77s' } }] };
    const times = made(200, (choice) => timeFor(story, { ...swarmFor(choice, new Map()) }, choice, [])['at']).flatMap((at) => at ?? []);
    expect(new Set(times)).toStrictEqual(new Set(['1m16s999ms', '1m17s', '1m17s1ms']));
    expect(listFaults(story)).toHaveLength(1);
  });
});
