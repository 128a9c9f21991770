import type { StateChange } from '../../../engine/cloud/index.ts';

/** A webhook that only its world's log has: nothing was posted. */
export interface SimulatedWebhook {
  readonly jobId: string;
  readonly url: string;
}

/** Reports the first webhook of a world whose receiver is simulated. */
export class SimulatedWebhookWatch {
  #report: ((webhook: SimulatedWebhook) => void) | undefined;

  constructor(report: ((webhook: SimulatedWebhook) => void) | undefined) {
    this.#report = report;
  }

  /** Must be called for every change of the world. */
  note({ kind, event }: StateChange): void {
    if (this.#report === undefined || kind !== 'job' || event.type !== 'JobWebhookSent') return;
    const report = this.#report;
    this.#report = undefined;
    report({ jobId: event.jobId, url: event.url });
  }
}
