import { describe, expect, test } from 'vitest';
import { lessonText } from '../../adapters/cli/learn/lessonFiles.ts';
import { type LessonProgress, ProgressStore } from '../../adapters/console/app/lessons/progress.ts';
import { Sitting, type Tried } from '../../adapters/console/app/lessons/sitting.ts';
import { lineText } from '../../adapters/console/app/lessons/words.ts';
import { type LinePlot, planLinePlot, snap } from '../../adapters/console/app/model/charts/linePlot.ts';
import { Desk } from '../../adapters/console/app/model/desk.ts';
import type { PlayerMessage } from '../../adapters/console/app/model/port/messages.ts';
import type { TaughtLesson } from '../../adapters/console/app/model/port/taught.ts';
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

const sit = (lesson: LessonText, progress?: LessonProgress, isStill = true) => {
  const desk = new Desk();
  const store = new ProgressStore();
  const sitting = new Sitting({
    lesson: taught(lesson),
    progress,
    desk,
    player: {
      toggle: () => {
        desk.playhead.value = desk.at.value;
      },
    },
    tryTask: (steps, take) => take(tried(lesson, steps)),
    save: (saved) => store.save('1', saved),
    isStill: () => isStill,
  });
  return { sitting, desk, progress: () => store.of('1') };
};

const wrongFor = ({ choice, computed, candidates }: PlayedQuestion): Json => {
  const wrong = choice?.find((one) => 'wrong' in one);
  if (wrong !== undefined && 'wrong' in wrong) return wrong.wrong;
  return candidates?.find((one) => one !== computed) ?? 1e9;
};

const files = allLessons('.').map(({ file }) => file);
const questionsOf = ({ steps }: TaughtLesson) =>
  steps.flatMap(({ question, moment }, k) => (question === undefined ? [] : [{ question, moment, k }]));

describe('a sitting', () => {
  test.each(files)('shows nothing of %s before it is answered', (file) => {
    const { sitting, desk } = sit(lessonText(file));
    for (const [k, { question, moment }] of (sitting.lesson.steps as readonly PlayedStep[]).entries()) {
      sitting.show(k);
      expect({ length: desk.log?.length, seq: desk.seq.value, foretells: desk.foretells.value }).toStrictEqual({
        length: moment.seq,
        seq: moment.seq,
        foretells: false,
      });
      expect(desk.log?.end).toBeLessThanOrEqual(moment.at);
      if (question === undefined) continue;
      expect(sitting.answerTo(k)).toBeUndefined();
      sitting.commit(wrongFor(question));
      expect(isRight(question, sitting.answerTo(k) ?? null)).toBe(false);
      expect({ length: desk.log?.length, seq: desk.seq.value }).toStrictEqual({ length: question.known.seq, seq: question.known.seq });
      sitting.again();
      expect(desk.log?.length).toBe(moment.seq);
      sitting.commit(question.computed);
      expect(isRight(question, sitting.answerTo(k) ?? null)).toBe(true);
    }
  });

  test.each(files)('never says in %s what a handler will do', (file) => {
    const lesson = taught(lessonText(file));
    const started = lesson.entries.filter(({ event }) => 'attempt' in event && typeof event.attempt !== 'number');
    expect(started.filter(({ event }) => 'attempt' in event && event.attempt !== null)).toStrictEqual([]);
    expect(JSON.stringify(lesson.entries)).not.toContain('"ending"');
  });

  test('takes answers back behind an earlier step, and shows them again', () => {
    const { sitting, desk } = sit(lessonText('scenarios/lessons/03-three-clocks.lesson.yaml'));
    const [first, second] = questionsOf(sitting.lesson);
    if (first === undefined || second === undefined) throw new Error('the lesson has two questions');
    sitting.show(first.k);
    sitting.commit(first.question.computed);
    sitting.show(second.k);
    expect(desk.log?.length).toBe(second.moment.seq);
    sitting.show(first.k);
    expect(desk.log?.length).toBe(first.question.known.seq);
    expect(sitting.answerTo(first.k)).toBe(first.question.computed);
  });

  test('lets time run from the question to the answer, and tells the answer then', () => {
    const { sitting, desk } = sit(lessonText('scenarios/lessons/03-three-clocks.lesson.yaml'), undefined, false);
    const [first] = questionsOf(sitting.lesson);
    if (first === undefined) throw new Error('the lesson has a question');
    sitting.show(first.k);
    sitting.commit(first.question.computed);
    expect({ isRunning: sitting.isRunning.value, seq: desk.seq.value, answer: sitting.answerTo(first.k) }).toStrictEqual({
      isRunning: true,
      seq: first.moment.seq,
      answer: undefined,
    });
    // The player has come to the end, or was stopped.
    desk.playhead.value = undefined;
    expect({ isRunning: sitting.isRunning.value, seq: desk.seq.value, answer: sitting.answerTo(first.k) }).toStrictEqual({
      isRunning: false,
      seq: first.question.known.seq,
      answer: first.question.computed,
    });
  });

  test('keeps what was answered, counts what was right, and goes on there', () => {
    const file = lessonText('scenarios/lessons/03-three-clocks.lesson.yaml');
    const { sitting, progress } = sit(file);
    const [first, second] = questionsOf(sitting.lesson);
    if (first === undefined || second === undefined) throw new Error('the lesson has two questions');
    sitting.show(first.k);
    sitting.commit(wrongFor(first.question));
    sitting.show(second.k);
    sitting.commit(second.question.computed);
    expect(progress()).toMatchObject({ right: 1, questions: questionsOf(sitting.lesson).length, isSolved: false });
    const again = sit(file, progress()).sitting;
    expect(again.resumesAt).toBe(second.k + 1);
    expect(again.answerTo(second.k)).toBe(second.question.computed);
    expect(sit(file).sitting.resumesAt).toBe(0);
  });

  test('says of its task how far it is from the goal, and opens the sandbox whole', () => {
    const lesson = lessonText('scenarios/lessons/03-three-clocks.lesson.yaml');
    const { sitting, desk, progress } = sit(lesson);
    sitting.show(99);
    expect(sitting.isTask).toBe(true);
    expect(desk.foretells.value).toBe(true);
    expect(sitting.tried.value).toMatchObject({
      run: { isMet: false, parts: [{ measured: 'max 5 min 8 s' }, { measured: '5', unmet: [] }] },
    });
    sitting.draft.value = sitting.lesson.task.solution;
    sitting.tryTask();
    expect(sitting.tried.value).toMatchObject({ run: { isMet: true } });
    expect(desk.outcome.value?.verdict).toBe('pass');
    expect(progress()?.isSolved).toBe(true);
    // Problems leave the run as it was.
    const { length } = desk.log ?? {};
    sitting.draft.value = '- { at: 0s, act: purgee, with: {} }';
    sitting.tryTask();
    expect(sitting.tried.value).toStrictEqual({ problems: [expect.stringContaining("'purgee'")] });
    expect(desk.log?.length).toBe(length);
    expect(sitting.isSolved.value).toBe(true);
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
