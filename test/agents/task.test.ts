import { isLeft } from 'fp-ts/lib/Either.js';
import { describe, expect, test } from 'vitest';
import { formatBrief, parseTask } from '../../engine/agents/task/task.ts';

const good = `title: a
tells: Do it.
budget: { time: 1h, calls: 10 }
scenario: { world: { endpoints: [{ id: ep-a, image: 'a:1' }] } }
goal: [{ count: JobCompleted, is: 1 }]
`;
const parsed = (text: string, seeds?: readonly string[]) => parseTask('a.task.yaml', text, () => undefined, seeds);

describe('a task file', () => {
  test('has the scenario that happened before, under each seed', () => {
    const task = parsed(good, ['1', '2']);
    if (isLeft(task)) throw new Error(JSON.stringify(task.left));
    expect(task.right.scenarios.map(({ definition }) => definition.seed)).toStrictEqual(['1', '2']);
    expect(formatBrief(task.right.spec)).toBe(
      'Do it.\n\nBudget: at most 10 calls. Time is virtual: it passes while a call waits, and after a look at something that goes on (up to 30s).\n',
    );
  });

  test('tells what its scenario saved, and leaves other dollars as they are', () => {
    const task = parsed(good.replace('Do it.', 'Cancel $job at $PODSIM_URL for $5.'));
    if (isLeft(task)) throw new Error(JSON.stringify(task.left));
    expect(formatBrief(task.right.spec, new Map([['job', 'job-1']]))).toContain('Cancel job-1 at $PODSIM_URL for $5.');
  });

  test('tells the causes, and not which is right', () => {
    const task = parsed(`${good}diagnosis: { among: [the host, the image], is: the image }\n`);
    if (isLeft(task)) throw new Error(JSON.stringify(task.left));
    expect(formatBrief(task.right.spec)).toContain('with one of: the host, the image.');
  });

  // biome-ignore format: a table
  test.each([
    ['nothing that is judged',         good.replace(/goal: .*\n/, ''),                              '1:1: goal: is missing, and nothing else is judged: give it, `diagnosis`, `budget.dollars` or `budget.orphans`'],
    ['a right cause that is none',     `${good}diagnosis: { among: [host, image], is: imag }\n`,     "6:40: diagnosis.is: 'imag' is not `among` the causes; did you mean 'image'? (the causes are host, image)"],
    ['a key that there is not',        good.replace('tells', 'tell'),                               "unknown key 'tell'; did you mean 'tells'?"],
    ['a bad scenario',                 good.replace('endpoints', 'endpoint'),                       "unknown key 'endpoint'; did you mean 'endpoints'?"],
    ['an event that there is not',     good.replace('JobCompleted', 'JobDone'),                     "'JobDone' is not an event type"],
    ['no budget',                      good.replace(/budget: .*\n/, ''),                            "missing property 'budget'"],
    ['a budget without time',          good.replace('time: 1h, ', ''),                              "missing property 'time'"],
  ])('with %s is refused with its place', (_, text, words) => {
    const task = parsed(text);
    const said = isLeft(task) ? task.left.map(({ line, column, message }) => `${line}:${column}: ${message}`).join('\n') : 'nothing wrong';
    expect(said).toContain(words);
  });
});
