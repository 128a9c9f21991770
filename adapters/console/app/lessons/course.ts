import { signal } from '@preact/signals';
import { hashOfPlace, type Place, placeOfHash } from '../link/hash.ts';
import type { Desk } from '../model/desk.ts';
import type { Panes } from '../model/panes.ts';
import type { Player } from '../model/player.ts';
import type { PlayerMessage, WorkerRequest } from '../model/port/messages.ts';
import type { LessonText } from '../pageData.ts';
import { type LessonProgress, ProgressStore } from './progress.ts';
import { Sitting } from './sitting.ts';

interface CourseParts {
  readonly lessons: readonly LessonText[];
  readonly isServed: boolean;
  readonly desk: Desk;
  readonly player: Player;
  readonly panes: Panes;
  /** Asks a worker. Returns a function that stops it. */
  readonly ask: (request: WorkerRequest, hear: (message: PlayerMessage) => void) => () => void;
}

/**
 * The lessons of a page. The address says which lesson and step are open: both are links, so the browser's Back returns to the last one.
 */
export class Course {
  readonly lessons: readonly LessonText[];
  /** Whether a server serves the page, next to its console. */
  readonly isServed: boolean;
  /** The lesson that the address names; undefined if it names none: then the page lists all lessons. */
  readonly chosen = signal<LessonText | undefined>(undefined);
  /** Undefined until the chosen lesson has been played. */
  readonly sitting = signal<Sitting | undefined>(undefined);
  readonly #parts: CourseParts;
  #stops: (() => void)[] = [];
  readonly #store = new ProgressStore();

  constructor(parts: CourseParts) {
    this.#parts = parts;
    this.lessons = parts.lessons;
    this.isServed = parts.isServed;
  }

  start(): void {
    this.#follow(placeOfHash(location.hash));
    addEventListener('hashchange', () => this.#follow(placeOfHash(location.hash)));
  }

  readProgress(number: string): LessonProgress | undefined {
    return this.#store.of(number);
  }

  /** The lesson after another one. */
  after({ number }: LessonText): LessonText | undefined {
    return this.lessons[this.lessons.findIndex((one) => one.number === number) + 1];
  }

  #follow({ lesson, step, view }: Place): void {
    // A page with one lesson has no list to choose from.
    const chosen = this.lessons.length === 1 ? this.lessons[0] : this.lessons.find(({ number }) => number === lesson);
    if (view !== undefined) this.#parts.panes.show(view);
    if (chosen === undefined || chosen !== this.chosen.peek()) this.#open(chosen, step);
    else if (step !== undefined) {
      this.sitting.peek()?.show(step - 1);
      this.#parts.panes.show('lesson');
    }
  }

  #ask(request: WorkerRequest, hear: (message: PlayerMessage) => void): void {
    this.#stops.push(this.#parts.ask(request, hear));
  }

  #open(chosen: LessonText | undefined, step: number | undefined): void {
    const { desk, player } = this.#parts;
    for (const stop of this.#stops) stop();
    this.#stops = [];
    this.sitting.peek()?.close();
    this.sitting.value = undefined;
    this.chosen.value = chosen;
    desk.close();
    desk.select(undefined);
    if (chosen === undefined) return;
    this.#ask({ type: 'lesson', lesson: chosen }, (message) => {
      if (message.type === 'failed') return desk.refuse(message.problems);
      if (message.type !== 'taught') return;
      const sitting = new Sitting({
        lesson: message.lesson,
        progress: this.#store.of(chosen.number),
        desk,
        player,
        tryTask: (steps, take) =>
          this.#ask({ type: 'lesson', lesson: chosen, steps }, (said) => {
            if (said.type === 'tried') take({ run: said.run });
            if (said.type === 'failed') take({ problems: said.problems });
          }),
        save: (progress) => this.#store.save(chosen.number, progress),
        isStill: () => matchMedia('(prefers-reduced-motion: reduce)').matches,
      });
      sitting.show(step === undefined ? sitting.resumesAt : step - 1);
      this.sitting.value = sitting;
      this.#parts.panes.show('lesson');
    });
  }
}

/** The address of a lesson, or of a step of it, from 0. */
export const lessonHash = (number: string, step?: number): string =>
  hashOfPlace({ lesson: number, ...(step === undefined ? {} : { step: step + 1 }) });
