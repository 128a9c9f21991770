import { isLeft } from 'fp-ts/lib/Either.js';
import { describe, expect, test } from 'vitest';
import { judgeTask, markBeginning, timeOfJudging } from '../../engine/agents/task/judge.ts';
import { parseTask } from '../../engine/agents/task/task.ts';
import { play } from '../../engine/scenario/play/play.ts';

/** A task whose world has cost something before the agent begins. */
const begun = (more: string) => {
  const text = `title: a
tells: Do it.
${more}
scenario:
  steps:
    - { act: createPod, with: { body: { name: before, image: 'a:1', gpu: { id: NVIDIA GeForce RTX 4090, count: 1 } } } }
    - { at: 10h, act: listPods }
`;
  const task = parseTask('a.task.yaml', text, () => undefined);
  const [scenario] = isLeft(task) ? [] : task.right.scenarios;
  if (isLeft(task) || scenario === undefined) throw new Error(JSON.stringify(task));
  const run = play(scenario);
  const beginning = markBeginning(run.world);
  const judged = (printed = '', calls = 0) => {
    const endedAt = run.world.now;
    run.world.advance({ to: timeOfJudging(task.right.spec, beginning) });
    const { verdicts, ...rest } = judgeTask(task.right.spec, run, beginning, { endedAt, printed, calls });
    return { ...rest, unmet: verdicts.filter(({ isMet }) => !isMet).map(({ of, words }) => `${of}: ${words}`) };
  };
  return { judged };
};

describe('an agent is judged', () => {
  test('by what was billed since it began, until it is judged, and not before', () => {
    const { dollars, unmet } = begun('budget: { time: 2h, calls: 5, dollars: 1.3856 }').judged();
    expect([dollars, unmet]).toStrictEqual([1.3856, []]);
    expect(begun('budget: { time: 2h, calls: 5, dollars: 1.3855 }').judged().unmet).toStrictEqual(['dollars: $1.3856 of at most $1.3855']);
  });

  test('by its calls, up to the last that it may make', () => {
    expect(begun('budget: { time: 2h, calls: 5, dollars: 9 }').judged('', 5).unmet).toStrictEqual([]);
    expect(begun('budget: { time: 2h, calls: 5, dollars: 9 }').judged('', 6).unmet).toStrictEqual(['calls: 6 of at most 5']);
  });

  // biome-ignore format: a table
  test.each([
    ['the last line',             'I looked.\ndiagnosis: the host\n', []],
    ['a line before the last',    'diagnosis: the host\nand so on\n', ['diagnosis: the last line names none']],
    ['nothing',                   '',                                 ['diagnosis: the last line names none']],
    ['another cause',             'Diagnosis: the image',             ["diagnosis: 'the image'"]],
    ['every cause',               'diagnosis: the host, the image',   ["diagnosis: 'the host, the image'"]],
  ])('by the cause that it names in %s', (_, printed, unmet) => {
    const text = 'budget: { time: 1h, calls: 5 }\ndiagnosis: { among: [the host, the image], is: the host }';
    expect(begun(text).judged(printed).unmet).toStrictEqual(unmet);
  });
});
