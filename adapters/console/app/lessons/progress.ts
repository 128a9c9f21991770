import type { Json } from '../../../../engine/kernel/index.ts';

/** A learner's progress in a lesson. */
export interface LessonProgress {
  /** The answers, by step. */
  readonly given: Readonly<Record<string, Json>>;
  readonly right: number;
  readonly questions: number;
  /** Whether the goal of the task was met. */
  readonly isSolved: boolean;
}

const key = 'podsim lessons';

/**
 * Keeps progress in this browser. If the browser stores nothing for the page, such as one opened from disk, progress lasts until the page
 * is closed.
 */
export class ProgressStore {
  #known: Record<string, LessonProgress> = {};

  constructor() {
    try {
      const read: unknown = JSON.parse(localStorage.getItem(key) ?? '{}');
      if (typeof read === 'object' && read !== null)
        for (const [lesson, progress] of Object.entries(read)) if (isProgress(progress)) this.#known[lesson] = progress;
    } catch {
      this.#known = {};
    }
  }

  of(lesson: string): LessonProgress | undefined {
    return Object.hasOwn(this.#known, lesson) ? this.#known[lesson] : undefined;
  }

  save(lesson: string, progress: LessonProgress): void {
    this.#known = { ...this.#known, [lesson]: progress };
    try {
      localStorage.setItem(key, JSON.stringify(this.#known));
    } catch {
      // It is still known to this page.
    }
  }
}

const isProgress = (value: unknown): value is LessonProgress => {
  if (typeof value !== 'object' || value === null) return false;
  const { given, right, questions } = value as Partial<LessonProgress>;
  return typeof given === 'object' && given !== null && typeof right === 'number' && typeof questions === 'number';
};
