import { describe, expect, test } from 'vitest';
import { placeGuesses } from '../../adapters/console/app/lessons/guess.ts';
import { callsToCome } from '../../adapters/console/app/model/port/callsToCome.ts';
import type { PlayedQuestion } from '../../engine/lab/lesson/index.ts';
import { play } from '../../engine/scenario/play/play.ts';
import { parseScenario, type Scenario } from '../../engine/scenario/scenario.ts';

const world = 'world: { endpoints: [{ id: ep-a, workers: { min: 1, max: 1 }, handler: { duration: { fixed: 2s } } }] }';
const run = 'act: run, with: { endpoint: ep-a, body: { input: {} } }';

const callsOf = (rest: string) => {
  const parsed = parseScenario('a', `title: a\n${world}\n${rest}`, () => undefined);
  if (parsed._tag === 'Left') throw new Error(JSON.stringify(parsed.left));
  const scenario = parsed.right[0] as Scenario;
  return callsToCome(scenario, [...play(scenario, {}).world.log.entries()]).map(({ at }) => at);
};

describe('the load to come', () => {
  test('is what the steps and loads say', () => {
    expect(
      callsOf(`steps: [{ at: 1s, ${run}, repeat: { times: 3 } }, { at: 9s, act: health, with: { endpoint: ep-a } }, { at: 10s, ${run} }]`),
    ).toStrictEqual([1_000, 1_000, 1_000, 10_000]);
    expect(callsOf(`load: [{ ${run}, constant: { every: 2s }, for: 5s }]`).length).toBeGreaterThan(1);
  });

  test('does not tell when something happens: a call that waits for it is not known, nor what comes after', () => {
    const first = `{ at: 1s, ${run}, save: { job: id } }`;
    expect(callsOf(`steps: [${first}, { when: job $job is COMPLETED, within: 1m, ${run} }, { at: 40s, ${run} }]`)).toStrictEqual([1_000]);
  });
});

describe('a guess', () => {
  const known = { at: 14_000, seq: 9 };
  const question = (more: object) => ({ type: 'duration', computed: 4_000, known, ...more }) as unknown as PlayedQuestion;

  test('of a duration or a time stands in the picture beside what happened', () => {
    expect(placeGuesses(question({}), 9_000).map(({ at, name }) => `${name} ${at}`)).toStrictEqual(['you said 19000', 'it was 14000']);
    expect(placeGuesses(question({ type: 'line', line: { time: {} }, computed: 14_000 }), 3_000).map(({ at }) => at)).toStrictEqual([
      3_000, 14_000,
    ]);
  });

  test('of a number, a choice or what is known at a given time has no place in time', () => {
    expect(placeGuesses(question({ type: 'number' }), 3)).toStrictEqual([]);
    expect(placeGuesses(question({ until: '1m' }), 3)).toStrictEqual([]);
    expect(placeGuesses(question({ computed: 'job-1' }), 'job-2')).toStrictEqual([]);
  });
});
