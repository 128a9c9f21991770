import { computed, effect, type ReadonlySignal, signal, untracked } from '@preact/signals';
import { hashOfPlace, type Place, placeOfHash } from '../link/hash.ts';
import type { Desk } from '../model/desk.ts';
import type { Panes } from '../model/panes.ts';
import type { PlayerMessage, WorkerRequest } from '../model/port/messages.ts';
import type { TaskRun } from '../model/port/taught.ts';
import type { LessonText } from '../pageData.ts';
import { type LessonProgress, ProgressStore } from './progress.ts';
import { Sitting } from './sitting.ts';

interface CourseParts {
  readonly lessons: readonly LessonText[];
  readonly isServed: boolean;
  readonly desk: Desk;
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
  /** Why the lesson cannot be shown. */
  readonly problems = signal<readonly string[]>([]);
  /** The run of the sandbox, where the address opens it in the console. A step before the task has no console: it would show its answer. */
  readonly opened: ReadonlySignal<TaskRun | undefined> = computed(() => {
    const [sitting, tried] = [this.sitting.value, this.sitting.value?.tried.value];
    return this.#wantsConsole.value && sitting?.isTask === true && tried !== undefined && 'run' in tried ? tried.run : undefined;
  });
  readonly #wantsConsole = signal(false);
  readonly #parts: CourseParts;
  #stops: (() => void)[] = [];
  readonly #store = new ProgressStore();

  constructor(parts: CourseParts) {
    this.#parts = parts;
    this.lessons = parts.lessons;
    this.isServed = parts.isServed;
  }

  start(): void {
    effect(() => {
      const run = this.opened.value;
      if (run !== undefined) untracked(() => this.#openConsole(run));
    });
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
    this.#wantsConsole.value = view !== undefined;
    if (view !== undefined) this.#parts.panes.show(view);
    if (chosen === undefined || chosen !== this.chosen.peek()) this.#open(chosen, step);
    else if (step !== undefined) this.sitting.peek()?.show(step - 1);
  }

  #openConsole({ header, entries, outcome }: TaskRun): void {
    this.#parts.desk.open({
      open: (sink) => {
        sink.begin(header, this.chosen.peek()?.title ?? '');
        sink.append(entries);
        sink.end(outcome);
      },
      close: () => undefined,
    });
  }

  #ask(request: WorkerRequest, hear: (message: PlayerMessage) => void): () => void {
    const stop = this.#parts.ask(request, hear);
    this.#stops.push(stop);
    return stop;
  }

  #open(chosen: LessonText | undefined, step: number | undefined): void {
    for (const stop of this.#stops) stop();
    this.#stops = [];
    this.sitting.value = undefined;
    this.chosen.value = chosen;
    this.problems.value = [];
    this.#parts.desk.select(undefined);
    if (chosen === undefined) return;
    let stopSearch = (): void => undefined;
    this.#ask({ type: 'lesson', lesson: chosen }, (message) => {
      if (message.type === 'failed') this.problems.value = message.problems;
      if (message.type !== 'taught') return;
      const sitting = new Sitting({
        lesson: message.lesson,
        progress: this.#store.of(chosen.number),
        seed: crypto.getRandomValues(new Uint32Array(4)).join(' '),
        tryTask: (steps, take) =>
          this.#ask({ type: 'lesson', lesson: chosen, steps }, (said) => {
            if (said.type === 'tried') take({ run: said.run });
            if (said.type === 'failed') take({ problems: said.problems });
          }),
        findDial: (dial, take) => {
          stopSearch();
          stopSearch = this.#ask({ type: 'lesson', lesson: chosen, dial }, (said) => {
            if (said.type === 'turned') take(said.dial);
          });
        },
        save: (progress) => this.#store.save(chosen.number, progress),
        isStill: () => matchMedia('(prefers-reduced-motion: reduce)').matches,
      });
      sitting.show(step === undefined ? sitting.resumesAt : step - 1);
      this.sitting.value = sitting;
    });
  }
}

/** The address of a lesson; of a step of it, from 0; or of that step's world in a view of the console. */
export const lessonHash = (number: string, step?: number, view?: string): string =>
  hashOfPlace({ lesson: number, ...(step === undefined ? {} : { step: step + 1 }), ...(view === undefined ? {} : { view }) });
