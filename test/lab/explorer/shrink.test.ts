import { describe, expect, test } from 'vitest';
import { canonicalText, type Json } from '../../../engine/kernel/canonical.ts';
import { parseDuration } from '../../../engine/kernel/time.ts';
import { shrink } from '../../../engine/lab/explorer/shrink/shrink.ts';
import { listLoads, listSteps, type Story, type StoryStep } from '../../../engine/lab/explorer/story.ts';

const playedMax = 3_000;

/** What is left of a story that fails as long as something holds. */
const left = (story: Story, stillFails: (story: Story) => boolean): Story => shrink(story, stillFails, playedMax).story;

const calls = (story: Story): readonly Json[] => listSteps(story).map(({ act = null }) => act);
const ms = (text: Json | undefined): number => parseDuration(String(text)) ?? 0;
const letters = (text: string): readonly StoryStep[] => [...text].map((act) => ({ act }));

describe('shortening a story', () => {
  test('cuts what follows the failure with a handful of plays', () => {
    const { story, played } = shrink(
      { title: 't', steps: letters('abcdefghijklmnopqrstuvwxyz'.repeat(8)) },
      (one) => calls(one).includes('b'),
      playedMax,
    );
    expect(calls(story)).toStrictEqual(['b']);
    expect(played).toBeLessThan(20);
  });

  test('leaves out two steps that can only go together', () => {
    const isPaired = (story: Story) => calls(story).includes('x') === calls(story).includes('y');
    expect(calls(left({ title: 't', steps: letters('axby') }, (story) => isPaired(story) && calls(story).includes('b')))).toStrictEqual([
      'b',
    ]);
  });

  test('leaves out a step with all that use what it saves', () => {
    const uses = (act: string, pod: string): StoryStep => ({ act, with: { pod } });
    const steps = [
      { act: 'create', save: { pod: 'id' } },
      ...letters('abc'),
      uses('d', '$pod'),
      ...letters('ef'),
      uses('g', '$pod'),
      ...letters('hijk'),
    ];
    const isWhole = (story: Story) => !canonicalText(story).includes('$pod') || calls(story).includes('create');
    // Each of these must be there, so that no chunk has all three.
    const needed = (story: Story) => [...'abcefhijk'].every((act) => calls(story).includes(act));
    expect(calls(left({ title: 't', steps }, (story) => isWhole(story) && needed(story)))).toStrictEqual([...'abcefhijk']);
  });

  test('prefers a step of its own to a load that does the same', () => {
    const story = { title: 't', steps: letters('ab'), load: [{ with: {}, poisson: { rate: '2/s' }, for: '20s' }] };
    const hasCall = (one: Story) => calls(one).includes('b') || listLoads(one).length > 0;
    expect(left(story, hasCall)).toStrictEqual({ title: 't', steps: [{ act: 'b' }] });
  });

  test('lets all clients of a load come at once, and as few as will do', () => {
    const story = { title: 't', load: [{ with: {}, poisson: { rate: '2/s' }, for: '20s', start: '3s' }] };
    const part = (load: StoryStep, shape: string): StoryStep => (load[shape] ?? {}) as StoryStep;
    const clients = (load: StoryStep) => (part(load, 'poisson')['rate'] === undefined ? Number(part(load, 'burst')['size'] ?? 0) : 40);
    const fails = (one: Story) => listLoads(one).some((load) => load['with'] !== undefined && clients(load) >= 33);
    expect(left(story, fails)).toStrictEqual({ title: 't', load: [{ with: {}, burst: { size: 33 } }] });
  });

  // biome-ignore format: a table
  test.each<[string, string, (ms: number) => boolean, string | undefined]>([
    ['none',                                     '8s137ms',   () => true,                       undefined],
    ['the shortest round one',                   '8s137ms',   (one) => one > 4_000,             '5s'],
    ['a longer one, if that is rounder',         '1m17s',     (one) => one > 70_000,            '2m'],
    ['one that is round enough, if it is so',    '10s',       (one) => one > 4_000,             '5s'],
    ['the nearest, if it must not be longer',    '8s137ms',   (one) => one > 7_500 && one < 8_400, '8s'],
    ['the same, if it must be that',             '8s137ms',   (one) => one === 8_137,           '8s137ms'],
  ])('makes a duration round: %s', (_, written, isEnough, comesTo) => {
    const story = { title: 't', steps: [{ delay: written, act: 'a' }] };
    const fails = (one: Story) => listSteps(one).some(({ act, delay }) => act === 'a' && isEnough(ms(delay ?? '0s')));
    expect(listSteps(left(story, fails))[0]?.['delay']).toBe(comesTo);
  });

  // biome-ignore format: a table
  test.each<[number, number]>([
    [17, 1], [17, 2], [17, 11], [9_007_199_254_740_991, 1], [9_007_199_254_740_991, 700], [17, 17],
  ])('makes a number as small as it may be: %s, where %s is enough', (written, enough) => {
    const story = { title: 't', world: { settings: { job: { retriesMax: written } } } };
    const number = ({ world }: Story) => (world as { settings?: { job?: { retriesMax?: number } } } | undefined)?.settings?.job?.retriesMax ?? 0;
    expect(number(left(story, (one) => number(one) >= enough))).toBe(enough);
  });

  test('closes the gaps before and between moments, and leaves the one that matters', () => {
    const story = {
      title: 't',
      steps: [
        { at: '32m7s', act: 'a' },
        { at: '1h2m7s', act: 'b' },
        { at: '2h', act: 'c' },
      ],
      faults: [{ fault: 'f', at: '40m' }],
    };
    const at = (one: Story, act: string) => ms(listSteps(one).find((step) => step['act'] === act)?.['at'] ?? '0s');
    const fails = (one: Story) =>
      calls(one).join('') === 'abc' && at(one, 'b') - at(one, 'a') === 1_800_000 && at(one, 'c') >= at(one, 'b');
    expect(left(story, fails)).toStrictEqual({ title: 't', steps: [{ act: 'a' }, { at: '30m', act: 'b' }, { at: '30m', act: 'c' }] });
  });

  test('waits a while instead of for a condition, where no condition is needed', () => {
    const steps = [{ act: 'a' }, { when: 'job $job is COMPLETED', within: '1h', act: 'b' }];
    const fails = (one: Story) => listSteps(one).some(({ act, when, delay }) => act === 'b' && (when !== undefined || ms(delay) > 20_000));
    expect(left({ title: 't', steps }, fails)).toStrictEqual({ title: 't', steps: [{ delay: '30s', act: 'b' }] });
  });

  test('lets time pass without a call, where no call is needed', () => {
    const steps = [{ delay: '45s', act: 'status', as: 'ops', with: { job: 'j' }, expect: { status: 200 } }];
    expect(left({ title: 't', steps }, (one) => listSteps(one).some(({ delay }) => ms(delay) > 30_000))).toStrictEqual({
      title: 't',
      steps: [{ delay: '45s' }],
    });
  });

  test('waits before a call, and not in steps of its own; and puts calls in the order in which they come', () => {
    const steps = [
      { act: 'a' },
      { delay: '5s' },
      { act: 'b' },
      { at: '10m' },
      { delay: '5s' },
      { act: 'd' },
      { at: '0s' },
      { delay: '9m', act: 'c' },
    ];
    // When each call comes: the story is needed as it is, however it is written.
    const came = (story: Story): string => {
      let now = 0;
      const all = listSteps(story).flatMap(({ at, delay, act = null }) => {
        now = at === undefined ? now + (delay === undefined ? 0 : ms(delay)) : ms(at);
        return act === null ? [] : [`${now} ${act}`];
      });
      return all.sort().join();
    };
    const story = { title: 't', steps };
    expect(left(story, (one) => came(one) === came(story))).toStrictEqual({
      title: 't',
      steps: [{ act: 'a' }, { delay: '5s', act: 'b' }, { delay: '8m55s', act: 'c' }, { delay: '1m5s', act: 'd' }],
    });
  });

  test('lets times that are drawn be the same each time', () => {
    const handler = { duration: { lognormal: { median: '2s', p95: '9s' }, max: '40s' } };
    const story = { title: 't', world: { endpoints: [{ id: 'ep', handler }] } };
    const fails = (one: Story) => {
      const [, median, , fixed] = /"median":"([1-9]\w*)","p95":"([1-9]\w*)"|"fixed":"(\w+)"/.exec(canonicalText(one)) ?? [];
      return median !== undefined || ms(fixed) >= 30_000;
    };
    expect(left(story, fails)).toStrictEqual({ title: 't', world: { endpoints: [{ handler: { duration: { fixed: '30s' } } }] } });
  });

  test('gives things and variables short names, wherever they are named', () => {
    const story = {
      title: 't',
      seed: 's/4711',
      world: { endpoints: [{ id: 'inference-large' }] },
      steps: [
        { act: 'run', with: { endpoint: 'inference-large', body: 'hello' }, save: { job17: 'id' } },
        { when: 'worker inference-large-w1 is IDLE', within: '1h', act: 'status', with: { job: '$job17', other: '$job17x' } },
      ],
    };
    // Everything is needed, whatever it is called.
    const nodes = (value: Json): number =>
      value === null || typeof value !== 'object' ? 1 : 1 + Object.values(value).reduce((sum: number, one) => sum + nodes(one as Json), 0);
    const { steps } = left(story, (one) => nodes(one) === nodes(story));
    expect(steps).toStrictEqual([
      { act: 'run', with: { endpoint: 'ep', body: 'a' }, save: { job: 'id' } },
      { when: 'worker ep-w1 is IDLE', within: '0s', act: 'status', with: { job: '$job', other: '$job17x' } },
    ]);
    expect(left(story, (one) => nodes(one) === nodes(story))).toMatchObject({ seed: 'a', world: { endpoints: [{ id: 'ep' }] } });
  });

  test('plays no story twice, and no more of them than it may', () => {
    const played: string[] = [];
    const story = { title: 't', steps: letters('abcdefghij') };
    const fails = (one: Story) => {
      played.push(canonicalText(one));
      return ['c', 'h'].every((act) => calls(one).includes(act));
    };
    expect(shrink(story, fails, playedMax).played).toBe(played.length);
    expect(new Set(played).size).toBe(played.length);
    played.length = 0;
    const { story: some, played: count } = shrink(story, fails, 5);
    expect([count, played.length]).toStrictEqual([5, 5]);
    expect(fails(some)).toBe(true);
  });
});
