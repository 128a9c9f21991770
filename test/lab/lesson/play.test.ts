import { describe, expect, test } from 'vitest';
import { seconds } from '../../../engine/kernel/time.ts';
import { chartPoints } from '../../../engine/lab/lesson/chart.ts';
import { answerAgain } from '../../../engine/lab/lesson/question.ts';
import { LogWalk } from '../../../engine/lab/lesson/walk.ts';
import { parseCondition } from '../../../engine/scenario/step/condition.ts';
import { namesIn } from '../../../engine/world/reports/shortNames.ts';
import { stateSnapshot } from '../../../engine/world/reports/stateSnapshot.ts';
import { goodLesson, lessonWith, playedText, problemsOfLesson } from './lessons.ts';

const measure = 'duration: { first: JobStarted, of: $job, since: { first: JobQueued, of: $job } }\n      answer: 25s\n      tolerance: 1s';
const firstQuestion = (measureText: string) => {
  const { steps, problems } = playedText(lessonWith(measure, measureText));
  expect(problems).toStrictEqual([]);
  return steps[0]?.question;
};
const { world } = playedText(goodLesson).run;

describe('the moments of a lesson', () => {
  test('stand before their answers, and go on from them', () => {
    const { steps } = playedText(goodLesson);
    expect(steps.map(({ moment, question }) => [moment.at, question?.known.at])).toStrictEqual([
      [seconds(30), seconds(55)],
      [seconds(55), seconds(60)],
    ]);
    const [first] = steps;
    expect(world.log.entry(first?.moment.seq ?? 0)?.event.type).toBe('JobQueued');
    expect(world.log.entry(first?.question?.known.seq ?? 0)?.event.type).toBe('JobStarted');
  });

  test('begin where the world is as it was defined', () => {
    const { steps } = playedText(lessonWith('    when: job $job is IN_QUEUE\n', ''));
    const { seq = 0, at } = steps[0]?.moment ?? {};
    expect(at).toBe(0);
    expect([world.log.entry(seq)?.event.type, world.log.entry(seq + 1)?.event.type]).toStrictEqual(['EndpointHandlerSet', 'ClockAdvanced']);
  });
});

describe('a question about other times', () => {
  const under = lessonWith(`${measure}`, measure.replace('duration:', 'under: measured-2026-11\n      duration:'));

  test('is read off the same scenario under these, and moves nothing', () => {
    // What is drawn follows from the facts, which may become more: the log says what it is now.
    const [wrong = ''] = problemsOfLesson(under);
    const [, drawn = ''] = /but the log says (\S+)/.exec(wrong) ?? [];
    const { steps, problems } = playedText(under.replace('answer: 25s', `answer: ${drawn}`));
    const [first, second] = steps;
    expect(problems.map(({ message }) => message)).toStrictEqual([]);
    expect(first?.question).toMatchObject({ under: 'measured-2026-11', known: first?.moment });
    expect(first?.question?.computed).not.toBe(25_000);
    expect(second?.moment).toStrictEqual(first?.moment);
  });

  test('must say what the log says under these', () => {
    expect(problemsOfLesson(under)[0]).toMatch(/answer: is stated to be "25s", but the log says /);
  });

  test('has no line to drag: nothing of that run is shown', () => {
    const line = lessonWith(
      measure,
      'under: textbook\n      line: { chart: waiting jobs, height: { most: waiting jobs } }\n      answer: 1',
    );
    expect(problemsOfLesson(line)[0]).toContain('nothing of these times is shown: ask for a number, a duration or a choice');
  });
});

describe('an answer', () => {
  // biome-ignore format: a table
  test.each([
    ['counts events',                'number: { count: JobQueued }\n      answer: 1\n      until: 56s',                                            1],
    ['counts up to its end',         'number: { count: JobStarted }\n      answer: 0\n      until: 40s',                                          0],
    ['is a metric of all jobs',      'duration: { metric: delayTime, which: p95 }\n      answer: 25s',                                            25_000],
    ['is a metric with one value',   'number: { metric: utilization, of: ep-a }\n      answer: 0.04\n      until: 56s',                              expect.closeTo(0.0385, 3)],
    ['is a bill, to the stated digit', 'number: { metric: bill, of: ep-a }\n      answer: 0.01\n      until: 56s',                                  expect.closeTo(0.0081, 4)],
    ['is the time of an event',      'duration: { last: WorkerReady }\n      answer: 55s',                                                        55_000],
    ['is a field of an event',       'number: { first: JobCompleted, field: executionTime }\n      answer: 2000',                                2_000],
    ['is who an event is about',     'entity: { first: WorkerReady }\n      answer: ep-a-w1',                                                     'ep-a-w1'],
    ['is who a field names',         'entity: { first: JobStarted, field: workerId }\n      answer: ep-a-w1',                                     'ep-a-w1'],
    ['is selected by a field',       'duration: { first: WorkerTookJob, where: { workerId: ep-a-w1 } }\n      answer: 55s',                        55_000],
    ['is the highest of a chart',    'number: { most: INITIALIZING workers, of: ep-a }\n      answer: 1\n      until: 56s',                          1],
    ['is a line at a height',        'line: { chart: running jobs, of: ep-a, height: { most: running jobs, of: ep-a } }\n      answer: 1\n      until: 56s', 1],
    ['is a line at a time',          'line: { chart: waiting jobs, of: ep-a, time: { first: JobStarted } }\n      answer: 55s',                    55_000],
  ])('%s', (_, text, value) => {
    expect(firstQuestion(text)?.computed).toEqual(value);
  });

  test('may be what a step has saved, once its time has come', () => {
    const saving = lessonWith(
      'act: health, with: { endpoint: ep-a } }',
      'act: health, with: { endpoint: ep-a }, save: { done: jobs.completed } }',
    );
    const { steps, problems } = playedText(saving.replace(measure, 'number: { value: $done }\n      answer: 1\n      until: 50s'));
    expect(problems).toStrictEqual([]);
    expect(steps[0]?.question).toMatchObject({ computed: 1, known: { at: seconds(50) } });
  });

  test('that is an entity has those to choose from, by the short names of the log', () => {
    const question = firstQuestion('entity: { first: JobStarted }\n      answer: job-1');
    expect(question?.candidates).toStrictEqual([question?.computed]);
    expect(namesIn(world.log.entries()).findName(String(question?.computed))).toBe('job-1');
  });

  test('that is a line has the chart up to it', () => {
    const question = firstQuestion('line: { chart: waiting jobs, of: ep-a, time: { first: JobStarted } }\n      answer: 55s');
    expect(question?.points?.map(({ at, value }) => [at, value])).toStrictEqual([
      [0, 0],
      [seconds(30), 1],
      [seconds(55), 0],
    ]);
  });
});

describe('the answer in another run', () => {
  const slow = playedText(lessonWith('duration: { fixed: 2s }', 'duration: { fixed: 90s }')).run;
  const { run: own, steps } = playedText(goodLesson);
  const [wait, status] = steps.flatMap(({ question }) => question ?? []);
  if (wait === undefined || status === undefined) throw new Error('the lesson has two questions');

  test('is that of the lesson in its own run', () => {
    for (const question of [wait, status]) {
      const { computed, known } = question;
      expect(answerAgain(question, own)).toStrictEqual({ computed, known });
    }
  });

  test('is a measure of that run', () => {
    const { number: _, duration: __, ...rest } = wait;
    const ended = { ...rest, type: 'duration' as const, duration: { first: 'JobCompleted' as const } };
    expect(answerAgain(ended, own)?.computed).toBe(seconds(57));
    // The scenario ends before.
    expect(answerAgain(ended, slow)).toBeUndefined();
  });

  test('is the only choice that is true there; none if none is, or more', () => {
    const inProgress = { wrong: 'IN_PROGRESS', claim: { holds: 'job $job is IN_PROGRESS' } };
    expect(answerAgain(status, slow)).toBeUndefined();
    expect(answerAgain({ ...status, choice: [...(status.choice ?? []), inProgress] }, slow)?.computed).toBe('IN_PROGRESS');
    expect(answerAgain({ ...status, choice: [inProgress, { ...inProgress, wrong: 'It runs' }] }, slow)).toBeUndefined();
  });

  test('has the curve of a line up to where it is known', () => {
    const { number: _, duration: __, ...rest } = wait;
    const line = { chart: 'workers' as const, of: 'ep-a', height: { most: 'workers' as const, of: 'ep-a' } };
    const again = answerAgain({ ...rest, line }, own);
    expect(again).toMatchObject({ computed: 1, known: { at: seconds(30) } });
    expect(again?.points?.at(-1)?.value).toBe(1);
  });
});

describe('a walk', () => {
  test('folds the log to the state that the world had', () => {
    const walk = new LogWalk(world);
    expect(walk.toTime(world.now)).toBe(true);
    expect(stateSnapshot(walk.state, world.now)).toStrictEqual(stateSnapshot(world.state, world.now));
    expect(walk.moment).toStrictEqual({ seq: world.log.length, at: world.now });
  });

  test('goes forward only, and not beyond the end', () => {
    const walk = new LogWalk(world);
    expect(walk.toTime((world.now + 1) as typeof world.now)).toBe(false);
    walk.toTime(world.now);
    expect(walk.toTime((world.now - 1) as typeof world.now)).toBe(false);
  });

  test('sees the log up to where it stands, and nothing of what comes', () => {
    const walk = new LogWalk(world);
    const condition = parseCondition('worker ep-a-w1 is IDLE');
    if (condition._tag === 'Left') throw new Error(condition.left);
    expect(walk.toCondition(condition.right)).toBe(true);
    const { view, moment } = walk;
    expect([...view.log.entries()].at(-1)?.event.type).toBe('WorkerReady');
    expect(view.log.entry(moment.seq + 1)).toBeUndefined();
    expect(view.now).toBe(moment.at);
  });

  test('draws a chart that leaves out what lasts no time', () => {
    const points = chartPoints(new LogWalk(world), 'spend', undefined);
    expect(points[0]).toMatchObject({ at: 0, value: 0 });
    expect(points.at(-1)?.value).toBeGreaterThan(0);
    expect(points.map(({ value }) => value)).toStrictEqual([...points.map(({ value }) => value)].sort((a, b) => a - b));
  });
});
