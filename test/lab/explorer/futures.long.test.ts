import { describe, expect, test } from 'vitest';
import { bounds } from '../../../adapters/explorer/exploreRuns.ts';
import { judgeStory } from '../../../engine/lab/explorer/outcome.ts';
import { type Futures, playFutures } from '../../../engine/lab/explorer/report/futures.ts';
import { futuresPlot, inevitableText, reportFutures } from '../../../engine/lab/explorer/report/futuresText.ts';
import type { Story } from '../../../engine/lab/explorer/story.ts';
import type { Invariant } from '../../../engine/simulator/invariants.ts';
import { withInvariant } from '../../support/worlds/withInvariant.ts';

/** The futures of a story, while a type of event is not to happen. */
const futuresWithout = (type: string, story: Story): Futures => {
  let futures: Futures | undefined;
  const planted: Invariant = {
    name: `no ${type}`,
    about: '',
    broken: ({ event, id }) => (event.type === type ? `${type} of ${id}` : undefined),
  };
  withInvariant(planted, () => {
    const outcome = judgeStory(story, { ...bounds, laws: false });
    if (outcome.kind !== 'failed') return expect.fail(`the story does not fail: ${JSON.stringify(outcome.kind)}`);
    futures = playFutures(story, outcome.failure, bounds);
  });
  return futures ?? expect.fail('there are no futures');
};

const endpoint = (some: Story): Story => ({ id: 'ep-a', workers: { min: 1, max: 1 }, ...some });
const idle = endpoint({ workers: { min: 0, max: 0 } });
const submit = (some: Story = {}): Story => ({ act: 'run', with: { endpoint: 'ep-a', body: { input: {}, ...some } } });

describe('a failure becomes inevitable', () => {
  test('with the draw that decides it: the outcome of a job is drawn as it starts', () => {
    const story: Story = {
      title: 't',
      seed: 'b',
      world: { endpoints: [endpoint({ handler: { duration: { fixed: '90s' }, chances: { fail: '1/4' } } })] },
      steps: [
        { name: 'submit', ...submit() },
        { name: 'look', delay: '10m', act: 'health', with: { endpoint: 'ep-a' } },
      ],
    };
    const futures = futuresWithout('JobFailed', story);
    expect(inevitableText(futures)).toMatch(
      /^it is inevitable from 00:00:25\.000 on, after JobStarted of job-1 \(entry 10\): 20 of 20 other futures fail; before that \d of 20$/,
    );
    expect(futures.moments.map(({ after }) => after)).toStrictEqual([5, 7, 10]);
    // The chance of the draw is a quarter; before the step, which comes in half of the futures, it is less.
    const [beginning, submitted] = futures.moments.map(({ failing }) => failing);
    expect(beginning).toBeLessThan(submitted as number);
  });

  test('with the step that decides it, long before it shows: a job that no worker takes expires', () => {
    const story: Story = {
      title: 't',
      world: { endpoints: [idle] },
      steps: [
        { name: 'look', act: 'health', with: { endpoint: 'ep-a' } },
        { name: 'submit', delay: '20s', ...submit({ policy: { ttl: 60_000 } }) },
        { name: 'look-again', delay: '20s', act: 'health', with: { endpoint: 'ep-a' } },
        { delay: '5m' },
      ],
    };
    const futures = futuresWithout('JobExpired', story);
    expect(inevitableText(futures)).toMatch(
      /^it is inevitable from 00:00:20\.000 on, after the step 'submit' and JobQueued of job-1 \(entry 7\): 20 of 20 other futures fail; before that \d+ of 20$/,
    );
    expect(futuresPlot(reportFutures(futures))).toStrictEqual([
      '00:00:00.000  ████░░░░░░  8/20  #4  the beginning',
      "00:00:20.000  ██████████ 20/20  #7  step 'submit', JobQueued of job-1",
    ]);
  });

  test('no earlier than the step that breaks it', () => {
    const cancel: Story = { name: 'stop', delay: '20s', act: 'cancel', with: { endpoint: 'ep-a', job: '$job' } };
    const story: Story = { title: 't', world: { endpoints: [idle] }, steps: [{ ...submit(), save: { job: 'id' } }, cancel] };
    const futures = futuresWithout('JobCancelled', story);
    expect(inevitableText(futures)).toMatch(
      /^it is not inevitable before the step 'stop' and JobCancelled of job-1 \(entry \d+\): right before that \d+ of 20 other futures fail$/,
    );
    expect(futures.inevitableFrom).toBeUndefined();
  });

  test('from the beginning on, where neither a draw nor a step could avert it', () => {
    const load: Story = { with: { endpoint: 'ep-a', body: { input: {}, policy: { ttl: 60_000 } } }, burst: { size: 3 } };
    const story: Story = { title: 't', world: { endpoints: [idle] }, load: [load], steps: [{ delay: '5m' }] };
    const futures = futuresWithout('JobExpired', story);
    expect(inevitableText(futures)).toBe(
      'it is inevitable from the beginning on: 20 of 20 other futures fail, with other draws and fewer steps',
    );
    // Where the share is the same at both ends, nothing in between is played.
    expect(futures.played).toBe(40);
  });
});

describe('a property that a story declares', () => {
  const futuresOfDeclared = (story: Story): Futures => {
    const outcome = judgeStory(story, { ...bounds, laws: false });
    if (outcome.kind !== 'failed') return expect.fail('the story does not fail');
    return playFutures(story, outcome.failure, bounds) ?? expect.fail('there are no futures');
  };

  test('counts each break of it, in whatever words; and what comes after its break is no part of the story', () => {
    const story: Story = {
      title: 't',
      world: { endpoints: [idle] },
      steps: [
        { name: 'small', ...submit({ policy: { ttl: 60_000 } }) },
        { name: 'large', delay: '1s', ...submit({ policy: { ttl: 61_000 } }) },
        { name: 'long-after', delay: '10m', act: 'health', with: { endpoint: 'ep-a' } },
      ],
      properties: [{ never: 'JobExpired' }],
    };
    const futures = futuresOfDeclared(story);
    expect(inevitableText(futures)).toMatch(/^it is inevitable from 00:00:00\.000 on, after the step 'small' and JobQueued of job-1 /);
    expect(futures.entries.at(-1)?.event.type).toBe('JobExpired');
  });

  // The second of two jobs hangs, long after the last step: there, too, other draws begin.
  test('may be about the time after the last step, and other draws are no disturbance from which it would wait anew', () => {
    const story: Story = {
      title: 't',
      seed: 'c',
      world: { endpoints: [endpoint({ handler: { duration: { fixed: '90s' }, chances: { hang: '1/4' } } })] },
      steps: [submit(), submit()],
      properties: [{ settles: '5m' }],
    };
    const futures = futuresOfDeclared(story);
    expect(inevitableText(futures)).toMatch(/^it is inevitable from 00:01:55\.000 on, after JobStarted of job-2 /);
    expect(futures.moments.at(-1)).toMatchObject({ failing: 20, of: 20 });
  });
});

describe('the futures of a failure', () => {
  const refused: Story = { act: 'cancel', with: { endpoint: 'ep-a', job: 'none' } };
  /** Of many steps, one is the cause. */
  const many: Story = {
    title: 't',
    world: { endpoints: [idle] },
    steps: [
      ...Array.from({ length: 24 }, (_, k) => ({
        name: `s-${k}`,
        delay: '1s',
        ...(k === 16 ? submit({ policy: { ttl: 120_000 } }) : refused),
      })),
      { delay: '5m' },
    ],
  };

  test('are few: the moments are halved towards the cause', () => {
    const futures = futuresWithout('JobExpired', many);
    expect(inevitableText(futures)).toContain("after the step 's-16' and JobQueued of job-1 (entry ");
    expect(futures.moments.length).toBeLessThanOrEqual(12);
    expect(futures.played).toBe(futures.moments.length * 20);
  });

  test('are the same each time', () => {
    const { moments } = futuresWithout('JobExpired', many);
    expect(futuresWithout('JobExpired', many).moments).toStrictEqual(moments);
  });

  test('are not looked for once they are to stop', () => {
    let asked = 0;
    const story: Story = {
      title: 't',
      world: { endpoints: [idle] },
      steps: [submit({ policy: { ttl: 60_000 } }), { delay: '5m' }],
      properties: [{ never: 'JobExpired' }],
    };
    const failure = { property: 'never JobExpired', words: '', shape: '' };
    expect(playFutures(story, failure, bounds, undefined, () => ++asked > 1)).toBeUndefined();
    expect(asked).toBe(2);
  });

  test('are none where a recording is played: its inputs are what they were', () => {
    const story: Story = { title: 't', inputs: [{ at: '0s', clock: { to: '1m' } }] };
    expect(playFutures(story, { property: 'p', words: '', shape: '' }, bounds)).toBeUndefined();
  });
});
