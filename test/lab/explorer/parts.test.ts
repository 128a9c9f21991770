import { describe, expect, test } from 'vitest';
import { bounds } from '../../../adapters/explorer/exploreRuns.ts';
import { InvariantViolation } from '../../../engine/kernel/invariant.ts';
import { replaceItem, withoutItem } from '../../../engine/lab/explorer/mutate/lists.ts';
import { namesAt } from '../../../engine/lab/explorer/mutate/names.ts';
import { isSameFailure, judgeStory } from '../../../engine/lab/explorer/outcome.ts';
import { futuresPlot } from '../../../engine/lab/explorer/report/futuresText.ts';
import { storyLines } from '../../../engine/lab/explorer/report/storyLines.ts';
import { leastNumber } from '../../../engine/lab/explorer/shrink/findLeast.ts';
import { lineComments } from '../../../engine/lab/explorer/shrink/neededLines.ts';
import { putInOrder } from '../../../engine/lab/explorer/shrink/order.ts';
import { Plays } from '../../../engine/lab/explorer/shrink/plays.ts';
import { leaveOut } from '../../../engine/lab/explorer/shrink/properties.ts';
import { failsAlike } from '../../../engine/lab/explorer/shrink/sameFailure.ts';
import { isSimpler } from '../../../engine/lab/explorer/shrink/simplicity.ts';
import { rangeAround, rangeWords } from '../../../engine/lab/explorer/shrink/valueRange.ts';
import { listSteps, type Story, withSteps } from '../../../engine/lab/explorer/story.ts';
import { leavesIn, pathsIn, without, withPart, withTexts } from '../../../engine/lab/explorer/storyPaths.ts';
import { stepTimes } from '../../../engine/lab/explorer/timing/stepTimes.ts';
import { reduceToShape } from '../../../engine/scenario/laws/checkedRun.ts';
import { tooManyAtOnce } from '../../../engine/simulator/simulation.ts';
import { playedText, scenarioText, submit } from '../../support/worlds/playing.ts';
import { withInvariant } from '../../support/worlds/withInvariant.ts';

describe('a list', () => {
  test('is the same but for one of its items', () => {
    expect(withoutItem(['a', 'b', 'c'], 1)).toStrictEqual(['a', 'c']);
    expect(replaceItem(['a', 'b', 'c'], 1, 'x')).toStrictEqual(['a', 'x', 'c']);
  });
});

describe('a story', () => {
  const story: Story = { title: 't', steps: [{ act: 'a', with: { job: '$job' } }, { act: 'b' }], load: [] };

  test('has paths to all its parts, and to those that have no parts', () => {
    expect(pathsIn(story).map((path) => path.join('.'))).toStrictEqual([
      ...['title', 'steps', 'load', 'steps.0', 'steps.1', 'steps.0.act', 'steps.0.with', 'steps.0.with.job', 'steps.1.act'],
    ]);
    expect(leavesIn(story).map(([path, leaf]) => [path.join('.'), leaf])).toStrictEqual([
      ...[
        ['title', 't'],
        ['steps.0.act', 'a'],
        ['steps.0.with.job', '$job'],
        ['steps.1.act', 'b'],
        ['load', []],
      ],
    ]);
  });

  test('is the same without a part, with another one, or with other texts and names', () => {
    expect(without(story, ['steps', '0'])).toStrictEqual({ title: 't', steps: [{ act: 'b' }], load: [] });
    expect(withPart(story, ['steps', '1', 'act'], 'c')).toStrictEqual({
      ...story,
      steps: [{ act: 'a', with: { job: '$job' } }, { act: 'c' }],
    });
    const texts = withTexts(
      { save: { job: 'id' } },
      (text) => `${text}!`,
      (name) => (name === 'job' ? 'work' : name),
    );
    expect(texts).toStrictEqual({ save: { work: 'id!' } });
  });

  test('without steps has no list of them', () => {
    expect(Object.keys(withSteps(story, []))).toStrictEqual(['title', 'load']);
    expect(listSteps(withSteps(story, []))).toStrictEqual([]);
  });

  test('names at a place what its world has, and what the steps before it have saved', () => {
    const steps = [
      { act: 'createPod', save: { pod: 'id', name: 'name' } },
      { act: 'run', save: { job: 'id' } },
    ];
    const named = namesAt({ world: { endpoints: [{ id: 'ep-a' }], hosts: [{ id: 'h' }] }, steps }, 1);
    expect([...named]).toStrictEqual([
      ['endpoint', ['ep-a']],
      ['host', ['h']],
      ['pod', ['$pod']],
    ]);
  });

  test('says when its steps come, as far as that is known before it is played', () => {
    const steps = [
      { delay: '2s' },
      {},
      { at: '1m' },
      { delay: '1s' },
      { when: 'job $job is gone', within: '1m' },
      { delay: '1s' },
      { at: '2m' },
    ];
    expect(stepTimes(steps)).toStrictEqual([2_000, 2_000, 60_000, 61_000, undefined, undefined, 120_000]);
  });

  test('is simpler with fewer steps than loads, with shorter times, with smaller numbers', () => {
    const of = (some: Story): Story => ({ title: 't', ...some });
    expect(isSimpler(of({ steps: [{ act: 'a' }, { act: 'b' }] }), of({ load: [{ act: 'a' }] }))).toBe(true);
    expect(isSimpler(of({ steps: [{ delay: '1s' }] }), of({ steps: [{ delay: '5s' }] }))).toBe(true);
    expect(isSimpler(of({ steps: [{ a: 12 }] }), of({ steps: [{ a: 11 }] }))).toBe(false);
    expect(isSimpler(of({}), of({}))).toBe(false);
  });
});

describe('a step', () => {
  test('moves to where it comes, and needs no time of its own there', () => {
    let story: Story = { title: 't', steps: [{ act: 'a' }, { at: '0s', act: 'b' }, { delay: '1s', act: 'c' }] };
    const order = (one: Story) =>
      listSteps(one)
        .map(({ act }) => act)
        .join('');
    putInOrder({
      get story() {
        return story;
      },
      fails: () => true,
      accept: (one) => {
        if (order(one) === 'bac') story = one;
        return order(one) === 'bac';
      },
    });
    expect(listSteps(story)).toStrictEqual([{ act: 'b' }, { act: 'a' }, { delay: '1s', act: 'c' }]);
  });

  test('loses with a part what only goes with that', () => {
    const story: Story = { title: 't', steps: [{ when: 'job $job is gone', within: '1m', act: 'run', with: {}, save: { job: 'id' } }] };
    expect(leaveOut(story, ['steps', '0', 'when'])).toStrictEqual({ title: 't', steps: [{ act: 'run', with: {}, save: { job: 'id' } }] });
    expect(leaveOut(story, ['steps', '0', 'act'])).toStrictEqual({ title: 't', steps: [{ when: 'job $job is gone', within: '1m' }] });
  });
});

describe('a value', () => {
  test('is wanted in a range', () => {
    expect(rangeAround(30, (other) => other >= 7 && other <= 99)).toStrictEqual({ least: 7, most: 99 });
    expect(rangeAround(30, () => true)).toStrictEqual({ least: 0, most: undefined });
    expect(rangeAround(0, (other) => other === 0)).toStrictEqual({ least: 0, most: 0 });
  });

  test('has words for its range: the shorter of its ends and what is just beyond', () => {
    expect(rangeWords(5_000, 'duration', { least: 0, most: undefined })).toBe('any duration');
    expect(rangeWords(5_000, 'duration', { least: 4_001, most: 59_999 })).toBe('any duration over 4s and under 1m');
    expect(rangeWords(3, 'number', { least: 2, most: 8 })).toBe('any number of at least 2 and of at most 8');
    expect(rangeWords(3, 'number', { least: 3, most: 3 })).toBeUndefined();
  });

  test('is as small as it may be, round where that is enough', () => {
    expect(leastNumber(5_000, (one) => one >= 33)).toBe(33);
    expect(leastNumber(5_000, (one) => one === 5_000)).toBe(5_000);
  });
});

describe('failures', () => {
  const failed = (words: string, id: string) => ({
    story: { title: 't', world: { endpoints: [{ id }] } },
    failure: { property: `no wait at ${id}`, words, shape: `a job of ${id} waits` },
  });

  test('are alike, whatever the things are called that they are about', () => {
    expect(failsAlike(failed('3 s', 'ep-long'), failed('9 s', 'ep'))).toBe(true);
    expect(failsAlike(failed('3 s', 'ep'), { ...failed('3 s', 'ep'), failure: { ...failed('3 s', 'ep').failure, shape: 'another' } })).toBe(
      false,
    );
  });

  test('are the same by what is broken, and how', () => {
    const { failure } = failed('3 s', 'ep');
    expect(isSameFailure(failure, { ...failure, words: '4 s' })).toBe(true);
    expect(isSameFailure(failure, { ...failure, shape: 'another' })).toBe(false);
    expect(isSameFailure(failure, { ...failure, property: 'another' })).toBe(false);
  });

  test('are none where a run comes to a bound', () => {
    const story: Story = { world: { endpoints: [{ id: 'ep-a' }] }, steps: [{ act: 'listPods' }], title: 't' };
    const outcome = (words: string) => {
      let kind = '';
      const broken = () => {
        throw new InvariantViolation(words);
      };
      withInvariant({ name: 'throws', about: '', broken }, () => {
        kind = judgeStory(story, { ...bounds, laws: false }).kind;
      });
      return kind;
    };
    expect([outcome(`${tooManyAtOnce}9 timers`), outcome('another one')]).toStrictEqual(['cut', 'failed']);
    expect(judgeStory(story, { ...bounds, laws: false, entriesMax: 1 }).kind).toBe('cut');
    expect(judgeStory({ title: 't', steps: [{ act: 'no such call' }] }, { ...bounds, laws: false }).kind).toBe('invalid');
  });
});

test('each line of a story is said to be needed, to be free in a range, or to be left out', () => {
  const story: Story = {
    title: 't',
    steps: [{ delay: '5s', act: 'run', with: { endpoint: 'ep' } }, { act: 'health', with: { endpoint: 'ep' } }, { delay: '10s' }],
  };
  const ms = (one: Story, act: unknown) => stepTimes(listSteps(one))[listSteps(one).findIndex((step) => step['act'] === act)] ?? 0;
  const fails = (one: Story) => ms(one, 'run') > 4_000 && listSteps(one).some((step) => Object.keys(step).join() === 'delay');
  expect(Object.fromEntries(lineComments(story, new Plays(fails, 900)))).toStrictEqual({
    'steps/0/delay': 'any duration over 4s',
    'steps/0/act': 'needed',
    'steps/0/with': 'can be left out',
    'steps/1/act': 'can be left out',
    'steps/1/with': 'can be left out',
    'steps/2/delay': 'lets time pass: any duration',
  });
});

test('the story of a failure is what it is about, in a few moments, with the calls that led to them', () => {
  const { world } = playedText(scenarioText(`steps:\n  - ${submit}\n  - { delay: 5s, act: health, with: { endpoint: ep-a } }\n`));
  const completed = [...world.log.entries()].find(({ event }) => event.type === 'JobCompleted')?.seq;
  const lines = storyLines(world, `a job is done (job-1, entry ${completed})`);
  expect(lines).toStrictEqual([
    '00:00:00.000  job-1: run or runsync accepts it (run)',
    '00:00:00.000  job-1: a ready worker takes it (run)',
    '00:00:01.000  job-1: the handler returns',
  ]);
});

test('how many futures fail is plotted where their number changes', () => {
  const moment = (after: number, failing: number) => ({ after, at: after * 1_000, what: `entry ${after}`, failing, of: 20 });
  expect(futuresPlot({ words: '', after: null, moments: [moment(3, 0), moment(5, 0), moment(12, 7), moment(40, 20)] })).toStrictEqual([
    '00:00:03.000  ░░░░░░░░░░  0/20  #3   entry 3',
    '00:00:12.000  ████░░░░░░  7/20  #12  entry 12',
    '00:00:40.000  ██████████ 20/20  #40  entry 40',
  ]);
});

describe('the shape of a failure', () => {
  test('is the same for one refused command, in whichever status and for whichever reason it was refused', () => {
    const refused = (status: string) => reduceToShape(`StartJob of job job-7 was refused: job-7 is ${status}, so it cannot be started`);
    expect(new Set(['COMPLETED', 'TIMED_OUT', 'FAILED', 'IN_PROGRESS'].map(refused)).size).toBe(1);
    expect(reduceToShape('CancelJob of job job-7 was refused: …')).not.toBe(refused('FAILED'));
    expect(reduceToShape('ttl fired for job-1 in CANCELLED')).toBe(reduceToShape('ttl fired for job-22 in TIMED_OUT'));
  });
});
