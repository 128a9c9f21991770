import type { Rejection } from '../../../engine/cloud/index.ts';

/** The refusal for a call that waits for something that ends first. */
export const stoppingRejection = (because: string): Rejection => ({ kind: 'failing', rule: 'clock.stall', detail: because, retryAfter: 1 });

/** Thrown to a call that waits for a world that stops being served. */
export class WorldStopping extends Error {
  readonly rejection: Rejection;

  constructor(because: string) {
    super(because);
    this.rejection = stoppingRejection(because);
  }
}
