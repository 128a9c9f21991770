import type { Rejection } from '../../../engine/cloud/index.ts';

/** The refusal for those who wait for something that ends first. */
export const stoppingRejection = (because: string): Rejection => ({ kind: 'failing', rule: 'clock.stall', detail: because, retryAfter: 1 });

/** Thrown to those who wait for a world that stops being served. */
export class WorldStopping extends Error {
  readonly rejection: Rejection;

  constructor(because: string) {
    super(because);
    this.rejection = stoppingRejection(because);
  }
}
