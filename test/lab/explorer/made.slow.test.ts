import { isLeft } from 'fp-ts/lib/Either.js';
import { describe, expect, test } from 'vitest';
import type { Operation } from '../../../engine/api/operation.ts';
import { findOperation } from '../../../engine/api/operations.ts';
import { readAs } from '../../../engine/api/reading/readAs.ts';
import { operations } from '../../../engine/api/table.ts';
import { faultKinds } from '../../../engine/cloud/fault/events.ts';
import type { Json } from '../../../engine/kernel/canonical.ts';
import { Choice } from '../../../engine/lab/explorer/choice.ts';
import { bodyFor, changeBody } from '../../../engine/lab/explorer/mutate/bodies.ts';
import { faultFor } from '../../../engine/lab/explorer/mutate/faults.ts';
import { chancesFor, usualChances } from '../../../engine/lab/explorer/mutate/propertyChances.ts';
import { changeSetting } from '../../../engine/lab/explorer/mutate/settingChanges.ts';
import { splice } from '../../../engine/lab/explorer/mutate/splice.ts';
import { stepFor } from '../../../engine/lab/explorer/mutate/steps.ts';
import { changeEndpoint, changeHosts } from '../../../engine/lab/explorer/mutate/worldChanges.ts';
import { parseStoryScenario } from '../../../engine/lab/explorer/readStory.ts';
import { listSteps, type Story } from '../../../engine/lab/explorer/story.ts';
import { callFor } from '../../support/sequences/calls.ts';
import { deedFor } from '../../support/sequences/deeds.ts';
import { sequenceFaultsFor } from '../../support/sequences/faults.ts';
import { queryFor } from '../../support/sequences/queries.ts';
import type { Sequence } from '../../support/sequences/sequence.ts';
import { sequenceFor } from '../../support/sequences/sequences.ts';
import { shortenSequence } from '../../support/sequences/shorten.ts';
import { worldOfSequence } from '../../support/sequences/smallWorld.ts';
import { sequenceText } from '../../support/sequences/text.ts';
import { playedText } from '../../support/worlds/playing.ts';
import { runSequence } from '../../support/worlds/runSequence.ts';

/** What is made with that many choices, one after the other. */
const made = <Item>(times: number, make: (choice: Choice) => Item): readonly Item[] =>
  Array.from({ length: times }, (_, k) => make(new Choice('made', String(k))));

const rowOf = (id: string): Operation => findOperation(id) ?? expect.fail(`there is no ${id}`);
const bodiesOf = (id: string, times: number, propertyChances = usualChances): readonly Fields[] =>
  made(times, (choice) => bodyFor(rowOf(id).body ?? expect.fail(), choice, () => undefined, propertyChances) as Fields);
type Fields = { readonly [name: string]: Json };

const share = <Item>(items: readonly Item[], isMeant: (item: Item) => boolean): number => items.filter(isMeant).length / items.length;

describe('a choice', () => {
  test('is weighted, and some of a list are never none', () => {
    const often = made(400, (choice) =>
      choice.pickWeighted([
        [3, 'a'],
        [1, 'b'],
      ]),
    );
    expect(share(often, (one) => one === 'a')).toBeCloseTo(0.75, 1);
    expect(made(50, (choice) => choice.some([1, 2, 3], 0, 1).length)).toStrictEqual(Array(50).fill(1));
  });
});

describe('a body', () => {
  test('is mostly one that its operation reads', () => {
    const read = operations.flatMap(({ id, body }) =>
      body === undefined ? [] : [[id, share(bodiesOf(id, 60), (one) => !isLeft(readAs(body, one)))] as const],
    );
    expect(read.filter(([, some]) => some === 0)).toStrictEqual([]);
    expect(share(read, ([, some]) => some > 0.3)).toBeGreaterThan(0.8);
  });

  test('asks for a GPU or for CPUs, and seldom for both, or for neither', () => {
    expect(share(bodiesOf('createPod', 200), ({ gpu, cpu }) => (gpu === undefined) !== (cpu === undefined))).toBeGreaterThan(0.8);
  });

  test('asks for little, so that several fit on a host, and now and then for more than there is', () => {
    const counts = bodiesOf('createPod', 1_500).flatMap(({ gpu }) => ((gpu as Fields | undefined)?.['count'] as number | undefined) ?? []);
    expect(counts.length).toBeGreaterThan(50);
    expect(share(counts, (count) => count <= 3)).toBeGreaterThan(0.75);
    expect(Math.max(...counts)).toBeGreaterThan(8);
  });

  test('has what a swarm has a habit of, and lacks what it has not', () => {
    const of = (chance: number) => bodiesOf('createPod', 60, { ...usualChances, findChance: () => chance });
    expect(share(of(0), ({ ports }) => ports !== undefined)).toBe(0);
    expect(share(of(100), ({ ports }) => ports !== undefined)).toBe(1);
  });

  test('of a request that needs nothing may have a single property', () => {
    const singles = bodiesOf('updatePod', 200, { ...usualChances, single: true });
    expect(share(singles, (body) => Object.keys(body).length === 1)).toBeGreaterThan(0.4);
  });

  test('that is changed differs in one property', () => {
    const body: Fields = { name: 'p', image: 'an-image' };
    const changes = made(60, (choice) => changeBody(rowOf('createPod').body ?? expect.fail(), body, choice, () => undefined, usualChances));
    for (const change of changes) {
      const names = new Set([...Object.keys(body), ...Object.keys(change ?? {})]);
      expect([...names].filter((name) => change?.[name] !== body[name]).length).toBeLessThanOrEqual(1);
    }
  });
});

test('a habit is drawn once for each property: never, nearly always, or as usual', () => {
  const chances = made(120, (choice) => {
    const { findChance } = chancesFor(choice);
    expect(findChance('ports', 15)).toBe(findChance('ports', 15));
    return findChance('ports', 15);
  });
  expect(new Set(chances)).toStrictEqual(new Set([0, 15, 85]));
});

test('a query has one of the choices of a parameter, and refers to things of its kind', () => {
  const queriesOf = (id: string) => made(300, (choice) => queryFor(rowOf(id).query ?? expect.fail(), choice, (kind) => `a ${kind}`));
  const buckets = queriesOf('listPodBilling').flatMap(({ bucketSize }) =>
    typeof bucketSize === 'string' && !['', '~'].includes(bucketSize) ? [bucketSize] : [],
  );
  expect(new Set(buckets)).toStrictEqual(new Set(['hour', 'day', 'week', 'month', 'year']));
  expect(queriesOf('listPodBilling').map(({ podId }) => podId)).toContain('a pod');
});

describe('a fault', () => {
  const names = new Map([
    ['endpoint', ['ep-a']],
    ['host', ['host-a', '$made']],
  ]);
  const storyWith = (faults: readonly Json[]): Story => ({
    title: 't',
    world: { hosts: [{ id: 'host-a', gpu: 'NVIDIA L4' }], endpoints: [{ id: 'ep-a' }] },
    faults,
  });

  test.each(faultKinds)('that is a %s can be read, and names nothing that a step is to make', (kind) => {
    for (const fault of made(40, (choice) => faultFor(kind, names, choice, []))) {
      expect(isLeft(parseStoryScenario(storyWith([fault]), 'a.yaml', () => undefined))).toBe(false);
      expect(JSON.stringify(fault)).not.toContain('$made');
    }
  });

  test('of a sequence can be read', () => {
    for (const faults of made(60, sequenceFaultsFor)) expect(() => worldOfSequence({ seed: 's', faults, steps: [] })).not.toThrow();
  });
});

describe('a step', () => {
  const names = new Map([
    ['pod', ['$pod', '$other']],
    ['endpoint', ['ep-a']],
    ['volume', ['$volume']],
  ]);

  test('is about something that is there, and saves what it makes under a name of its own', () => {
    const actions = made(100, (choice) => stepFor(rowOf('podAction'), names, 4, choice));
    expect(share(actions, ({ with: written }) => ['$pod', '$other'].includes(String((written as Fields)['pod'])))).toBeGreaterThan(0.85);
    expect(made(5, (choice) => stepFor(rowOf('createPod'), names, 4, choice)['save'])).toStrictEqual(Array(5).fill({ pod4: 'id' }));
  });

  test('writes a dollar that names nothing twice, so that it is none of a variable', () => {
    const runs = made(200, (choice) => JSON.stringify(stepFor(rowOf('run'), names, 1, choice)));
    const dollars = runs.flatMap((text) => text.match(/\$+\w+/g) ?? []);
    expect(new Set(dollars)).toStrictEqual(new Set(['$$x']));
  });
});

describe('a story that is changed', () => {
  const story: Story = {
    title: 't',
    world: { hosts: [{ id: 'host-a', gpu: 'NVIDIA L4', gpus: 2 }], endpoints: [{ id: 'ep-a' }] },
    steps: [{ act: 'run', with: { endpoint: 'ep-a', body: { input: {} } }, save: { job: 'id' } }],
  };
  const isStory = (one: Story | undefined): boolean => one !== undefined && !isLeft(parseStoryScenario(one, 'a.yaml', () => undefined));

  test('has settings that may be set, unless its endpoints ask for more than they allow', () => {
    const changed = made(150, (choice) => changeSetting(story, choice));
    const unfit = changed.filter((one) => !isStory(one)).map((one) => JSON.stringify(one?.['world']));
    expect(unfit.filter((world) => !world.includes('workersQuota'))).toStrictEqual([]);
    expect(new Set(changed.map((one) => JSON.stringify(one?.['world']))).size).toBeGreaterThan(60);
  });

  test('has endpoints that may be made', () => {
    expect(made(150, (choice) => changeEndpoint(story, choice)).filter((one) => !isStory(one))).toStrictEqual([]);
  });

  test('has workers that take other numbers of jobs at once, which share them otherwise, where they take several', () => {
    const handler = { concurrency: 4, sharing: { kind: 'processor' }, duration: { fixed: '5s' } };
    const several = { ...story, world: { endpoints: [{ id: 'ep-a', handler }] } };
    const changed = made(150, (choice) => changeEndpoint(several, choice));
    expect(changed.filter((one) => !isStory(one))).toStrictEqual([]);
    const text = changed.map((one) => JSON.stringify(one?.['world'])).join();
    for (const part of ['"concurrency":30', '"kind":"none"', '"kind":"batch"', '"kind":"table"', '"ramp":"sdk"'])
      expect(text).toContain(part);
  });

  test('has workers that make tokens for other numbers of jobs, of other sizes, with less memory, where they make any', () => {
    const tokens = { prompt: 9, output: 9, prefill: '1ms', decode: '20ms', batch: { slope: '1ms' }, memory: { tokens: 900 } };
    const several = { ...story, world: { endpoints: [{ id: 'ep-a', handler: { concurrency: 4, tokens } }] } };
    const changed = made(150, (choice) => changeEndpoint(several, choice));
    expect(changed.filter((one) => !isStory(one))).toStrictEqual([]);
    const text = changed.map((one) => JSON.stringify(one?.['world'])).join();
    for (const part of ['"concurrency":30', '"most":1}', '"uniform"', '"of":"input.tokens"', '"tokens":300', '"ramp":"sdk"'])
      expect(text).toContain(part);
  });

  test('has hosts of its own, a few of those that it used, or as many as there are', () => {
    const used = [{ host: { id: 'used', dataCenter: 'EU-RO-1', cloud: 'SECURE', gpu: 'NVIDIA L4' }, most: 2, pods: 0, worker: 2 }];
    const changed = made(100, (choice) => changeHosts(story, choice, used));
    expect(changed.filter((one) => !isStory(one))).toStrictEqual([]);
    const ids = changed.map((one) => {
      const world = one?.['world'] as { readonly hosts?: readonly { readonly id: string }[] } | undefined;
      return (world?.hosts ?? []).map(({ id }) => id).join();
    });
    expect(new Set(ids)).toStrictEqual(new Set(['used', 'h1', 'h1,h2', '']));
  });

  test('goes on with the steps of another, each about its own', () => {
    const other: Story = {
      ...story,
      world: { endpoints: [{ id: 'ep-b' }] },
      steps: [...listSteps(story), { act: 'cancel', with: { endpoint: 'ep-b', job: '$job' } }],
    };
    const both = made(40, (choice) => splice(story, other, choice));
    expect(both.filter((one) => !isStory(one))).toStrictEqual([]);
    const longest = both.flatMap((one) => (one !== undefined && listSteps(one).length === 3 ? [listSteps(one)] : []));
    expect(longest[0]?.[2]).toStrictEqual({ act: 'cancel', with: { endpoint: 'ep-b', job: '$jobx' } });
  });
});

describe('a sequence', () => {
  const sequence: Sequence = {
    seed: 's',
    faults: [{ fault: 'no-capacity', window: { from: '1h', to: '2h' } }],
    steps: [
      { afterMs: 0, call: { operation: 'run', as: 'dev', named: { endpoint: 'ep-a' }, query: {}, body: { input: { k: '$x' } } } },
      { afterMs: 2_000, deed: { do: 'snapshot' } },
      { afterMs: 3_000, call: { operation: 'health', as: 'dev', named: { endpoint: 'ep-a' }, query: {}, key: 'c' } },
    ],
  };

  test('comes to every deed, and to calls of all kinds', () => {
    expect(new Set(made(200, deedFor).map((deed) => deed.do))).toStrictEqual(
      new Set(['advance', 'reseed', 'settings', 'leave', 'fork', 'snapshot', 'record', 'wrong']),
    );
    const calls = made(80, (choice) => sequenceFor(choice)).flatMap(({ steps }) => steps.flatMap(({ call }) => call?.operation ?? []));
    for (const id of ['createPod', 'run', 'takeJob', 'postOutput', 'requestEndpoint', 'createCluster', 'setHandler'])
      expect(calls).toContain(id);
  });

  test('of real workers is mostly about one that is there', () => {
    const taken = made(100, (choice) => callFor(rowOf('takeJob'), choice).named);
    expect(share(taken, ({ endpoint, worker }) => endpoint === 'ep-real' && worker === 'ep-real-w1')).toBeGreaterThan(0.6);
  });

  test('is played in a world in which little is enough for a limit, and something is of each kind', () => {
    const { hosts, endpoints, accounts, settings } = worldOfSequence({ seed: 's', faults: [], steps: [] });
    expect(hosts?.map(({ gpus, vcpus }) => [gpus, vcpus])).toContainEqual([0, 8]);
    expect(new Set(endpoints.map(({ config: { type } }) => type))).toStrictEqual(new Set(['QUEUE', 'LOAD_BALANCER']));
    expect(endpoints.some(({ handler }) => handler.external !== undefined)).toBe(true);
    expect([accounts.length, settings.account?.perMinute]).toStrictEqual([2, 5]);
  });

  test('that is written as a scenario has what it made as a variable, and comes to the same', () => {
    const { told, ...run } = runSequence(sequence);
    const text = sequenceText({ told, ...run });
    expect(text).toContain('save: { made-');
    expect(text).toContain('$$x');
    expect(playedText(text).failures).toStrictEqual([]);
  });

  test('is shortened to what is wrong with it; what follows comes when it came', () => {
    const isWrong = ({ steps }: Sequence): boolean => {
      let at = 0;
      return steps.some(({ afterMs, call }) => {
        at += afterMs;
        return call?.operation === 'health' && at === 5_000;
      });
    };
    expect(shortenSequence(sequence, isWrong)).toStrictEqual({
      seed: 's',
      faults: [],
      steps: [{ afterMs: 5_000, call: { operation: 'health', as: 'dev', named: { endpoint: 'ep-a' }, query: {} } }],
    });
  });
});
