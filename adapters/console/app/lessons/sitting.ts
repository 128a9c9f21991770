import { batch, signal } from '@preact/signals';
import { drawsFrom, type Json } from '../../../../engine/kernel/index.ts';
import { isRight, type PlayedQuestion } from '../../../../engine/lab/lesson/index.ts';
import type { Dial, TaskRun, TaughtLesson, TaughtStep } from '../model/port/taught.ts';
import type { LessonProgress } from './progress.ts';

/** The outcome of a learner's steps in the sandbox, or the reason why they could not be played. */
export type Tried = { readonly run: TaskRun } | { readonly problems: readonly string[] };

interface SittingParts {
  readonly lesson: TaughtLesson;
  readonly progress: LessonProgress | undefined;
  /** Another for each sitting: what must tell nothing by its place is ordered by it. */
  readonly seed: string;
  readonly tryTask: (steps: string, take: (tried: Tried) => void) => void;
  readonly findDial: (step: number, take: (dial: Dial | undefined) => void) => void;
  readonly save: (progress: LessonProgress) => void;
  /** Whether nothing may move by itself. */
  readonly isStill: () => boolean;
}

/** One lesson, as a learner goes through it. */
export class Sitting {
  readonly lesson: TaughtLesson;
  /** From 0; after the last step comes the task. */
  readonly step = signal(0);
  readonly given = signal<ReadonlyMap<number, Json>>(new Map());
  /** Whether time runs to the answer. */
  readonly isRunning = signal(false);
  /** The dial of the step, once it has been answered; and where it stands. */
  readonly dial = signal<Dial | undefined>(undefined);
  readonly turned = signal(0);
  readonly tried = signal<Tried | undefined>(undefined);
  readonly isTrying = signal(false);
  readonly isSolved = signal(false);
  /** The steps of a scenario that should solve the task, as they are written. */
  readonly draft = signal('');
  readonly #parts: SittingParts;
  #tries = 0;
  readonly #draw: ReturnType<typeof drawsFrom>;

  constructor(parts: SittingParts) {
    const { lesson, progress, seed } = parts;
    this.#parts = parts;
    this.#draw = drawsFrom(seed);
    this.lesson = lesson;
    this.isSolved.value = progress?.isSolved ?? false;
    this.given.value = new Map(
      Object.entries(progress?.given ?? {}).flatMap(([k, given]) =>
        lesson.steps[Number(k)]?.question === undefined ? [] : [[Number(k), given]],
      ),
    );
  }

  get isTask(): boolean {
    return this.step.value === this.lesson.steps.length;
  }

  get current(): TaughtStep | undefined {
    return this.lesson.steps[this.step.value];
  }

  /** The world at which the dial stands, if it is not that of the lesson. */
  get turnedWorld(): Dial['worlds'][number] | undefined {
    const [dial, place] = [this.dial.value, this.turned.value];
    return dial === undefined || place === dial.own ? undefined : dial.worlds[place];
  }

  /** The first step that is not behind the learner. */
  get resumesAt(): number {
    const { steps } = this.lesson;
    const last = steps.findLastIndex((_, k) => this.given.peek().has(k));
    const open = steps.findIndex(({ question }, k) => k > last && question !== undefined);
    return open === -1 ? steps.length : last === -1 ? 0 : last + 1;
  }

  /** The choices of a question, in an order of this sitting: their places in the file tell which is right. */
  listChoices(k: number): readonly string[] {
    const choices = (this.lesson.steps[k]?.question?.choice ?? []).map((one) => ('right' in one ? one.right : one.wrong));
    const places = new Map(choices.map((one) => [one, this.#draw('choice', one, k)]));
    return choices.sort((a, b) => (places.get(a) ?? 0) - (places.get(b) ?? 0));
  }

  /** How far the picture of a step goes beyond its answer, as a factor. It differs, so that the end of the picture does not tell the answer. */
  drawRoom(k: number): number {
    return 1.3 + this.#draw('room', String(k));
  }

  /** The answer to a question, once it has been given and time has run; undefined before. */
  answerTo(k: number): Json | undefined {
    return this.isRunning.value && k === this.step.value ? undefined : this.given.value.get(k);
  }

  show(k: number): void {
    const step = Math.min(Math.max(0, k), this.lesson.steps.length);
    batch(() => {
      this.step.value = step;
      this.arrive();
      if (this.isTask && this.tried.peek() === undefined) this.tryTask();
    });
  }

  /** Takes an answer; then time runs to where the step is shown. */
  commit(answer: Json): void {
    const k = this.step.value;
    const { question, moment, shown } = this.current ?? {};
    if (question === undefined || moment === undefined || shown === undefined) return;
    batch(() => {
      this.given.value = new Map([...this.given.value, [k, answer]]);
      this.isRunning.value = !this.#parts.isStill() && shown.at > moment.at;
      if (!this.isRunning.value) this.arrive();
    });
    this.#save();
  }

  /** Time has run. The dial is asked for only now: it tells the answer. */
  arrive(): void {
    const k = this.step.peek();
    batch(() => {
      this.isRunning.value = false;
      this.dial.value = undefined;
    });
    if (!this.given.peek().has(k)) return;
    this.#parts.findDial(k, (dial) =>
      batch(() => {
        if (this.step.peek() !== k || !this.given.peek().has(k)) return;
        this.dial.value = dial;
        this.turned.value = dial?.own ?? 0;
      }),
    );
  }

  /** Asks a question again, as if it had not been answered. */
  again(): void {
    const given = new Map(this.given.value);
    given.delete(this.step.value);
    this.given.value = given;
    this.#save();
    this.show(this.step.value);
  }

  /** Plays the sandbox with the steps of the draft. Only the newest try counts: a learner may be quicker than the one before. */
  tryTask(): void {
    this.isTrying.value = true;
    this.#tries += 1;
    const number = this.#tries;
    this.#parts.tryTask(this.draft.value, (tried) =>
      batch(() => {
        if (number !== this.#tries) return;
        this.isTrying.value = false;
        this.tried.value = tried;
        if (!('run' in tried)) return;
        if (tried.run.isMet) this.isSolved.value = true;
        this.#save();
      }),
    );
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
