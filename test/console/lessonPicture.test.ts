import { describe, expect, test } from 'vitest';
import { placeGuesses } from '../../adapters/console/app/lessons/guess.ts';
import { listStoryRows, planStory } from '../../adapters/console/app/model/charts/story.ts';
import { callsToCome } from '../../adapters/console/app/model/port/callsToCome.ts';
import { RunLog } from '../../adapters/console/app/model/runLog.ts';
import type { PlayedQuestion } from '../../engine/lab/lesson/index.ts';
import { play } from '../../engine/scenario/play/play.ts';
import { parseScenario, type Scenario } from '../../engine/scenario/scenario.ts';

const world = 'world: { endpoints: [{ id: ep-a, workers: { min: 1, max: 1 }, handler: { duration: { fixed: 2s } } }] }';
const run = 'act: run, with: { endpoint: ep-a, body: { input: {} } }';

const playRest = (rest: string) => {
  const parsed = parseScenario('a', `title: a\n${world}\n${rest}`, () => undefined);
  if (parsed._tag === 'Left') throw new Error(JSON.stringify(parsed.left));
  const scenario = parsed.right[0] as Scenario;
  return { scenario, log: play(scenario, {}).world };
};

const callsIn = (rest: string) => {
  const { scenario, log } = playRest(rest);
  return callsToCome(scenario, [...log.log.entries()]).map(({ at }) => at);
};

describe('the load to come', () => {
  test('is what the steps and loads say', () => {
    expect(
      callsIn(`steps: [{ at: 1s, ${run}, repeat: { times: 3 } }, { at: 9s, act: health, with: { endpoint: ep-a } }, { at: 10s, ${run} }]`),
    ).toStrictEqual([1_000, 1_000, 1_000, 10_000]);
    expect(callsIn(`load: [{ ${run}, constant: { every: 2s }, for: 5s }]`).length).toBeGreaterThan(1);
  });

  test('does not tell when something happens: a call that waits for it is not known, nor what comes after', () => {
    const first = `{ at: 1s, ${run}, save: { job: id } }`;
    expect(callsIn(`steps: [${first}, { when: job $job is COMPLETED, within: 1m, ${run} }, { at: 40s, ${run} }]`)).toStrictEqual([1_000]);
  });
});

describe('a guess', () => {
  const known = { at: 14_000, seq: 9 };
  const question = (more: object) => ({ type: 'duration', computed: 4_000, known, ...more }) as unknown as PlayedQuestion;

  test('of a duration is a length from the same time as what happened', () => {
    expect(placeGuesses(question({}), 9_000).map(({ from, to, name }) => `${name} ${from} to ${to}`)).toStrictEqual([
      'you said 10000 to 19000',
      'it was 10000 to 14000',
    ]);
  });

  test('of a number, a choice or what is known at a given time has no place in time', () => {
    expect(placeGuesses(question({ type: 'number' }), 3)).toStrictEqual([]);
    expect(placeGuesses(question({ until: '1m' }), 3)).toStrictEqual([]);
    expect(placeGuesses(question({ computed: 'job-1' }), 'job-2')).toStrictEqual([]);
  });
});

describe('the picture of a story', () => {
  const drawRows = (rest: string, until: number) => {
    const { log } = playRest(rest);
    const made = new RunLog(log.header);
    made.append([...log.log.entries()].filter(({ at }) => at <= until));
    return listStoryRows(made, until);
  };

  test('has a bar for each status, as long as it lasted, and the last one up to now', () => {
    const [worker, job] = drawRows(`steps: [{ at: 1s, ${run} }, { at: 1m, act: health, with: { endpoint: ep-a } }]`, 28_000);
    expect([worker?.name, job?.name]).toStrictEqual(['ep-a-w1', 'job-1']);
    expect(job?.bars.map(({ status, from, to, isOver }) => ({ status, from, to, isOver }))).toStrictEqual([
      { status: 'IN_QUEUE', from: 1_000, to: 25_000, isOver: false },
      { status: 'IN_PROGRESS', from: 25_000, to: 27_000, isOver: false },
      { status: 'COMPLETED', from: 27_000, to: 28_000, isOver: true },
    ]);
  });

  test('ends the bar of what is gone', () => {
    const rows = drawRows(`steps: [{ at: 1s, ${run} }, { at: 40m, act: health, with: { endpoint: ep-a } }]`, 2_400_000);
    expect(rows[1]?.bars.at(-1)).toMatchObject({ status: 'COMPLETED', to: 27_000 + 1_800_000 });
  });

  test('counts many alike in place of a bar for each', () => {
    const rows = drawRows(`steps: [{ at: 1s, ${run}, repeat: { times: 9 } }, { at: 1m, act: health, with: { endpoint: ep-a } }]`, 28_000);
    expect(rows.map(({ name }) => name)).toStrictEqual(['ep-a-w1', '9 jobs of ep-a']);
    expect(rows[1]?.counts?.map(({ at, byMark }) => [at, Object.fromEntries(byMark)])).toStrictEqual([
      [1_000, { wait: 9 }],
      [25_000, { wait: 8, run: 1 }],
      [27_000, { wait: 7, run: 1 }],
    ]);
  });

  test('begins with the story, or shortly before what is asked about, and has room after the answer', () => {
    expect(planStory(1_000, 31_000, 1.6)).toStrictEqual({ from: 0, to: 50_000 });
    expect(planStory(179_000, 185_000, 1.6)).toStrictEqual({ from: 177_000, to: 189_000 });
    // Nothing may take any time at all.
    expect(planStory(60_000, 60_000, 1.6).to).toBeGreaterThan(60_000);
  });
});
