import { Pool } from './pool.ts';
import type { Worker } from './state.ts';

/** How many workers of an endpoint there are to be, and of which release. */
export abstract class Fleet extends Pool {
  protected launchUpTo(wanted: number, holdsMinimum: boolean): void {
    while (this.countExpected() < wanted && !this.isFull()) this.launch(holdsMinimum);
  }

  protected keepMinimum(): void {
    this.launchUpTo(Math.min(this.min, this.max), true);
    this.assignMinimum();
  }

  /** Another minimum and maximum: of the workers that are too many, those that sleep stop first, then the last to serve (worker.max). False if nothing changes. */
  protected scale(min: number, max: number): boolean {
    if (min === this.min && max === this.max) return false;
    this.min = min;
    this.max = max;
    this.reconcile();
    return true;
  }

  /** Which workers there are to be, and how long they may be idle, has changed. */
  protected reconcile(): void {
    const max = this.max;
    this.assignMinimum();
    const asleep = [...this.with('ASLEEP')].sort((a, b) => a.since - b.since);
    for (const worker of asleep) {
      // The stop of one before it may have had it give its place.
      const isAsleep = worker.status === 'ASLEEP';
      if (isAsleep && (this.isUseless(worker) || this.countActive() + this.with('ASLEEP').length > max)) this.stop(worker);
    }
    for (const worker of [...this.byService()].reverse()) if (worker.status !== 'RUNNING' && this.isSurplus()) this.stop(worker);
    for (const worker of [...this.workers].reverse()) if (isStoppable(worker)) this.retire(worker);
    this.keepMinimum();
  }

  /** Those nearest to serving hold it. */
  protected assignMinimum(): void {
    const nearest = this.byService();
    for (const [k, worker] of nearest.entries())
      this.setWorkerAlarms(Object.assign(worker, { holdsMinimum: k < Math.min(this.min, this.max) }));
  }
}

/** It stops without a job to lose. */
const isStoppable = ({ status }: Worker): boolean => ['IDLE', 'INITIALIZING', 'THROTTLED', 'UNHEALTHY'].includes(status);
