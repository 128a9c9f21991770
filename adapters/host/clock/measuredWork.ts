import { later, type VirtualTime } from '../../../engine/kernel/index.ts';
import type { RealWork } from '../../../engine/scenario/standIn/index.ts';

/**
 * Real work under way, measured by the wall clock. It is paused while its process waits for an answer that is held back, because the
 * process does nothing meanwhile.
 */
export class MeasuredWork {
  readonly work: RealWork;
  readonly #from: VirtualTime;
  readonly #startedAt: number;
  #pausedFor = 0;
  #pausedAt: number | undefined;

  /** `from`: the virtual time at which it began. `wall`: the wall clock then. */
  constructor(work: RealWork, from: VirtualTime, wall: number) {
    this.work = work;
    this.#from = from;
    this.#startedAt = wall;
  }

  get isPaused(): boolean {
    return this.#pausedAt !== undefined;
  }

  /** The virtual time that the work has reached. Its end cannot come before that. */
  reach(wall: number): VirtualTime {
    const measured = (this.#pausedAt ?? wall) - this.#startedAt - this.#pausedFor;
    return later(this.#from, Math.max(0, Math.floor(measured * this.work.scale)));
  }

  /** The wall time at which the work reaches a virtual time. */
  wallAt(virtual: VirtualTime): number {
    if (this.isPaused) return Number.POSITIVE_INFINITY;
    return this.#startedAt + this.#pausedFor + (virtual - this.#from) / this.work.scale;
  }

  pause(wall: number): void {
    this.#pausedAt ??= wall;
  }

  goOn(wall: number): void {
    if (this.#pausedAt !== undefined) this.#pausedFor += wall - this.#pausedAt;
    this.#pausedAt = undefined;
  }
}
