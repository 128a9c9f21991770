import { Calendar } from '../../kernel/calendar.ts';
import type { VirtualTime } from '../../kernel/time.ts';
import { planCall, type Visit } from './visit.ts';

/** When the clients of a load act: the visits with a time, which is that of their next call, or that at which they give up. */
export class Agenda {
  readonly #visits = new Calendar<Visit>();

  /** When a client calls next, or gives up. */
  get next(): VirtualTime | undefined {
    return this.#visits.next()?.due;
  }

  /** Takes the visit that is due next out of the agenda. */
  take(): Visit {
    return this.#visits.take();
  }

  /** Adds visits that have not begun. */
  plan(visits: readonly Visit[]): void {
    for (const visit of visits) this.#visits.restore(visit);
  }

  /** Plans the next call of a visit. */
  call(visit: Visit, due: VirtualTime): void {
    planCall(visit, due);
    this.#visits.restore(visit);
  }

  /** The client waits for an answer or a job, until it gives up. */
  wait(visit: Visit): void {
    visit.phase = 'waiting';
    if (visit.deadline === undefined) return;
    visit.due = visit.deadline;
    this.#visits.restore(visit);
  }

  /** The client's wait is over: it does not give up. */
  endWait(visit: Visit): void {
    if (visit.place !== -1) this.#visits.cancel(visit);
  }

  /** Cancels the visits that have not begun, or all of them. */
  cancel(which: 'arriving' | 'all'): void {
    for (const visit of this.#visits.inOrder()) if (which === 'all' || visit.phase === which) this.#visits.cancel(visit);
  }
}
