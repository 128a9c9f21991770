import { batch, effect, signal } from '@preact/signals';
import type { Json } from '../../../../engine/kernel/index.ts';
import { isRight, type PlayedQuestion, type PlayedStep } from '../../../../engine/lab/lesson/index.ts';
import { speeds } from '../model/charts/timeScale.ts';
import type { Desk } from '../model/desk.ts';
import type { Player } from '../model/player.ts';
import type { SourceSink } from '../model/port/source.ts';
import type { TaskRun, TaughtLesson } from '../model/port/taught.ts';
import { placeGuesses } from './guess.ts';
import type { LessonProgress } from './progress.ts';

/** The outcome of a learner's steps in the sandbox, or the reason why they could not be played. */
export type Tried = { readonly run: TaskRun } | { readonly problems: readonly string[] };

interface SittingParts {
  readonly lesson: TaughtLesson;
  readonly progress: LessonProgress | undefined;
  readonly desk: Desk;
  readonly player: Pick<Player, 'toggle'>;
  readonly tryTask: (steps: string, take: (tried: Tried) => void) => void;
  readonly save: (progress: LessonProgress) => void;
  /** Whether nothing may move by itself. */
  readonly isStill: () => boolean;
}

/** Playing up to an answer takes at most about this long, in ms. */
const runMs = 4_000;

/** One lesson, as a learner goes through it. The log on the desk ends at the current step, so no view can show what follows a question. */
export class Sitting {
  readonly lesson: TaughtLesson;
  /** From 0; after the last step comes the task. */
  readonly step = signal(0);
  readonly given = signal<ReadonlyMap<number, Json>>(new Map());
  /** Whether time runs to the answer. */
  readonly isRunning = signal(false);
  readonly tried = signal<Tried | undefined>(undefined);
  readonly isTrying = signal(false);
  readonly isSolved = signal(false);
  /** The steps of a scenario that should solve the task, as they are written. */
  readonly draft = signal('');
  readonly #parts: SittingParts;
  readonly #stopWatching: () => void;
  #sink: SourceSink | undefined;
  #delivered = 0;

  constructor(parts: SittingParts) {
    const { lesson, progress, desk } = parts;
    this.#parts = parts;
    this.lesson = lesson;
    this.isSolved.value = progress?.isSolved ?? false;
    this.given.value = new Map(
      Object.entries(progress?.given ?? {}).flatMap(([k, given]) =>
        lesson.steps[Number(k)]?.question === undefined ? [] : [[Number(k), given]],
      ),
    );
    this.#stopWatching = effect(() => {
      if (desk.playhead.value === undefined && this.isRunning.peek()) this.show(this.step.peek());
    });
  }

  get isTask(): boolean {
    return this.step.value === this.lesson.steps.length;
  }

  get current(): PlayedStep | undefined {
    return this.lesson.steps[this.step.value];
  }

  /** The first step that is not behind the learner. */
  get resumesAt(): number {
    const { steps } = this.lesson;
    const last = steps.findLastIndex((_, k) => this.given.peek().has(k));
    const open = steps.findIndex(({ question }, k) => k > last && question !== undefined);
    return open === -1 ? steps.length : last === -1 ? 0 : last + 1;
  }

  /** The answer to a question, once it has been given and time has run; undefined before. */
  answerTo(k: number): Json | undefined {
    return this.isRunning.value && k === this.step.value ? undefined : this.given.value.get(k);
  }

  show(k: number): void {
    const step = Math.min(Math.max(0, k), this.lesson.steps.length);
    batch(() => {
      this.isRunning.value = false;
      this.step.value = step;
      this.#parts.desk.foretells.value = this.isTask;
      if (this.isTask) this.#showTask();
      else this.#standAt(this.#findEnd(step), this.#findTime(step));
      const { question } = this.lesson.steps[step] ?? {};
      const answer = this.given.value.get(step);
      this.#parts.desk.guesses.value = question === undefined || answer === undefined ? [] : placeGuesses(question, answer);
    });
  }

  /** Takes an answer, then plays up to the event that the question asks about. */
  commit(answer: Json): void {
    const { desk, player, isStill } = this.#parts;
    const k = this.step.value;
    const { question, moment } = this.current ?? {};
    if (question === undefined || moment === undefined) return;
    this.given.value = new Map([...this.given.value, [k, answer]]);
    this.#save();
    const span = question.known.at - moment.at;
    if (isStill() || question.known.seq === moment.seq || span <= 0) return this.show(k);
    batch(() => {
      this.#standAt(question.known.seq, question.known.at);
      desk.go(moment.seq);
      desk.speed.value = speeds.find((speed) => span / speed <= runMs) ?? (speeds.at(-1) as number);
      player.toggle();
      this.isRunning.value = true;
    });
  }

  /** Asks a question again, as if it had not been answered. */
  again(): void {
    const given = new Map(this.given.value);
    given.delete(this.step.value);
    this.given.value = given;
    this.#save();
    this.show(this.step.value);
  }

  /** Plays the sandbox with the steps of the draft. */
  tryTask(): void {
    if (this.isTrying.value) return;
    this.isTrying.value = true;
    this.#parts.tryTask(this.draft.value, (tried) =>
      batch(() => {
        this.isTrying.value = false;
        this.tried.value = tried;
        if (!('run' in tried)) return;
        if (tried.run.isMet) this.isSolved.value = true;
        this.#save();
        if (this.isTask) this.#openRun(tried.run);
      }),
    );
  }

  close(): void {
    this.#stopWatching();
    this.isRunning.value = false;
    this.#parts.desk.foretells.value = true;
    this.#parts.desk.guesses.value = [];
  }

  /** The newest entry that a step shows. */
  #findEnd(k: number): number {
    const { question, moment } = this.lesson.steps[k] as PlayedStep;
    return question !== undefined && this.given.value.has(k) ? question.known.seq : moment.seq;
  }

  /** The time that the text of a step speaks of: nothing may have happened for a while before. */
  #findTime(k: number): number {
    const { question, moment } = this.lesson.steps[k] as PlayedStep;
    return question !== undefined && this.given.value.has(k) ? question.known.at : moment.at;
  }

  #standAt(end: number, at: number): void {
    const { desk } = this.#parts;
    const { header, entries, title } = this.lesson;
    if (this.#sink === undefined || end < this.#delivered) {
      this.#delivered = 0;
      desk.open({
        open: (sink) => {
          sink.begin(header, title);
          this.#sink = sink;
        },
        close: () => {
          this.#sink = undefined;
        },
      });
    }
    this.#sink?.append(entries.slice(this.#delivered, end));
    this.#delivered = end;
    desk.now.value = at;
    desk.go(end);
  }

  #showTask(): void {
    const tried = this.tried.peek();
    if (tried === undefined) this.tryTask();
    else if ('run' in tried) this.#openRun(tried.run);
  }

  #openRun({ header, entries, outcome }: TaskRun): void {
    this.#parts.desk.open({
      open: (sink) => {
        sink.begin(header, this.lesson.title);
        sink.append(entries);
        sink.end(outcome);
      },
      close: () => undefined,
    });
  }

  #save(): void {
    const given = this.given.peek();
    const questions = this.lesson.steps.flatMap(({ question }, k): [number, PlayedQuestion][] =>
      question === undefined ? [] : [[k, question]],
    );
    this.#parts.save({
      given: Object.fromEntries(given),
      right: questions.filter(([k, question]) => given.has(k) && isRight(question, given.get(k) as Json)).length,
      questions: questions.length,
      isSolved: this.isSolved.peek(),
    });
  }
}
