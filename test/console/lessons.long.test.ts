import { describe, expect, test } from 'vitest';
import { lessonText } from '../../adapters/cli/learn/lessonFiles.ts';
import { type LessonProgress, ProgressStore } from '../../adapters/console/app/lessons/progress.ts';
import { Sitting, type Tried } from '../../adapters/console/app/lessons/sitting.ts';
import { lineText } from '../../adapters/console/app/lessons/words.ts';
import { type LinePlot, planLinePlot, snap } from '../../adapters/console/app/model/charts/linePlot.ts';
import type { PlayerMessage } from '../../adapters/console/app/model/port/messages.ts';
import type { Dial, TaughtLesson, TaughtStep } from '../../adapters/console/app/model/port/taught.ts';
import type { LessonText } from '../../adapters/console/app/pageData.ts';
import { playLessonRequest } from '../../adapters/console/app/source/lessonPlayer.ts';
import { allLessons } from '../../adapters/docs/lessons.ts';
import type { Json } from '../../engine/kernel/canonical.ts';
import { isRight, type PlayedQuestion, type PlayedStep, readAnswer } from '../../engine/lab/lesson/index.ts';
import { goodLesson, lessonWith } from '../lab/lesson/lessons.ts';

const own = (text: string): LessonText => ({ file: 'lessons/01-a.lesson.yaml', text, files: {}, number: '1', title: 'a', goal: 'b' });

const told = (lesson: LessonText, steps?: string): PlayerMessage => {
  const messages: PlayerMessage[] = [];
  playLessonRequest({ type: 'lesson', lesson, ...(steps === undefined ? {} : { steps }) }, (message) => messages.push(message));
  expect(messages).toHaveLength(1);
  return messages[0] as PlayerMessage;
};

const taught = (lesson: LessonText): TaughtLesson => {
  const message = told(lesson);
  if (message.type !== 'taught') throw new Error(JSON.stringify(message));
  return message.lesson;
};

const tried = (lesson: LessonText, steps: string): Tried => {
  const message = told(lesson, steps);
  if (message.type === 'tried') return { run: message.run };
  return { problems: message.type === 'failed' ? message.problems : [] };
};

const turned = (lesson: LessonText, dial: number): Dial | undefined => {
  const messages: PlayerMessage[] = [];
  playLessonRequest({ type: 'lesson', lesson, dial }, (message) => messages.push(message));
  const [message] = messages;
  if (message?.type !== 'turned') throw new Error(JSON.stringify(message));
  return message.dial;
};

interface SitOptions {
  readonly progress?: LessonProgress | undefined;
  readonly isStill?: boolean;
  readonly seed?: string;
  readonly dial?: Dial;
}

const sit = (lesson: LessonText, { progress, isStill = true, seed = 'a', dial }: SitOptions = {}) => {
  const store = new ProgressStore();
  const asked: number[] = [];
  const sitting = new Sitting({
    lesson: taught(lesson),
    progress,
    seed,
    tryTask: (steps, take) => take(tried(lesson, steps)),
    findDial: (k, take) => {
      asked.push(k);
      take(dial);
    },
    save: (saved) => store.save('1', saved),
    isStill: () => isStill,
  });
  return { sitting, asked, progress: () => store.of('1') };
};

const wrongFor = ({ choice, computed, candidates }: PlayedQuestion): Json => {
  const wrong = choice?.find((one) => 'wrong' in one);
  if (wrong !== undefined && 'wrong' in wrong) return wrong.wrong;
  return candidates?.find((one) => one !== computed) ?? 1e9;
};

const files = allLessons('.').map(({ file }) => file);
const questionsOf = ({ steps }: TaughtLesson) =>
  steps.flatMap(({ question, moment }, k) => (question === undefined ? [] : [{ question, moment, k }]));

const threeClocks = lessonText('scenarios/lessons/03-three-clocks.lesson.yaml');

describe('a sitting', () => {
  test.each(files)('asks, takes a wrong answer and a right one in %s', (file) => {
    const { sitting } = sit(lessonText(file));
    for (const [k, { question }] of (sitting.lesson.steps as readonly PlayedStep[]).entries()) {
      sitting.show(k);
      if (question === undefined) continue;
      expect(sitting.answerTo(k)).toBeUndefined();
      sitting.commit(wrongFor(question));
      expect(isRight(question, sitting.answerTo(k) ?? null)).toBe(false);
      sitting.again();
      expect(sitting.answerTo(k)).toBeUndefined();
      sitting.commit(question.computed);
      expect(isRight(question, sitting.answerTo(k) ?? null)).toBe(true);
    }
  });

  test.each(files)('shows of %s no more after an answer than the next question may', (file) => {
    const { steps, entries } = taught(lessonText(file));
    for (const [k, { question, moment, shown }] of steps.entries()) {
      if (question === undefined) expect(shown).toStrictEqual(moment);
      else expect(shown.seq).toBeGreaterThanOrEqual(question.known.seq);
      const next = steps.slice(k + 1).find((one: TaughtStep) => one.question !== undefined);
      expect(shown.seq).toBeLessThanOrEqual(next?.moment.seq ?? entries.length);
    }
  });

  test.each(files)('never says in %s what a handler will do', (file) => {
    const lesson = taught(lessonText(file));
    const started = lesson.entries.filter(({ event }) => 'attempt' in event && typeof event.attempt !== 'number');
    expect(started.filter(({ event }) => 'attempt' in event && event.attempt !== null)).toStrictEqual([]);
    expect(JSON.stringify(lesson.entries)).not.toContain('"ending"');
  });

  test('goes on after an answer until the job that was asked about has ended', () => {
    const { steps } = taught(lessonText('scenarios/lessons/05-cold-start.lesson.yaml'));
    // The job at ep-flash waits for 1 s, from 120 s on, and runs for 1 s; the next question is asked at 179 s.
    expect([steps[3]?.question?.known.at, steps[3]?.shown.at]).toStrictEqual([121_000, 122_000]);
  });

  test('does not go on where the next question asks what comes', () => {
    const { steps } = taught(lessonText('scenarios/lessons/01-life-of-a-job.lesson.yaml'));
    // The next question is when the job is COMPLETED.
    expect(steps[1]?.shown).toStrictEqual(steps[1]?.question?.known);
  });

  test('keeps an answer while others are looked at', () => {
    const { sitting } = sit(threeClocks);
    const [first, second] = questionsOf(sitting.lesson);
    if (first === undefined || second === undefined) throw new Error('the lesson has two questions');
    sitting.show(first.k);
    sitting.commit(first.question.computed);
    sitting.show(second.k);
    sitting.show(first.k);
    expect(sitting.answerTo(first.k)).toBe(first.question.computed);
  });

  test('lets time run to the answer, and tells it then; the dial comes last', () => {
    const { sitting, asked } = sit(threeClocks, { isStill: false });
    const [first] = questionsOf(sitting.lesson);
    if (first === undefined) throw new Error('the lesson has a question');
    sitting.show(first.k);
    sitting.commit(first.question.computed);
    expect({ isRunning: sitting.isRunning.value, answer: sitting.answerTo(first.k), asked }).toStrictEqual({
      isRunning: true,
      answer: undefined,
      asked: [],
    });
    sitting.arrive();
    expect({ isRunning: sitting.isRunning.value, answer: sitting.answerTo(first.k), asked }).toStrictEqual({
      isRunning: false,
      answer: first.question.computed,
      asked: [first.k],
    });
  });

  test('has a dial only where its question is answered', () => {
    const dial = turned(threeClocks, 0);
    if (dial === undefined) throw new Error('the question has a dial');
    const { sitting } = sit(threeClocks, { dial });
    sitting.show(0);
    expect(sitting.dial.value).toBeUndefined();
    sitting.commit(1_000);
    expect([sitting.dial.value, sitting.turned.value]).toStrictEqual([dial, dial.own]);
    sitting.again();
    expect(sitting.dial.value).toBeUndefined();
    sitting.commit(1_000);
    sitting.show(1);
    expect(sitting.dial.value).toBeUndefined();
  });

  test('keeps what was answered, counts what was right, and goes on there', () => {
    const { sitting, progress } = sit(threeClocks);
    const [first, second] = questionsOf(sitting.lesson);
    if (first === undefined || second === undefined) throw new Error('the lesson has two questions');
    sitting.show(first.k);
    sitting.commit(wrongFor(first.question));
    sitting.show(second.k);
    sitting.commit(second.question.computed);
    expect(progress()).toMatchObject({ right: 1, questions: questionsOf(sitting.lesson).length, isSolved: false });
    // What is kept names answers, not their places: another sitting has another order.
    const again = sit(threeClocks, { progress: progress(), seed: 'b' }).sitting;
    expect(again.resumesAt).toBe(second.k + 1);
    expect(again.answerTo(second.k)).toBe(second.question.computed);
    expect(sit(threeClocks).sitting.resumesAt).toBe(0);
  });

  test('says of its task how far it is from the goal', () => {
    const { sitting, progress } = sit(threeClocks);
    sitting.show(99);
    expect(sitting.isTask).toBe(true);
    expect(sitting.tried.value).toMatchObject({
      run: { isMet: false, parts: [{ measured: 'max 5 min 8 s' }, { measured: '5', unmet: [] }] },
    });
    sitting.draft.value = sitting.lesson.task.solution;
    sitting.tryTask();
    expect(sitting.tried.value).toMatchObject({ run: { isMet: true, outcome: { verdict: 'pass' } } });
    expect(progress()?.isSolved).toBe(true);
    sitting.draft.value = '- { at: 0s, act: purgee, with: {} }';
    sitting.tryTask();
    expect(sitting.tried.value).toStrictEqual({ problems: [expect.stringContaining("'purgee'")] });
    expect(sitting.isSolved.value).toBe(true);
  });

  test('counts the newest try of its task only, however long an earlier one takes', () => {
    const takes: ((one: Tried) => void)[] = [];
    const sitting = new Sitting({
      lesson: taught(threeClocks),
      progress: undefined,
      seed: 'a',
      tryTask: (_, take) => takes.push(take),
      findDial: () => undefined,
      save: () => undefined,
      isStill: () => true,
    });
    sitting.show(99);
    sitting.tryTask();
    takes[1]?.({ problems: ['of the second'] });
    takes[0]?.({ problems: ['of the first'] });
    expect([sitting.tried.value, sitting.isTrying.value]).toStrictEqual([{ problems: ['of the second'] }, false]);
  });
});

describe('the order of choices', () => {
  const lessons = files.map((file) => ({ file, lesson: taught(lessonText(file)) }));
  const seeds = Array.from({ length: 200 }, (_, k) => `reader ${k}`);

  const listPlaces = (seed: string): readonly number[] =>
    lessons.flatMap(({ file, lesson }) => {
      const sitting = new Sitting({
        lesson,
        progress: undefined,
        seed: `${seed} ${file}`,
        tryTask: () => undefined,
        findDial: () => undefined,
        save: () => undefined,
        isStill: () => true,
      });
      return questionsOf(lesson).flatMap(({ question, k }) =>
        question.choice === undefined ? [] : [sitting.listChoices(k).indexOf(String(question.computed))],
      );
    });

  test('does not tell which is right: no place is right in more than 45 % of all', () => {
    const places = seeds.flatMap(listPlaces);
    expect(places.length).toBeGreaterThan(30 * seeds.length);
    for (const place of [0, 1, 2, 3, 4, 5])
      expect(places.filter((one) => one === place).length / places.length, `${place}`).toBeLessThan(0.45);
  });

  test('is the same through a sitting, and another in others; it has every choice once', () => {
    expect(listPlaces('a')).toStrictEqual(listPlaces('a'));
    expect(listPlaces('a')).not.toStrictEqual(listPlaces('b'));
    const { sitting } = sit(threeClocks);
    for (const { question, k } of questionsOf(sitting.lesson)) {
      const texts = (question.choice ?? []).map((one) => ('right' in one ? one.right : one.wrong));
      expect([...sitting.listChoices(k)].sort()).toStrictEqual(texts.sort());
    }
  });
});

describe('a dial', () => {
  test('turns the input on which the answer depends, and has the answer of each of its worlds', () => {
    const dial = turned(lessonText('scenarios/lessons/05-cold-start.lesson.yaml'), 1);
    expect({ name: dial?.name, own: dial?.own }).toStrictEqual({ name: 'idleTimeout of ep-plain', own: 2 });
    expect(dial?.worlds.map(({ text, answer }) => [text, answer.computed])).toStrictEqual([
      ['2.5 s', 2_500],
      ['5 s', 5_000],
      ['10 s', 10_000],
      ['20 s', 20_000],
      ['40 s', 40_000],
    ]);
  });

  test('is found for many questions, each with the lesson’s own answer at its own value, and none shows more than its story', () => {
    // The rest are long to search.
    const found = files.slice(0, 12).flatMap((file) => {
      const lesson = lessonText(file);
      return questionsOf(taught(lesson)).flatMap(({ question, k }) => {
        const dial = turned(lesson, k);
        return dial === undefined ? [] : [{ question, dial }];
      });
    });
    expect(found.length).toBeGreaterThan(25);
    for (const { question, dial } of found) {
      const { worlds, own: place } = dial;
      expect(worlds[place]?.answer.computed).toStrictEqual(question.computed);
      expect(new Set(worlds.map(({ answer }) => answer.computed)).size).toBeGreaterThan(1);
      for (const { entries, until } of worlds) {
        expect(entries.at(-1)?.at).toBeLessThanOrEqual(until);
        expect(JSON.stringify(entries)).not.toContain('"ending"');
      }
    }
  });

  test('is not there where a question is about other times, or nothing changes its answer', () => {
    const lesson = lessonText('scenarios/lessons/17-two-timings.lesson.yaml');
    const under = questionsOf(taught(lesson)).filter(({ question }) => question.under !== undefined);
    expect(under.length).toBeGreaterThan(0);
    for (const { k } of under) expect(turned(lesson, k)).toBeUndefined();
    expect(turned(lessonText('scenarios/lessons/02-retry.lesson.yaml'), 1)).toBeUndefined();
  });
});

describe('a task in the page', () => {
  test.each(files)('of %s is solved by its solution, and not by nothing', (file) => {
    const lesson = lessonText(file);
    expect(tried(lesson, '# nothing\n')).toMatchObject({ run: { isMet: false } });
    expect(tried(lesson, taught(lesson).task.solution)).toMatchObject({ run: { isMet: true } });
  });

  test('says what is wrong with steps, and in which', () => {
    const problemsOf = (steps: string) => {
      const found = tried(own(goodLesson), steps);
      return 'problems' in found ? found.problems : [];
    };
    expect(problemsOf('at: 0s')).toStrictEqual([expect.stringContaining('must be a list of steps')]);
    expect(problemsOf('- { at: 0s, act: run, with: { endpoint: ep-b, body: { input: {} } } }')).toStrictEqual([
      expect.stringMatching(/step 1.*'ep-b'/),
    ]);
    expect(problemsOf('- {').length).toBeGreaterThan(0);
  });
});

test('a lesson that does not hold is not shown', () => {
  expect(told(own(lessonWith('answer: 25s', 'answer: 26s')))).toStrictEqual({
    type: 'failed',
    problems: [expect.stringContaining('is stated to be "26s", but the log says 25s')],
  });
  expect(told(own('title: a'))).toMatchObject({ type: 'failed' });
});

describe('a chart with a line', () => {
  const lines = files.flatMap((file) => questionsOf(taught(lessonText(file))).filter(({ question }) => question.type === 'line'));

  test('has room for other answers, and can be moved to the right one', () => {
    expect(lines.length).toBeGreaterThan(1);
    for (const { question, moment } of lines) {
      const plot = planLinePlot(question, moment);
      const most = plot.isTime ? plot.xMax : plot.yMax;
      const answer = Number(question.computed);
      expect(answer).toBeLessThan(most * 0.9);
      const written = readAnswer(question, lineText(plot, snap(plot, answer)), new Map());
      expect(written._tag === 'Right' && isRight(question, written.right)).toBe(true);
      expect(isRight(question, snap(plot, plot.start))).toBe(false);
    }
  });

  test('draws its curve to the moment and no further', () => {
    for (const { question, moment } of lines) {
      const plot = planLinePlot(question, moment);
      const last = Number(/H([\d.]+)$/.exec(plot.path(moment))?.[1]);
      expect(last * plot.xMax).toBeCloseTo(moment.at, 3);
      expect(plot.path(question.known).length).toBeGreaterThan(plot.path(moment).length);
    }
  });

  test('stays within its axes, on its steps', () => {
    const plot: LinePlot = { isTime: false, xMax: 1_000, yMax: 10, step: 0.5, start: 5, path: () => '' };
    expect([-3, 0.2, 0.3, 4.9, 12].map((value) => snap(plot, value))).toStrictEqual([0, 0, 0.5, 5, 10]);
  });
});

test('progress is kept where the browser keeps nothing', () => {
  const store = new ProgressStore();
  expect(store.of('1')).toBeUndefined();
  store.save('1', { given: { 0: 'a' }, right: 1, questions: 2, isSolved: false });
  expect(store.of('1')).toMatchObject({ right: 1 });
  expect(store.of('constructor')).toBeUndefined();
});
